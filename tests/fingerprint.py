"""A fingerprint of every byte that a pure renaming must keep.

python -m tests.fingerprint [-o FILE] [--texts FOLDER] [SECTION...]   prints a digest of each section
python -m tests.fingerprint --compare OLD NEW                         lists what differs; exit code 1 if anything does

It takes only faces that outlast a renaming: what the packages export, the `plancia` command, SQL on the table `entry`,
the helpers of tests/test_cases.py. To fingerprint an older commit, copy this file into its checkout. `--texts` also
writes what was hashed, one JSON line an item, so that two trees can be compared with diff.

The archive is made with a fixed clock and with counters in place of the random digits of game ids, request ids and
references of persons, so every column of `entry` is in the fingerprint, `recorded_at` and `leaf` among them.
`kernel` ("compiled" or "pure") is left out of judgements: both forms of the kernel must give one fingerprint.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import sqlite3
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir, closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from plancia_data import board, editions, samples, variant_ids
from plancia_events import Game, pack, pack_canonical, read, read_json
from plancia_replay import RuleSetError, judge, load_ruleset

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
EDITIONS = TESTS / "data" / "editions.toml"
ROW = 8  # integers of a packed event
CLOCK = 1_700_000_000.0
ALIKE = 30  # differences listed of one section
Items = dict[str, str]

TOURNAMENT = [  # what puts a tournament's events in the log; each word of it is a command or a value of one
    "create autunno --system monopoli --title Autunno --club Arci",
    "enter autunno Anna Bruno Carla Dino Elena Fabio Gaia Ivo Luca Marta",
    "table autunno 1 A Anna Bruno Carla Dino Elena",
    "table autunno 1 B Fabio Gaia Ivo Luca Marta",
    "result autunno 1 A --game serata-1a",
    "result autunno 1 B Fabio=18 Gaia=27 Ivo=12 Luca=22 Marta=15",
    "draw autunno --seed 7 --keep",
    "result autunno 2 A --game serata-2a",
    "adjust autunno Ivo -- -3 late",
    "leave autunno Ivo",
    "standings autunno --json",
    "report autunno",
    "show autunno",
    "log autunno",
]
QUESTIONS = [
    "rules --json",
    "rules --engine --json",
    "variants --json",
    "openapi",
    "list --json --limit 100000",
    "verdicts --json --limit 100000",
]


def text_of(value: Any) -> str:
    """A value as JSON, in the order that it has: the order of members is part of the bytes that users get."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest(data: str | bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def rule_sets() -> Items:
    """The hash of each edition and option, worked out today, and of the file that lists them."""
    listed = tomllib.loads(EDITIONS.read_text("utf-8"))["editions"]
    names = {*listed, *(f"{name}@{number}" for name in variant_ids() for number in editions(name))}
    items = {"editions.toml": digest(EDITIONS.read_bytes())}
    for name in sorted(names):
        try:
            rules = load_ruleset(name)
            items[name] = f"{rules.hash} {digest(text_of(rules.content))}"
        except RuleSetError as refused:
            items[name] = f"refused: {refused.text('it')} | {refused.text('en')}"
    return items


def game_files() -> list[Path]:
    """The games that lie in the tree as text, those of the conformance folder left out."""
    folders = (TESTS / "games", ROOT / "docs" / "season", ROOT / "docs" / "first-evening")
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".rgn", ".txt")]
    demonstration = ROOT.glob("data/plancia_data/**/*.rgn")
    return sorted([*found, *demonstration])


def forms(name: str, data: bytes | str) -> Items:
    """A file as it is read: problems; then of each game the texts, JSON, JSON Lines and judgements."""
    reading = read(data, name)
    items = {f"{name} problems {lang}": text_of([p.text(lang) for p in reading.problems]) for lang in ("it", "en")}
    items[f"{name} places"] = text_of([[p.line, p.column, p.code] for p in reading.problems])
    for number, game in enumerate(reading.games, start=1):
        key = f"{name} game {number}"
        items[f"{key} text"] = game.text()
        items[f"{key} json"] = text_of(game.to_json())
        items[f"{key} jsonl"] = game.to_jsonl()
        if reading.ok:
            again = [*read_json(text_of(game.to_json())).games, *read_json(game.to_jsonl()).games]
            items[f"{key} from json"] = text_of([one.text() for one in again])
        items.update(judgements(key, game))
    return items


def judgements(key: str, game: Game, *more: Any) -> Items:
    """A game judged in both languages, as the public form gives it; or the refusal of its rules."""
    items: Items = {}
    for lang in ("it", "en"):
        try:
            judgement = judge(game, more[0] if more else None, lang, *more[1:])
        except RuleSetError as refused:
            items[f"{key} {lang} refused"] = refused.text(lang)
            continue
        public = {name: value for name, value in judgement.to_json().items() if name != "kernel"}
        verdicts = public.pop("verdicts")
        items[f"{key} {lang} verdicts"] = text_of(verdicts)
        items[f"{key} {lang} scores"] = text_of([public.pop("scores"), public.pop("end"), public.pop("declared")])
        items[f"{key} {lang} rest"] = text_of(public)
    return items


def conformance() -> Items:
    """Every file of the conformance folder, and what it is expected to give."""
    items: Items = {}
    for path in sorted((TESTS / "conformance").glob("*/*")):
        name = f"{path.parent.name}/{path.name}"
        items[f"{name} bytes"] = digest(path.read_bytes())
        if path.suffix == ".rgn":
            items.update(forms(name, path.read_bytes()))
    return items


def games() -> Items:
    """Every game of the tests, of the pages and of the data."""
    items: Items = {}
    for path in game_files():
        items.update(forms(path.relative_to(ROOT).as_posix(), path.read_bytes()))
    return items


def cases() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Each ruling case: its name, variant, table of the file and text as a game."""
    from tests import test_cases
    from tests.case_files import cases_of, variant_of

    for file in sorted((TESTS / "cases").glob("*/*.toml")):
        variant = variant_of(file)
        for place, case in enumerate(cases_of(file), start=1):
            name = f"{file.parent.name}/{file.stem}#{place}"
            yield name, variant, case, test_cases.text_of(variant, case)[0]


def rulings() -> Items:
    """Every ruling case: its text and all that is judged in it, sentences in both languages."""
    from tests import test_cases

    items: Items = {}
    for name, variant, case, text in cases():
        game = read(text, name).games[0]
        items[f"{name} text"] = game.text()
        rules = test_cases.rules_of(game, case)
        items.update(judgements(name, game, rules, test_cases.first_leg_of(variant, case)))
    return items


def kernel_rows() -> Items:
    """The packed rows of each game: from the text by the scanner, and from the events one by one."""
    texts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in game_files()}
    texts.update({f"conformance/{path.stem}": path.read_bytes() for path in TESTS.glob("conformance/*/*.rgn")})
    texts.update({name: text.encode() for name, _, _, text in cases()})
    new_log: Any = type(pack_canonical(b""))
    items = {"board": text_of([list(board("eg").codes), [list(border) for border in board("eg").borders]])}
    for name, data in texts.items():
        reading = read(data, name)
        for number, game in enumerate(reading.games if reading.ok else [], start=1):
            one_by_one = new_log()
            for event in game.events:
                pack(event, one_by_one)
            items[f"{name} {number} scanned"] = log_text(pack_canonical(game.text().encode()))
            items[f"{name} {number} packed"] = log_text(one_by_one)
    return items


def log_text(log: Any) -> str:
    """Rows, lists and words of a log; the room behind the last row is not part of it."""
    rows = list(log.rows)[: log.count * ROW]
    return text_of([rows, list(log.extra), list(log.words)])


@contextmanager
def fixed() -> Iterator[None]:
    """A clock that stands still, and counters in place of random digits: one for each length and alphabet."""
    drawn: Counter[object] = Counter()

    def token_hex(length: int = 32) -> str:
        drawn[length] += 1
        return f"{drawn[length]:0{2 * length}x}"

    def choice(letters: Any) -> Any:
        place, drawn[letters] = drawn[letters], drawn[letters] + 1
        return letters[place // 8 // len(letters) ** (7 - place % 8) % len(letters)]  # a reference has eight letters

    unwanted = [name for name in os.environ if name.startswith("PLANCIA_") or name.endswith("_COLOR")]
    with (
        mock.patch.object(secrets, "token_hex", token_hex),
        mock.patch.object(secrets, "choice", choice),
        mock.patch.object(time, "time", lambda: CLOCK),
        mock.patch.dict(os.environ, {"COLUMNS": "120"}),
    ):
        for name in unwanted:
            del os.environ[name]
        yield


def command(line: str | list[str], lang: str = "en") -> str:
    """What `plancia` prints on both streams, and its exit code."""
    from click.testing import CliRunner

    from plancia_cli.main import plancia

    words = line.split() if isinstance(line, str) else line
    done = CliRunner().invoke(plancia, ["--lang", lang, "-a", "plancia.db", *words])
    failed = "" if done.exception is None or isinstance(done.exception, SystemExit) else repr(done.exception)
    return f"{done.exit_code}{failed}\n{done.output}"


def archive() -> dict[str, Items]:
    """An archive of all these games, made by the command line: its entries, its dumps, what commands print of it."""
    entries: Items = {}
    dumps: Items = {}
    commands: Items = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, chdir(folder), fixed():
        names = written()
        for name in names:  # one command each: a file that an importer fails on must not hide the ones behind it
            commands[f"import {name}"] = command(["import", "--json", name])
        sheet = ["import", "--header", "Variant=monopoli@1", "--header", "Event=Foglio", "--json", "risultati.csv"]
        commands["import sheet"] = command(sheet)
        for line in TOURNAMENT:
            commands[f"tournament {line}"] = command(f"tournament {line}")
        commands["append"] = command(["append", "serata-2a", "FIX A 14 OBJ V ciclista {the card on the table}"])
        commands["withdraw"] = command(["withdraw", "serata-3a", "--why", "kept twice"])
        for line in QUESTIONS:
            commands.update({f"{line} {lang}": command(line, lang) for lang in ("it", "en")})
        for form in ("whole", "monthly"):
            options = ["--monthly"] if form == "monthly" else []
            commands[f"dump {form}"] = command(["dump", form, "--provenance", "all", *options])
            for path in sorted(Path(form).rglob("*")):
                if path.is_file():
                    dumps[path.as_posix()] = path.read_bytes().decode()
        commands["verify"] = command("verify")
        with closing(sqlite3.connect("plancia.db")) as db:
            table = db.execute("SELECT * FROM entry ORDER BY log_index")
            columns = [column[0] for column in table.description]
            entries["columns"] = text_of(columns)
            for row in table:
                for name, value in zip(columns, row, strict=True):
                    entries[f"{row[0]:05d} {name}"] = value.hex() if isinstance(value, bytes) else str(value)
            entries["guards"] = text_of(
                db.execute(
                    "SELECT sql FROM sqlite_master WHERE tbl_name = 'entry' AND sql NOT NULL ORDER BY name"
                ).fetchall()
            )
    return {"entries": entries, "dumps": dumps, "commands": commands}


def written() -> list[str]:
    """Writes all games into the present folder, in files of their own; the names of the files, in order."""
    texts: dict[str, bytes] = {}
    for path in [*game_files(), *sorted(TESTS.glob("conformance/*/*.rgn"))]:
        texts["-".join(path.relative_to(ROOT).parts)] = path.read_bytes()
    texts.update({f"sample-{name}": data for name, data in sorted(samples().items())})
    texts.update(
        {f"case-{name.replace('/', '-').replace('#', '-')}.rgn": text.encode() for name, _, _, text in cases()}
    )
    for name, data in texts.items():
        Path(name).write_bytes(data)
    Path("risultati.csv").write_bytes((ROOT / "docs" / "first-evening" / "risultati.csv").read_bytes())
    return list(texts)


SECTIONS = {"rule_sets": rule_sets, "conformance": conformance, "games": games, "rulings": rulings,
            "kernel_rows": kernel_rows, "archive": archive}  # fmt: skip


def fingerprint(wanted: list[str], texts: Path | None = None) -> dict[str, Any]:
    """Of each section how many items it has, a digest of all, and the digest of each."""
    items: dict[str, Items] = {}
    for name, section in SECTIONS.items():
        if not wanted or name in wanted:
            computed: Any = section()
            items.update(computed if name == "archive" else {name: computed})
    if texts is not None:
        texts.mkdir(parents=True, exist_ok=True)
        for name, section_items in items.items():
            lines = [text_of([key, section_items[key]]) + "\n" for key in sorted(section_items)]
            (texts / f"{name}.jsonl").write_text("".join(lines), "utf-8")
    return {name: hashed(section_items) for name, section_items in sorted(items.items())}


def hashed(items: Items) -> dict[str, Any]:
    """A section as the file holds it."""
    digests = {key: digest(items[key]) for key in sorted(items)}
    return {"count": len(digests), "sha256": digest(text_of(digests)), "items": digests}


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What two fingerprints do not have in common, a line each."""
    lines: list[str] = []
    for section in sorted({*old, *new}):
        before, after = (side.get(section, {"items": {}})["items"] for side in (old, new))
        keys = [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
        for key in keys[:ALIKE]:
            what = "changed" if key in before and key in after else "missing" if key in before else "added"
            lines.append(f"{section}: {what}: {key}")
        if len(keys) > ALIKE:
            lines.append(f"{section}: and {len(keys) - ALIKE} more")
    return lines


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fingerprint", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"only these: {', '.join(SECTIONS)}")
    parser.add_argument("-o", "--output", type=Path, help="the file to write")
    parser.add_argument("--texts", type=Path, help="a folder for what was hashed")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    given = parser.parse_args()
    if unknown := sorted({*given.sections} - {*SECTIONS}):
        parser.error(f"{', '.join(unknown)}: there is {', '.join(SECTIONS)}")
    if given.compare:
        old, new = (json.loads(path.read_text("utf-8")) for path in given.compare)
        lines = differences(old, new)
        print("\n".join(lines) if lines else f"the same: {sum(part['count'] for part in new.values())} items")
        sys.exit(1 if lines else 0)
    found = fingerprint(given.sections, given.texts and given.texts.absolute())
    for name, part in found.items():
        print(f"{name:12} {part['count']:7} {part['sha256']}")
    if given.output:
        given.output.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()

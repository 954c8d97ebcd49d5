"""Writes the ruling suite from tests/cases: python3 -m tests.make_rulings [FOLDER], else into build/rulings.

A case becomes a game with the verdicts, the points and the end that it must get, one JSON object on a line. Its id is
kept in tests/rulings/ids.json, which only grows: an id is never used for another case; `--ids` writes that file alone.
The version is raised by hand, as that of the conformance suite.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from plancia_cli.support.conformance_answers import board_word
from plancia_data import variant_ids, variant_source
from plancia_events import read
from plancia_replay.judging.judgement import JudgedGame, judge_game
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.text.sentences import IMPOSSIBLE_KEYS, impossible_text
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import first_leg_of, rules_of, text_of

VERSION = "1.0.0"
KEPT = Path(__file__).parent / "rulings"  # what is not generated: the page, and the ids that were given
IDS = KEPT / "ids.json"
BUILT = Path(__file__).parent.parent / "build" / "rulings"
LANGUAGES = ("it", "en")
WORDS = {  # sentences that no verdict says
    "clean": ("Niente da rilevare: il caso sta entro {cite}.", "Nothing to report: the case keeps within {cite}."),
    "result": ("L'esito segue da {cite}.", "The result follows from {cite}."),
}
Row = dict[str, Any]


def fingerprint(case: dict[str, Any]) -> str:
    """A short digest of what happens in a case, without its name."""
    content = {key: value for key, value in case.items() if key != "says"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def named_cases() -> list[tuple[Path, dict[str, Any], Row]]:
    """Every case with its file and its entry of ids.json: file, sentence, how many before it have both, digest."""
    found = []
    for file in sorted(CASES.glob("*/*.toml")):
        repeated: Counter[str] = Counter()
        for case in cases_of(file):
            repeated[case["says"]] += 1
            place = f"{file.parent.name}/{file.stem}"
            entry = {"file": place, "says": case["says"], "nth": repeated[case["says"]], "digest": fingerprint(case)}
            found.append((file, case, entry))
    return found


def stored_ids() -> dict[str, Row]:
    """The ids that were given so far."""
    ids: dict[str, Row] = json.loads(IDS.read_text("utf-8")) if IDS.exists() else {}
    return ids


def give_ids(entries: list[Row], stored: dict[str, Row]) -> tuple[list[str], dict[str, Row]]:
    """The id of each entry, and all ids: by name, else by digest; a case without either gets the next number."""
    ids: list[str] = [""] * len(entries)
    free = dict(stored)
    for members in (("file", "says", "nth"), ("file", "digest"), ("digest",)):
        known = {tuple(entry[name] for name in members): key for key, entry in reversed(free.items())}
        for place, entry in enumerate(entries):
            key = known.pop(tuple(entry[name] for name in members), None) if not ids[place] else None
            if key is not None:
                ids[place] = key
                del free[key]
    last: Counter[str] = Counter()
    for key in stored:
        rule, _, number = key.rpartition(".")
        last[rule] = max(last[rule], int(number))
    for place, entry in enumerate(entries):
        if not ids[place]:
            rule = entry["file"].partition("_")[0]
            last[rule] += 1
            ids[place] = f"{rule}.{last[rule]}"
    return ids, {**stored, **dict(zip(ids, entries, strict=True))}


def cited(clause: Mapping[str, Any]) -> Row:
    """Where a clause stands: number, document, line."""
    return {"rule_id": clause["rule_id"], "document": clause["document"], "line": clause["line"]}


def clauses_of(rule_id: str, variant: str, bound: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The clauses of a rule number: those that bind rules, else those of the variant's document that bind none."""
    found = [clause for clause in bound if clause["rule_id"] == rule_id]
    for name in (variant, *variant_ids()):
        source = variant_source(name)
        document = source["variant"].get("document", name)
        found += [{"document": document, **clause} for clause in source["clause"] if clause["rule_id"] == rule_id]
    return found


def expected_verdicts(case: dict[str, Any], before: int, judged: JudgedGame) -> list[tuple[Row, Verdict]]:
    """The verdicts that a case lists, each with the product's own, whose sentence and citation it has."""
    found = []
    for row in case.get("expect", []):
        wanted = (row["event"] + before, row["rule_id"], row.get("verdict", "illegal"))
        verdict = next(v for v in judged.verdicts if (v.event, v.rule_id, v.verdict) == wanted)
        found.append(({"event": wanted[0], "rule_id": wanted[1], "verdict": wanted[2]}, verdict))
    return found


def game_expected(case: dict[str, Any], before: int, verdicts: list[Row]) -> Row:
    """What the judgement of the case's game must have; events before `from` set it up and are not judged."""
    expected: Row = {"from": before + 1, "verdicts": verdicts}
    for name, key in (("scores", "points"), ("ranking", "ranking"), ("end", "end")):
        if name in case:
            expected[key] = case[name]
    return expected


def row_of(name: str, file: Path, case: dict[str, Any]) -> Row:
    """The line of a case in the suite."""
    variant = variant_of(file)
    text, before = text_of(variant, case)
    game = read(text).games[0]
    rules = rules_of(game, case)
    leg = first_leg_of(variant, case)
    judged = judge_game(game, rules, leg)
    verdicts = expected_verdicts(case, before, judged)
    expected = game_expected(case, before, [row for row, _ in verdicts])
    stopped = judged.prepared.numbers[judged.row] if judged.reason else 0
    expected["stopped"] = {"event": stopped, "code": IMPOSSIBLE_KEYS[judged.reason]} if stopped else None
    rule_id = file.stem.partition("_")[0]
    clauses: Sequence[Mapping[str, Any]] = [verdict.clause for _, verdict in verdicts] or clauses_of(
        rule_id, file.parent.name, rules.clauses
    )[:1]
    row: Row = {"id": name, "says": case["says"], "variant": game.header("Variant")}
    row["cites"] = list({(c["rule_id"], c["document"], c["line"]): cited(c) for c in clauses}.values())
    row["why"] = {lang: why(case, verdicts, row["cites"], judged, lang) for lang in LANGUAGES}
    if readings := supposed(verdicts):
        row["supposes"] = readings
    if "goals" in case:
        row["goals"] = {key: codes.split() for key, codes in case["goals"].items()}
    row["text"] = text if leg is None else f"{leg.text()}\n{text}"
    row["judge"] = {"games": [{}, expected] if leg is not None else [expected]}
    if "final" in case:
        final = judged.judgement("en")
        place = {"game": len(row["judge"]["games"]), "event": len(game.events), "corrected": True}
        table = {"board": board_word(final.final), "hands": final.hands, "stopped": expected["stopped"]}
        row["states"] = [{**place, "answer": table}]
    return row


def why(
    case: dict[str, Any], verdicts: list[tuple[Row, Verdict]], cites: list[Row], judged: JudgedGame, lang: str
) -> str:
    """The reasoning in one language: the sentences of the verdicts; of a case without one, the clause it is about."""
    place = ", ".join(f"{cite['rule_id']} ({cite['document']}:{cite['line']})" for cite in cites)
    index = LANGUAGES.index(lang)
    parts = list(dict.fromkeys(replace(verdict, lang=lang).says for _, verdict in verdicts))
    if judged.reason:
        parts.append(impossible_text(judged.reason, lang))
    if {"end", "scores", "ranking", "final"} & set(case):
        parts.append(WORDS["result"][index].format(cite=place))
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts) or WORDS["clean"][index].format(
        cite=place
    )


def supposed(verdicts: list[tuple[Row, Verdict]]) -> list[Row]:
    """The readings of doubtful text that the verdicts suppose."""
    found: dict[str, Row] = {}
    for _, verdict in verdicts:
        texts = {lang: replace(verdict, lang=lang).reading for lang in LANGUAGES}
        if texts["en"]:
            found.setdefault(texts["en"], {"rule_id": verdict.rule_id, **texts})
    return list(found.values())


def rows(folders: Container[str] | None = None) -> Iterator[Row]:
    """The rows of all cases, or of those in some folders of tests/cases."""
    named = named_cases()
    ids, _ = give_ids([entry for _, _, entry in named], stored_ids())
    for name, (file, case, _) in zip(ids, named, strict=True):
        if folders is None or file.parent.name in folders:
            yield row_of(name, file, case)


def number_of(name: str) -> tuple[str, int]:
    """The key by which ids are sorted."""
    rule, _, number = name.rpartition(".")
    return rule, int(number)


def line_of(value: Any) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def ids_text() -> str:
    """The text of ids.json: the ids given so far and those of new cases."""
    _, ids = give_ids([entry for _, _, entry in named_cases()], stored_ids())
    entries = ",\n".join(f" {line_of(key)}: {line_of(ids[key])}" for key in sorted(ids, key=number_of))
    return "{\n" + entries + "\n}\n"


def made(folders: Container[str] | None = None) -> dict[str, str]:
    """Every generated file of the suite, or of the part with these folders of cases, by its path."""
    found = sorted(rows(folders), key=lambda row: number_of(row["id"]))
    files: dict[str, str] = {}
    for row in found:
        name = f"{row['id'].rpartition('.')[0]}.jsonl"
        files[name] = files.get(name, "") + line_of(row) + "\n"
    lists = ",\n".join(
        "  " + line_of({"file": name, "cases": text.count("\n")}) for name, text in sorted(files.items())
    )
    head = {"suite": "rgn-rulings", "version": VERSION, "notation": "rgn 1", "licence": "CC0-1.0", "cases": len(found)}
    files["readings.md"] = readings_page(found)
    files["ids.json"] = ids_text()
    files["manifest.json"] = line_of(head).removesuffix("}") + ',\n "rulings": [\n' + lists + "\n ]}\n"
    return files


def readings_page(found: list[Row]) -> str:
    """The table of the readings that cases suppose."""
    cases: dict[tuple[str, str, str, str], list[str]] = {}
    for row in found:
        for reading in row.get("supposes", []):
            cite = next((c for c in row["cites"] if c["rule_id"] == reading["rule_id"]), row["cites"][0])
            place = f"{cite['document']}:{cite['line']}" if cite["line"] else str(cite["document"])
            cases.setdefault((reading["rule_id"], place, reading["en"], reading["it"]), []).append(row["id"])
    lines = [
        "# Disputed readings",
        "",
        "Written by `python -m tests.make_rulings`. A document that says too little, or two things, is read in one way",
        "here; each case whose verdict depends on it says so in `supposes`. Who reads it otherwise expects other",
        "verdicts in these cases, and in no others.",
        "",
        "| rule | document and line | read as | letto come | cases |",
        "| --- | --- | --- | --- | --- |",
    ]
    for (rule_id, place, english, italian), names in sorted(cases.items()):
        shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        cells = (rule_id, f"`{place}`", english, italian, shown)
        lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def write_suite(folder: Path, folders: Container[str] | None = None) -> None:
    """Writes the suite, or a part of it, into a folder, and deletes files there of rules that have no case any more."""
    files = made(folders)
    for old in folder.glob("*/*.jsonl"):
        if old.relative_to(folder).as_posix() not in files:
            old.unlink()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    shutil.copy(KEPT / "README.md", folder)


def main(arguments: list[str]) -> None:
    """Writes the suite, or with --ids the ids of the cases alone."""
    if arguments == ["--ids"]:
        IDS.write_text(ids_text(), "utf-8")
        return
    folder = Path(arguments[0]) if arguments else BUILT
    write_suite(folder)
    print(folder)


if __name__ == "__main__":
    main(sys.argv[1:])

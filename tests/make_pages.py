"""Makes the index of cases and the pages that derive from code and data again: python -m tests.make_pages."""

from __future__ import annotations

import json
import textwrap
import tomllib
from pathlib import Path

from plancia_archive.integrity.stream_checks import STREAMS
from plancia_data import described_tables
from tests.make_architecture import PAGE as ARCHITECTURE
from tests.make_architecture import lowered_sizes
from tests.make_architecture import made as architecture
from tests.make_errors import page as errors
from tests.make_rgn import made as rgn
from tests.make_sentences import made as sentences
from tests.make_sources import made as sources
from tests.test_architecture import SIZES

ROOT = Path(__file__).parent.parent
INDEX = ROOT / "data" / "plancia_data" / "cases.toml"


def case_index() -> str:
    """Rule number -> case files: by the file's name, by the verdicts expected, by `covers`."""
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "tests" / "cases").glob("*/*.toml")):
        path = file.relative_to(ROOT).as_posix()
        data = tomllib.loads(file.read_text("utf-8"))
        numbers = {file.stem.partition("_")[0], *data.get("covers", [])}
        for case in data["case"]:
            numbers |= {row["rule_id"] for row in case.get("expect", [])} | set(case.get("covers", []))
        for number in numbers:
            found.setdefault(number, set()).add(path)
    lines = ["# Rule number -> the ruling cases that try it; made by tests/make_pages.py.", "[cases]"]
    for number in sorted(found):
        lines.append(f'"{number}" = [' + ", ".join(f'"{path}"' for path in sorted(found[number])) + "]")
    return "\n".join(lines) + "\n"


def statistics() -> str:
    """The page of the statistics, from their definitions."""
    from plancia_archive.statistics import REGISTERED
    from plancia_archive.statistics.what_if import MEANINGS as SAYS
    from plancia_archive.statistics.what_if import NEEDS, TITLES

    lines = [
        "# Statistics",
        "",
        "`plancia stats NAME` and `GET /api/v1/statistics/NAME` answer from the same definitions, over the same "
        "filters:",
        "",
        "| filter | the games |",
        "| --- | --- |",
        *(f"| `{name}` | {meaning} |" for name, meaning in FILTERS.items()),
        "",
        "Filters are joined by *and*. With `seat`, what is told of players is told of who sat there only.",
        "",
        textwrap.fill(ANSWER, 118, break_on_hyphens=False),
        "",
        "| name | what | a game counts only if not |",
        "| --- | --- | --- |",
    ]
    for one in REGISTERED.values():
        says = f"**{one.en}**: {one.says_en}<br>*{one.it}: {one.says_it}*"
        lines.append(f"| `{one.id}` | {says} | {', '.join(one.needs)} |")
    lines.append(f"| `what-if` | **{TITLES[1]}**: {SAYS[1]}<br>*{TITLES[0]}: {SAYS[0]}* | {', '.join(NEEDS)} |")
    wrapped = (textwrap.fill(text, 118, break_on_hyphens=False) for text in MEANINGS)
    return "\n".join([*lines, "", "\n\n".join(wrapped)]) + "\n"


ANSWER = (
    "Every answer says how many games matched (`games`), how many qualified (`qualified`), how many were left out and "
    "why (`left_out`, and in `left_out_games` the first twenty of each reason), and the length of the log that it was "
    "computed at (`entries`). `notes` say that recorded games count, and what the figures mix: points of variants with "
    "other scales (`mixed-points`), tables of other numbers of players (`mixed-tables`), games in no row since no "
    "objective is recorded (`no-objective`), streaks in the order of the log where that is not the order of dates "
    "(`log-order`). Shares carry their 95 % interval (Wilson). Tests of dice are exact where a face or an "
    "outcome is expected fewer than five times, else chi-square, and carry Holm's correction for their number (`p` is "
    "of the one test, `p_corrected` over all). Odds are exact fractions, with up to three dice in defence."
)
FILTERS = {
    "game": "with this id or this header Game",
    "player": "in which this player (name or reference) played",
    "winner": "that this player won",
    "variant": "of this variant, with or without edition and options: `rcm`, `rcm@1`, `rcm@1 + no-strip`",
    "edition": "of this edition of their variant",
    "option": "with this option: a word after the variant's name (`no-strip`) or a header Option (`rule.option=value`)"
    "; `!no-strip`: without it; `!`: without any",
    "event": "of this club event or tournament, as the header Event says",
    "club": "of this club: played at this Place (the notation has no header for a club), or linked to its tournament",
    "tournament": "linked to this tournament of the archive",
    "seat": "in which `player`, else anybody, had this place in the order of play",
    "players": "of this number of people at the table; a dummy is nobody",
    "since`, `until": "from and up to a date",
    "recorded_since`, `recorded_until": "from and up to a time of recording",
    "completeness": "recorded so: `full`, `no-dice`, `turns-only`, `final-board`, `result-only`",
    "provenance": "that come from `live`, `sheet`, `reconstructed`, `synthetic`, `imported:NAME`",
    "illegal": "with illegal moves, or without any",
}
MEANINGS = (
    "**Left out.** *synthetic* games were generated, those of *engines* were played by other programs and imported: "
    "neither count unless a provenance is asked for (`--provenance`, `?provenance=`; `all` or `--all-provenances` is "
    "every one). "
    "*unfinished* and *cancelled* games have no result, nor have *abandoned* ones that name no winner; "
    "*impossible* ones cannot be replayed to their "
    "end; *no-dice* were recorded without faces; *no-moves* hold turns, a final board or a result only; "
    "*no-tournament* are linked to none.",
    "**Points** are those recomputed; of a `result-only` record, where nothing can be counted again, those it declares "
    "(`SCORE` lines, else the header Result), as in tournaments.",
    "**The dummy** (header `Virtual`) is nobody: it is left out wherever people, seats or players are counted, and "
    "dice thrown for it count for no player. It stays in statistics of throws, territories and armies.",
    "**Partners** of a team win together: each has the win, they are no rivals, the margin is that of the two teams. "
    "Who plays two colours has played one game.",
    "**An assault** is a run of throws of one player on one territory from another, in one turn, with nothing else "
    "thrown between. It begins with so many armies usable (those beyond the one that stays) and defenders, and ends "
    "conquered, spent, or broken off. The exact table says how often it succeeds if it goes on to the end. On fair "
    "dice the mean of conquests, plus the chance still open where it was broken off, equals that chance however "
    "players stop (`worth`).",
    "**Luck** is the losses inflicted less those suffered, less the same by the exact odds of every pair of dice "
    "thrown; `z` divides it by the exact standard deviation.",
    "**A continent is held** by who holds all its territories at the end of a turn; turns are those of the whole "
    "table.",
    "**What an illegal move changed** is found by judging the game once more as if the arbiter had voided that "
    "event (the first twelve of a game). It cannot be told where the rest is then impossible, or where the line "
    "only states something.",
    "**What if.** `plancia stats what-if --under torneo@1` judges every game of the filter under other rules, with "
    "its own deck; `GET /api/v1/statistics/what-if?under=torneo@1` does so for at most `limit` games (200, at most "
    "1000) and gives `next`, the cursor to go on from with `after`. Counted are the games with another winner, "
    "other points, another end, moves *illegal* under the other rules alone, moves *freed* (illegal under its own "
    "alone), those of which something is *undecided* for lack of data, and those *impossible* to replay, of which "
    "nothing else is compared. Each row has the games that differ, those of which the record does not tell it "
    "(`undecided`: points hang on an objective that it lacks) and the share of games that differ among the others "
    "(`decided`). In `changed`, the first thousand games that differ, points and winners that the record does not tell "
    "are null, and `undecided` says which. `rules` are the rules that moves break under the other set alone.",
    "**The source of dice** is the users' header `X-Dice`, where a club writes it; the notation has no header of "
    "its own for it. Without one it is the provenance, which for synthetic and imported games names the generator.",
    "`python -m tests.check_statistics` computes the statistics once more from the text lines, with nothing of this "
    "project (those of findings, events and tournaments are compared with the judge in other tests); its figures stand "
    "in [synthetic.md](quality/synthetic.md).",
)


def tables() -> str:
    """The page of the exported tables and their columns."""
    lines = ["# Tables", "", *(f"{textwrap.fill(text, 118, break_on_hyphens=False)}\n" for text in TABLES)]
    for table in described_tables().values():
        named = f"`{table.name}`" + ("" if table.exported else " (Datasette only)")
        key = f" Key: {', '.join(f'`{name}`' for name in table.key)}." if table.key else ""
        stored = ", ".join(f"`{name}`" for name in table.stored if name != table.name)
        shown = f" In Datasette: {stored}." if stored else ""
        lines += [f"## {named}", "", f"{table.meaning['en']} *{table.meaning['it']}*{key}{shown}", ""]
        lines += ["| column | type | meaning |", "| --- | --- | --- |"]
        for column in table.columns:
            meaning = f"{column.meaning['en']}<br>*{column.meaning['it']}*"
            lines.append(f"| `{column.name}` | {column.type} | {meaning} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


TABLES = (
    "What the columns are of the tables that `plancia export --form csv`, `tsv` or `parquet` and `plancia dump` write, "
    "that `archive.table(...)` gives in Python, and that `plancia datasette` shows under the names of the archive. "
    "`datapackage.json` of a dump, the types and metadata of Parquet files and Datasette have the same words. A column "
    "has one type, whatever its rows hold; an empty cell is a value that is not known or does not apply.",
    "Tables are joined by `game`. In a dump it is the id of the content, elsewhere that of the archive; the column "
    "`content` of `games` has the first beside the second. An event of a game is named by `game` and `event`; its "
    "line, with the territories of an attack, is in `events`.",
)


def lines() -> str:
    """The JSON Schema of a line of each kind of stream, by kind."""
    kinds = {kind: {"$id": f"urn:plancia:line:{kind}", **stream.schema()} for kind, stream in sorted(STREAMS.items())}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines of the streams of a log, by kind of stream (docs/evidence.md)", "$defs": kinds,
    }  # fmt: skip
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def made() -> dict[Path, str]:
    """Every file that is made, with its content (the index of cases first: the pages read it)."""
    return {
        INDEX: case_index(), ARCHITECTURE: architecture(), SIZES: lowered_sizes(),
        ROOT / "docs" / "statistics.md": statistics(), ROOT / "docs" / "tables.md": tables(),
        ROOT / "docs" / "lines.schema.json": lines(),
        ROOT / "docs" / "errors.md": errors("en"), ROOT / "docs" / "errors.it.md": errors("it"),
    }  # fmt: skip


def main() -> None:
    """Writes them."""
    INDEX.write_text(case_index(), "utf-8")
    from plancia_data import library

    library.load_document.cache_clear()
    for path, text in {**made(), **sentences(), **sources(), **rgn()}.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

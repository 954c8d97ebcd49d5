"""Holds rgn.abnf and rgn.schema.json against the reader on a folder of texts: python3 -m tests.check_grammar DIR.

`python -m tests.make_texts DIR --games 1000 --mutations 1000 --seed 1` writes such a folder. The grammar has to take
each text that is canonical and no other; the schema the JSON form of each game, and of one with a place changed, that
is read as it stands and no other; each up to the constraints that stand beside it. Of every text the grammar is tried
as a regular expression; of a sample also with a library for ABNF, which takes seconds, and the schema with a second
library.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import abnf
import jsonschema
import jsonschema_rs

from plancia_events import read
from tests.events.test_grammar import accepts
from tests.events.test_schema import mutated
from tests.grammar.constraints import CONSTRAINTS
from tests.grammar.json_constraints import JSON_CONSTRAINTS
from tests.grammar.reader_side import is_canonical, is_read_as_it_stands, json_form
from tests.make_grammar import FOLDER

ABNF = (FOLDER / "rgn.abnf").read_text("utf-8")
SCHEMA = json.loads((FOLDER / "rgn.schema.json").read_text("utf-8"))
GAME = {**{name: value for name, value in SCHEMA.items() if name != "anyOf"}, "$ref": "#/$defs/game"}
MOST_LINES = 400  # of a text that is changed in JSON or is in the sample
Row = tuple[str, bool, bool]  # what is checked; does the reader take it as it stands; does the grammar or schema


@cache
def library_rules() -> Any:
    """The grammar in a library for ABNF."""

    class Grammar(abnf.Rule):
        """The rules of the file, which the library keeps by class."""

    Grammar.load_grammar(ABNF.replace("\n", "\r\n"))
    return Grammar


def library_accepts(rule: str, text: str) -> bool:
    """Does a rule take the whole text, as the library for ABNF has it?"""
    try:
        library_rules()(rule).parse_all(text)
    except abnf.ParseError:
        return False
    return True


@cache
def validators() -> tuple[Any, Any]:
    """The schema of a game in two libraries, of which the first is fast."""
    return jsonschema_rs.validator_for(GAME), jsonschema.Draft202012Validator(GAME)


def text_rows(data: bytes, in_sample: bool) -> Iterator[Row]:
    """The grammar at a text."""
    canonical = is_canonical(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # which the grammar does not speak of
        yield "texts that are not UTF-8", canonical, False
        return
    is_free = not any(constraint.is_broken(text) for constraint in CONSTRAINTS.values())
    by_expression = accepts("rgn-file", text)
    yield "texts", canonical, by_expression and is_free
    if in_sample and text.count("\n") <= MOST_LINES:
        yield "texts, ABNF library", by_expression, library_accepts("rgn-file", text)


def json_rows(game: Any, name: str, in_sample: bool) -> Iterator[Row]:
    """The schema at the JSON form of a game."""
    fast, slow = validators()
    by_schema = fast.is_valid(game)
    is_free = by_schema and not any(constraint.is_broken(game) for constraint in JSON_CONSTRAINTS.values())
    yield name, is_read_as_it_stands(game), is_free
    if in_sample and len(game["events"]) <= MOST_LINES:
        yield f"{name}, second library", by_schema, slow.is_valid(game)


def rows_of(data: bytes, number: int, sample: int) -> Iterator[Row]:
    """All checks of a text."""
    in_sample = number % sample == 0
    yield from text_rows(data, in_sample)
    chance = random.Random(number)
    for game in read(data).games:
        value = json_form(game)
        yield from json_rows(value, "games in JSON", in_sample)
        if len(game.events) <= MOST_LINES:
            yield from json_rows(mutated(chance, value), "games in JSON, changed", in_sample)


def check(files: list[Path], sample: int) -> tuple[list[tuple[str, int, int, int]], list[str]]:
    """By what is checked the number of checks, of those that are taken, and of those that differ; the differences."""
    counts: Counter[tuple[str, str]] = Counter()
    differences = []
    for number, file in enumerate(files):
        for name, one, other in rows_of(file.read_bytes(), number, sample):
            counts[name, "all"] += 1
            counts[name, "taken"] += one
            counts[name, "differ"] += one != other
            if one != other:
                differences.append(f"{file.name}: {name}: reader {one}, grammar or schema {other}")
    names = dict.fromkeys(name for name, _ in counts)
    return [(name, counts[name, "all"], counts[name, "taken"], counts[name, "differ"]) for name in names], differences


def main() -> int:
    """Checks the folder that the command line names; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.check_grammar", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=40, help="every how many texts the slow libraries are asked too")
    asked = parser.parse_args()
    rows, differences = check(sorted(asked.folder.glob("*.rgn")), asked.sample)
    print(f"{'':32} {'checked':>8} {'taken':>8} {'differ':>8}")
    for name, total, taken, differ in rows:
        print(f"{name:32} {total:8} {taken:8} {differ:8}")
    print("\n".join(differences))
    return 1 if differences or not rows else 0


if __name__ == "__main__":
    raise SystemExit(main())

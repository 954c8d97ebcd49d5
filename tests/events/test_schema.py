"""docs/rgn/rgn.schema.json takes the JSON forms that the writer writes and the reader reads, up to its constraints."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import Game, read, read_json, read_json_value
from plancia_events.kinds import KINDS
from tests import SOAK
from tests.events.strategies import events
from tests.events.test_grammar import FILES, HEAD, HEADERS, generated, lines_of_files
from tests.grammar.json_constraints import JSON_CONSTRAINTS
from tests.grammar.reader_side import is_read_as_it_stands, json_form, read_again
from tests.grammar.schema import PARTS
from tests.make_grammar import FOLDER

VALUES: list[Any] = [
    None, True, False, 0, 1, 2, 3, 4, -1, 1.5, 2.0, 99999, 100000, "", "R", "-", "*", "A", "r", "CIN", "cin", "Cina",
    "JOL", "???", "a b", " a", "a{", "deal", "own", "10:00", "24:00", "#" + "0a" * 32, "0a" * 8, "\u00e8", "e\u0300",
    "\u200b", "x\n", "X-A", "attack", "note", "correct", [], {}, ["CIN"], ["R", "R"], [["R", 1]], [6, 5], [5, 6],
    ["CIN", 1], [["CIN", 2, 3]], "a65", "7", "full",
]  # fmt: skip
NAMES = ["kind", "actor", "at", "note", "by", "about", "event", "armies", "how", "cards", "why", "words", "bonus", "x"]


@cache
def whole_schema() -> dict[str, Any]:
    """The schema, which is one."""
    schema: dict[str, Any] = json.loads((FOLDER / "rgn.schema.json").read_text("utf-8"))
    jsonschema_rs.meta.validate(schema)
    return schema


@cache
def validator(part: str = "") -> Any:
    """The validator of the whole schema, or of a definition."""
    schema = whole_schema()
    if part:
        schema = {name: value for name, value in schema.items() if name != "anyOf"} | {"$ref": f"#/$defs/{part}"}
    return jsonschema_rs.validator_for(schema)


def check(game: Any) -> bool:
    """Holds reader and schema against each other at the value of a game; True if it is the form of a canonical game."""
    canonical = is_read_as_it_stands(game)
    by_schema = validator("game").is_valid(game)
    broken = next((name for name, one in JSON_CONSTRAINTS.items() if by_schema and one.is_broken(game)), "")
    assert canonical == (by_schema and not broken), (game, canonical, by_schema, broken)
    return canonical


def one_event(line: str) -> dict[str, Any]:
    """A game of one event in JSON."""
    return dict(json_form(read(HEAD + line + "\n").games[0]))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all members and items of a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield (*path, name)
        yield from places(item, (*path, name))


def mutated(chance: random.Random, game: Any) -> Any:
    """A value with one or two places changed: another value, nothing, twice the same, one more member."""
    game = copy.deepcopy(game)
    for _ in range(chance.randint(1, 2)):
        *path, last = chance.choice([place for place in places(game) if chance.random() < 0.5 or "events" in place])
        container = game
        for name in path:
            container = container[name]
        match chance.randrange(5):
            case 0:
                del container[last]
            case 1 if isinstance(container, list):
                container.insert(last, copy.deepcopy(container[last]))
            case 1 | 2 if isinstance(container, dict):
                container[chance.choice(NAMES)] = chance.choice(VALUES)
            case _:
                container[last] = copy.deepcopy(chance.choice(VALUES))
        if not game:
            break
    return game


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
def test_every_part_has_its_schema(kind: Any) -> None:
    missing = [type(part).__name__ for part in kind.SYNTAX if type(part) not in PARTS]
    assert not missing, f"{kind.TAG}: add the part to PARTS of tests/grammar/schema.py"
    properties = whole_schema()["$defs"][kind.__struct_config__.tag]["properties"]
    assert set(properties) == {"kind", *kind.__struct_encode_fields__}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_events_of_every_kind(kind: Any, data: Any) -> None:
    head = read(HEAD + "TURN R\n").games[0].headers
    game = json_form(Game(head, [data.draw(events(kind))]))
    check(game)
    text = read_json_value(game).games[0].to_jsonl()
    lines = [json.loads(line) for line in read_json(text).games[0].to_jsonl().splitlines()]
    assert validator("line").is_valid(lines[0])
    assert validator("line").is_valid(lines[1]) == validator("game").is_valid(game)


@pytest.mark.parametrize("file", FILES[:: 1 if SOAK else 3], ids=lambda file: file.stem)
def test_games_of_files_and_their_lines(file: Path) -> None:
    reading = read(file.read_bytes())
    games = [json_form(game) for game in reading.games]
    if reading.ok:
        assert validator().is_valid(games[0] if len(games) == 1 else games)
        assert read_again(games) == games
    for game in reading.games:
        for line in game.to_jsonl().splitlines()[:40]:
            assert validator("line").is_valid(json.loads(line)) or not reading.ok


def test_generated_games() -> None:
    for text in generated():
        assert check(json_form(read(text).games[0]))


def test_events_and_their_mutations() -> None:
    chance = random.Random(8)
    games = [one_event(line) for line in lines_of_files()]
    assert sum(map(check, games)) > len(games) - 5
    accepted = sum(check(mutated(chance, chance.choice(games))) for _ in range(3000))
    assert 100 < accepted < 2000


def test_headers_and_their_mutations() -> None:
    chance = random.Random(9)
    game = json_form(read("\n".join(HEADERS) + "\n\nTURN R\n").games[0])
    assert check(game)
    accepted = 0
    for _ in range(300):
        changed = copy.deepcopy(game)
        headers = changed["headers"]
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(len(headers))
            match chance.randrange(4):
                case 0:
                    del headers[place]
                case 1:
                    headers.insert(chance.randrange(len(headers)), headers.pop(place))
                case 2:
                    headers.insert(place, list(headers[place]))
                case _:
                    headers[place][chance.randrange(2)] = chance.choice(
                        [*VALUES, *(text for header in game["headers"] for text in header)]
                    )
            if not all(headers):
                break
        accepted += check(changed)
    assert 15 < accepted < 270


def broken_examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """A game for each constraint, which the schema accepts."""
    for letter in ("\u200b", "\u2028", "e\u0300", "\u3000"):
        yield "letters", one_event("NOTE A {q}") | {"events": [{"kind": "note", "actor": "A", "note": f"x{letter}x"}]}
    game = one_event("TURN R")
    yield "number-form", game | {"events": [{"kind": "shuffle", "actor": "A", "cards": 12.0}]}
    yield "header-order", game | {"headers": [*game["headers"][1:], game["headers"][0]]}
    for name, own in (
        ("option-once", [["Option", "a.b=1"], ["Option", "a.b=2"]]),
        ("own-header-once", [["X-a", "1"], ["X-a", "2"]]),
    ):
        yield name, game | {"headers": [*game["headers"], *own]}
    yield "line-length", game | {"events": [{"kind": "strip", "actor": "R", "territories": ["CIN"] * 1100}]}
    yield "objective-id", game | {"events": [{"kind": "objective", "actor": "R", "objective": "7"}]}
    yield "shown-card", game | {"events": [{"kind": "reveal", "actor": "R", "about": 1, "value": "cina"}]}
    yield "colon", game | {"events": [{"kind": "penalty", "actor": "A", "player": "R", "penalty": "x6:", "amount": 5}]}


@pytest.mark.parametrize(("name", "game"), list(broken_examples()))
def test_a_broken_constraint_is_no_canonical_game(name: str, game: dict[str, Any]) -> None:
    assert validator("game").is_valid(game)
    assert JSON_CONSTRAINTS[name].is_broken(game)
    assert not is_read_as_it_stands(game)
    assert {name for name, _ in broken_examples()} == set(JSON_CONSTRAINTS)

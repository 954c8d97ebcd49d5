"""A kind of event declares itself: what is forgotten of one fails here with its name."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_events import format_event, ops, pack, parse_event
from plancia_events.kinds import KIND_BY_NAME, KIND_BY_TAG, KINDS, Event, Trait
from plancia_events.names import ACTOR_LETTERS, LANDS
from plancia_events.packed.log import Log
from plancia_events.packed.scanner import Scanner
from tests.events.strategies import FIELDS
from tests.make_ops import PAGE, constant_of, name_of, page

SPECIAL = ("attack", "correct")  # whose strategies are functions of their own
FREQUENT_LINES = {
    "SET": "SET R CIN+2", "PUT": "PUT R CIN+2 SIA+1", "TURN": "TURN R", "END": "END R", "REIN": "REIN R 3+5+0=8",
    "TRIS": "TRIS R CIN SIA JOL =12+2", "ATT": "ATT R CIN>SIA 62:531 -1-1", "OCC": "OCC R CIN>SIA 3",
    "MOVE": "MOVE R CIN>SIA 3", "DRAW": "DRAW R CIN",
}  # fmt: skip


def declared() -> list[type[Any]]:
    """Every class of an event that the package defines."""
    return [kind for kind in Event.__subclasses__() if kind.__module__.startswith("plancia_events.")]


def test_every_class_of_an_event_is_in_the_union_of_its_file() -> None:
    left = [kind.__name__ for kind in declared() if kind not in KINDS]
    assert left == [], "put it into the union at the end of its file"


def test_every_kind_has_a_number_a_tag_and_a_name_of_its_own() -> None:
    for attribute in ("OP", "TAG", "TRAITS"):
        assert [kind.__name__ for kind in declared() if attribute not in vars(kind)] == [], attribute
    assert len({kind.OP for kind in KINDS}) == len(KIND_BY_TAG) == len(KIND_BY_NAME) == len(KINDS)


def test_the_numbers_by_name_are_those_of_the_kinds() -> None:
    again = "run `python3 run.py make`"
    numbers = {constant_of(kind): kind.OP for kind in KINDS}
    assert {name: getattr(ops, name, None) for name in numbers} == numbers, again
    words = {name_of(kind.TAG, word): place for kind in KINDS for place, word in enumerate(kind.SLOT_WORDS)}
    assert {name: getattr(ops, name, None) for name in words} == words, again
    assert PAGE.read_text("utf-8") == page(), again


@pytest.mark.parametrize("trait", list(Trait), ids=lambda trait: str(trait.name))
def test_the_kinds_of_a_trait_are_those_that_declare_it(trait: Trait) -> None:
    numbers = [kind.OP for kind in KINDS if trait in kind.TRAITS]
    assert list(getattr(ops, str(trait.name))) == numbers, "run `python3 run.py make`"


def test_traits_do_not_contradict_each_other() -> None:
    for kind in KINDS:
        assert Trait.BEGINS_TURN not in kind.TRAITS or Trait.IN_TURN in kind.TRAITS, kind.TAG
        assert not (Trait.IN_TURN in kind.TRAITS and Trait.BETWEEN_TURNS in kind.TRAITS), kind.TAG
        assert not (Trait.PLAYED in kind.TRAITS and Trait.ARRANGED in kind.TRAITS), kind.TAG


def test_every_field_of_every_kind_has_a_strategy() -> None:
    common = set(Event.__struct_fields__)
    for name, kind in KIND_BY_NAME.items():
        if name not in SPECIAL:
            fields = set(kind.__struct_fields__) - common - {"base", "bonus", "seats", "colours"}
            assert fields <= set(FIELDS.get(name, {})), f"tests/events/strategies.py lacks fields of {name}"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if Trait.FREQUENT in kind.TRAITS], ids=lambda kind: kind.TAG)
def test_a_frequent_kind_is_read_on_the_fast_path(kind: type[Any]) -> None:
    line = FREQUENT_LINES[kind.TAG]
    assert format_event(parse_event(line)) == line

    def refuse(text: bytes, log: Log) -> None:
        raise AssertionError(f"{text.decode()} is read the slow way")

    full, scanned = Log(), Log()
    pack(parse_event(line), full)
    Scanner(list(LANDS), ACTOR_LETTERS, refuse).read_line(line.encode(), scanned)
    assert list(scanned.rows)[:8] == list(full.rows)[:8] and list(scanned.extra) == list(full.extra)

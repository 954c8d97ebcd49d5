"""What the schema cannot say of a game in JSON: each constraint in words, and as a check of a value that it accepts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from plancia_events import Game
from plancia_events.text.headers import HEADER_ORDER
from plancia_events.text.json_reader import build_event
from tests.grammar.constraints import CONSTRAINTS, REFUSED_CATEGORIES


@dataclass(frozen=True)
class JsonConstraint:
    """A constraint in words; `is_broken` tells it of a game that the schema accepts."""

    says: str
    is_broken: Callable[[dict[str, Any]], bool]


def strings(value: Any) -> Iterator[str]:
    """Every string of a value, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from strings(item)


def has_fraction(value: Any) -> bool:
    """A number with a fraction, even of zero."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(has_fraction, items))


def has_refused_letter(game: dict[str, Any]) -> bool:
    """A string with a letter that is refused, or not in NFC."""
    return any(
        not unicodedata.is_normalized("NFC", text)
        or any(letter != " " and unicodedata.category(letter) in REFUSED_CATEGORIES for letter in text)
        for text in strings(game)
    )


def place(header: list[str]) -> tuple[int, str]:
    """The place of a header in the canonical order."""
    name, value = header
    return (HEADER_ORDER.index(name), value if name == "Option" else "") if name in HEADER_ORDER else (99, name)


def repeats(keys: list[str]) -> bool:
    """True for a key that stands twice."""
    return len(set(keys)) < len(keys)


def options(game: dict[str, Any]) -> list[str]:
    """The names of the options."""
    return [value.partition("=")[0] for name, value in game["headers"] if name == "Option"]


def own_headers(game: dict[str, Any]) -> list[str]:
    """The names of the X- headers."""
    return [name for name, _ in game["headers"] if name.startswith("X-")]


def game_of(value: dict[str, Any]) -> Game:
    """The game of a value that the schema accepts, whether the reader does or not."""
    events = [build_event(event, number) for number, event in enumerate(value["events"], start=1)]
    return Game([(name, text) for name, text in value["headers"]], events)


def in_text(name: str) -> JsonConstraint:
    """A constraint of the canonical text that holds for JSON too."""
    constraint = CONSTRAINTS[name]
    return JsonConstraint(constraint.says, lambda game: constraint.is_broken(game_of(game).text()))


JSON_CONSTRAINTS = {
    "number-form": JsonConstraint("a number is written without fraction and exponent", has_fraction),
    "letters": JsonConstraint(
        "every string is in NFC, and no character of it is of the general categories Cc, Cf, Cs, Co, Cn, Zl, Zp or Zs "
        "but the blank",
        has_refused_letter,
    ),
    "header-order": JsonConstraint(
        "the headers stand in the canonical order, options by value and X- headers by name, in ascending order "
        "of code points",
        lambda game: sorted(game["headers"], key=place) != game["headers"],
    ),
    "option-once": JsonConstraint(
        "no two values of Option have the same text before the first `=`", lambda game: repeats(options(game))
    ),
    "own-header-once": JsonConstraint("an X- header stands once", lambda game: repeats(own_headers(game))),
    **{name: in_text(name) for name in ("line-length", "objective-id", "shown-card", "colon")},
}

"""The base class of events (actor, optional time and comment), and helpers that pack their fields into rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from plancia_events.kinds.traits import Trait
from plancia_events.names import ACTOR_NUMBER, COMMITTED_CARD, JOLLY, LAND_NUMBER, UNKNOWN_CARD
from plancia_events.parts.common import Part

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

Slots = tuple[int, int, int, int, int, int]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """One recorded event.

    A subclass declares its fields, its `TAG`, its number `OP`, its `TRAITS`, its written `SYNTAX`, its packed row, and
    the territories whose owner it changes.

    `actor` is a colour letter R B G Y N V, `-` (nobody), `*` (the table) or `A` (the arbiter); `at` is a time of day
    `HH:MM` or `HH:MM:SS`; `note` is the comment.
    """

    OP: ClassVar[int] = 0
    TAG: ClassVar[str] = ""
    TRAITS: ClassVar[Trait]
    ACTORS: ClassVar[str] = "RBGYNV"
    SYNTAX: ClassVar[tuple[Part, ...]] = ()
    NEEDS_NOTE: ClassVar[bool] = False
    SLOT_WORDS: ClassVar[tuple[str, ...]] = ()  # a slot of the row holds the place of one of these words

    actor: str
    at: str | None = None
    note: str | None = None

    @property
    def kind(self) -> str:
        """The name of the kind, as JSON has it."""
        return str(type(self).__struct_config__.tag)

    def written_tag(self) -> str:
        """The first word of the event's line."""
        return self.TAG

    def accepted_form(self) -> str:
        """Returns the accepted form if this actor cannot have the event, else an empty string."""
        return ""

    def pack_fields(self, log: Log) -> Slots:
        """Returns the slots a, b, c, d, n, x of the packed row; lists are added to the log."""
        return (0, 0, 0, 0, 0, 0)

    def change_owners(self, owner: dict[str, str]) -> None:
        """Updates `owner` (territory code -> colour letter, `-` for nobody) with the territories that change hands."""


def pack(event: Event, log: Log) -> None:
    """Appends an event to a log, by the slots that its kind declares."""
    a, b, c, d, n, x = event.pack_fields(log)
    log.add(event.OP, ACTOR_NUMBER[event.actor], a, b, c, d, n, x)


def card_number(card: str) -> int:
    """Returns the number of a card: 0..41 territories, 42 jolly, 43 unknown, 44 committed."""
    if card in LAND_NUMBER:
        return LAND_NUMBER[card]
    return JOLLY if card == "JOL" else UNKNOWN_CARD if card == "???" else COMMITTED_CARD


def add_numbers(log: Log, values: list[int]) -> tuple[int, int]:
    """Appends a list to the log; returns its length and the index of its first value."""
    return len(values), log.add_list(values)


def actor_numbers(letters: list[str]) -> list[int]:
    """Returns the numbers of colour letters."""
    return [ACTOR_NUMBER[letter] for letter in letters]


def optional_number(value: int | None) -> int:
    """Returns the value, or -1 for None."""
    return -1 if value is None else value


def add_optional_word(log: Log, text: str | None) -> int:
    """Adds a text to the log and returns its index, -1 for None."""
    return -1 if text is None else log.add_word(text)


def flatten_pairs(items: list[tuple[str, int]], table: dict[str, int]) -> list[int]:
    """Returns a flat list of the (number, count) pairs."""
    return [value for name, count in items for value in (table[name], count)]


__all__ = [
    "ACTOR_NUMBER",
    "LAND_NUMBER",
    "Any",
    "Event",
    "Slots",
    "actor_numbers",
    "add_numbers",
    "add_optional_word",
    "card_number",
    "flatten_pairs",
    "optional_number",
]

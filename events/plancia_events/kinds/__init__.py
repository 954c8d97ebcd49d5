"""The kinds of event: fields, tag, traits, written form and packed row of each.

Each kind is declared in the module of its stage of the game, and listed in the union at the end of that module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_events.kinds.arbiter import JSON_FIELD_NAMES, ArbiterEvent
from plancia_events.kinds.base import Event, Slots
from plancia_events.kinds.ending import EndingEvent
from plancia_events.kinds.extension import Extension
from plancia_events.kinds.setup import SetupEvent
from plancia_events.kinds.traits import Trait
from plancia_events.kinds.turn import TurnEvent
from plancia_events.parts.common import Number
from plancia_events.parts.extension import EXTENSION_PREFIX

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

UncorrectedEvent = SetupEvent | TurnEvent | EndingEvent | ArbiterEvent | Extension


class Corrected(Event, frozen=True, kw_only=True, tag="correct", rename=JSON_FIELD_NAMES):
    """An event that replaces an earlier one; the comment with the reason is required."""

    OP = 34
    TAG = "FIX"
    TRAITS = Trait.STATEMENT
    ACTORS = "*A"
    SYNTAX = (Number("event"),)
    NEEDS_NOTE = True
    event: int
    replacement: UncorrectedEvent

    def pack_fields(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


AnyEvent = UncorrectedEvent | Corrected
KINDS: tuple[type[Any], ...] = tuple(sorted((*UncorrectedEvent.__args__, Corrected), key=lambda kind: kind.OP))
KIND_BY_TAG: dict[str, type[Any]] = {kind.TAG: kind for kind in KINDS}
KIND_BY_NAME: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def is_tag(word: str) -> bool:
    """True for a tag in capitals, of a kind or of the users' own."""
    return word in KIND_BY_TAG or word.startswith(EXTENSION_PREFIX)


__all__ = [
    "KINDS",
    "KIND_BY_NAME",
    "KIND_BY_TAG",
    "AnyEvent",
    "Corrected",
    "Event",
    "Extension",
    "Slots",
    "Trait",
    "UncorrectedEvent",
    "is_tag",
]

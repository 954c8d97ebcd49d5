"""The kinds of event, each declared once: fields, tag, traits, written form, packed row.

A kind stands in the file of its stage of the game, and in the union at that file's end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_events.kinds.arbiter import JSON_NAMES, ArbiterEvent
from plancia_events.kinds.base import Event, Slots
from plancia_events.kinds.ending import EndingEvent
from plancia_events.kinds.setup import SetupEvent
from plancia_events.kinds.traits import Trait
from plancia_events.kinds.turn import TurnEvent
from plancia_events.parts.common import Number

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

PLAIN = SetupEvent | TurnEvent | EndingEvent | ArbiterEvent


class Corrected(Event, frozen=True, kw_only=True, tag="correct", rename=JSON_NAMES):
    """An event that takes the place of an earlier one; the comment says why and is required."""

    OP = 34
    TAG = "FIX"
    TRAITS = Trait.STATEMENT
    ACTORS = "*A"
    FORM = (Number("event"),)
    NEEDS_NOTE = True
    event: int
    replacement: PLAIN

    def row(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


AnyEvent = PLAIN | Corrected
KINDS: tuple[type[Any], ...] = tuple(sorted((*PLAIN.__args__, Corrected), key=lambda kind: kind.OP))
BY_TAG: dict[str, type[Any]] = {kind.TAG: kind for kind in KINDS}
BY_NAME: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}

__all__ = ["BY_NAME", "BY_TAG", "KINDS", "PLAIN", "AnyEvent", "Corrected", "Event", "Slots", "Trait"]

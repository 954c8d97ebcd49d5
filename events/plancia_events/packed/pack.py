"""Packs event objects into rows, by the slots that each kind declares."""

from __future__ import annotations

from plancia_events.kinds import Event
from plancia_events.names import ACTOR_NUMBER
from plancia_events.packed.log import Log


def pack(event: Event, log: Log) -> None:
    """Appends an event to a log."""
    a, b, c, d, n, x = event.pack_fields(log)
    log.add(event.OP, ACTOR_NUMBER[event.actor], a, b, c, d, n, x)

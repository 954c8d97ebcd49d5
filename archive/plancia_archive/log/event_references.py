"""Checks lines that refer to another event: a line with an impossible reference is refused when it is appended.

An imported game is stored as it was recorded instead, and its replay reports such lines as findings.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_events import Game, format_event
from plancia_events.ops import FIX, VOID

CORRECTION_OPS = (VOID, FIX)
KINDS_NEEDING_EVENT = {
    "voided",
    "correct",
    "reveal",
}  # these need an event; the others may be about the header, event 0


def check_references(game: Game, first: int) -> None:
    """Checks the references of the events from number `first` on. Raises ArchiveError `aim-...` with the line."""
    void: set[int] = set()
    replacements: dict[int, Any] = {}
    for number in sorted({*game.numbers_of("VOID", "FIX"), *range(first, len(game.events) + 1)}):
        event = game.events[number - 1]
        code = reference_problem(game, number, event, number, void, replacements) if number >= first else ""
        if code:
            raise ArchiveError(code, format_event(event)[:200])
        if event.OP == VOID:
            void.add(event.event)
        elif event.OP == FIX:
            void.discard(event.event)
            replacements[event.event] = event.replacement


def reference_problem(
    game: Game, number: int, event: Any, position: int, void: set[int], replacements: dict[int, Any]
) -> str:
    """Returns the problem code of the reference that an event makes, "" for none.

    `number` is the event's own number, `position` the number that its reference must precede: that of the corrected
    event where `event` is a replacement. `void` and `replacements` describe the corrections so far.
    """
    reference = next(
        (getattr(event, name, None) for name in ("event", "about", "replaces") if hasattr(event, name)), None
    )
    if reference is None:
        return ""
    if reference >= position or reference < (event.kind in KINDS_NEEDING_EVENT or event.kind == "move"):
        return "aim-missing"
    target: Any = game.events[reference - 1] if reference else None
    if event.OP in CORRECTION_OPS:
        if target.OP in CORRECTION_OPS:
            return "aim-correction"
        if event.OP == VOID:
            return "aim-void" if reference in void else ""
        current: Any = replacements.get(reference, target)
        if reference not in void and format_event(current) == format_event(event.replacement):
            return "aim-same"
        return reference_problem(game, number, event.replacement, reference, void, replacements)
    if event.kind == "move" and target.kind != "move":
        return "aim-move"
    if event.kind == "reveal" and not has_hidden_value(replacements.get(reference, target)):
        return "aim-open"
    return ""


def has_hidden_value(event: Any) -> bool:
    """True if the event has a hidden value: a commitment or `???`."""
    values = [getattr(event, name) for name in event.__struct_fields__]
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return any(isinstance(item, str) and (item == "???" or item.startswith("#")) for item in items)

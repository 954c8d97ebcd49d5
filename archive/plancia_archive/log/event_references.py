"""Lines that name another event: what can never mean anything is refused before it is kept.

A whole game that comes from elsewhere is kept as it was recorded, and the replay reports the same lines as findings.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_events import Game, format_event
from plancia_events.ops import FIX, VOID

CORRECTIONS = (VOID, FIX)
NAMING = {"voided", "correct", "reveal"}  # these need an event; the others may be about the header, event 0


def refuse_aimless(game: Game, first: int) -> None:
    """Looks at the events from number `first` on. Raises ArchiveError with the line and what is wrong with it."""
    void: set[int] = set()
    standing: dict[int, Any] = {}
    for number in sorted({*game.numbers_of("VOID", "FIX"), *range(first, len(game.events) + 1)}):
        event = game.events[number - 1]
        code = problem(game, number, event, number, void, standing) if number >= first else ""
        if code:
            raise ArchiveError(code, format_event(event)[:200])
        if event.OP == VOID:
            void.add(event.event)
        elif event.OP == FIX:
            void.discard(event.event)
            standing[event.event] = event.replacement


def problem(game: Game, number: int, event: Any, before: int, void: set[int], standing: dict[int, Any]) -> str:
    """The code of what is wrong with the event that a line names, '' where nothing is; `before` is its own place."""
    aim = next((getattr(event, name, None) for name in ("event", "about", "replaces") if hasattr(event, name)), None)
    if aim is None:
        return ""
    if aim >= before or aim < (event.kind in NAMING or event.kind == "move"):
        return "aim-missing"
    target: Any = game.events[aim - 1] if aim else None
    if event.OP in CORRECTIONS:
        if target.OP in CORRECTIONS:
            return "aim-correction"
        if event.OP == VOID:
            return "aim-void" if aim in void else ""
        now: Any = standing.get(aim, target)
        if aim not in void and format_event(now) == format_event(event.replacement):
            return "aim-same"
        return problem(game, number, event.replacement, aim, void, standing)
    if event.kind == "move" and target.kind != "move":
        return "aim-move"
    if event.kind == "reveal" and not hides(standing.get(aim, target)):
        return "aim-open"
    return ""


def hides(event: Any) -> bool:
    """True if the event hides something: a commitment or `???`."""
    held = [getattr(event, name) for name in event.__struct_fields__]
    items = [item for value in held for item in (value if isinstance(value, list) else [value])]
    return any(isinstance(item, str) and (item == "???" or item.startswith("#")) for item in items)

"""Which events of a game stand: corrections say what is void and what is read in the place of another line."""

from __future__ import annotations

from plancia_events import Event, Game
from plancia_events.ops import FIX, VOID


def corrects(game: Game, number: int) -> bool:
    """True if the event corrects an earlier event that is not itself a correction."""
    event = game.events[number - 1]
    if event.OP not in (VOID, FIX):
        return False
    target = event.event
    return 0 < target < number and game.events[target - 1].OP not in (VOID, FIX)


def correction_numbers(game: Game) -> list[int]:
    """The numbers of all corrections (VOID, FIX), whether they act or not."""
    return game.numbers_of("VOID", "FIX")


def corrected(game: Game) -> tuple[set[int], dict[int, Event]]:
    """The numbers of the events that are void, and the events that stand in the place of others."""
    void: set[int] = set()
    instead: dict[int, Event] = {}
    for number in correction_numbers(game):
        if not corrects(game, number):
            continue
        event = game.events[number - 1]
        if event.OP == VOID:
            void.add(event.event)
            instead.pop(event.event, None)
        else:
            instead[event.event] = event.replacement
            void.discard(event.event)
    return void, instead

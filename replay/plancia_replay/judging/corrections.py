"""The corrections of a game: void events and replaced events."""

from __future__ import annotations

from plancia_events import Event, Game
from plancia_events.ops import FIX, VOID


def is_valid_correction(game: Game, number: int) -> bool:
    """True if the event corrects an earlier event that is not itself a correction."""
    event = game.events[number - 1]
    if event.OP not in (VOID, FIX):
        return False
    target = event.event
    return 0 < target < number and game.events[target - 1].OP not in (VOID, FIX)


def correction_numbers(game: Game) -> list[int]:
    """The numbers of all corrections (VOID, FIX), whether they act or not."""
    return game.numbers_of("VOID", "FIX")


def corrected_events(game: Game, until: int | None = None) -> tuple[set[int], dict[int, Event]]:
    """The numbers of the void events, and the replacements by number.

    Corrections after event `until` are left out: 0 leaves out all of them, None none.
    """
    void: set[int] = set()
    replacements: dict[int, Event] = {}
    for number in correction_numbers(game):
        if until is not None and number > until:
            break
        if not is_valid_correction(game, number):
            continue
        event = game.events[number - 1]
        if event.OP == VOID:
            void.add(event.event)
            replacements.pop(event.event, None)
        else:
            replacements[event.event] = event.replacement
            void.discard(event.event)
    return void, replacements

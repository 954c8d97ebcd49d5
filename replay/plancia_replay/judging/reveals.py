"""What an event hid and a later one opened: the replay reads the value in its place.

A commitment is opened by the value and the salt that prove it; `???` by the value alone, the first that is still
hidden in the event. Dice and losses are never hidden so: a correction (FIX) tells them later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from plancia_events import Event, Game, changed
from plancia_events.names import LANDS

SHOW = "SHOW"
UNKNOWN = "???"
HIDING = ("objective", "card", "cards", "territories")  # the fields in which a value may be hidden
CARDS = frozenset((*LANDS, "JOL"))


def opened(event: Any, hidden: str, value: str) -> Event:
    """An event with the value in place of a commitment, or of the first `???`."""
    changes: dict[str, Any] = {}
    for name in HIDING:
        held = getattr(event, name, None)
        if held == hidden:
            changes[name] = value
        elif isinstance(held, list) and hidden in held:
            place = held.index(hidden)
            changes[name] = [*held[:place], value, *held[place + 1 :]]
    return changed(event, **changes)


def values(event: Any) -> list[str]:
    """What stands in the fields of an event in which a value may be hidden."""
    fields = [getattr(event, name) for name in HIDING if hasattr(event, name)]
    return [item for held in fields for item in (held if isinstance(held, list) else [held])]


def commitments(event: Any) -> list[str]:
    """The commitments that an event holds."""
    return [item for item in values(event) if item.startswith("#")]


def proved(commitment: str, value: str, salt: str) -> bool:
    """True if the commitment is the SHA-256 of the salt, as hex digits, followed by the value."""
    return commitment[1:] == hashlib.sha256((salt + value).encode()).hexdigest()


def fault(shown: Any, target: Any) -> tuple[str, str]:
    """What of an event a SHOW opens, and what is wrong with it: "salt", "nothing", "unfit", or ''."""
    held = commitments(target)
    if shown.salt is not None:
        fits = [commitment for commitment in held if proved(commitment, shown.value, shown.salt)]
        return (fits[0], "") if fits else ("", "salt" if held else "nothing")
    if UNKNOWN in values(target):
        fit = (shown.value in CARDS) != hasattr(target, "objective")
        return (UNKNOWN, "") if fit else ("", "unfit")
    if shown.value in values(target):
        return "", ""
    return "", "salt" if held else "nothing"


def reveals(game: Game, void: Collection[int], instead: Mapping[int, Event]) -> tuple[dict[int, Event], dict[int, str]]:
    """The events that were opened, by number, as they then read; and what is wrong with each SHOW that opens nothing.

    What is `void` neither opens nor is opened; `instead` are the events that stand in the place of others.
    """
    right: dict[int, Event] = {}
    wrong: dict[int, str] = {}
    numbers = set(game.numbers_of(SHOW)) | set(instead)
    for number in sorted(numbers - set(void)):
        shown: Any = instead.get(number, game.events[number - 1])
        if shown.TAG != SHOW:
            continue
        aim = shown.event
        if not 0 < aim < number:
            wrong[number] = "salt"
            continue
        if aim in void:
            continue
        target = right.get(aim) or instead.get(aim, game.events[aim - 1])
        hidden, problem = fault(shown, target)
        if problem:
            wrong[number] = problem
        elif hidden:
            right[aim] = opened(target, hidden, shown.value)
    return right, wrong

"""Hidden values that a later event reveals; the replay uses them in place of the hidden ones.

A commitment is opened by the value and the salt that prove it; `???` by the value alone, the first that is still
hidden in the event. Dice and losses are never hidden so: a correction (FIX) tells them later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from plancia_events import Event, Game, replace_fields
from plancia_events.names import LANDS

REVEAL_TAG = "SHOW"
HIDDEN_VALUE = "???"
HIDEABLE_FIELDS = {  # by tag the field in which a value may be hidden; `cards` of other kinds is a number
    "OBJ": "objective", "DRAFT": "card", "DEAL": "territories", "DRAW": "cards", "TRIS": "cards", "CARDS": "cards",
}  # fmt: skip
CARD_CODES = frozenset((*LANDS, "JOL"))


def with_value(event: Any, hidden: str, value: str) -> Event:
    """An event with the value in place of a commitment, or of the first `???`."""
    name = HIDEABLE_FIELDS[event.TAG]
    field_value = getattr(event, name)
    if not isinstance(field_value, list):
        return replace_fields(event, **{name: value})
    place = field_value.index(hidden)
    return replace_fields(event, **{name: [*field_value[:place], value, *field_value[place + 1 :]]})


def hidden_fields(event: Any) -> list[str]:
    """The values of the field of an event in which a value may be hidden."""
    name = HIDEABLE_FIELDS.get(event.TAG)
    if name is None:
        return []
    field_value = getattr(event, name)
    return field_value if isinstance(field_value, list) else [field_value]


def commitments(event: Any) -> list[str]:
    """The commitments that an event holds."""
    return [item for item in hidden_fields(event) if item.startswith("#")]


def is_proved(commitment: str, value: str, salt: str) -> bool:
    """True if the commitment is the SHA-256 of the salt, as hex digits, followed by the value."""
    return commitment[1:] == hashlib.sha256((salt + value).encode()).hexdigest()


def reveal_fault(reveal: Any, target: Any) -> tuple[str, str]:
    """The hidden value that a SHOW reveals, and the fault of the SHOW: "salt", "nothing", "unfit" or ''."""
    field_commitments = commitments(target)
    if reveal.salt is not None:
        matches = [commitment for commitment in field_commitments if is_proved(commitment, reveal.value, reveal.salt)]
        return (matches[0], "") if matches else ("", "salt" if field_commitments else "nothing")
    if HIDDEN_VALUE in hidden_fields(target):
        fits_field = (reveal.value in CARD_CODES) != (target.TAG == "OBJ")
        return (HIDDEN_VALUE, "") if fits_field else ("", "unfit")
    if reveal.value in hidden_fields(target):
        return "", ""
    return "", "salt" if field_commitments else "nothing"


def reveals(
    game: Game, void: Collection[int], replacements: Mapping[int, Event]
) -> tuple[dict[int, Event], dict[int, str]]:
    """The events with revealed values, by number, and the fault of each SHOW that reveals nothing.

    What is `void` neither opens nor is opened; `instead` are the events that stand in the place of others.
    """
    revealed_events: dict[int, Event] = {}
    faults: dict[int, str] = {}
    numbers = set(game.numbers_of(REVEAL_TAG)) | set(replacements)
    for number in sorted(numbers - set(void)):
        reveal: Any = replacements.get(number, game.events[number - 1])
        if reveal.TAG != REVEAL_TAG:
            continue
        target_number = reveal.event
        if not 0 < target_number < number:
            faults[number] = "salt"
            continue
        if target_number in void:
            continue
        target = revealed_events.get(target_number) or replacements.get(target_number, game.events[target_number - 1])
        hidden, problem = reveal_fault(reveal, target)
        if problem:
            faults[number] = problem
        elif hidden:
            revealed_events[target_number] = with_value(target, hidden, reveal.value)
    return revealed_events, faults

"""What an event hid and a later one opened: the commitment is proved, and the replay reads the value in its place."""

from __future__ import annotations

import hashlib
from typing import Any

from plancia_events import Event, Game, changed

SHOW = "SHOW"


def opened(event: Any, commitment: str, value: str) -> Event:
    """An event with the value in place of the commitment."""
    changes: dict[str, Any] = {}
    for name in event.__struct_fields__:
        held = getattr(event, name)
        if held == commitment:
            changes[name] = value
        elif isinstance(held, list) and commitment in held:
            changes[name] = [value if item == commitment else item for item in held]
    return changed(event, **changes)


def commitments(event: Any) -> list[str]:
    """The commitments that an event holds."""
    found = []
    for name in event.__struct_fields__:
        held = getattr(event, name)
        for item in held if isinstance(held, list) else [held]:
            if isinstance(item, str) and item.startswith("#"):
                found.append(item)
    return found


def proved(commitment: str, value: str, salt: str) -> bool:
    """Is the commitment the SHA-256 of the salt, as hex digits, followed by the value?"""
    return commitment[1:] == hashlib.sha256((salt + value).encode()).hexdigest()


def reveals(game: Game) -> tuple[dict[int, list[tuple[str, str]]], list[int]]:
    """What was opened rightly, by event: (commitment, value); and the numbers of SHOW events that prove nothing."""
    right: dict[int, list[tuple[str, str]]] = {}
    wrong: list[int] = []
    for number, event in enumerate(game.events, start=1):
        if event.TAG != SHOW:
            continue
        aim = event.event
        target = game.events[aim - 1] if 0 < aim < number else None
        fits = [
            held for held in (commitments(target) if target is not None else [])
            if event.salt is not None and proved(held, event.value, event.salt)
        ]  # fmt: skip
        if fits:
            right.setdefault(aim, []).append((fits[0], event.value))
        elif target is None or commitments(target) or event.salt is not None:
            wrong.append(number)
    return right, wrong

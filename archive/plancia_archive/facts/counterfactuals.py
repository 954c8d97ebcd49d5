"""What an illegal event changed: the game is replayed once more without it, and the ends are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_events.ops import STATEMENT
from plancia_replay import Judged
from plancia_replay.judging.replayed import Replayed
from plancia_replay.judging.without_event import replay_without

MOST_EVENTS = 12  # illegal events tried of one game; the effect of any more is not told


def effects(judged: Judged) -> Iterator[dict[str, Any]]:
    """One row for each illegal event: `winner` and `points` are 1 where they would differ without it, 0 where not.

    Both are None where it cannot be told: the events that follow are impossible without it, or it states something
    (a total, a score, an end) rather than does it.
    """
    events = sorted({verdict.event for verdict in judged.verdicts if verdict.verdict == "illegal" and verdict.event})
    for place, number in enumerate(events):
        told = changed(judged, number) if place < MOST_EVENTS and judged.reason == 0 else None
        yield {"event": number, "winner": told and told[0], "points": told and told[1]}


def changed(judged: Judged, number: int) -> tuple[int, int] | None:
    """(another winner, other points) without an event; None where that cannot be told."""
    events = judged.game.events
    if number > len(events) or events[number - 1].OP in STATEMENT:
        return None
    other = replay_without(judged, number)
    if other.reason:
        return None
    same_winner = set(judged.end["winners"]) == set(other.end["winners"])
    return int(not same_winner), int(points(judged) != points(other))


def points(judged: Replayed) -> dict[str, Any]:
    """The scores by colour."""
    return {colour: entry["points"] for colour, entry in judged.outcome.scores.items()}

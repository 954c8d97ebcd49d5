"""Counterfactuals: replays a game without an illegal event and compares the results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_events.ops import STATEMENT
from plancia_replay import JudgedGame
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.without_event import replay_without

MAX_EVENTS = 12  # illegal events replayed per game; the effect of further ones is unknown


def counterfactuals(judged: JudgedGame) -> Iterator[dict[str, Any]]:
    """Yields one row per illegal event: `winner` and `points_by_colour` are 1 if they would differ without it, else 0.

    Both are None if unknown: later events are impossible without it, or it only states something (a total, a score,
    an end).
    """
    events = sorted({verdict.event for verdict in judged.verdicts if verdict.verdict == "illegal" and verdict.event})
    for position, number in enumerate(events):
        differences = differences_without(judged, number) if position < MAX_EVENTS and judged.reason == 0 else None
        yield {"event": number, "winner": differences and differences[0], "points": differences and differences[1]}


def differences_without(judged: JudgedGame, number: int) -> tuple[int, int] | None:
    """Returns (winner differs, points differ) for a replay without an event; None if unknown."""
    events = judged.game.events
    if number > len(events) or events[number - 1].OP in STATEMENT:
        return None
    replayed = replay_without(judged, number)
    if replayed.reason:
        return None
    same_winner = set(judged.end["winners"]) == set(replayed.end["winners"])
    return int(not same_winner), int(points_by_colour(judged) != points_by_colour(replayed))


def points_by_colour(judged: ReplayedGame) -> dict[str, Any]:
    """Returns the points of each colour."""
    return {colour: entry["points"] for colour, entry in judged.outcome.scores.items()}

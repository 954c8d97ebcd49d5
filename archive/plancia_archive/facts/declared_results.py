"""Result declared by a record: points in SCORE lines or the Result header, winner in OVER."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from plancia_replay import JudgedGame
from plancia_replay.judging.result_verdicts import declared_points


def declared_result(declared: dict[str, Any], events: Iterable[Any]) -> tuple[dict[str, Fraction], str | None]:
    """Returns the declared points by colour, and the declared winner.

    `declared` are the points of the Result header, from a judgement; `events` are the events after corrections.
    """
    points = {colour: Fraction(str(value)) for colour, value in declared.items() if value is not None}
    winner = None
    for event in events:
        if event.TAG == "SCORE":
            points[event.actor] = Fraction(event.half_points, 2)
        elif event.TAG == "OVER":
            winner = event.winner
    return points, winner


def half_points_by_colour(judged: JudgedGame) -> dict[str, int]:
    """Returns the half points of each colour: recomputed, or declared if the record has only the result."""
    if not judged.has_moves:
        points, _ = declared_result(declared_points(judged.game.header("Result")), judged.prepared.events)
        return {colour: int(value * 2) for colour, value in points.items()}
    return {colour: int(score["points"] * 2) for colour, score in judged.outcome.scores.items()}

"""What a record itself says of its result: points in SCORE lines or the Result header, the winner that OVER names."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from plancia_events import Game
from plancia_replay import Judgement
from plancia_replay.judging.prepare import as_played


def declarations(found: Judgement, game: Game) -> tuple[dict[str, Fraction], str | None]:
    """The points declared by colour, in SCORE lines or the Result header, and the winner that OVER names."""
    made = {colour: Fraction(str(value)) for colour, value in found.declared.items() if value is not None}
    winner = None
    event: Any
    for _, event in as_played(game):
        if event.TAG == "SCORE":
            made[event.actor] = Fraction(event.half_points, 2)
        elif event.TAG == "OVER":
            winner = event.winner
    return made, winner


def half_points(found: Judgement, game: Game) -> dict[str, int]:
    """The points that count by colour, in halves: recomputed, of a record with the result alone those declared."""
    if found.completeness == "result-only":
        return {colour: int(points * 2) for colour, points in declarations(found, game)[0].items()}
    return {colour: int(score["points"] * 2) for colour, score in found.scores.items()}

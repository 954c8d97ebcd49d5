"""Counterfactuals: replays a game without an illegal event and compares the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plancia_archive.facts.event_rows import Row
from plancia_events.ops import STATEMENT
from plancia_replay import JudgedGame
from plancia_replay.judging.forms import SeatScore
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.without_event import continued, replay_before, replay_without

MAX_EVENTS = 12  # illegal events replayed per game; the effect of further ones is unknown


def counterfactuals(judged: JudgedGame) -> Iterator[Row]:
    """Yields one row per illegal event: `winner` and `points_by_colour` are 1 if they would differ without it, else 0.

    Both are None if unknown: later events are impossible without it, or it only states something (a total, a score,
    an end).
    """
    events = sorted({verdict.event for verdict in judged.verdicts if verdict.verdict == "illegal" and verdict.event})
    before, played = replay_before(judged.game, judged.rules, 1, judged.prepared), 0
    for position, number in enumerate(events):
        differences = None
        if position < MAX_EVENTS and judged.reason == 0:
            before, played = continued(before, played, number - 1), number - 1
            differences = differences_without(judged, before, number)
        yield {"event": number, "winner": differences and differences[0], "points": differences and differences[1]}


def differences_without(judged: JudgedGame, before: ReplayedGame, number: int) -> tuple[int, int] | None:
    """Returns (winner differs, points differ) for the game without an event; None if unknown.

    `before` is the game replayed up to the event.
    """
    replayed = known_without(before, number)
    if replayed is None:
        return None
    same_winner = set(judged.end["winners"]) == set(replayed.end["winners"])
    return int(not same_winner), int(
        points_by_colour(judged.outcome.scores) != points_by_colour(replayed.outcome.scores)
    )


def known_without(before: ReplayedGame, number: int) -> ReplayedGame | None:
    """Returns the game replayed without an event; None if later events are impossible then, or it only states."""
    events = before.game.events
    if number > len(events) or events[number - 1].OP in STATEMENT:
        return None
    replayed = replay_without(before, number)
    return None if replayed.reason else replayed


def points_by_colour(scores: Mapping[str, SeatScore]) -> dict[str, float]:
    """Returns the points of each colour."""
    return {colour: entry["points"] for colour, entry in scores.items()}

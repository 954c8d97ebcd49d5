"""What an illegal event changed: the game is judged once more without it, and the ends are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_events import Game, parse_event
from plancia_replay import Judgement, RuleSet, judge

MOST_EVENTS = 12  # illegal events tried of one game; the effect of any more is not told
SILENT = frozenset({"SCORE", "REIN", "OVER", "CHECK", "CERT", "CLAIM", "STRIP", "SHOW", "VOID", "FIX"})


def effects(game: Game, rules: RuleSet, found: Judgement) -> Iterator[dict[str, Any]]:
    """One row for each illegal event: `winner` and `points` are 1 where they would differ without it, 0 where not.

    Both are None where it cannot be told: the events that follow are impossible without it, or it states something
    (a total, a score, an end) rather than does it.
    """
    events = sorted({verdict.event for verdict in found.verdicts if verdict.verdict == "illegal" and verdict.event})
    for place, number in enumerate(events):
        told = changed(game, rules, found, number) if place < MOST_EVENTS and found.impossible is None else None
        yield {"event": number, "winner": told and told[0], "points": told and told[1]}


def changed(game: Game, rules: RuleSet, found: Judgement, number: int) -> tuple[int, int] | None:
    """(another winner, other points) without an event; None where that cannot be told."""
    if number > len(game.events) or game.events[number - 1].TAG in SILENT:
        return None
    void = parse_event(f"VOID A {number} {{what if}}")
    other = judge(Game(game.headers, [*game.events, void], [*game.lines, 0]), rules)
    if other.impossible is not None:
        return None
    same_winner = set(found.end["winners"]) == set(other.end["winners"])
    return int(not same_winner), int(points(found) != points(other))


def points(found: Judgement) -> dict[str, Any]:
    """The scores by colour."""
    return {colour: entry["points"] for colour, entry in found.scores.items()}

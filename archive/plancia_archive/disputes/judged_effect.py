"""The replay of a disputed game around a ruling: where it stops, the score before and after, the readings there are."""

from __future__ import annotations

from typing import Any

from plancia_archive.disputes.readings import other_readings, outcome
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_events import Game, format_event
from plancia_replay import RuleSet, judge_game


def up_to(game: Game, count: int) -> Game:
    """The game with its first `count` events."""
    return Game(game.headers, game.events[:count], game.lines[:count])


def first_of(dispute: Dispute) -> int:
    """The number of the first event that a ruling of the dispute added to the game, 0 for none."""
    return min((line["effect"]["first"] for line in dispute.of_kind("ruling") if "first" in line["effect"]), default=0)


def stop_of(game: Game, rules: RuleSet) -> int | None:
    """The number of the event at which the replay stops, None where it does not."""
    found: int | None = outcome(judge_game(game, rules), 0, "en")["impossible"]
    return found


def impossible_in(log: EntryLog, dispute: Dispute) -> set[int | None]:
    """Where the replay stops without a new ruling: now, and as the game was before the first one of the dispute."""
    game = log.game(dispute.game)
    rules, first = log.rules_of(game), first_of(dispute)
    stops = {stop_of(game, rules)}
    return stops | {stop_of(up_to(game, first - 1), rules)} if first else stops


def refuse_impossible(appended: Any, stopped: set[int | None]) -> None:
    """Raises ArchiveError where appended lines stop the replay at an event where it did not stop before."""
    number = outcome(appended.judged, 0, "en")["impossible"]
    if number is not None and number not in stopped:
        raise ArchiveError("dispute-impossible", f"{number}: {format_event(appended.game.events[number - 1])[:200]}")


def readings_of(log: EntryLog, dispute: Dispute) -> list[str]:
    """The names of the readings that a ruling may choose: those that the recomputation of the event tries.

    None for a dispute about a tournament, which has no recomputation.
    """
    if not dispute.game:
        return []
    game, first = log.game(dispute.game), first_of(dispute)
    game = up_to(game, first - 1) if first else game
    rules = log.rules_of(game)
    played = outcome(judge_game(game, rules), dispute.event, "en")
    cited = {dispute.rule} | {str(verdict["rule_id"]) for verdict in played["verdicts"]}
    return [name for name, _ in other_readings(game, rules, cited)]

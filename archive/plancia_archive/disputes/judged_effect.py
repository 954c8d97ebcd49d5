"""Replays of a disputed game for a ruling: at which event the game becomes impossible, and which readings exist."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plancia_archive.disputes.readings import describe_reading, other_readings
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_events import Game, format_event
from plancia_replay import JudgedGame, Judgement
from plancia_replay.judging.judgement import judge_event
from plancia_replay.judging.without_event import replay_before


def first_events(game: Game, count: int) -> Game:
    """Returns the game with its first `count` events only."""
    return Game(game.headers, game.events[:count], game.lines[:count])


def first_ruled_event(dispute: Dispute) -> int:
    """Returns the number of the first event that a ruling of the dispute added to the game, or 0."""
    return min((line["effect"]["first"] for line in dispute.of_kind("ruling") if "first" in line["effect"]), default=0)


def impossible_event(judged: JudgedGame) -> int | None:
    """Returns the number of the first impossible event, at which the replay stops; None if there is none."""
    stopped = judged.impossible("en")
    return int(stopped["event"]) if stopped else None


def impossible_events(log: EntryLog, dispute: Dispute) -> set[int | None]:
    """Returns the first impossible event of the game as it is, and of the game before the dispute's first ruling."""
    game = log.game(dispute.game)
    rules, first_event = log.rules_of(game), first_ruled_event(dispute)
    games = [game, first_events(game, first_event - 1)] if first_event else [game]
    return {impossible_event(judge_event(replay_before(one, rules, 0), 0)) for one in games}


def check_replay_continues(appended: Any, known_events: set[int | None]) -> None:
    """Raises ArchiveError `dispute-impossible` if appended lines make an event impossible that was not so before.

    `known_events` are the results of `impossible_events` before the lines were appended.
    """
    number = impossible_event(appended.judged)
    if number is not None and number not in known_events:
        raise ArchiveError("dispute-impossible", f"{number}: {format_event(appended.game.events[number - 1])[:200]}")


def selectable_readings(log: EntryLog, dispute: Dispute) -> list[str]:
    """Returns the names of the readings that a ruling may choose, which are those that `recompute` tries.

    Empty for a dispute about a tournament.
    """
    return [name for name, _ in reading_choices(log, dispute, "en")]


def reading_choices(
    log: EntryLog, dispute: Dispute, lang: str, judge: Callable[[], Judgement] | None = None
) -> list[tuple[str, str]]:
    """Returns names and words of the readings that a ruling may choose. Empty for a dispute about a tournament.

    `judge` gives the judgement of the whole game, where it is kept.
    """
    if not dispute.game:
        return []
    game, first_event = log.game(dispute.game), first_ruled_event(dispute)
    game = first_events(game, first_event - 1) if first_event else game
    rules = log.rules_of(game)
    event = dispute.event
    if judge and not first_event:
        verdicts = [one for one in judge().verdicts if one.event == event]
    else:
        verdicts = judge_event(replay_before(game, rules, event), event).verdicts_on(event, lang)
    cited_rules = {dispute.rule} | {one.rule_id for one in verdicts}
    return [(name, describe_reading(game, rules, name, lang)) for name, _ in other_readings(game, rules, cited_rules)]

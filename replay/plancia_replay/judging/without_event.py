"""Replays, without verdicts, of a game up to an event and without that event, as if an arbiter had voided it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from plancia_events import Game
from plancia_events.kinds.arbiter import Voided
from plancia_replay.judging.corrections import correction_numbers
from plancia_replay.judging.prepare import PackedGame, prepare
from plancia_replay.judging.replay import copy_table, run_kernel
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.reveals import REVEAL_TAG
from plancia_replay.rulesets.ruleset import RuleSet


def replay_before(game: Game, rules: RuleSet, number: int, prepared: PackedGame | None = None) -> ReplayedGame:
    """The game replayed up to the event before a number; `prepared` is the game made ready, where it was."""
    prepared = prepared or prepare(game)
    return continued(ReplayedGame(game, rules, prepared, prepared.table(rules), 0, 0), 0, number - 1)


def continued(replayed: ReplayedGame, after: int, last: int) -> ReplayedGame:
    """A replay that goes on, on a table of its own, with the events after a number and up to another."""
    rules, prepared = replayed.rules, replayed.prepared
    if replayed.reason:
        return replayed
    start, stop = (bisect_right(prepared.numbers, number) for number in (after, last))
    table = copy_table(replayed.table)
    row, reason = run_kernel(rules, table, prepared, stop, start, judging=False)
    return ReplayedGame(replayed.game, rules, prepared, table, row, reason)


def replay_without(before: ReplayedGame, number: int) -> ReplayedGame:
    """The game replayed as though an event were void, given its replay up to there."""
    game = before.game
    if correction_numbers(game) or game.numbers_of(REVEAL_TAG):  # which may be about that event
        void_event = Voided(actor="A", event=number, note="what if")
        voided = Game(game.headers, [*game.events, void_event], [*game.lines, 0])
        return replace(replay_before(voided, before.rules, len(voided.events) + 1), game=game)
    return continued(before, number, len(game.events))

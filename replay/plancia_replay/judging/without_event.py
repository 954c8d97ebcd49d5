"""Replay of a game without one of its events, as if an arbiter had voided it."""

from __future__ import annotations

from plancia_events import Game
from plancia_events.kinds.arbiter import Voided
from plancia_replay.judging.corrections import correction_numbers
from plancia_replay.judging.prepare import PackedGame, prepare
from plancia_replay.judging.replay import run_kernel
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.reveals import REVEAL_TAG


def replay_without(judged: ReplayedGame, number: int) -> ReplayedGame:
    """The game replayed as though an event were void, in rows already packed where no other event refers to one."""
    game, rules, prepared = judged.game, judged.rules, judged.prepared
    if correction_numbers(game) or game.numbers_of(REVEAL_TAG):
        void_event = Voided(actor="A", event=number, note="what if")
        prepared = prepare(Game(game.headers, [*game.events, void_event], [*game.lines, 0]))
    table = prepared.table(rules)
    row = reason = 0
    for start, stop in row_ranges(prepared, number):
        if reason == 0:
            row, reason = run_kernel(rules, table, prepared, stop, start)
    return ReplayedGame(game, rules, prepared, table, row, reason)


def row_ranges(prepared: PackedGame, number: int) -> list[tuple[int, int]]:
    """The rows before an event and those after it, as (first, beyond the last)."""
    rows = len(prepared.numbers)
    row = prepared.numbers.index(number) if number in prepared.numbers else rows
    return [(start, stop) for start, stop in ((0, row), (row + 1, rows)) if start < stop]

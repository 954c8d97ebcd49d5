"""Replay of a game without one of its events, as if an arbiter had voided it."""

from __future__ import annotations

from plancia_events import Game
from plancia_events.kinds.arbiter import Voided
from plancia_replay.judging.corrections import correction_numbers
from plancia_replay.judging.prepare import Prepared, prepare
from plancia_replay.judging.replay import run
from plancia_replay.judging.replayed import Replayed
from plancia_replay.judging.reveals import SHOW


def replay_without(judged: Replayed, number: int) -> Replayed:
    """The game replayed as though an event were void, in rows already packed where no other event refers to one."""
    game, rules, prepared = judged.game, judged.rules, judged.prepared
    if correction_numbers(game) or game.numbers_of(SHOW):
        void = Voided(actor="A", event=number, note="what if")
        prepared = prepare(Game(game.headers, [*game.events, void], [*game.lines, 0]))
    table = prepared.table(rules)
    row = reason = 0
    for start, stop in row_ranges(prepared, number):
        if reason == 0:
            row, reason = run(rules, table, prepared, stop, start)
    return Replayed(game, rules, prepared, table, row, reason)


def row_ranges(prepared: Prepared, number: int) -> list[tuple[int, int]]:
    """The rows before an event and those after it, as (first, beyond the last)."""
    rows = len(prepared.numbers)
    row = prepared.numbers.index(number) if number in prepared.numbers else rows
    return [(start, stop) for start, stop in ((0, row), (row + 1, rows)) if start < stop]

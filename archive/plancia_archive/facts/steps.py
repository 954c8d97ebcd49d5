"""A game walked once for its facts: each event that counts, with the table as it stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_events import Game
from plancia_replay import RuleSet
from plancia_replay.judging.corrections import corrects
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import run
from plancia_replay.kernel.table import Table

WATCHED = frozenset({"TURN", "PASS", "ATT", "OCC", "TRIS", "ELIM", "OVER"})


@dataclass(frozen=True)
class Step:
    """An event of a watched kind: its number, the turn of the table it lies in, the table before it.

    `event` is None for the last step, the table as the game leaves it.
    """

    number: int
    turn: int
    event: Any
    table: Table


def steps(game: Game, rules: RuleSet) -> Iterator[Step]:
    """The steps of a game as corrected; they end where an event is impossible.

    One table goes through the whole walk: what is wanted of it has to be read at each step.
    """
    recorded = prepare(game)
    table = recorded.table(rules)
    instead: dict[int, Any] = {
        event.event: event.replacement
        for number, event in enumerate(game.events, start=1)
        if event.TAG == "FIX" and corrects(game, number)
    }
    turn = at = 0
    for place, number in enumerate(recorded.numbers):
        event = instead.get(number, game.events[number - 1])
        if event.TAG not in WATCHED:
            continue
        _, reason = run(rules, table, recorded, place, at)
        if reason:
            return
        at = place
        turn += event.TAG == "TURN"
        yield Step(number, turn, event, table)
    _, reason = run(rules, table, recorded, len(recorded.numbers), at)
    yield Step(len(game.events) + 1, turn, None, table)

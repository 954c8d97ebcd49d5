"""Records the table's values before counted events during a replay, for statistics."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.names import JOLLY
from plancia_events.ops import ATT, COUNTED, ELIM, KIND_NUMBERS, OCC, TRIS, TURN
from plancia_events.packed.log import Log
from plancia_replay.kernel.engine import replay
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import MAX_CONTINENTS, Table, zeros

END_OF_GAME: Final = 0  # in the place of a kind: the table as the game leaves it
PLAYERS: Final = 6


class TableSnapshot:
    """The table between two turns: territories, armies and seat (-1 for none) of each colour, and the continents held.

    A continent held is coded as 8 x its number + the number of the colour.
    """

    def __init__(self, t: Table) -> None:
        self.round: int = t.round
        self.lands: list[int] = [t.lands[colour] for colour in range(PLAYERS)]
        self.armies: list[int] = [t.army_total[colour] for colour in range(PLAYERS)]
        self.seats: list[int] = [t.seat[colour] for colour in range(PLAYERS)]
        self.held: list[int] = []
        continents: i64 = t.board.continents
        place: i64 = 0
        while place < continents:
            size = t.board.continent_size[place]
            for colour in range(PLAYERS):
                if t.continent_lands[colour * MAX_CONTINENTS + place] == size:
                    self.held.append(place * 8 + colour)
            place += 1


class Trace:
    """The events of a replay that statistics count (`Trait.COUNTED`), in order, with the end of the game as the last.

    A step is (kind, event number, turns begun, actor, a, b, c, d, n, p, q, r): the slots of the packed row, then
    ATT and OCC: who owns b, armies on a, armies on b; TRIS: the jollies among its cards; TURN, PASS, OVER and the end
    (kind 0): the index of their snapshot in `snapshots`. An impossible event is the last step, without an end after it.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[int, ...]] = []
        self.snapshots: list[TableSnapshot] = []

    def record_step(self, t: Table, log: Log, place: i64, number: int, turn: i64) -> None:
        """Adds the step of the event at a row of the log. The table is in the state before the event."""
        base = place * 8
        rows = log.rows
        op = rows[base]
        a = rows[base + 2]
        b = rows[base + 3]
        p: i64 = 0
        q: i64 = 0
        r: i64 = 0
        if op in (ATT, OCC):
            p = t.owner[b]
            q = t.armies[a]
            r = t.armies[b]
        elif op == TRIS:
            p = count_jollies(log, place)
        elif op != ELIM:
            p = len(self.snapshots)
            self.snapshots.append(TableSnapshot(t))
        self.steps.append(
            (op, number, turn, rows[base + 1], a, b, rows[base + 4], rows[base + 5], rows[base + 6], p, q, r)
        )

    def open_copy(self) -> Trace:
        """Returns the same steps without the end of the game, to be continued."""
        trace, has_end = Trace(), len(self.steps) > 0 and self.steps[-1][0] == END_OF_GAME
        trace.steps = self.steps[: len(self.steps) - has_end]
        trace.snapshots = self.snapshots[: len(self.snapshots) - has_end]
        return trace

    def end(self, t: Table, number: int, turn: i64) -> None:
        """Adds the step that stands for the end of the game."""
        snapshot_index = len(self.snapshots)
        self.snapshots.append(TableSnapshot(t))
        self.steps.append((END_OF_GAME, number, turn, -1, 0, 0, 0, 0, 0, snapshot_index, 0, 0))


def count_jollies(log: Log, place: i64) -> i64:
    """Returns the number of jollies among the cards of the exchange at a row of the log."""
    count = log.rows[place * 8 + 6]
    first_card = log.rows[place * 8 + 7]
    total: i64 = 0
    k: i64 = 0
    while k < count:
        if log.extra[first_card + k] == JOLLY:
            total += 1
        k += 1
    return total


def replay_traced(
    t: Table,
    log: Log,
    checks: list[list[Rule]],
    observers: list[list[Rule]],
    numbers: list[int],
    trace: Trace,
    first: int = 0,
) -> tuple[int, int]:
    """Replays a game from row `first` on and adds its steps to `trace`. Returns what `engine.replay` returns."""
    rows = log.rows
    count = log.count
    is_counted = zeros(KIND_NUMBERS)
    for kind in COUNTED:
        is_counted[kind] = 1
    start: i64 = first
    turn: i64 = trace.steps[-1][2] if trace.steps else 0
    place: i64 = first
    while place < count:
        op = rows[place * 8]
        if is_counted[op] == 1:
            stop = replay(t, log, checks, observers, numbers, start, place)
            if stop[1] != 0:
                return stop
            start = place
            if op == TURN:
                turn += 1
            trace.record_step(t, log, place, numbers[place], turn)
        place += 1
    stop = replay(t, log, checks, observers, numbers, start, count)
    if stop[1] == 0:
        trace.end(t, 0, turn)
    return stop

"""The replay loop: for each event the checks bound to its kind, its effect, its observers. Findings do not stop it."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from plancia_events.ops import (
    ATT,
    BETWEEN_TURNS,
    DRAW,
    END,
    IN_TURN,
    KIND_NUMBERS,
    MOVE,
    OCC,
    PUT,
    REIN,
    SET,
    TRIS,
    TURN,
)
from plancia_events.packed.log import COMPILED, Log
from plancia_replay.kernel.effects import cards as h
from plancia_replay.kernel.effects import turn as e
from plancia_replay.kernel.effects.by_kind import BY_NUMBER
from plancia_replay.kernel.effects.reasons import NOT_AT_TABLE, POSSIBLE
from plancia_replay.kernel.interpreted import Steps, replay_plain
from plancia_replay.kernel.missing_events import supply
from plancia_replay.kernel.rule import FINE, ON_TURN, OUT_OF_TURN, Rule
from plancia_replay.kernel.table import NEUTRAL, Table, zeros


def apply(t: Table) -> i64:
    """Apply the current event; 0, or the reason why it is impossible.

    Frequent kinds are called without a table look-up, which takes compiled code a third of the time.
    """
    op = t.op
    if op == ATT:
        return e.attack(t)
    if op == OCC:
        return e.occupy(t)
    if op == PUT:
        return e.place(t, False)
    if op == TURN:
        return e.start_turn(t)
    if op == END:
        return e.end_turn(t)
    if op == REIN:
        return e.declare(t)
    if op == DRAW:
        return h.draw(t)
    if op == MOVE:
        return e.move(t)
    if op == TRIS:
        return h.exchange(t)
    if op == SET:
        return e.place(t, True)
    reason: i64 = BY_NUMBER[op](t)
    return reason


def hold(t: Table, log: Log, place: i64) -> None:
    """Make the event at a row of the log the current event."""
    take(t, log.rows, place)


def take(t: Table, rows: vec[i64], place: i64) -> None:
    """As `hold`, from a vector of rows."""
    base = place * 8
    t.op = rows[base]
    t.actor = rows[base + 1]
    t.a = rows[base + 2]
    t.b = rows[base + 3]
    t.c = rows[base + 4]
    t.d = rows[base + 5]
    t.n = rows[base + 6]
    t.x = rows[base + 7]


class Plan:
    """Checks and observers of a rule-set in flat vectors: those of kind `op` begin at `first_...[op]`.

    `always` are the checks that run for every event; the others of a kind run if the table is in one of the states in
    `needs`, which also holds the states in which the record may lack a TURN or an END. `steps` is for plain Python.
    """

    def __init__(self, checks: list[list[Rule]], observers: list[list[Rule]]) -> None:
        self.of_checks = checks
        self.of_observers = observers
        self.checks = vec[Rule]()
        self.always = vec[Rule]()
        self.observers = vec[Rule]()
        self.first_check = zeros(KIND_NUMBERS + 1)
        self.first_always = zeros(KIND_NUMBERS + 1)
        self.first_observer = zeros(KIND_NUMBERS + 1)
        self.needs = zeros(KIND_NUMBERS)
        self.steps = Steps(checks, BY_NUMBER, observers)
        for op in range(KIND_NUMBERS):
            self.checks = extend(self.checks, checks[op])
            self.always = extend(self.always, [rule for rule in checks[op] if rule.required_states() == 0])
            self.observers = extend(self.observers, observers[op])
            for rule in checks[op]:
                self.needs[op] |= rule.required_states()
            if op in IN_TURN:
                self.needs[op] |= OUT_OF_TURN
            if op in BETWEEN_TURNS:
                self.needs[op] |= ON_TURN
            self.first_check[op + 1] = len(self.checks)
            self.first_always[op + 1] = len(self.always)
            self.first_observer[op + 1] = len(self.observers)


MAX_PLANS: Final = 8
PLANS: list[Plan] = []  # most recently used first: games of the same rule-set mostly come together


def plan_of(checks: list[list[Rule]], observers: list[list[Rule]]) -> Plan:
    """The plan of a rule-set's lists, which are complete before the first game (memo of the last `MOST_PLANS`)."""
    for plan in PLANS:
        if plan.of_checks is checks and plan.of_observers is observers:
            return plan
    plan = Plan(checks, observers)
    if len(PLANS) == MAX_PLANS:
        PLANS.pop()
    PLANS.insert(0, plan)
    return plan


def replay(
    t: Table,
    log: Log,
    checks: list[list[Rule]],
    observers: list[list[Rule]],
    numbers: list[int],
    start: int,
    stop: int,
) -> tuple[int, int]:
    """Replay rows start..stop-1 on the table; findings go to `t.found`.

    `numbers` gives the event number of each row (empty: row + 1). Returns (row where the replay stopped, reason);
    reason 0: every row was applied.
    """
    t.extra = log.extra
    t.words = log.words
    plan = plan_of(checks, observers)
    if not COMPILED:
        return replay_plain(t, log.rows, plan.steps.by_kind, numbers, start, stop)
    rows = log.rows
    all_checks = plan.checks
    always = plan.always
    flat_observers = plan.observers
    first_check = plan.first_check
    first_always = plan.first_always
    first_observer = plan.first_observer
    needs = plan.needs
    at_table = t.at_table
    numbered = len(numbers) > 0
    place: i64 = start
    stop_row: i64 = stop
    while place < stop_row:
        take(t, rows, place)
        number: i64 = place + 1
        if numbered:
            number = numbers[place]
        t.number = number
        op = t.op
        actor = t.actor
        if actor < NEUTRAL and at_table[actor] == 0:
            return place, NOT_AT_TABLE
        if needs[op] & t.state():
            if supply(t, checks, observers):
                place += 1
                continue
            for k in range(first_check[op], first_check[op + 1]):
                code = all_checks[k].check(t)
                if code != FINE:
                    t.record_finding(all_checks[k], code)
        else:
            for k in range(first_always[op], first_always[op + 1]):
                code = always[k].check(t)
                if code != FINE:
                    t.record_finding(always[k], code)
        reason = apply(t)
        if reason != POSSIBLE:
            return place, reason
        for k in range(first_observer[op], first_observer[op + 1]):
            flat_observers[k].observe(t)
        place += 1
    return place, POSSIBLE

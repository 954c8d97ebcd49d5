"""The replay loop: for each event the checks bound to its kind, its effect, its observers. Findings do not stop it."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
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
    X,
)
from plancia_events.packed.log import Log
from plancia_replay.kernel.effects import cards as h
from plancia_replay.kernel.effects import turn as e
from plancia_replay.kernel.effects.effect_table import EFFECT_BY_KIND
from plancia_replay.kernel.effects.reasons import NOT_AT_TABLE, POSSIBLE
from plancia_replay.kernel.missing_events import supply_missing_event
from plancia_replay.kernel.rule import FINE, ON_TURN, OUT_OF_TURN, Rule
from plancia_replay.kernel.table import NEUTRAL, Table, zeros


def apply_event(t: Table) -> i64:
    """Applies the current event; returns 0, or the reason (`effects.reasons`) why it is impossible.

    Frequent kinds are called without a look-up in the table, which takes compiled code a third of the time.
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
    reason: i64 = EFFECT_BY_KIND[op](t)
    return reason


def load_event(t: Table, log: Log, place: i64) -> None:
    """Makes the event at a row of the log the current event, without applying it."""
    load_row(t, log.rows, place)


def load_row(t: Table, rows: vec[i64], place: i64) -> None:
    """Makes the event at index `place` of a vector of rows the current event."""
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
    `needs`, which also holds the states in which the record may lack a TURN or an END.
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
        for op in range(KIND_NUMBERS):
            self.checks = extend(self.checks, checks[op])
            self.observers = extend(self.observers, observers[op])
            for rule in checks[op]:
                states = rule.required_states()
                self.needs[op] |= states
                if states == 0:
                    self.always = append(self.always, rule)
            if op in IN_TURN:
                self.needs[op] |= OUT_OF_TURN
            if op in BETWEEN_TURNS:
                self.needs[op] |= ON_TURN
            self.first_check[op + 1] = len(self.checks)
            self.first_always[op + 1] = len(self.always)
            self.first_observer[op + 1] = len(self.observers)


MAX_PLANS: Final = 8
PLANS: list[Plan] = []  # most recently used first: games of the same rule-set mostly come together


def cached_plan(checks: list[list[Rule]], observers: list[list[Rule]]) -> Plan:
    """Returns the plan for a rule-set's lists; the last `MAX_PLANS` are cached. The lists must not change later."""
    for plan in PLANS:
        if plan.of_checks is checks and plan.of_observers is observers:
            return plan
    plan = Plan(checks, observers)
    if len(PLANS) == MAX_PLANS:
        PLANS.pop()
    PLANS.insert(0, plan)
    return plan


def replay(
    t: Table, log: Log, checks: list[list[Rule]], observers: list[list[Rule]], numbers: list[int], start: int, stop: int
) -> tuple[int, int]:
    """Replay rows start..stop-1 on the table; findings go to `t.found`.

    `numbers` gives the event number of each row (empty: row + 1). Returns (row where the replay stopped, reason);
    reason 0: every row was applied.
    """
    t.extra = log.extra
    t.rows, t.row_count = log.rows, log.count
    t.words = log.words
    plan = cached_plan(checks, observers)
    rows = log.rows
    all_checks = plan.checks
    unconditional_checks = plan.always
    flat_observers = plan.observers
    first_check = plan.first_check
    first_always = plan.first_always
    first_observer = plan.first_observer
    needs = plan.needs
    at_table = t.at_table
    has_numbers = len(numbers) > 0
    place: i64 = start
    stop_row: i64 = stop
    while place < stop_row:
        load_row(t, rows, place)
        number: i64 = place + 1
        if has_numbers:
            number = numbers[place]
        t.number = number
        op = t.op
        actor = t.actor
        if actor < NEUTRAL and at_table[actor] == 0 and op != X:  # events of the users' own act on no table
            return place, NOT_AT_TABLE
        if needs[op] & t.state():
            if supply_missing_event(t, checks, observers):
                place += 1
                continue
            for k in range(first_check[op], first_check[op + 1]):
                code = all_checks[k].check(t)
                if code != FINE:
                    t.record_finding(all_checks[k], code)
        else:
            for k in range(first_always[op], first_always[op + 1]):
                code = unconditional_checks[k].check(t)
                if code != FINE:
                    t.record_finding(unconditional_checks[k], code)
        reason = apply_event(t)
        if reason != POSSIBLE:
            return place, reason
        for k in range(first_observer[op], first_observer[op + 1]):
            flat_observers[k].observe(t)
        place += 1
    return place, POSSIBLE

"""The engine: for each event the checks bound to its kind, then its effect; findings are kept and play goes on."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from plancia_events.ops import (
    ANN,
    ATT,
    CAP,
    CARDS,
    CHECK,
    CLAIM,
    CLOCK,
    CLOCK_EXPIRED,
    CLOCK_STARTED,
    DEAL,
    DECL,
    DRAFT,
    DRAW,
    ELIM,
    END,
    ENOT,
    EROLL,
    FILL,
    KIND_NUMBERS,
    MOVE,
    OBJ,
    OCC,
    ORDER,
    OVER,
    PASS,
    PICK,
    PUT,
    REIN,
    ROLL,
    SET,
    SHUF,
    STAT,
    STRIP,
    TAKE,
    TRIS,
    TURN,
)
from plancia_events.packed.log import COMPILED, Log
from plancia_replay.kernel.effects import cards as h
from plancia_replay.kernel.effects import setup as b
from plancia_replay.kernel.effects import turn as e
from plancia_replay.kernel.interpreted import Steps, replay_plain
from plancia_replay.kernel.missing_events import ACTS, BETWEEN, supply
from plancia_replay.kernel.rule import FINE, ON_TURN, OUT_OF_TURN, Rule
from plancia_replay.kernel.table import NEUTRAL, Table, zeros


def apply(t: Table) -> i64:
    """Applies the event in hand; 0, or the reason why it is impossible."""
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
    return apply_rare(t)


def apply_rare(t: Table) -> i64:
    """The effects of the rarer kinds."""
    op = t.op
    if op == ROLL:
        return b.roll(t)
    if op == ORDER:
        return b.order(t)
    if op == DEAL:
        return b.deal(t)
    if op == PICK:
        return b.pick(t)
    if op == DRAFT:
        return b.draft(t)
    if op == OBJ:
        return b.objective(t)
    if op == CLOCK:
        if t.a == CLOCK_STARTED:
            t.clock_started = 1
        elif t.a == CLOCK_EXPIRED and t.expired_round < 0:
            t.expired_round = t.round
            t.expired_event = t.number
        return 0
    if op == PASS:
        t.turn = -1
        return e.pass_turn(t)
    if op == DECL:
        t.announced_attacks += 1
        return 0
    if op == STRIP:
        return e.choose_strip(t)
    if op == SHUF:
        t.deck_left = t.a
        return 0
    if op == CARDS:
        return h.move_cards(t)
    if op == EROLL:
        return e.end_roll(t)
    if op == ENOT:
        t.declined = 1 if t.actor == t.last_turn else t.declined
        return 0
    if op == CLAIM:
        return e.claim(t)
    if op == ELIM:
        return e.eliminate(t)
    if op == STAT:
        return e.change_status(t)
    if op == ANN:
        return e.announce(t)
    if op == TAKE:
        return e.remove_armies(t)
    if op == FILL:
        return e.set_armies(t)
    if op == CHECK:
        h.adopt_hands(t)
        return e.adopt(t)
    if op == OVER:
        if t.over == 1:  # the line is found illegal (record.after_over); the end is the one recorded first
            return 0
        t.over = t.ended = 1
        t.over_event = t.number
        t.over_reason = t.a
        t.over_winner = t.b
        return 0
    if op == CAP:
        t.capital[t.actor] = t.a
    return 0


def hold(t: Table, log: Log, place: i64) -> None:
    """Takes the event at a row of the log into the table's hand."""
    take(t, log.rows, place)


def take(t: Table, rows: vec[i64], place: i64) -> None:
    """The same from the rows themselves."""
    base = place * 8
    t.op = rows[base]
    t.actor = rows[base + 1]
    t.a = rows[base + 2]
    t.b = rows[base + 3]
    t.c = rows[base + 4]
    t.d = rows[base + 5]
    t.n = rows[base + 6]
    t.x = rows[base + 7]


DIRECT: dict[int, Any] = {  # the effects that plain Python calls at once
    PUT: e.place_in_turn, TURN: e.start_turn, END: e.end_turn, REIN: e.declare, TRIS: h.exchange, ATT: e.attack,
    OCC: e.occupy, MOVE: e.move, DRAW: h.draw,
}  # fmt: skip


class Plan:
    """The checks and notes of a rule-set by kind of event, one after the other: those of `op` begin at `first[op]`.

    `always` are the checks that need nothing; the others of a kind are asked when the table is as some of its `needs`
    say. Such are also the states in which the record may lack a TURN or an END. `steps` is for plain Python.
    """

    def __init__(self, checks: list[list[Rule]], notes: list[list[Rule]]) -> None:
        self.of_checks = checks
        self.of_notes = notes
        self.checks = vec[Rule]()
        self.always = vec[Rule]()
        self.observers = vec[Rule]()
        self.first_check = zeros(KIND_NUMBERS + 1)
        self.first_always = zeros(KIND_NUMBERS + 1)
        self.first_note = zeros(KIND_NUMBERS + 1)
        self.needs = zeros(KIND_NUMBERS)
        self.steps = Steps(checks, [DIRECT.get(op, apply) for op in range(KIND_NUMBERS)], notes)
        for op in range(KIND_NUMBERS):
            self.checks = extend(self.checks, checks[op])
            self.always = extend(self.always, [rule for rule in checks[op] if rule.only_when() == 0])
            self.observers = extend(self.observers, notes[op])
            for rule in checks[op]:
                self.needs[op] |= rule.only_when()
            if op in ACTS:
                self.needs[op] |= OUT_OF_TURN
            if op in BETWEEN:
                self.needs[op] |= ON_TURN
            self.first_check[op + 1] = len(self.checks)
            self.first_always[op + 1] = len(self.always)
            self.first_note[op + 1] = len(self.observers)


MOST_PLANS: Final = 8
LAST: list[Plan] = []  # the plans used last, as games of a few rule-sets mostly come together


def plan_of(checks: list[list[Rule]], notes: list[list[Rule]]) -> Plan:
    """The plan of a rule-set's lists, which are complete before the first game."""
    for known in LAST:
        if known.of_checks is checks and known.of_notes is notes:
            return known
    made = Plan(checks, notes)
    if len(LAST) == MOST_PLANS:
        LAST.pop()
    LAST.insert(0, made)
    return made


def replay(
    t: Table,
    log: Log,
    checks: list[list[Rule]],
    notes: list[list[Rule]],
    numbers: list[int],
    start: int,
    stop: int,
) -> tuple[int, int]:
    """Replays rows start..stop-1 on the table; findings go to `t.found`.

    `numbers` gives the event number of each row (empty: row + 1). Returns (row where replay stopped, reason);
    reason 0 means that every event asked for was applied.
    """
    t.extra = log.extra
    t.words = log.words
    plan = plan_of(checks, notes)
    if not COMPILED:
        return replay_plain(t, log.rows, plan.steps.made, numbers, start, stop)
    rows = log.rows
    every = plan.checks
    always = plan.always
    told = plan.observers
    first_check = plan.first_check
    first_always = plan.first_always
    first_note = plan.first_note
    needs = plan.needs
    at_table = t.at_table
    numbered = len(numbers) > 0
    place: i64 = start
    last: i64 = stop
    while place < last:
        take(t, rows, place)
        number: i64 = place + 1
        if numbered:
            number = numbers[place]
        t.number = number
        op = t.op
        actor = t.actor
        if actor < NEUTRAL and at_table[actor] == 0:
            return place, 4
        if needs[op] & t.state():
            if supply(t, checks, notes):
                place += 1
                continue
            for k in range(first_check[op], first_check[op + 1]):
                code = every[k].finding(t)
                if code != FINE:
                    t.note(every[k], code)
        else:
            for k in range(first_always[op], first_always[op + 1]):
                code = always[k].finding(t)
                if code != FINE:
                    t.note(always[k], code)
        reason = apply(t)
        if reason != 0:
            return place, reason
        for k in range(first_note[op], first_note[op + 1]):
            told[k].observe(t)
        place += 1
    return place, 0

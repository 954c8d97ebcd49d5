"""The engine: for each event the checks bound to its kind, then its effect; findings are kept and play goes on."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from plancia_events.packed.log import COMPILED, Log
from plancia_replay.kernel.effects import cards as h
from plancia_replay.kernel.effects import setup as b
from plancia_replay.kernel.effects import turn as e
from plancia_replay.kernel.interpreted import Steps, replay_plain
from plancia_replay.kernel.missing_events import ACTS, BETWEEN, supply
from plancia_replay.kernel.rule import ON_TURN, OUT_OF_TURN, Rule
from plancia_replay.kernel.table import Table, zeros

KINDS: Final = 44


def apply(t: Table) -> i64:
    """Applies the event in hand; 0, or the reason why it is impossible."""
    op = t.op
    if op == 16:
        return e.attack(t)
    if op == 17:
        return e.occupy(t)
    if op == 8:
        return e.place(t, False)
    if op == 10:
        return e.start_turn(t)
    if op == 12:
        return e.end_turn(t)
    if op == 13:
        return e.declare(t)
    if op == 19:
        return h.draw(t)
    if op == 18:
        return e.move(t)
    if op == 14:
        return h.exchange(t)
    if op == 7:
        return e.place(t, True)
    return apply_rare(t)


def apply_rare(t: Table) -> i64:
    """The effects of the rarer kinds."""
    op = t.op
    if op == 1:
        return b.roll(t)
    if op == 2:
        return b.order(t)
    if op == 3:
        return b.deal(t)
    if op == 4:
        return b.pick(t)
    if op == 5:
        return b.draft(t)
    if op == 6:
        return b.objective(t)
    if op == 9:
        if t.a == 0:
            t.clock_started = 1
        elif t.a == 1 and t.expired_round < 0:
            t.expired_round = t.round
            t.expired_event = t.number
        return 0
    if op == 11:
        t.turn = -1
        return e.pass_turn(t)
    if op == 15:
        t.announced_attacks += 1
        return 0
    if op == 37:
        return e.choose_strip(t)
    if op == 20:
        t.deck_left = t.a
        return 0
    if op == 21:
        return h.move_cards(t)
    if op == 22:
        return e.end_roll(t)
    if op == 23:
        t.declined = 1 if t.actor == t.last_turn else t.declined
        return 0
    if op == 25:
        return e.claim(t)
    if op == 26:
        return e.eliminate(t)
    if op == 27:
        return e.change_status(t)
    if op == 28:
        return e.announce(t)
    if op == 31:
        return e.remove_armies(t)
    if op == 32:
        return e.set_armies(t)
    if op == 35:
        h.adopt_hands(t)
        return e.adopt(t)
    if op == 38:
        if t.over == 1:  # the line is found illegal (record.after_over); the end is the one recorded first
            return 0
        t.over = t.ended = 1
        t.over_event = t.number
        t.over_reason = t.a
        t.over_winner = t.b
        return 0
    if op == 43:
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
    8: e.place_in_turn, 10: e.start_turn, 12: e.end_turn, 13: e.declare, 14: h.exchange, 16: e.attack,
    17: e.occupy, 18: e.move, 19: h.draw,
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
        self.first_check = zeros(KINDS + 1)
        self.first_always = zeros(KINDS + 1)
        self.first_note = zeros(KINDS + 1)
        self.needs = zeros(KINDS)
        self.steps = Steps(checks, [DIRECT.get(op, apply) for op in range(KINDS)], notes)
        for op in range(KINDS):
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
        if actor < 6 and at_table[actor] == 0:
            return place, 4
        if needs[op] & t.state():
            if supply(t, checks, notes):
                place += 1
                continue
            for k in range(first_check[op], first_check[op + 1]):
                code = every[k].finding(t)
                if code != 0:
                    t.note(every[k], code)
        else:
            for k in range(first_always[op], first_always[op + 1]):
                code = always[k].finding(t)
                if code != 0:
                    t.note(always[k], code)
        reason = apply(t)
        if reason != 0:
            return place, reason
        for k in range(first_note[op], first_note[op + 1]):
            told[k].observe(t)
        place += 1
    return place, 0

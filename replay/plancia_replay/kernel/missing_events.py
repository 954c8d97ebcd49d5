"""What a record leaves out between two turns: an END or a TURN that must have been there. The table goes on as if.

Without its END the duties of a turn's end would never be judged; without its TURN the counters of the turn before
would go on. So the event that is missing is judged and applied in the place where its lack shows.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.ops import (
    BEGINS_TURN,
    BETWEEN_TURNS,
    CARDS,
    CARDS_GARRISON,
    END,
    EROLL,
    EROLL_ARBITER,
    IN_TURN,
    OVER,
    OVER_ELIMINATION,
    REIN,
    STAT,
    STAT_DEBT,
    TURN,
    TURN_CHANCE,
    TURN_EXTRA,
    TURN_ORDINARY,
)
from plancia_replay.kernel.effects import turn as e
from plancia_replay.kernel.rule import FINE, Rule
from plancia_replay.kernel.table import ACTIVE, PASSED, Table
from plancia_replay.kernel.turn_order import LATE_AT, LATE_END, another_begins, begun_twice, late_end, take_back

KINDS_OF_TURN: Final = (TURN_ORDINARY, TURN_CHANCE, TURN_EXTRA)  # the last is one of a further round


def closes(t: Table) -> bool:
    """Does the event in hand tell that the turn in progress is over?

    Who has left the game needs no END. A claim, the whole board, an elimination, an agreement or the time may end a
    game in the midst of a turn; the other ends come after one, the arbiter's die after that of the last player, and the
    card for the garrison, or its debt, after that of whose it is, if he has placed his armies and owes no card of an
    earlier turn. A player's own throw to end the game tells nothing: the documents say that it waits for the end of his
    turn.
    """
    if t.op == TURN and begun_twice(t):
        return False
    if t.turn < 0 or t.status[t.turn] != ACTIVE or (t.stopped >= 0 and t.stop_reason <= OVER_ELIMINATION):
        return False
    if t.op == OVER:
        return t.a > OVER_ELIMINATION and (t.can_stop[t.a] == 1 or t.stop_reason == t.a)
    if t.op == CARDS:
        return t.c == CARDS_GARRISON and t.a == t.turn and t.placed > 0 and t.debt[t.turn] == 0
    if t.op == STAT:
        return t.b == STAT_DEBT and t.a == t.turn and t.placed > 0
    if t.op == EROLL:
        return t.d == EROLL_ARBITER and t.seat[t.turn] >= t.last_living_seat()
    return True


def objections(t: Table, checks: list[list[Rule]], kind: i64, director: i64) -> i64:
    """How many checks find fault with a TURN of who acts, of this kind; it stays in hand."""
    take(t, TURN, t.actor, kind, director)
    found: i64 = 0
    for rule in checks[TURN]:
        if rule.finding(t) != FINE:
            found += 1
    return found


def take(t: Table, op: i64, actor: i64, a: i64, b: i64) -> None:
    """Takes a TURN or an END into the table's hand."""
    t.op = op
    t.actor = actor
    t.a = a
    t.b = b
    t.c = 0
    t.d = 0
    t.n = 0
    t.x = 0


def begin_in_hand(t: Table, checks: list[list[Rule]]) -> i64:
    """Takes the TURN that is missing into the hand, of the kind that the rules like best; tells their objections."""
    best: i64 = 0
    kind: i64 = 0
    director: i64 = -1
    first = True
    for leader in range(-1, 6):
        if leader >= 0 and (t.actor != t.virtual or t.at_table[leader] == 0 or leader == t.virtual):
            continue
        for k in range(len(KINDS_OF_TURN)):
            found = objections(t, checks, KINDS_OF_TURN[k], leader)
            if first or found < best:
                first = False
                best = found
                kind = KINDS_OF_TURN[k]
                director = leader
    take(t, TURN, t.actor, kind, director)
    return best


def missing_in_hand(t: Table, checks: list[list[Rule]]) -> bool:
    """Takes the event that the record lacks before the one in hand into the table's hand; False where it lacks none.

    Not every act outside a turn begins one: who has just had his turn does something late, and so does who draws or
    occupies; an END alone is the turn of who comes next. Before the first turn armies may be those of the set-up.
    """
    if t.turn >= 0:
        if t.op not in BETWEEN_TURNS or not closes(t):
            return False
        take(t, END, t.turn, 0, 0)
        t.unwritten = 1
        return True
    due = t.next_player() == t.actor
    if not (t.op in BEGINS_TURN or (t.op == END and due)) or (t.actor == t.last_turn and not due):
        return False
    op, a, b, c, d, n, x = t.op, t.a, t.b, t.c, t.d, t.n, t.x
    if begin_in_hand(t, checks) == 0 or op == REIN or t.turns > 0:
        t.unwritten = 1
        return True
    t.op, t.a, t.b, t.c, t.d, t.n, t.x = op, a, b, c, d, n, x
    return False


def supply(t: Table, checks: list[list[Rule]], notes: list[list[Rule]]) -> bool:
    """Judges and applies what the record lacks before the event in hand, which is in hand again afterwards.

    True where the event in hand itself is a TURN that comes late, when its player has acted already, or an END that
    comes after the next TURN: it is done with. A turn begun for another than the one who was due, and who acts in it,
    is his.
    """
    if t.op == TURN and t.turn == t.actor and t.supplied == 1 and t.attacks == 0:
        t.turn_kind = e.kind_begun(t)
        t.director = t.b
        t.supplied = 0
        return True
    if t.op == END and late_end(t):
        t.sequence[LATE_END] = 0
        return True
    op, actor, a, b, c, d, n, x = t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x
    if op in IN_TURN and another_begins(t):
        kind, director = t.turn_kind, t.director
        take_back(t)
        take(t, TURN, actor, kind, director)
        e.start_turn(t)
        for rule in notes[TURN]:
            rule.observe(t)
        t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x = op, actor, a, b, c, d, n, x
    elif missing_in_hand(t, checks):
        missing = t.op
        for rule in checks[missing]:
            code = rule.finding(t)
            if code != FINE:
                t.note(rule, code)
        if missing == END:
            t.sequence[LATE_END] = t.turn + 1
            t.sequence[LATE_AT] = t.number
            e.end_turn(t)
        else:
            e.start_turn(t)
            t.supplied = 1
        for rule in notes[missing]:
            rule.observe(t)
        t.unwritten = 0
        t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x = op, actor, a, b, c, d, n, x
    elif t.turn < 0 and t.op in IN_TURN and t.acts_out_of_turn != PASSED:
        t.acts_out_of_turn = 1 if t.acts_out_of_turn == 0 else 2
    return False

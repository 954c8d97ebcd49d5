"""Infers a TURN or END that the record omits, judges it and applies it.

Without its END the duties of a turn's end would never be judged; without its TURN the counters of the last turn would
go on. So the missing event is judged and applied at the event that reveals the gap.
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
from plancia_replay.kernel.turn_order import (
    LATE_AT,
    LATE_END,
    is_begun_twice,
    is_late_end,
    is_other_players_turn,
    undo_turn,
)

KINDS_OF_TURN: Final = (TURN_ORDINARY, TURN_CHANCE, TURN_EXTRA)  # the last is one of a further round


def closes_turn(t: Table) -> bool:
    """True if the current event shows that the turn in progress is over.

    A player who has left the game needs no END. A claim, the whole board, an elimination, an agreement or the time may
    end a game in mid-turn. Other ends come after a turn; the arbiter's die after the last player's turn; the card for
    the garrison, or its debt, after the turn of the player concerned, if he has placed his armies and owes no card of
    an earlier turn. A player's own end roll shows nothing: the documents require it at the end of his turn.
    """
    if t.op == TURN and is_begun_twice(t):
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
        return t.d == EROLL_ARBITER and t.seat[t.turn] >= t.last_active_seat()
    return True


def count_objections(t: Table, kind: i64, director: i64) -> i64:
    """Counts the checks that reject a TURN of this kind by the actor. The TURN remains the current event."""
    set_current_event(t, TURN, t.actor, kind, director)
    total: i64 = 0
    for rule in t.turn_rules:
        if rule.check(t) != FINE:
            total += 1
    return total


def set_current_event(t: Table, op: i64, actor: i64, a: i64, b: i64) -> None:
    """Makes a TURN or an END that the record lacks the current event."""
    t.op = op
    t.actor = actor
    t.a = a
    t.b = b
    t.c = 0
    t.d = 0
    t.n = 0
    t.x = 0


def load_missing_turn(t: Table) -> i64:
    """Make the missing TURN the current event, of the kind with the fewest objections; returns their number."""
    fewest: i64 = 0
    kind: i64 = 0
    director: i64 = -1
    is_first = True
    for candidate in range(-1, 6):
        if candidate >= 0 and (t.actor != t.virtual or t.at_table[candidate] == 0 or candidate == t.virtual):
            continue
        for k in range(len(KINDS_OF_TURN)):
            objection_count = count_objections(t, KINDS_OF_TURN[k], candidate)
            if is_first or objection_count < fewest:
                is_first = False
                fewest = objection_count
                kind = KINDS_OF_TURN[k]
                director = candidate
    set_current_event(t, TURN, t.actor, kind, director)
    return fewest


def has_left(t: Table) -> bool:
    """True if the actor has no turns any more, which `player.active` tells."""
    return t.actor >= 0 and t.status[t.actor] != ACTIVE and t.unfounded[t.actor] == 0


def load_missing_event(t: Table) -> bool:
    """Make the event that the record lacks before this one the current event; False if it lacks none.

    Not every act outside a turn begins one: a player who has just had his turn acts late, and so does one who draws or
    occupies; an END alone is the turn of the next player. Who has left the game has no turn. Before the first turn,
    armies may belong to the set-up.
    """
    if t.turn >= 0:
        if t.op not in BETWEEN_TURNS or not closes_turn(t):
            return False
        set_current_event(t, END, t.turn, 0, 0)
        t.unwritten = 1
        return True
    is_due = t.next_player() == t.actor
    if has_left(t):
        return False
    if not (t.op in BEGINS_TURN or (t.op == END and is_due)) or (t.actor == t.last_turn and not is_due):
        return False
    op, a, b, c, d, n, x = t.op, t.a, t.b, t.c, t.d, t.n, t.x
    if load_missing_turn(t) == 0 or op == REIN or t.turns > 0:
        t.unwritten = 1
        return True
    t.op, t.a, t.b, t.c, t.d, t.n, t.x = op, a, b, c, d, n, x
    return False


def supply_missing_event(t: Table, checks: list[list[Rule]], observers: list[list[Rule]]) -> bool:
    """Judge and apply what the record lacks before the current event, then restore that event.

    True if the current event needs no processing: a late TURN whose player has already acted, or an END after the
    next TURN. A turn recorded for another than the player due, in which the player due acts, counts as his.
    """
    if t.op == TURN and t.turn == t.actor and t.supplied == 1 and t.attacks == 0:
        t.turn_kind = e.begun_turn_kind(t)
        t.director = t.b
        t.supplied = 0
        return True
    if t.op == END and is_late_end(t):
        t.sequence[LATE_END] = 0
        return True
    op, actor, a, b, c, d, n, x = t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x
    if op in IN_TURN and is_other_players_turn(t):
        kind, director = t.turn_kind, t.director
        undo_turn(t)
        set_current_event(t, TURN, actor, kind, director)
        e.start_turn(t)
        for rule in observers[TURN]:
            rule.observe(t)
        t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x = op, actor, a, b, c, d, n, x
    elif load_missing_event(t):
        missing_op = t.op
        for rule in checks[missing_op]:
            code = rule.check(t)
            if code != FINE:
                t.record_finding(rule, code)
        if missing_op == END:
            t.sequence[LATE_END] = t.turn + 1
            t.sequence[LATE_AT] = t.number
            e.end_turn(t)
        else:
            e.start_turn(t)
            t.supplied = 1
        for rule in observers[missing_op]:
            rule.observe(t)
        t.unwritten = 0
        t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x = op, actor, a, b, c, d, n, x
    elif t.turn < 0 and t.op in IN_TURN and t.acts_out_of_turn != PASSED and not has_left(t):
        t.acts_out_of_turn = 1 if t.acts_out_of_turn == 0 else 2
    return False

"""Whose turn it is: a turn out of the order is found once, and the order goes on from what was done."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.ops import PASS, TURN_CHANCE, TURN_ORDINARY
from plancia_replay.kernel.table import ACTIVE, POINTER, Table

SKIPPED: Final = 1  # places in `Table.sequence`: who was passed over in this round, a bit each
WRONGLY: Final = 2  # 1 + the colour that was due where the turn in progress was begun by another
STARTED: Final = 3  # the event that began the turn in progress, or passed it
LATE_END: Final = 4  # 1 + the colour whose missing END was supplied last, and the event before which it was
LATE_AT: Final = 9
TAKEN_BACK: Final = 10  # the event before which a turn was taken back
BEFORE: Final = 5  # the first two, the round and 1 + the last turn, as they were before this turn
BEFORE_SKIPPED: Final = 6
BEFORE_ROUND: Final = 7
BEFORE_TURN: Final = 8


def bit(colour: i64) -> i64:
    """The bit of a colour."""
    one: i64 = 1
    return one << colour


def passed_over(t: Table, colour: i64) -> bool:
    """Was this player's turn begun by another in this round, so that it may still come? A chance may be passed over."""
    return t.sequence[SKIPPED] & bit(colour) != 0 and t.op != PASS and t.a == TURN_ORDINARY


def idle(t: Table) -> bool:
    """Was nothing done yet in the turn in progress?"""
    acts = t.attacks + t.announced_attacks + t.conquests + t.placed + t.sets + t.moves + t.draws + t.removed
    return acts == 0 and t.declared < 0


def begun_twice(t: Table) -> bool:
    """Is the TURN in hand that of who has the turn already, and has done nothing in it?"""
    return t.turn == t.actor and t.supplied == 0 and idle(t)


def begins_round(t: Table, colour: i64) -> bool:
    """Does the order come round again with this colour? Where it is not known: has the colour had its turn already?"""
    if len(t.order) == 0:
        return t.own_turns[colour] >= t.round
    last = t.sequence[POINTER] - 1
    return last < 0 or t.seat[colour] <= t.seat[last]


def follows(t: Table, colour: i64, last: i64) -> bool:
    """Does this player come right after the last one in a known order? Then his turn is counted here."""
    size: i64 = len(t.order)
    if size == 0 or t.status[colour] != ACTIVE or t.lands[colour] == 0 or t.out_of_turns[colour] != 0:
        return False
    place = t.seat[last] + 1
    if place >= size:
        place = 0
    if t.order[place] != colour or t.seat[last] < 0:
        return False
    if place == 0:
        t.round += 1
    return True


def advance(t: Table) -> None:
    """Counts the turn in hand, and notes who is passed over by it."""
    s = t.sequence
    colour = t.actor
    last = s[POINTER]
    skipped = s[SKIPPED]
    s[BEFORE] = last
    s[BEFORE_SKIPPED] = skipped
    s[BEFORE_ROUND] = t.round
    s[BEFORE_TURN] = t.last_turn + 1
    s[STARTED] = t.number
    s[WRONGLY] = 0
    if last > 0 and skipped == 0 and t.last_turn >= 0 and follows(t, colour, last - 1):
        s[POINTER] = colour + 1
        return
    due = t.next_player()
    if s[SKIPPED] != 0 and passed_over(t, colour):
        s[SKIPPED] -= bit(colour)
        if due == colour:
            s[POINTER] = colour + 1
        return
    if t.last_turn < 0 or begins_round(t, colour):
        t.round += 1
        s[SKIPPED] = 0
    if due >= 0 and due != colour and t.out_of_turns[colour] == 0:
        s[WRONGLY] = due + 1
        pass_over(t, colour)
    s[POINTER] = colour + 1


def pass_over(t: Table, colour: i64) -> None:
    """Notes the players who come between the last turn in the order and the one who plays."""
    size: i64 = len(t.order)
    last = t.sequence[POINTER] - 1
    place: i64 = t.seat[last] if last >= 0 else -1
    for _step in range(size):
        place = (place + 1) % size
        if t.order[place] == colour:
            return
        if t.plays(t.order[place]):
            t.sequence[SKIPPED] |= bit(t.order[place])


def take_back(t: Table) -> None:
    """The turn in progress, in which nothing was done, was not that player's: it is as if it had not begun."""
    s = t.sequence
    t.turns -= 1
    t.own_turns[t.turn] -= 1
    s[POINTER] = s[BEFORE]
    s[SKIPPED] = s[BEFORE_SKIPPED]
    t.round = s[BEFORE_ROUND]
    t.last_turn = s[BEFORE_TURN] - 1
    s[TAKEN_BACK] = t.number
    t.turn = -1


def late_end(t: Table) -> bool:
    """Is the END in hand one that was supplied where the turn in progress began?"""
    s = t.sequence
    return t.turn >= 0 and t.turn != t.actor and s[LATE_END] == t.actor + 1 and s[LATE_AT] == s[STARTED]


def another_begins(t: Table) -> bool:
    """Does who was due act in a turn that the record begins for another, before that one has done anything in it?"""
    return t.turn >= 0 and t.turn_kind != TURN_CHANCE and t.sequence[WRONGLY] == t.actor + 1 and idle(t)

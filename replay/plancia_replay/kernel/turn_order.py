"""The order of turns: a turn out of order is reported once, and the order goes on from the turn played."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.ops import PASS, TURN_CHANCE, TURN_ORDINARY
from plancia_replay.kernel.table import ACTIVE, POINTER, Table

SKIPPED: Final = 1  # indexes in `Table.sequence`: colours passed over in this round, as a bit mask
WRONGLY: Final = 2  # 1 + the colour that was due, if another began the turn in progress
STARTED: Final = 3  # the event that began the turn in progress, or passed it
LATE_END: Final = 4  # 1 + the colour whose missing END was supplied last; LATE_AT: the event it was supplied before
LATE_AT: Final = 9
TAKEN_BACK: Final = 10  # the event before which a turn was taken back
BEFORE: Final = 5  # POINTER, SKIPPED, the round and 1 + the last turn, before this turn
BEFORE_SKIPPED: Final = 6
BEFORE_ROUND: Final = 7
BEFORE_TURN: Final = 8


def bit(colour: i64) -> i64:
    """Bit mask of a colour."""
    one: i64 = 1
    return one << colour


def passed_over(t: Table, colour: i64) -> bool:
    """True if this player was passed over in this round and his turn may still come. Not for a chance."""
    kind = t.a
    return t.sequence[SKIPPED] & bit(colour) != 0 and t.op != PASS and kind == TURN_ORDINARY


def idle(t: Table) -> bool:
    """True if nothing has been done yet in the turn in progress."""
    acts = t.attacks + t.announced_attacks + t.conquests + t.placed + t.sets + t.moves + t.draws + t.removed
    return acts == 0 and t.declared < 0


def begun_twice(t: Table) -> bool:
    """True if the TURN in hand repeats that of the turn in progress, in which nothing has been done."""
    return t.turn == t.actor and t.supplied == 0 and idle(t)


def begins_round(t: Table, colour: i64) -> bool:
    """True if the order begins again with this colour; with no known order, if it has had its turn in this round."""
    if len(t.order) == 0:
        return t.own_turns[colour] >= t.round
    last = t.sequence[POINTER] - 1
    return last < 0 or t.seat[colour] <= t.seat[last]


def follows(t: Table, colour: i64, last: i64) -> bool:
    """True if this player comes right after the last one in a known order; then the round is counted here."""
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
    """Count the turn in hand, and record the players that it passes over."""
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
    """Record the players between the last turn in the order and the colour now playing."""
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
    """Undo the turn in progress, in which nothing was done and which was another player's."""
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
    """True if the END in hand was already supplied where the turn in progress began."""
    s = t.sequence
    return t.turn >= 0 and t.turn != t.actor and s[LATE_END] == t.actor + 1 and s[LATE_AT] == s[STARTED]


def another_begins(t: Table) -> bool:
    """True if the player due acts in a turn that the record begins for another, who has done nothing in it."""
    return t.turn >= 0 and t.turn_kind != TURN_CHANCE and t.sequence[WRONGLY] == t.actor + 1 and idle(t)

"""The order of turns. After a turn out of order, which is reported once, the order continues from the turn played."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.ops import TURN_CHANCE
from plancia_replay.kernel.table import ACTIVE, POINTER, Table

# Indexes in `Table.sequence`, after POINTER, which is 0.
SKIPPED: Final = 1  # colours passed over in this round, as a bit mask
EXPECTED: Final = 2  # 1 + the colour that was due, if another began the turn in progress
STARTED_AT: Final = 3  # the event that began the turn in progress, or passed it
LATE_END: Final = 4  # 1 + the colour whose missing END was supplied last
BEFORE: Final = 5  # POINTER before this turn, as the three that follow: SKIPPED, the round, 1 + the last turn
BEFORE_SKIPPED: Final = 6
BEFORE_ROUND: Final = 7
BEFORE_TURN: Final = 8
LATE_AT: Final = 9  # the event that LATE_END was supplied before
UNDONE_AT: Final = 10  # the event before which a turn was taken back
AGAIN: Final = 11  # 1 + who was both due and passed over: his next turn may follow at once


def colour_bit(colour: i64) -> i64:
    """Returns the bit mask of a colour."""
    one: i64 = 1
    return one << colour


def was_passed_over(t: Table, colour: i64) -> bool:
    """True if this player was passed over in this round, or has just made up for that and may have his next turn."""
    return t.sequence[SKIPPED] & colour_bit(colour) != 0 or t.sequence[AGAIN] == colour + 1


def is_idle(t: Table) -> bool:
    """True if nothing has been done yet in the turn in progress."""
    act_count = t.attacks + t.announced_attacks + t.conquests + t.placed + t.sets + t.moves + t.draws + t.removed
    return act_count == 0 and t.declared < 0


def is_begun_twice(t: Table) -> bool:
    """True if the current TURN repeats that of the turn in progress, in which nothing has been done."""
    return t.turn == t.actor and t.supplied == 0 and is_idle(t)


def begins_round(t: Table, colour: i64) -> bool:
    """True if a turn of this colour begins a new round. If no order is known: if it has had a turn in this round."""
    if len(t.order) == 0:
        return t.own_turns[colour] >= t.round
    last_colour = t.sequence[POINTER] - 1
    return last_colour < 0 or t.seat[colour] <= t.seat[last_colour]


def follows_directly(t: Table, colour: i64, last_colour: i64) -> bool:
    """True if this player is the next after `last_colour` in a known order."""
    size: i64 = len(t.order)
    if size == 0 or t.status[colour] != ACTIVE or t.lands[colour] == 0 or t.out_of_turns[colour] != 0:
        return False
    place = t.seat[last_colour] + 1
    if place >= size:
        place = 0
    return t.order[place] == colour and t.seat[last_colour] >= 0


def advance_order(t: Table) -> None:
    """Counts the current turn, and records the players that it passes over."""
    s = t.sequence
    colour = t.actor
    pointer = s[POINTER]
    skipped = s[SKIPPED]
    s[BEFORE] = pointer
    s[BEFORE_SKIPPED] = skipped
    s[BEFORE_ROUND] = t.round
    s[BEFORE_TURN] = t.last_turn + 1
    s[STARTED_AT] = t.number
    s[EXPECTED] = 0
    if pointer > 0 and skipped == 0 and t.last_turn >= 0 and follows_directly(t, colour, pointer - 1):
        if t.seat[colour] == 0:
            t.round += 1
        s[POINTER] = colour + 1
        return
    expected_player = t.next_player()
    is_again = s[AGAIN] == colour + 1
    s[AGAIN] = 0
    if s[SKIPPED] & colour_bit(colour) != 0:
        s[SKIPPED] -= colour_bit(colour)
        if expected_player == colour:
            s[POINTER] = colour + 1
            s[AGAIN] = colour + 1
        return
    if is_again and expected_player != colour:
        if begins_round(t, colour):
            t.round += 1
            s[SKIPPED] = 0
        return
    if t.last_turn < 0 or begins_round(t, colour):
        t.round += 1
        s[SKIPPED] = 0
    if expected_player >= 0 and expected_player != colour and t.out_of_turns[colour] == 0:
        s[EXPECTED] = expected_player + 1
        record_passed_over(t, colour)
    s[POINTER] = colour + 1


def record_passed_over(t: Table, colour: i64) -> None:
    """Records the players between the last turn in the order and the colour now playing."""
    size: i64 = len(t.order)
    last_colour = t.sequence[POINTER] - 1
    place: i64 = t.seat[last_colour] if last_colour >= 0 else -1
    for _step in range(size):
        place = (place + 1) % size
        if t.order[place] == colour:
            return
        if t.is_playing(t.order[place]):
            t.sequence[SKIPPED] |= colour_bit(t.order[place])


def undo_turn(t: Table) -> None:
    """Undoes the turn in progress, which began for the wrong player and in which nothing was done."""
    s = t.sequence
    t.turns -= 1
    t.own_turns[t.turn] -= 1
    s[POINTER] = s[BEFORE]
    s[SKIPPED] = s[BEFORE_SKIPPED]
    t.round = s[BEFORE_ROUND]
    t.last_turn = s[BEFORE_TURN] - 1
    s[UNDONE_AT] = t.number
    t.turn = -1


def is_late_end(t: Table) -> bool:
    """True if the current END was already supplied as a missing event, at what follows a turn or at the next turn."""
    s = t.sequence
    if t.turn < 0:
        return s[LATE_END] == t.actor + 1 and t.last_turn == t.actor and s[LATE_AT] > s[STARTED_AT]
    return t.turn != t.actor and s[LATE_END] == t.actor + 1 and s[LATE_AT] == s[STARTED_AT]


def is_other_players_turn(t: Table) -> bool:
    """True if the actor is the player due, while the turn in progress is another player's who has done nothing."""
    return t.turn >= 0 and t.turn_kind != TURN_CHANCE and t.sequence[EXPECTED] == t.actor + 1 and is_idle(t)

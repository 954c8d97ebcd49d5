"""The rotation of players in the set-up. After one who acts out of turn, which is reported once, it goes on from him.

Who was passed over may still act, so that a swap of two players is one finding, and so is another order that each round
repeats. State in a rule's memory, from `base` on: 1 + the seat of the last player, who was passed over (a bit mask of
colours), 1 + who was both due and passed over, so that his next act may follow at once, 1 + who acted last, and by
colour 1 + whom it followed when it last acted, `OPENED` where nobody.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_replay.kernel.table import ACTIVE, Table
from plancia_replay.kernel.turn_order import colour_bit

LAST: Final = 0
OWED: Final = 1
AGAIN: Final = 2
ACTED: Final = 3
FOLLOWED: Final = 4
PLACES: Final = 10
OPENED: Final = 7


def due_player(t: Table, base: i64, start: i64, step: i64, placed: i64) -> i64:
    """The player whose act comes next, or -1 where nobody's does; `start` is the first seat, `step` the way round.

    Players who have left the game are skipped, and with `placed` >= 0 those who have placed their initial armies,
    of whom the actor has placed that many.
    """
    size: i64 = len(t.order)
    last = t.memory[base + LAST] - 1
    seat = start if last < 0 else (last + step) % size
    for _turn in range(size):
        colour = t.order[seat]
        armies = placed if colour == t.actor else t.setup_placed[colour]
        if t.status[colour] == ACTIVE and (placed < 0 or armies < t.endowment):
            return colour
        seat = (seat + step) % size
    return -1


def may_act(t: Table, base: i64, due: i64) -> bool:
    """True if the actor is due, was passed over, has made up for that just before, or repeats what was told."""
    is_owed = t.memory[base + OWED] & colour_bit(t.actor) != 0
    is_again = t.memory[base + AGAIN] == t.actor + 1
    return due < 0 or due == t.actor or is_owed or is_again or repeats_order(t, base)


def repeats_order(t: Table, base: i64) -> bool:
    """True if the actor follows whom he followed last time, or opens another round after all as he did the first."""
    before = t.memory[base + ACTED]
    followed = t.memory[base + FOLLOWED + t.actor]
    if t.status[t.actor] != ACTIVE:
        return False
    if followed == OPENED:
        return all(t.memory[base + FOLLOWED + colour] > 0 for colour in t.order if t.status[colour] == ACTIVE)
    return followed == before and before > 0 and before != t.actor + 1


def count_act(t: Table, base: i64, start: i64, step: i64, due: i64) -> None:
    """Records that the actor acted where `due` was the player whose act came next."""
    size: i64 = len(t.order)
    colour = t.actor
    seat = t.seat[colour]
    last = t.memory[base + LAST] - 1
    t.memory[base + FOLLOWED + colour] = t.memory[base + ACTED] if t.memory[base + ACTED] > 0 else OPENED
    t.memory[base + ACTED] = colour + 1
    is_again = t.memory[base + AGAIN] == colour + 1
    t.memory[base + AGAIN] = 0
    if is_again and due != colour:
        return
    if t.memory[base + OWED] & colour_bit(colour) != 0:
        t.memory[base + OWED] -= colour_bit(colour)
        if due == colour:
            t.memory[base + LAST] = seat + 1
            t.memory[base + AGAIN] = colour + 1
        return
    if last >= 0 and place_in_round(seat, start, step, size) <= place_in_round(last, start, step, size):
        t.memory[base + OWED] = 0  # a new round
    if due >= 0 and due != colour:
        passed_seat = t.seat[due]
        for _turn in range(size):
            if passed_seat == seat:
                break
            if t.status[t.order[passed_seat]] == ACTIVE:
                t.memory[base + OWED] |= colour_bit(t.order[passed_seat])
            passed_seat = (passed_seat + step) % size
    t.memory[base + LAST] = seat + 1


def place_in_round(seat: i64, start: i64, step: i64, size: i64) -> i64:
    """The place of a seat in a round that begins at `start`, from 0; `step` is 1, or `size` - 1 for the way back."""
    return ((seat - start + size) * step) % size

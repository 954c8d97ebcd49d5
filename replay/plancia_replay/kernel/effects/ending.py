"""Effects of the end of the game: clock, announcements, end rolls, claims, eliminations, the result."""

from __future__ import annotations

from mypy_extensions import i64

from plancia_events.ops import (
    ANN_FINISH_ROUND,
    ANN_LAST,
    ANN_PENULTIMATE,
    ANN_THIRD_LAST,
    CLAIM_WORLD,
    CLOCK_EXPIRED,
    CLOCK_STARTED,
    EROLL_ARBITER,
    EROLL_OWN,
    OVER_END_ROLL,
    OVER_WORLD,
)
from plancia_replay.kernel.effects.reasons import POSSIBLE
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import ELIMINATED, LANDS, WITHDRAWN, Table


def record_clock(t: Table) -> i64:
    """CLOCK: the clock starts, or expires; only the first expiry counts."""
    clock_event = t.a
    if clock_event == CLOCK_STARTED:
        t.clock_started = 1
    elif clock_event == CLOCK_EXPIRED and t.expired_round < 0:
        t.expired_round = t.round
        t.expired_event = t.number
    return POSSIBLE


def decline_roll(t: Table) -> i64:
    """ENOT: the player who had the last turn declines the end roll."""
    if t.actor == t.last_turn:
        t.declined = 1
    return POSSIBLE


def record_end(t: Table) -> i64:
    """OVER: stores the first recorded end; a second one is illegal (record.after_over)."""
    if t.over == 1:
        return POSSIBLE
    t.over = t.ended = 1
    t.over_event = t.number
    reason, winner = t.a, t.b
    t.over_reason = reason
    t.over_winner = winner
    return POSSIBLE


def choose_strip(t: Table) -> i64:
    """STRIP: the territories that the colour counts as its strip."""
    base = t.actor * LANDS
    for k in range(LANDS):
        t.strip[base + k] = 0
    count, offset = t.n, t.x
    for k in range(offset, offset + count):
        t.strip[base + t.extra[k]] = 1
    t.strip_known[t.actor] = 1
    return POSSIBLE


def record_announcement(t: Table) -> i64:
    """ANN: an announced penultimate round fixes the round at whose end the end rolls begin."""
    announcement = t.a
    t.announced = announcement
    t.announced_round = t.round
    if announcement == ANN_PENULTIMATE:
        t.closing_from = t.round + 1
    elif announcement == ANN_THIRD_LAST:
        t.closing_from = t.round + 2
    elif announcement in (ANN_FINISH_ROUND, ANN_LAST):
        t.closing_from = t.round
    return POSSIBLE


def end_roll(t: Table) -> i64:
    """EROLL: an end roll; without an announcement the first one shows which round was the last.

    A roll that is not due decides nothing, whatever it shows.
    """
    t.end_roll_count += 1
    t.void_due = 0
    if t.stopped >= 0 or is_forbidden(t):
        t.void_throw = t.number
        t.void_rolls += 1
        t.closing_sum = 0
        return POSSIBLE
    t.void_throw = -1
    roll = t.d
    if roll == EROLL_ARBITER:
        return POSSIBLE
    first_die, second_die, colour = t.a, t.b, t.c
    player = colour if colour >= 0 else t.actor
    if t.closing_from < 0:
        t.closing_from = t.round if t.seat[player] == t.last_active_seat() else t.round - 1
    if roll == EROLL_OWN:
        t.closing_rolls += 1
    if second_die > 0:
        t.closing_sum = first_die + second_die
    if len(t.threshold_terms) > 0 and second_die > 0 and first_die + second_die <= t.total(t.threshold_terms, player):
        end_game(t, OVER_END_ROLL)
    return POSSIBLE


def is_forbidden(t: Table) -> bool:
    """True if a rule forbids the current roll. Sets `void_why` to that rule, or to -1 if several rules forbid it."""
    t.void_why = -1
    count: i64 = 0
    for rule in t.throw_rules:
        if rule.check(t) == ILLEGAL:
            count += 1
            t.void_why = rule.index if count == 1 else -1
    return count > 0


def end_game(t: Table, reason: i64) -> None:
    """Ends the game at this event for a reason of its rules. Events that follow do not change that."""
    if t.stopped < 0:
        t.stopped = t.number
        t.ended = 1
        t.stop_reason = reason
        t.stop_round = t.round
        t.stop_player = t.actor


def apply_claim(t: Table) -> i64:
    """CLAIM: a valid claim ends the game. The amount of its term is 1 + the index of the end reason."""
    for rule in t.claim_rules:
        if rule.check(t) == ILLEGAL:
            return POSSIBLE
    claim = t.a
    if claim == CLAIM_WORLD:
        if t.lands[t.actor] == LANDS:
            end_game(t, OVER_WORLD)
    elif t.total(t.claim_bars, t.actor) == 0:
        for term in t.claim_terms:
            reason_code = term.amount(t, t.actor)
            if reason_code > 0:
                end_game(t, reason_code - 1)
                break
    return POSSIBLE


def eliminate(t: Table) -> i64:
    """ELIM: the player leaves the game (the board already shows that he holds nothing).

    No effect for a player who has withdrawn before, or who still holds territories (reported; he plays on).
    """
    player = t.a
    if t.status[player] == WITHDRAWN or t.lands[player] > 0:
        return POSSIBLE
    t.status[player] = ELIMINATED
    t.elimination_count += 1
    return POSSIBLE

"""Effects of the arbiter's acts and of corrections of the board: status, armies removed or set, checkpoints."""

from __future__ import annotations

from mypy_extensions import i64

from plancia_events.ops import STAT_FROZEN, STAT_RENOUNCED, STAT_WITHDRAWN
from plancia_replay.kernel.effects.cards import adopt_hands
from plancia_replay.kernel.effects.reasons import POSSIBLE, TOO_FEW_TO_TAKE
from plancia_replay.kernel.holdings import show_pick
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table


def change_status(t: Table) -> i64:
    """STAT: withdrawn, passive, frozen; renounced income; a card owed.

    Ignored once the end of the game is recorded, and where the rules have no such standing.
    """
    if t.over != 0:  # illegal (record.after_over); the result of the end stays
        return POSSIBLE
    for rule in t.rules:
        if rule.NAME == "status.known" and rule.check(t) == ILLEGAL:
            return POSSIBLE
    player, status = t.a, t.b
    if status <= STAT_FROZEN:
        t.status[player] = status + 1
        if status == STAT_WITHDRAWN:
            abandon(t)
    elif status == STAT_RENOUNCED:
        t.renounced[player] = t.turns + 1
    else:
        amount = t.c
        t.debt[player] += amount if amount > 0 else 1
    return POSSIBLE


def abandon(t: Table) -> None:
    """The territories of a player who withdraws become neutral."""
    player = t.a
    for land in range(LANDS):
        if t.owner[land] == player:
            t.abandoned[land] = 1
            t.give_land(land, NEUTRAL)
    t.hidden_picks[NEUTRAL] += t.hidden_picks[player]
    t.hidden_lands[NEUTRAL] += t.hidden_lands[player]
    t.hidden_lands[player] = 0


def remove_armies(t: Table) -> i64:
    """TAKE: armies leave the board; where one territory has too few, none do."""
    count, offset = t.n, t.x
    for k in range(offset, offset + count, 2):
        if t.extra[k + 1] > t.armies[t.extra[k]]:
            for j in range(offset, k, 2):
                t.add_armies(t.extra[j], t.extra[j + 1])
                t.removed -= t.extra[j + 1]
            return TOO_FEW_TO_TAKE
        t.add_armies(t.extra[k], -t.extra[k + 1])
        t.removed += t.extra[k + 1]
    return POSSIBLE


def set_armies(t: Table) -> i64:
    """FILL: set each territory listed to exactly `armies`."""
    armies, count, offset = t.a, t.n, t.x
    for k in range(offset, offset + count):
        t.add_armies(t.extra[k], armies - t.armies[t.extra[k]])
    return POSSIBLE


def adopt_checkpoint(t: Table) -> i64:
    """CHECK: sets the board and the hands to those stated. Differences have been reported before."""
    adopt_hands(t)
    offset = t.x
    for land in range(LANDS):
        colour = t.extra[offset + 2 * land]
        if colour >= 0:
            if t.owner[land] != colour:
                if t.owner[land] < 0:
                    show_pick(t, land, colour)
                t.give_land(land, colour)
            t.presumed[land] = 0
            t.add_armies(land, t.extra[offset + 2 * land + 1] - t.armies[land])
    return POSSIBLE

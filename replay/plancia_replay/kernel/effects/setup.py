"""Effects of the set-up: throws for the order, deal, picks, draft, objectives."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from plancia_events.names import UNKNOWN_CARD
from plancia_events.ops import DEAL_REDRAW, DEAL_SKIPPED, OVER, ROLL_DUMMY, ROLL_LOT, ROLL_TIE, TURN
from plancia_events.packed.log import append_value
from plancia_replay.kernel.effects.reasons import NOT_AT_TABLE, POSSIBLE
from plancia_replay.kernel.holdings import hide_land
from plancia_replay.kernel.table import LANDS, NEUTRAL, PLAYERS, Table, zeros


def deal(t: Table) -> i64:
    """DEAL: territories go to the actor with `armies` each (skipped and redrawn cards change nothing)."""
    method = t.b
    if method in (DEAL_REDRAW, DEAL_SKIPPED):
        return POSSIBLE
    if t.actor > NEUTRAL:  # neither the table nor the arbiter can hold territories
        return NOT_AT_TABLE
    armies, count, offset = t.a, t.n, t.x
    for k in range(offset, offset + count):
        land = t.extra[k]
        if land < LANDS:
            take_land(t, land, t.actor, armies)
        elif land >= UNKNOWN_CARD:
            hide_land(t, t.actor, armies)
    return POSSIBLE


def take_land(t: Table, land: i64, colour: i64, armies: i64) -> None:
    """Give a territory with exactly `armies` on it, and count them as placed in the set-up."""
    armies_before = t.armies[land]
    if armies_before > 0:
        t.add_armies(land, -armies_before)
        if t.owner[land] >= 0:
            t.setup_placed[t.owner[land]] -= armies_before
    t.give_land(land, colour)
    t.add_armies(land, armies)
    t.setup_placed[colour] += armies


def pick(t: Table) -> i64:
    """PICK: one free territory, with `armies`."""
    land, armies = t.a, t.b
    take_land(t, land, t.actor, armies)
    return POSSIBLE


def draft(t: Table) -> i64:
    """DRAFT: a territory picked from a passing deck; its armies come with the placement."""
    card, partner = t.c, t.d
    colour = partner if partner >= 0 else t.actor
    if card < LANDS:
        take_land(t, card, colour, 0)
    elif card >= UNKNOWN_CARD:
        hide_land(t, colour, 0)
    return POSSIBLE


def objective(t: Table) -> i64:
    """OBJ: assign an objective to the colour, if the word is in the rule-set's list."""
    objective_word = t.a
    t.goal_word[t.actor] = objective_word
    word = t.words[objective_word] if objective_word >= 0 else ""
    base = t.actor * LANDS
    for k in range(LANDS):
        t.goal[base + k] = 0
    t.goal_known[t.actor] = 0
    if word in t.goals:
        t.goal_known[t.actor] = 1
        for land in t.goals[word]:
            t.goal[base + land] = 1
    return POSSIBLE


def order(t: Table) -> i64:
    """ORDER: fixes the order of play."""
    take_seats(t, t.extra, t.x, t.n)
    return POSSIBLE


def take_seats(t: Table, colours: vec[i64], offset: i64, count: i64) -> None:
    """Makes the `count` colours from `offset` on the order of play."""
    t.order = zeros(0)
    for k in range(offset, offset + count):
        colour = colours[k]
        t.seat[colour] = len(t.order)
        t.order = append_value(t.order, colour)


ABOVE: Final = 343  # more than three dice of a lot can come to


def lot_weight(sum_before: i64) -> i64:
    """Weight of the next die of a lot (base 7, below 1000 in all): a tied lot is thrown again."""
    if sum_before == 0:
        return 49
    if sum_before % 49 == 0:
        return 7
    return 1 if sum_before % 7 == 0 else 0


def add_lot_throw(t: Table) -> None:
    """Add a recorded throw of a lot about the result; from the fourth on, those who throw rank above all others."""
    has_no_weight = False
    count, offset = t.n, t.x
    for k in range(offset, offset + count, 2):
        has_no_weight = has_no_weight or lot_weight(t.lot[t.extra[k]]) == 0
    for colour in range(PLAYERS):
        if has_no_weight and t.lot[colour] >= ABOVE:
            t.lot[colour] = ABOVE - 1
    for k in range(offset, offset + count, 2):
        sum_before: i64 = t.lot[t.extra[k]]
        weight = 49 if has_no_weight else lot_weight(sum_before)
        t.lot[t.extra[k]] = (ABOVE if has_no_weight else sum_before) + t.extra[k + 1] * weight


def is_about_result(t: Table) -> bool:
    """True for a lot after the first turn, or in a record that has an end and no turns; one of the set-up is not."""
    ends = False
    for row in range(t.row_count if t.turns == 0 else 0):
        if t.rows[row * 8] == TURN:
            return False
        ends = ends or t.rows[row * 8] == OVER
    return t.turns > 0 or ends


def roll(t: Table) -> i64:
    """ROLL for the order or a tie: a colour's throws form one number, each later one with a lower weight; or a lot.

    A lot that is not about the result is ignored.
    """
    purpose = t.a
    if purpose == ROLL_LOT and is_about_result(t):
        add_lot_throw(t)
    if purpose in (ROLL_DUMMY, ROLL_LOT):
        return POSSIBLE
    count, offset = t.n, t.x
    for k in range(offset, offset + count, 2):
        colour = t.extra[k]
        if purpose == ROLL_TIE and t.throws[colour] == 0:
            continue  # a tie of an earlier throw that is not for the order (ONE-04)
        weight: i64 = 282475249  # 7 to the 10th
        for _ in range(t.throws[colour]):
            weight = weight // 7
        t.rolled[colour] += t.extra[k + 1] * weight
        t.throws[colour] += 1
    return POSSIBLE


def choose_capital(t: Table) -> i64:
    """CAP: the colour's capital."""
    land = t.a
    t.capital[t.actor] = land
    return POSSIBLE

"""What each event does to the table. No rule is asked here: an effect is applied or is impossible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.ops import (
    ANN_FINISH_ROUND,
    ANN_LAST,
    ANN_PENULTIMATE,
    ANN_THIRD_LAST,
    CLAIM_WORLD,
    EROLL_ARBITER,
    EROLL_OWN,
    OVER_END_ROLL,
    OVER_EXTRA_TURNS,
    OVER_WORLD,
    STAT_FROZEN,
    STAT_RENOUNCED,
    STAT_WITHDRAWN,
    TURN_CHANCE,
    TURN_ORDINARY,
)
from plancia_events.packed.log import COMPILED
from plancia_events.packed.memo import Memo
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import ACTIVE, ELIMINATED, LANDS, NEUTRAL, PASSED, PASSIVE, WITHDRAWN, Table
from plancia_replay.kernel.turn_order import advance, begun_twice

POSSIBLE: Final = 0
TOO_MANY_LOSSES: Final = 1
TOO_FEW_TO_MOVE: Final = 2
STILL_DEFENDED: Final = 3
NOT_AT_TABLE: Final = 4
UNASSIGNED: Final = 5
TOO_FEW_TO_TAKE: Final = 6
SAME_TERRITORY: Final = 7
NO_SUCH_MOVE: Final = 8


def place(t: Table, setup: bool) -> i64:
    """SET and PUT: armies onto territories; a territory nobody holds becomes the actor's."""
    extra = t.extra
    owner = t.owner
    armies = t.armies
    force = t.army_total
    actor = t.actor
    total: i64 = 0
    elsewhere: i64 = 0
    for k in range(t.x, t.x + t.n, 2):
        land = extra[k]
        count = extra[k + 1]
        holder = owner[land]
        if holder != actor:
            if holder < 0:
                t.give_land(land, actor)
            else:
                force[holder] += count
                elsewhere += count
        armies[land] += count
        total += count
    force[actor] += total - elsewhere
    if setup:
        t.setup_placed[t.actor] += total
        t.setup_turns[t.actor] += 1
    else:
        t.placed += total
        t.bonus_given = 0
    return POSSIBLE


def place_in_turn(t: Table) -> i64:
    """PUT: the armies of a turn."""
    return place(t, False)


def declare(t: Table) -> i64:
    """REIN: the armies declared."""
    t.declared = t.d
    t.declared_sets = t.sets
    return POSSIBLE


def end_turn(t: Table) -> i64:
    """END: nobody is on turn."""
    t.turn = -1
    return POSSIBLE


def start_turn(t: Table) -> i64:
    """TURN: a new turn; a round ends when the order comes round again; the income is fixed now."""
    colour = t.actor
    if t.turn == colour and begun_twice(t):
        t.turn_kind = kind_begun(t)
        t.director = t.b
        return POSSIBLE
    advance(t)
    t._clear_turn()
    t.turn = colour
    t.last_turn = colour
    t.turn_kind = kind_begun(t) if t.a != TURN_ORDINARY else TURN_ORDINARY
    t.director = t.b
    t.turns += 1
    t.own_turns[colour] += 1
    t.turn_hand = t.hand_size[colour]
    t.turn_force = t.army_total[colour]
    if t.status[colour] != ACTIVE:  # no armies are due to who is out of play
        t.out_of_play = 1
        return POSSIBLE
    for term in t.territory_terms:
        t.from_territories += term.amount(t, colour)
    for term in t.continent_terms:
        t.from_continents += term.amount(t, colour)
    return POSSIBLE


def kind_begun(t: Table) -> i64:
    """The kind of the turn that the TURN in hand begins: 0, 1 of a further round, 2 an extra turn.

    Where the finale is one of extra turns, `extra` can mean nothing else than `chance`.
    """
    return TURN_CHANCE if t.a != TURN_ORDINARY and t.can_stop[OVER_EXTRA_TURNS] == 1 else t.a


def pass_turn(t: Table) -> i64:
    """PASS: the turn goes by without touching the board."""
    advance(t)
    t._clear_turn()
    t.turn_kind = TURN_CHANCE
    t.acts_out_of_turn = PASSED
    t.last_turn = t.actor
    return POSSIBLE


def choose_strip(t: Table) -> i64:
    """STRIP: the territories that the colour will count as its strip."""
    base = t.actor * LANDS
    for k in range(LANDS):
        t.strip[base + k] = 0
    for k in range(t.x, t.x + t.n):
        t.strip[base + t.extra[k]] = 1
    t.strip_known[t.actor] = 1
    return POSSIBLE


def attack(t: Table) -> i64:
    """ATT: both sides lose what was recorded; an emptied territory waits for its occupation."""
    source = t.a
    target = t.b
    lost = t.n // 1000
    slain = t.n - lost * 1000
    if source == target:
        return SAME_TERRITORY
    owner = t.owner
    attacker = owner[source]
    defender = owner[target]
    if attacker < 0 or defender < 0:
        return UNASSIGNED
    armies = t.armies
    here = armies[source] - lost
    there = armies[target] - slain
    if here < 0 or there < 0:
        return TOO_MANY_LOSSES
    armies[source] = here
    armies[target] = there
    force = t.army_total
    force[attacker] -= lost
    force[defender] -= slain
    t.attacks += 1
    t.attack_count += 1
    if there == 0:
        t.emptied_land = target
        t.emptied_from = source
        t.emptied_by = t.actor
        t.emptied_dice = dice_count(t.c)
        t.emptied_losses = lost
        t.emptied_event = t.number
    return POSSIBLE


def dice_count(code: i64) -> i64:
    """How many dice a dice code of the row stands for; -1 where unknown."""
    if code < 0:
        return -1
    if code >= 1000:
        return code // 1000
    if code % 10 > 0:
        return 3
    if code % 100 > 0:
        return 2
    return 1


if not COMPILED:  # four checks of each attack ask it
    globals()["dice_count"] = Memo(dice_count).__getitem__


def occupy(t: Table) -> i64:
    """OCC: armies enter the emptied territory, which changes hands."""
    source = t.a
    target = t.b
    count = t.c
    if source == target:
        return SAME_TERRITORY
    owner = t.owner
    leader = owner[source]
    if leader < 0 or owner[target] < 0:
        return UNASSIGNED
    armies = t.armies
    if count > armies[source]:
        return TOO_FEW_TO_MOVE
    if owner[target] != t.actor:
        if armies[target] > 0:
            return STILL_DEFENDED
        loser = t.owner[target]
        t.give_land(target, t.actor)
        if loser < NEUTRAL and t.lands[loser] == 0 and t.status[loser] != PASSIVE:
            t.eliminations += 1
        t.conquests += 1
        t.conquest_count += 1
    armies[source] -= count
    armies[target] += count
    force = t.army_total
    force[leader] -= count
    force[t.actor] += count
    if t.emptied_land == target:
        t.emptied_land = -1
    return POSSIBLE


def move(t: Table) -> i64:
    """MOVE: armies between two territories of one owner; one that replaces an earlier move undoes that first."""
    if t.a == t.b:
        return SAME_TERRITORY
    if t.d >= 0:
        if t.d != t.move_number or t.armies[t.move_to] < t.move_armies:
            return NO_SUCH_MOVE
        t.add_armies(t.move_to, -t.move_armies)
        t.add_armies(t.move_from, t.move_armies)
    if t.c > t.armies[t.a]:
        return TOO_FEW_TO_MOVE
    if t.owner[t.a] != t.owner[t.b]:
        return STILL_DEFENDED
    t.add_armies(t.a, -t.c)
    t.add_armies(t.b, t.c)
    if t.d < 0:
        t.moves += 1
    t.move_from = t.a
    t.move_to = t.b
    t.move_armies = t.c
    t.move_number = t.number
    return POSSIBLE


def change_status(t: Table) -> i64:
    """STAT: withdrawn, passive, frozen; renounced income; a card owed. Nobody leaves a game whose end is recorded."""
    if t.over != 0:  # the line is found illegal (record.after_over); what the end has earned stays
        return POSSIBLE
    if t.b <= STAT_FROZEN:
        t.status[t.a] = t.b + 1
        if t.b == STAT_WITHDRAWN:
            abandon(t)
    elif t.b == STAT_RENOUNCED:
        t.renounced[t.a] = 1
    else:
        t.debt[t.a] += t.c if t.c > 0 else 1
    return POSSIBLE


def abandon(t: Table) -> None:
    """The territories of who withdraws become neutral."""
    for land in range(LANDS):
        if t.owner[land] == t.a:
            t.abandoned[land] = 1
            t.give_land(land, NEUTRAL)


def remove_armies(t: Table) -> i64:
    """TAKE: armies leave the board."""
    for k in range(t.x, t.x + t.n, 2):
        if t.extra[k + 1] > t.armies[t.extra[k]]:
            return TOO_FEW_TO_TAKE
        t.add_armies(t.extra[k], -t.extra[k + 1])
        t.removed += t.extra[k + 1]
    return POSSIBLE


def set_armies(t: Table) -> i64:
    """FILL: exactly `a` armies on each territory named."""
    for k in range(t.x, t.x + t.n):
        t.add_armies(t.extra[k], t.a - t.armies[t.extra[k]])
    return POSSIBLE


def adopt(t: Table) -> i64:
    """CHECK: play went on from the stated board, so the table follows it (a difference was noted before)."""
    for land in range(LANDS):
        colour = t.extra[t.x + 2 * land]
        if colour >= 0:
            if t.owner[land] != colour:
                t.give_land(land, colour)
            t.add_armies(land, t.extra[t.x + 2 * land + 1] - t.armies[land])
    return POSSIBLE


def eliminate(t: Table) -> i64:
    """ELIM: the player leaves the game (that he holds nothing any more, the board has told).

    Who withdrew before has left it already.
    """
    if t.status[t.a] == WITHDRAWN:
        return POSSIBLE
    t.status[t.a] = ELIMINATED
    t.elimination_count += 1
    return POSSIBLE


def announce(t: Table) -> i64:
    """ANN: an announced penultimate round fixes the round at whose end the closing rolls begin."""
    t.announced = t.a
    t.announced_round = t.round
    if t.a == ANN_PENULTIMATE:
        t.closing_from = t.round + 1
    elif t.a == ANN_THIRD_LAST:
        t.closing_from = t.round + 2
    elif t.a == ANN_FINISH_ROUND or t.a == ANN_LAST:
        t.closing_from = t.round
    return POSSIBLE


def end_roll(t: Table) -> i64:
    """EROLL: a throw to end the game; without an announcement the first throw tells where the last round was.

    One that is not due decides nothing, whatever it shows.
    """
    t.end_roll_count += 1
    if t.stopped >= 0 or forbidden(t):
        t.void_throw = t.number
        t.void_rolls += 1
        t.closing_sum = 0
        return POSSIBLE
    t.void_throw = -1
    if t.d == EROLL_ARBITER:
        return POSSIBLE
    player = t.c if t.c >= 0 else t.actor
    if t.closing_from < 0:
        t.closing_from = t.round if t.seat[player] == t.last_living_seat() else t.round - 1
    if t.d == EROLL_OWN:
        t.closing_rolls += 1
    if t.b > 0:
        t.closing_sum = t.a + t.b
    if len(t.threshold_terms) > 0 and t.b > 0 and t.a + t.b <= t.total(t.threshold_terms, player):
        stop(t, OVER_END_ROLL)
    return POSSIBLE


def forbidden(t: Table) -> bool:
    """Does a rule forbid the throw in hand? Which, where it is one alone, is kept."""
    t.void_why = -1
    found: i64 = 0
    for rule in t.throw_rules:
        if rule.finding(t) == ILLEGAL:
            found += 1
            t.void_why = rule.index if found == 1 else -1
    return found > 0


def stop(t: Table, reason: i64) -> None:
    """The game ends here by its rules, whatever is recorded after."""
    if t.stopped < 0:
        t.stopped = t.number
        t.ended = 1
        t.stop_reason = reason
        t.stop_round = t.round
        t.stop_player = t.actor


def claim(t: Table) -> i64:
    """CLAIM: a claim that holds and that nothing bars ends the game; its term gives 1 + the place of the end reason."""
    for rule in t.claim_rules:
        if rule.finding(t) == ILLEGAL:
            return POSSIBLE
    if t.a == CLAIM_WORLD:
        if t.lands[t.actor] == LANDS:
            stop(t, OVER_WORLD)
    elif t.total(t.claim_bars, t.actor) == 0:
        for term in t.claim_terms:
            reached = term.amount(t, t.actor)
            if reached > 0:
                stop(t, reached - 1)
                break
    return POSSIBLE

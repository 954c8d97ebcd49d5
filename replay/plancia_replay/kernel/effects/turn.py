"""Effects of the events of a turn, except those on cards."""

from __future__ import annotations

from mypy_extensions import i64

from plancia_events.ops import OVER_EXTRA_TURNS, TURN_CHANCE, TURN_ORDINARY
from plancia_replay.kernel.effects.reasons import (
    NO_SUCH_MOVE,
    POSSIBLE,
    SAME_TERRITORY,
    STILL_DEFENDED,
    TOO_FEW_TO_MOVE,
    TOO_MANY_LOSSES,
    UNASSIGNED,
)
from plancia_replay.kernel.holdings import show_pick
from plancia_replay.kernel.table import ACTIVE, FROZEN, NEUTRAL, PASSED, PASSIVE, Table
from plancia_replay.kernel.turn_order import advance_order, is_begun_twice


def place(t: Table, setup: bool) -> i64:
    """SET and PUT: add armies to territories; a territory without an owner becomes the actor's."""
    extra = t.extra
    owner = t.owner
    armies = t.armies
    army_total = t.army_total
    actor = t.actor
    total: i64 = 0
    foreign_total: i64 = 0
    size, offset = t.n, t.x
    for k in range(offset, offset + size, 2):
        land = extra[k]
        count = extra[k + 1]
        holder = owner[land]
        if holder != actor:
            if holder < 0:
                t.give_land(land, actor)
                show_pick(t, land, actor)
            else:
                army_total[holder] += count
                foreign_total += count
        armies[land] += count
        total += count
    army_total[actor] += total - foreign_total
    if setup:
        t.setup_placed[t.actor] += total
        t.setup_turns[t.actor] += 1
    elif t.is_own_turn():
        t.placed += total
        t.bonus_given = 0
    return POSSIBLE


def place_in_turn(t: Table) -> i64:
    """PUT: the armies of a turn."""
    return place(t, False)


def place_in_setup(t: Table) -> i64:
    """SET: the armies of the set-up."""
    return place(t, True)


def declare(t: Table) -> i64:
    """REIN: the armies declared."""
    total = t.d
    if t.is_own_turn():
        t.declared = total
        t.declared_sets = t.sets
    return POSSIBLE


def end_turn(t: Table) -> i64:
    """END: no player has the turn."""
    t.turn = -1
    return POSSIBLE


def start_turn(t: Table) -> i64:
    """TURN: start a turn; a round ends when the order begins again; the income is computed here."""
    colour = t.actor
    director = t.b
    if t.turn == colour and is_begun_twice(t):
        t.turn_kind = begun_turn_kind(t)
        t.director = director
        return POSSIBLE
    advance_order(t)
    t._clear_turn()
    t.turn = colour
    t.last_turn = colour
    kind = t.a
    t.turn_kind = begun_turn_kind(t) if kind != TURN_ORDINARY else TURN_ORDINARY
    t.director = director
    t.turns += 1
    t.own_turns[colour] += 1
    t.turn_hand = t.hand_size[colour]
    t.turn_force = t.army_total[colour]
    if t.status[colour] != ACTIVE and (t.status[colour] != FROZEN or t.unfounded[colour] == 0):  # he gets no armies
        t.out_of_play = 1
        return POSSIBLE
    for term in t.territory_terms:
        t.from_territories += term.amount(t, colour)
    for term in t.continent_terms:
        t.from_continents += term.amount(t, colour)
    return POSSIBLE


def begun_turn_kind(t: Table) -> i64:
    """Returns the kind of the turn that the current TURN begins: 0 ordinary, 1 in a further round, 2 an extra turn.

    In rule-sets with extra turns the word `extra` means the same as `chance`.
    """
    kind = t.a
    return TURN_CHANCE if kind != TURN_ORDINARY and t.can_stop[OVER_EXTRA_TURNS] == 1 else kind


def pass_turn(t: Table) -> i64:
    """PASS: the turn is passed without a change of the board."""
    t.turn = -1
    advance_order(t)
    t._clear_turn()
    t.turn_kind = TURN_CHANCE
    t.acts_out_of_turn = PASSED
    t.last_turn = t.actor
    return POSSIBLE


def announce_attack(t: Table) -> i64:
    """DECL: count an announced attack, which may be called off."""
    t.announced_attacks += 1 if t.is_own_turn() else 0
    return POSSIBLE


def attack(t: Table) -> i64:
    """ATT: both sides lose the recorded armies; an emptied territory awaits its occupation."""
    source = t.a
    target = t.b
    loss_code = t.n
    attacker_losses = loss_code // 1000
    defender_losses = loss_code - attacker_losses * 1000
    if source == target:
        return SAME_TERRITORY
    owner = t.owner
    attacker = owner[source]
    defender = owner[target]
    if attacker < 0 or defender < 0:
        return UNASSIGNED
    armies = t.armies
    source_armies = armies[source] - attacker_losses
    target_armies = armies[target] - defender_losses
    if source_armies < 0 or target_armies < 0:
        return TOO_MANY_LOSSES
    armies[source] = source_armies
    armies[target] = target_armies
    army_total = t.army_total
    army_total[attacker] -= attacker_losses
    army_total[defender] -= defender_losses
    t.attacks += 1 if t.is_own_turn() else 0
    t.attack_count += 1
    if target_armies == 0:
        t.emptied_land = target
        t.emptied_from = source
        t.emptied_by = t.actor
        attack_dice = t.c
        dice = dice_count(attack_dice)
        t.emptied_dice = dice if dice >= 0 else -attacker_losses - defender_losses  # at least as many
        t.emptied_losses = attacker_losses
        t.emptied_event = t.number
    return POSSIBLE


def dice_count(code: i64) -> i64:
    """Number of dice in a dice code of a row; -1 if unknown."""
    if code < 0:
        return -1
    if code >= 1000:
        return code // 1000
    if code % 10 > 0:
        return 3
    if code % 100 > 0:
        return 2
    return 1


def occupy(t: Table) -> i64:
    """OCC: armies enter the emptied territory, which changes hands."""
    source = t.a
    target = t.b
    count = t.c
    if source == target:
        return SAME_TERRITORY
    owner = t.owner
    source_owner = owner[source]
    if source_owner < 0 or owner[target] < 0:
        return UNASSIGNED
    armies = t.armies
    if count > armies[source]:
        return TOO_FEW_TO_MOVE
    if owner[target] != t.actor:
        if armies[target] > 0:
            return STILL_DEFENDED
        loser = t.owner[target]
        is_own = t.is_own_turn()
        t.give_land(target, t.actor)
        t.presumed[target] = 0
        if loser < NEUTRAL and t.lands[loser] == 0 and t.status[loser] != PASSIVE:
            t.eliminations += 1 if is_own else 0
        t.conquests += 1 if is_own else 0
        t.conquest_count += 1
    armies[source] -= count
    armies[target] += count
    army_total = t.army_total
    army_total[source_owner] -= count
    army_total[t.actor] += count
    if t.emptied_land == target:
        t.emptied_land = -1
    return POSSIBLE


def move(t: Table) -> i64:
    """MOVE: armies between two territories of one owner; a move that replaces an earlier one undoes that first."""
    source, target = t.a, t.b
    if source == target:
        return SAME_TERRITORY
    replaces = t.d
    if replaces >= 0:
        if replaces != t.move_number or t.armies[t.move_to] < t.move_armies:
            return NO_SUCH_MOVE
        t.add_armies(t.move_to, -t.move_armies)
        t.add_armies(t.move_from, t.move_armies)
    armies = t.c
    reason = POSSIBLE
    if armies > t.armies[source]:
        reason = TOO_FEW_TO_MOVE
    elif t.owner[source] != t.owner[target]:
        reason = STILL_DEFENDED
    if reason != POSSIBLE:
        if replaces >= 0:  # the earlier move stands: an impossible event changes nothing
            t.add_armies(t.move_from, -t.move_armies)
            t.add_armies(t.move_to, t.move_armies)
        return reason
    t.add_armies(source, -armies)
    t.add_armies(target, armies)
    if not t.is_own_turn():
        return POSSIBLE
    if replaces < 0:
        t.moves += 1
    t.move_from = source
    t.move_to = target
    t.move_armies = armies
    t.move_number = t.number
    return POSSIBLE

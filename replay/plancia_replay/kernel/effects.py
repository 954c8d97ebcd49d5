"""What each event does to the table. No rule is asked here: an effect is applied or is impossible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_replay.kernel.table import CARDS, ELIMINATED, LANDS, NEUTRAL, PASSIVE, WITHDRAWN, Table

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
    total: i64 = 0
    for k in range(t.x, t.x + t.n, 2):
        land = t.extra[k]
        count = t.extra[k + 1]
        if t.owner[land] < 0:
            t.give_land(land, t.actor)
        t.armies[land] += count
        t.force[t.owner[land]] += count
        total += count
    if setup:
        t.setup_placed[t.actor] += total
        t.setup_turns[t.actor] += 1
    else:
        t.placed += total
        t.bonus_given = 0
    return POSSIBLE


def start_turn(t: Table) -> i64:
    """TURN: a new turn; a round ends when the order comes round again; the income is fixed now."""
    colour = t.actor
    count_round(t)
    t._clear_turn()
    t.turn = colour
    t.last_turn = colour
    t.turn_kind = t.a
    t.director = t.b
    t.turns += 1
    t.own_turns[colour] += 1
    t.turn_hand = t.hand_size[colour]
    t.turn_force = t.force[colour]
    t.from_territories = t.total(t.territory_terms, colour)
    t.from_continents = t.total(t.continent_terms, colour)
    return POSSIBLE


def count_round(t: Table) -> None:
    """A round ends when the order comes round again."""
    if t.last_turn < 0 or t.seat[t.actor] <= t.seat[t.last_turn]:
        t.round += 1


def pass_turn(t: Table) -> i64:
    """PASS: the turn goes by without touching the board."""
    count_round(t)
    t._clear_turn()
    t.turn_kind = EXTRA_TURN
    t.last_turn = t.actor
    return POSSIBLE


EXTRA_TURN: Final = 2  # the only kind of turn that is passed


def choose_strip(t: Table) -> i64:
    """STRIP: the territories that the colour will count as its strip."""
    base = t.actor * LANDS
    for k in range(LANDS):
        t.strip[base + k] = 0
    for k in range(t.x, t.x + t.n):
        t.strip[base + t.extra[k]] = 1
    t.strip_known[t.actor] = 1
    return POSSIBLE


def drop_card(t: Table, colour: i64, card: i64) -> None:
    """Takes a card out of a hand: the very card, else an unknown one that may be it; never below nothing."""
    base = colour * CARDS
    if t.hand[base + card] > 0:
        t.hand[base + card] -= 1
        t.hand_size[colour] -= 1
    elif t.hand[base + 43] > 0:
        t.hand[base + 43] -= 1
        t.hand_size[colour] -= 1
    elif t.hand[base + 44] > 0:
        t.hand[base + 44] -= 1
        t.hand_size[colour] -= 1
    elif card >= 43 and t.hand_size[colour] > 0:
        for known in range(43):
            if t.hand[base + known] > 0:
                t.hand[base + known] -= 1
                t.hand_size[colour] -= 1
                break


def gain_card(t: Table, colour: i64, card: i64) -> None:
    """Puts a card into a hand."""
    t.hand[colour * CARDS + card] += 1
    t.hand_size[colour] += 1


def exchange(t: Table) -> i64:
    """TRIS: cards leave the hand; the armies due are the recomputed ones, or the claim where cards are hidden."""
    worth = t.total(t.set_terms, t.actor)
    bonus = t.total(t.bonus_terms, t.actor)
    hidden = False
    for k in range(t.x, t.x + t.n):
        if t.extra[k] >= 43:
            hidden = True
        drop_card(t, t.actor, t.extra[k])
    if (hidden and worth == 0) or len(t.set_terms) == 0:
        worth = t.a if t.a > 0 else 0
        bonus = t.b if t.b > 0 else 0
    elif worth == 0:
        bonus = 0  # cards that make no set bring nothing for their territories
    else:
        judge_claim(t, worth, bonus)
    t.from_cards += worth + bonus
    t.claimed_cards += (t.a if t.a > 0 else 0) + (t.b if t.b > 0 else 0)
    if bonus > 0:
        t.bonus_given = 1
    t.sets += 1
    t.set_count += 1
    return POSSIBLE


def judge_claim(t: Table, worth: i64, bonus: i64) -> None:
    """Compares the armies claimed for a set with the account; the terms are cited where they differ."""
    if t.a >= 0 and t.a != worth and worth > 0:
        t.note(t.set_terms[0], 1)
    if t.b >= 0 and t.b != bonus and len(t.bonus_terms) > 0:
        t.note(t.bonus_terms[0], 1)


def attack(t: Table) -> i64:
    """ATT: both sides lose what was recorded; an emptied territory waits for its occupation."""
    source = t.a
    target = t.b
    lost = t.n // 1000
    slain = t.n % 1000
    if source == target:
        return SAME_TERRITORY
    if t.owner[source] < 0 or t.owner[target] < 0:
        return UNASSIGNED
    if lost > t.armies[source] or slain > t.armies[target]:
        return TOO_MANY_LOSSES
    t.armies[source] -= lost
    t.force[t.owner[source]] -= lost
    t.armies[target] -= slain
    t.force[t.owner[target]] -= slain
    t.attacks += 1
    t.attack_count += 1
    if t.armies[target] == 0:
        t.waiting = target
        t.waiting_from = source
        t.waiting_by = t.actor
        t.waiting_dice = dice_count(t.c)
        t.waiting_lost = lost
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


def occupy(t: Table) -> i64:
    """OCC: armies enter the emptied territory, which changes hands."""
    source = t.a
    target = t.b
    if source == target:
        return SAME_TERRITORY
    if t.owner[source] < 0 or t.owner[target] < 0:
        return UNASSIGNED
    if t.c > t.armies[source]:
        return TOO_FEW_TO_MOVE
    if t.owner[target] != t.actor:
        if t.armies[target] > 0:
            return STILL_DEFENDED
        loser = t.owner[target]
        t.give_land(target, t.actor)
        if loser < NEUTRAL and t.lands[loser] == 0 and t.status[loser] != PASSIVE:
            t.eliminations += 1
        t.conquests += 1
        t.conquest_count += 1
    count = t.c
    t.armies[source] -= count
    t.force[t.owner[source]] -= count
    t.armies[target] += count
    t.force[t.owner[target]] += count
    if t.waiting == target:
        t.waiting = -1
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


def draw(t: Table) -> i64:
    """DRAW: cards into the actor's hand."""
    for k in range(t.x, t.x + t.n):
        gain_card(t, t.actor, t.extra[k])
        t.draws += 1
        t.draw_count += 1
        t.deck_left -= 1
    return POSSIBLE


def move_cards(t: Table) -> i64:
    """CARDS: cards leave one hand and, where the destination is a colour, enter another."""
    for k in range(t.x, t.x + t.n):
        card = t.extra[k]
        drop_card(t, t.a, card)
        if t.b < COLOUR_LIMIT:
            gain_card(t, t.b, card)
        elif t.c == DEBT and t.debt[t.a] > 0:
            t.debt[t.a] -= 1
    return POSSIBLE


COLOUR_LIMIT: Final = 9
DEBT: Final = 3  # the reason of a card given up for one owed


def change_status(t: Table) -> i64:
    """STAT: withdrawn, passive, frozen; renounced income; a card owed."""
    if t.b <= 2:
        t.status[t.a] = t.b + 1
        if t.b == 0:
            abandon(t)
    elif t.b == 3:
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
    if t.a == 0:
        t.closing_from = t.round + 1
    elif t.a == 1:
        t.closing_from = t.round + 2
    elif t.a == 2 or t.a == 3:
        t.closing_from = t.round
    return POSSIBLE


def end_roll(t: Table) -> i64:
    """EROLL: a throw to end the game; without an announcement the first throw tells where the last round was."""
    t.end_roll_count += 1
    if t.d == ARBITER_DIE:
        return POSSIBLE
    player = t.c if t.c >= 0 else t.actor
    if t.closing_from < 0:
        t.closing_from = t.round if t.seat[player] == t.last_living_seat() else t.round - 1
    if t.d == 0:
        t.closing_rolls += 1
    if t.b > 0:
        t.closing_sum = t.a + t.b
    if len(t.threshold_terms) > 0 and t.b > 0 and t.a + t.b <= t.total(t.threshold_terms, player):
        stop(t, END_ROLL)
    return POSSIBLE


END_ROLL: Final = 4
ARBITER_DIE: Final = 2  # the kind of closing throw that is the arbiter's
WORLD: Final = 2


def stop(t: Table, reason: i64) -> None:
    """The game ends here by its rules, whatever is recorded after."""
    if t.stopped < 0:
        t.stopped = t.number
        t.stop_reason = reason
        t.stop_round = t.round
        t.stop_player = t.actor


def claim(t: Table) -> i64:
    """CLAIM: a claim that holds and that nothing bars ends the game; its term gives 1 + the place of the end reason."""
    if t.a == 2:
        if t.lands[t.actor] == LANDS:
            stop(t, WORLD)
    elif t.total(t.claim_bars, t.actor) == 0:
        for term in t.claim_terms:
            reached = term.amount(t, t.actor)
            if reached > 0:
                stop(t, reached - 1)
                break
    return POSSIBLE

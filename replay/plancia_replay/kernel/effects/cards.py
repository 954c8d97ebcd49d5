"""Effects on the hands: cards drawn, exchanged for armies, transferred."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_events.names import COMMITTED_CARD, UNKNOWN_CARD
from plancia_replay.kernel.effects.reasons import POSSIBLE
from plancia_replay.kernel.rule import ILLEGAL, WARNING
from plancia_replay.kernel.table import CARD_KINDS, LANDS, Table

COLOUR_LIMIT: Final = 9
UNKNOWN_SET_ARMIES: Final = 99999  # the greatest number of the notation


def adopt_hands(t: Table) -> None:
    """CHECK: sets the hands to the stated sizes. Differences have been reported before.

    Cards are added as unknown ones. A hand that must shrink becomes a hand of unknown cards.
    """
    count, offset = t.n, t.x
    for k in range(offset + 2 * LANDS, offset + count, 2):
        colour = t.extra[k]
        size = t.extra[k + 1]
        difference = size - t.hand_size[colour]
        if difference > 0:
            t.deck_left -= difference
        elif difference < 0:
            for card in range(CARD_KINDS):
                t.hand[colour * CARD_KINDS + card] = 0
            difference = size
        t.hand[colour * CARD_KINDS + UNKNOWN_CARD] += difference
        t.hand_size[colour] = size


def drop_card(t: Table, colour: i64, card: i64) -> None:
    """Remove a card from a hand: the card itself, else an unknown one that may be it; a count never falls below 0."""
    base = colour * CARD_KINDS
    if t.hand[base + card] > 0:
        t.hand[base + card] -= 1
        t.hand_size[colour] -= 1
    elif t.hand[base + UNKNOWN_CARD] > 0:
        t.hand[base + UNKNOWN_CARD] -= 1
        t.hand_size[colour] -= 1
    elif t.hand[base + COMMITTED_CARD] > 0:
        t.hand[base + COMMITTED_CARD] -= 1
        t.hand_size[colour] -= 1
    elif card >= UNKNOWN_CARD and t.hand_size[colour] > 0:
        for known_card in range(UNKNOWN_CARD):
            if t.hand[base + known_card] > 0:
                t.hand[base + known_card] -= 1
                t.hand_size[colour] -= 1
                break


def gain_card(t: Table, colour: i64, card: i64) -> None:
    """Add a card to a hand."""
    t.hand[colour * CARD_KINDS + card] += 1
    t.hand_size[colour] += 1


def exchange(t: Table) -> i64:
    """TRIS: cards leave the hand; armies due are the recomputed ones, or those claimed if hidden cards decide.

    If no claim is recorded either, `unclaimed` holds the upper bound of what the hidden cards may have brought.
    """
    set_armies = t.total(t.set_terms, t.actor)
    bonus = t.total(t.bonus_terms, t.actor)
    has_hidden_cards = False
    doubt, unclaimed = t.set_doubt, t.unclaimed
    hand_size = t.hand_size[t.actor]
    value, claimed_bonus, count = t.a, t.b, t.n
    offset = t.x
    for k in range(offset, offset + count):
        if t.extra[k] >= UNKNOWN_CARD:
            has_hidden_cards = True
    if value < 0:
        t.unclaimed += greatest_claimed_armies(t)
    if has_hidden_cards or len(t.set_terms) == 0:
        set_armies, bonus = hidden_exchange(t, set_armies, bonus)
    elif set_armies == 0:
        bonus = 0  # cards that are not a set bring no territory bonus either
    else:
        check_claimed_armies(t, set_armies, bonus)
    for k in range(offset, offset + count):
        drop_card(t, t.actor, t.extra[k])
    t.set_count += 1
    if not t.is_own_turn():  # it brings no armies to the player whose turn it is
        t.set_doubt, t.unclaimed = doubt, unclaimed
        return POSSIBLE
    t.from_cards += set_armies + bonus
    t.claimed_cards += (value if value > 0 else 0) + (claimed_bonus if claimed_bonus > 0 else 0)
    if bonus > 0:
        t.bonus_given = 1
    if t.hand_size[t.actor] > hand_size - count:  # some were not in the hand
        t.unheld += set_armies + bonus
    t.sets += 1
    return POSSIBLE


def hidden_exchange(t: Table, set_armies: i64, bonus: i64) -> tuple[i64, i64]:
    """Returns (set value, territory bonus) of an exchange with hidden cards, or in a rule-set that values no sets."""
    claimed_value, claimed_bonus = t.a, t.b
    if len(t.set_terms) == 0:
        if claimed_value < 0:
            t.set_doubt += UNKNOWN_SET_ARMIES
        return (claimed_value if claimed_value > 0 else 0), (claimed_bonus if claimed_bonus > 0 else 0)
    greatest_set_armies: i64 = 0
    for term in t.set_terms:
        greatest_set_armies += term.upper_bound(t, t.actor)
    if greatest_set_armies == 0:
        return 0, 0  # no set, whatever they show
    if reads_cards(t):
        if claimed_value < 0:
            t.set_doubt += greatest_set_armies - set_armies
        else:
            set_armies = claimed_value
    elif claimed_value >= 0 and claimed_value != set_armies:
        t.record_finding(t.set_terms[0], ILLEGAL)
    greatest_bonus: i64 = 0
    for term in t.bonus_terms:
        greatest_bonus += term.upper_bound(t, t.actor)
    if claimed_bonus < 0:
        t.set_doubt += greatest_bonus - bonus
    elif len(t.bonus_terms) == 0:
        bonus = claimed_bonus
    elif claimed_bonus < bonus or claimed_bonus > greatest_bonus:
        t.record_finding(t.bonus_terms[0], WARNING if claimed_bonus < bonus else ILLEGAL)
    else:
        bonus = claimed_bonus
    return set_armies, bonus


def greatest_claimed_armies(t: Table) -> i64:
    """Returns the greatest number of armies that a player can claim for this number of cards."""
    greatest: i64 = 0
    for term in t.set_terms:
        greatest += term.upper_bound_any_cards(t)
    for term in t.bonus_terms:
        greatest += term.upper_bound_any_cards(t)
    return greatest


def reads_cards(t: Table) -> bool:
    """True if the value of a set depends on the symbols of its cards."""
    for term in t.set_terms:  # noqa: SIM110 (a generator is slow here)
        if term.reads_cards():
            return True
    return False


def check_claimed_armies(t: Table, set_armies: i64, bonus: i64) -> None:
    """Compares the armies claimed for a set with the computed ones; a difference is a finding of the term's rule.

    The bonus is a right: claiming less is only a warning.
    """
    value, claimed_bonus = t.a, t.b
    if value >= 0 and value != set_armies and set_armies > 0:
        t.record_finding(t.set_terms[0], ILLEGAL)
    if claimed_bonus >= 0 and claimed_bonus != bonus and len(t.bonus_terms) > 0:
        t.record_finding(t.bonus_terms[0], WARNING if claimed_bonus < bonus else ILLEGAL)


def draw(t: Table) -> i64:
    """DRAW: the cards go to the actor's hand."""
    count, offset = t.n, t.x
    for k in range(offset, offset + count):
        gain_card(t, t.actor, t.extra[k])
        t.draws += 1 if t.is_own_turn() else 0
        t.draw_count += 1
        t.deck_left -= 1
    return POSSIBLE


def move_cards(t: Table) -> i64:
    """CARDS: cards leave one hand and, if the destination is a colour, enter another."""
    giver, receiver, count = t.a, t.b, t.n
    offset = t.x
    for k in range(offset, offset + count):
        card = t.extra[k]
        drop_card(t, giver, card)
        if receiver < COLOUR_LIMIT:
            gain_card(t, receiver, card)
    return POSSIBLE


def reshuffle(t: Table) -> i64:
    """SHUF: the discards become the deck again, with the stated number of cards."""
    cards = t.a
    t.deck_left = cards
    return POSSIBLE

"""The rule on the time of an exchange within the turn."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import COMMITTED_CARD, UNKNOWN_CARD
from plancia_events.ops import CARDS, CARDS_ELIMINATION, TRIS
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import CARD_KINDS, Table
from plancia_replay.rules.cards.drawing import is_dummy_set_after_card
from plancia_replay.rules.cards.exchange import hidden_cards
from plancia_replay.rules.turn.turns import unsettled_hand

WON: Final = 1  # index in the memory of how many of each card came in the turn from eliminated players
OWN: Final = WON + CARD_KINDS  # of how many covered cards of his own the player had then


def covered_cards(t: Table) -> i64:
    """Cards in the hand of the player in turn that the record does not show."""
    base = t.turn * CARD_KINDS
    return t.hand[base + UNKNOWN_CARD] + t.hand[base + COMMITTED_CARD]


class ExchangeBeforeAttack(Rule):
    """Sets are played in the reinforcement phase, before the first attack, or its announcement (EG-07, STU-43).

    With `except_elimination` also later, if a card is among them that an eliminated player's hand gave in the same turn
    (RCM-29a, ONE-14); a hidden one may be such a card, and is where the hand has no other. The documents do not say
    whether a set of one's own cards alone may then be played too: that it may not is assumed, and with `own_cards` it
    may. Another rule tells a set of the dummy after its card. Memory: the turn, WON, OWN.
    """

    NAME: ClassVar[str] = "cards.before_attack"

    def __init__(self, except_elimination: bool = False, own_cards: bool = False) -> None:
        super().__init__()
        self.except_elimination = except_elimination
        self.own_cards = own_cards

    def memory_size(self) -> int:
        return OWN + 1

    def observed_kinds(self) -> list[int]:
        return [TRIS, CARDS] if self.except_elimination else []

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            self.remove_exchanged(t)
            return
        giver, receiver, reason = t.a, t.b, t.c
        if reason != CARDS_ELIMINATION or receiver != t.turn or t.turn < 0 or t.eliminations == 0 or t.lands[giver] > 0:
            return
        is_first = t.memory[self.base] != t.turns
        if is_first:
            t.memory[self.base] = t.turns
            for card in range(CARD_KINDS):
                t.memory[self.base + WON + card] = 0
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            t.memory[self.base + WON + t.extra[k]] += 1
        if is_first:
            t.memory[self.base + OWN] = covered_cards(t) - self.won_covered(t)

    def remove_exchanged(self, t: Table) -> None:
        """Removes the cards exchanged from the counts of cards won by an elimination."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            if t.extra[k] < UNKNOWN_CARD and t.memory[self.base + WON + t.extra[k]] > 0:
                t.memory[self.base + WON + t.extra[k]] -= 1

    def won_covered(self, t: Table) -> i64:
        """The covered cards that came from players eliminated in this turn."""
        return t.memory[self.base + WON + UNKNOWN_CARD] + t.memory[self.base + WON + COMMITTED_CARD]

    def won_card(self, t: Table) -> i64:
        """FINE if the set has a card of a player eliminated in this turn, UNDECIDABLE if it may, ILLEGAL if not.

        Hidden cards of a set are the covered ones of the hand, and beyond these any others; a named one that the hand
        does not show is one of the covered.
        """
        if t.memory[self.base] != t.turns:
            return ILLEGAL
        unseen: i64 = 0
        hand = t.actor * CARD_KINDS
        for k in range(t.x, t.x + t.n):
            card = t.extra[k]
            if card < UNKNOWN_CARD and t.memory[self.base + WON + card] > 0:
                return FINE
            if card >= UNKNOWN_CARD or t.hand[hand + card] == 0:
                unseen += 1
        covered = covered_cards(t)
        own, won = min(t.memory[self.base + OWN], covered), min(self.won_covered(t), covered)
        if hidden_cards(t, 0, t.n) > covered:
            won_shown: i64 = 0
            for card in range(UNKNOWN_CARD):
                won_shown += min(t.memory[self.base + WON + card], t.hand[hand + card])
            own, won = own + t.hand_size[t.actor] - covered - won_shown, won + won_shown
        if unseen == 0 or won <= 0:
            return ILLEGAL
        return FINE if unseen > own else UNDECIDABLE

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        if not t.is_own_turn() or t.attacks + t.announced_attacks == 0 or is_dummy_set_after_card(t):
            return FINE
        won = self.won_card(t) if self.except_elimination and t.turn == t.actor else ILLEGAL
        if won == FINE:
            return FINE
        if not self.is_own_after_elimination(t):
            return ILLEGAL
        if self.own_cards:
            return FINE
        return UNDECIDABLE if won == UNDECIDABLE else ASSUMED

    def is_own_after_elimination(self, t: Table) -> bool:
        """True if the player has eliminated another in this turn, who had cards, and plays others."""
        if not self.except_elimination or t.turn != t.actor or t.eliminations == 0:
            return False
        return t.memory[self.base] == t.turns or unsettled_hand(t, 0) >= 0

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "found": t.attacks, "stage": "attack"}
        if self.except_elimination and t.eliminations > 0:
            facts.update({"wording": "own", "stage": "own"})
        elif self.except_elimination:
            facts["stage"] = "no-elimination"  # it is the base rule that forbids the set
        if t.attacks == 0:
            facts["wording"] = "announced"
        if self.check(t) == ASSUMED:
            facts["supposes"] = "cards.before_attack.own_cards"
        return facts

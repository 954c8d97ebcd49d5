"""The rule on the time of an exchange within the turn."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.names import COMMITTED_CARD, UNKNOWN_CARD
from plancia_events.ops import CARDS, CARDS_ELIMINATION, TRIS
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import CARD_KINDS, Table
from plancia_replay.rules.cards.drawing import is_dummy_set_after_card
from plancia_replay.rules.turn.turns import unsettled_hand


class ExchangeBeforeAttack(Rule):
    """Sets are played in the reinforcement phase, before the first attack, or its announcement (EG-07, STU-43).

    With `except_elimination` also later, if a card is among them that an eliminated player's hand gave in the same turn
    (RCM-29a, ONE-14); a hidden one may be such a card. The documents do not say whether a set of one's own cards alone
    may then be played too: that it may not is assumed, and with `own_cards` it may. A set of the dummy
    after its card another rule tells. Memory: the turn, then how many of each card came so in it.
    """

    NAME: ClassVar[str] = "cards.before_attack"

    def __init__(self, except_elimination: bool = False, own_cards: bool = False) -> None:
        super().__init__()
        self.except_elimination = except_elimination
        self.own_cards = own_cards

    def memory_size(self) -> int:
        return 1 + CARD_KINDS

    def observed_kinds(self) -> list[int]:
        return [TRIS, CARDS] if self.except_elimination else []

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            self.remove_exchanged(t)
            return
        giver, receiver, reason = t.a, t.b, t.c
        if reason != CARDS_ELIMINATION or receiver != t.turn or t.turn < 0 or t.eliminations == 0 or t.lands[giver] > 0:
            return
        if t.memory[self.base] != t.turns:
            t.memory[self.base] = t.turns
            for card in range(CARD_KINDS):
                t.memory[self.base + 1 + card] = 0
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            t.memory[self.base + 1 + t.extra[k]] += 1

    def remove_exchanged(self, t: Table) -> None:
        """Removes the cards exchanged from the counts of cards won by an elimination."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            if t.extra[k] < UNKNOWN_CARD and t.memory[self.base + 1 + t.extra[k]] > 0:
                t.memory[self.base + 1 + t.extra[k]] -= 1

    def has_won_card(self, t: Table) -> bool:
        """True if a card in the hand may come from a player eliminated in this turn."""
        if t.memory[self.base] != t.turns:
            return False
        counts = self.base + 1
        unknown = t.memory[counts + UNKNOWN_CARD] + t.memory[counts + COMMITTED_CARD]
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            card = t.extra[k]
            if card >= UNKNOWN_CARD or t.memory[counts + card] > 0:
                return True
            if unknown > 0 and t.hand[t.actor * CARD_KINDS + card] == 0:
                return True
        return False

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        if not t.is_own_turn() or t.attacks + t.announced_attacks == 0 or is_dummy_set_after_card(t):
            return FINE
        if self.except_elimination and t.turn == t.actor and self.has_won_card(t):
            return FINE
        if not self.is_own_after_elimination(t):
            return ILLEGAL
        return FINE if self.own_cards else ASSUMED

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
        if self.is_own_after_elimination(t):
            facts["supposes"] = "cards.before_attack.own_cards"
        return facts

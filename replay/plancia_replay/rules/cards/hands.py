"""The rule on the cards that a hand holds."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import COMMITTED_CARD, UNKNOWN_CARD
from plancia_events.ops import CARDS, CHECK, DRAW, TRIS
from plancia_replay.kernel.facts import Card, Cards, Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import CARD_KINDS, COLOURS, Table
from plancia_replay.rules.cards.drawing import card_not_in_deck

STATED: Final = COLOURS  # index in the memory of `CardsHeld` of the cards that a position stated
DRAWN: Final = STATED + COLOURS  # of those drawn covered


class CardsHeld(Rule):
    """The hand holds the cards that leave it by an exchange or a transfer (EG-06).

    Hidden cards leave that open, but none of them is a card of which the deck has no further one. Those of a hand whose
    size a position states before the first turn were drawn where the record has nothing: the named one is among them.
    Where an event names all cards of a hand, these are the hidden ones (D-186), also where he had them of another.
    """

    NAME: ClassVar[str] = "cards.held"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def memory_size(self) -> int:
        # by colour 1 once a hidden card has left a hand that still has others: it may have been any of them; then by
        # colour the hidden cards that a position stated, and those drawn covered or had of another
        return DRAWN + COLOURS

    def observed_kinds(self) -> list[int]:
        return [CHECK, DRAW, TRIS, CARDS]

    def observe(self, t: Table) -> None:
        if t.op == CHECK:
            for colour in range(6 if t.turns == 0 else 0):
                t.memory[self.base + STATED + colour] = t.hand[colour * CARD_KINDS + UNKNOWN_CARD]
            return
        count, offset = t.n, t.x
        if t.op == DRAW:
            for k in range(offset, offset + count):
                t.memory[self.base + DRAWN + t.actor] += 1 if t.extra[k] == UNKNOWN_CARD else 0
            return
        player = self.giver(t)
        for k in range(offset, offset + count):
            if t.extra[k] >= UNKNOWN_CARD:
                t.memory[self.base + player] = 1
        if t.hand_size[player] == 0:
            t.memory[self.base + player] = 0
        hidden = t.hand[player * CARD_KINDS + UNKNOWN_CARD]
        receiver: i64 = t.b if t.op == CARDS else COLOURS
        covered: i64 = 0
        for k in range(offset, offset + count if receiver < COLOURS else offset):
            covered += 1 if t.extra[k] == UNKNOWN_CARD else 0
        for first in (STATED, DRAWN):
            gone = t.memory[self.base + first + player] - hidden
            if gone > 0:
                t.memory[self.base + first + player] = hidden
                passed_on = gone if gone < covered else covered
                covered -= passed_on
                if passed_on > 0:
                    t.memory[self.base + first + receiver] += passed_on

    def event_kinds(self) -> list[int]:
        return [TRIS, CARDS]

    def missing_card(self, t: Table) -> i64:
        """The first card that the hand lacks, -1 if it has all, -2 if hidden cards leave it undecided."""
        count, offset = t.n, t.x
        player = self.giver(t)
        base = player * CARD_KINDS
        missing: i64 = -1
        shortfall: i64 = 0
        for k in range(offset, offset + count):
            card = t.extra[k]
            needed: i64 = 0
            for place in range(offset, k + 1):
                if t.extra[place] == card:
                    needed += 1
            if card < UNKNOWN_CARD and t.hand[base + card] < needed:
                missing = card
                shortfall += 1
        if count > t.hand_size[player]:
            return missing if missing >= 0 else UNKNOWN_CARD
        hidden = t.hand[base + UNKNOWN_CARD] + t.hand[base + COMMITTED_CARD]
        named = t.memory[self.base + STATED + player]
        if count == t.hand_size[player] and shortfall == hidden <= named + t.memory[self.base + DRAWN + player]:
            named = hidden  # all of the hand lies open now
        if missing >= 0 and shortfall <= named and card_not_in_deck(t, player) < 0:
            return -1
        if missing >= 0 and (shortfall <= hidden or t.memory[self.base + player] == 1):
            return -2
        return missing

    def check(self, t: Table) -> i64:
        card = self.missing_card(t)
        if card == -2:
            return UNDECIDABLE if card_not_in_deck(t, self.giver(t)) < 0 else ILLEGAL
        return FINE if card == -1 else ILLEGAL

    def giver(self, t: Table) -> i64:
        """The colour whose hand the cards leave."""
        giver = t.a
        return t.actor if t.op == TRIS else giver

    def facts(self, t: Table) -> dict[str, object]:
        count, offset = t.n, t.x
        player = self.giver(t)
        facts: dict[str, object] = {
            "player": Colour(player), "cards": Cards([t.extra[k] for k in range(offset, offset + count)]),
            "card": Card(self.missing_card(t)), "hand": t.hand_size[player], "found": count,
        }  # fmt: skip
        if self.missing_card(t) == -2 and card_not_in_deck(t, player) >= 0:
            facts.update({"card": Card(card_not_in_deck(t, player)), "wording": "deck"})
        return facts

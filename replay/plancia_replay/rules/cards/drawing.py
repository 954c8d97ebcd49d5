"""Drawing cards: who may, when, how many, and which are still in the deck."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, DRAW, END, MOVE, PUT, TRIS, TURN_CHANCE
from plancia_replay.kernel.facts import Card, Colour
from plancia_replay.kernel.rule import DRAWN, FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import CARD_KINDS, LANDS, Table


class AfterConquest(Rule):
    """A card is drawn only in a turn with at least one conquest (EG-06, MON-17)."""

    NAME: ClassVar[str] = "cards.after_conquest"

    def kinds(self) -> list[int]:
        return [DRAW]

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.conquests == 0 and t.emptied_land < 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.conquests}


class OneATurn(Rule):
    """At most `most` cards are drawn in a turn (EG-06, MON-17); `chance` in an extra one where it is not 0 (RCM-45)."""

    NAME: ClassVar[str] = "cards.one_a_turn"

    def __init__(self, most: int = 1, chance: int = 0) -> None:
        super().__init__()
        self.most: i64 = most
        self.chance: i64 = chance

    def due(self, t: Table) -> i64:
        """Cards that may be drawn in the turn in progress."""
        return self.chance if self.chance > 0 and t.turn_kind == TURN_CHANCE else self.most

    def kinds(self) -> list[int]:
        return [DRAW]

    def finding(self, t: Table) -> i64:
        count = t.n
        return ILLEGAL if t.draws + count > self.due(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        option = "chance" if self.chance > 0 and t.turn_kind == TURN_CHANCE else "most"
        count = t.n
        return {"player": Colour(t.actor), "most": self.due(t), "found": t.draws + count, "option": option}


def cards_due(t: Table) -> i64:
    """Cards that a conquest gives the right to in the turn in progress."""
    due: i64 = 1
    for rule in t.rules:
        if isinstance(rule, OneATurn):
            due = rule.due(t)
    return due


class DrawnLast(Rule):
    """The card comes at the end of the turn: no armies, no set, no attack and no move after it (EG-06)."""

    NAME: ClassVar[str] = "cards.drawn_last"

    def kinds(self) -> list[int]:
        return [PUT, TRIS, DECL, ATT, MOVE]

    def only_when(self) -> int:
        return DRAWN

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.draws > 0 and t.turn == t.actor else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.draws}


class Drawn(Rule):
    """Who conquered draws his cards before the turn ends; a shortfall is a warning (EG-06, MON-17, RCM-45).

    Not with a hand of `hand_limit` cards already (0: none), nor of those that pay cards owed or are not in the deck.
    """

    NAME: ClassVar[str] = "cards.drawn"

    def __init__(self, hand_limit: int = 0) -> None:
        super().__init__()
        self.hand_limit: i64 = hand_limit

    def kinds(self) -> list[int]:
        return [END]

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0 or t.out_of_play == 1 or t.conquests == 0:
            return FINE
        if t.draws > 0 and t.turn_kind != TURN_CHANCE:
            return FINE  # only an extra turn gives the right to more than one
        full = self.hand_limit > 0 and t.hand_size[t.turn] >= self.hand_limit
        return FINE if full or min(cards_due(t) - t.draws, t.deck_left) <= t.debt[t.turn] else WARNING

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {"player": Colour(t.turn), "found": t.conquests}
        if t.draws > 0:
            found.update({"drawn": t.draws, "most": cards_due(t), "wording": "fewer"})
        return found


class InDeck(Rule):
    """A card drawn is not in anybody's hand: there is one of each territory and `jolly` jolly (EG-06)."""

    NAME: ClassVar[str] = "cards.in_deck"
    OF_RECORD: ClassVar[bool] = True

    def __init__(self, jolly: int = 2) -> None:
        super().__init__()
        self.jolly: i64 = jolly

    def kinds(self) -> list[int]:
        return [DRAW]

    def twice(self, t: Table) -> i64:
        """The first card drawn that is out already, or -1."""
        hand = t.hand
        count, first = t.n, t.x
        for k in range(first, first + count):
            card = t.extra[k]
            if card > LANDS:
                continue
            out: i64 = 0
            for place in range(card, 6 * CARD_KINDS, CARD_KINDS):
                out += hand[place]
            if out >= (self.jolly if card == LANDS else 1):
                return card
        return -1

    def finding(self, t: Table) -> i64:
        return FINE if self.twice(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "card": Card(self.twice(t))}


class HandLimit(Rule):
    """At most `most` cards in a hand after a draw (tournaments: 7)."""

    NAME: ClassVar[str] = "cards.hand_limit"

    def __init__(self, most: int = 7) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return [DRAW]

    def finding(self, t: Table) -> i64:
        count = t.n
        return ILLEGAL if t.hand_size[t.actor] + count > self.most else FINE

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n
        return {"player": Colour(t.actor), "most": self.most, "found": t.hand_size[t.actor] + count}

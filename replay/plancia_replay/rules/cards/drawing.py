"""Rules on drawing cards: the right to draw, its time, the number of cards, the cards left in the deck."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, DRAW, END, MOVE, PUT, TRIS, TURN_CHANCE
from plancia_replay.kernel.facts import Card, Colour
from plancia_replay.kernel.rule import DRAWN, FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import CARD_KINDS, LANDS, PLAYERS, Table
from plancia_replay.rules.combat.occupation import is_move_last
from plancia_replay.rules.turn.placement import is_of_late_set


class CardAfterConquest(Rule):
    """A card is drawn only in a turn with at least one conquest (EG-06, MON-17)."""

    NAME: ClassVar[str] = "cards.after_conquest"

    def event_kinds(self) -> list[int]:
        return [DRAW]

    def check(self, t: Table) -> i64:
        is_won = t.conquests > 0 or (t.emptied_land >= 0 and t.emptied_by == t.actor)
        return FINE if is_won or not t.is_own_turn() else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.conquests}


class DrawsPerTurn(Rule):
    """At most `most` cards are drawn in a turn (EG-06, MON-17); `chance` in an extra one where it is not 0 (RCM-45)."""

    NAME: ClassVar[str] = "cards.one_a_turn"

    def __init__(self, most: int = 1, chance: int = 0) -> None:
        super().__init__()
        self.most: i64 = most
        self.chance: i64 = chance

    def card_limit(self, t: Table) -> i64:
        """Cards that may be drawn in the turn in progress."""
        return self.chance if self.chance > 0 and t.turn_kind == TURN_CHANCE else self.most

    def event_kinds(self) -> list[int]:
        return [DRAW]

    def check(self, t: Table) -> i64:
        count = t.n
        return ILLEGAL if t.draws + count > self.card_limit(t) and t.is_own_turn() else FINE

    def facts(self, t: Table) -> dict[str, object]:
        option = "chance" if self.chance > 0 and t.turn_kind == TURN_CHANCE else "most"
        count = t.n
        return {"player": Colour(t.actor), "most": self.card_limit(t), "found": t.draws + count, "option": option}


def cards_earned(t: Table) -> i64:
    """Cards that a conquest gives the right to in the turn in progress."""
    limit: i64 = 1
    for rule in t.rules:
        if isinstance(rule, DrawsPerTurn):
            limit = rule.card_limit(t)
    return limit


class DrawEndsTurn(Rule):
    """No placement, exchange, attack or move follows the card drawn in a turn (EG-06).

    A move does where a document lets it be made at any moment of the turn (`move.at_end` is not bound), or with `move`
    (D-61). The armies of a set of the dummy, told by itself, are not told again.
    """

    NAME: ClassVar[str] = "cards.drawn_last"

    def __init__(self, move: bool = False) -> None:
        super().__init__()
        self.allows_move = move

    def event_kinds(self) -> list[int]:
        return [PUT, TRIS, DECL, ATT, MOVE]

    def required_states(self) -> int:
        return DRAWN

    def check(self, t: Table) -> i64:
        if t.draws == 0 or t.turn != t.actor or (t.op == MOVE and (self.allows_move or not is_move_last(t))):
            return FINE
        if t.op == PUT and t.actor == t.virtual and is_of_late_set(t):
            return FINE
        return ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "found": t.draws}
        if is_dummy_set_after_card(t):
            facts.update({"stage": "dummy", "wording": "dummy"})
        return facts


def is_dummy_set_after_card(t: Table) -> bool:
    """True if the dummy plays a set in the turn in which it has drawn: it waits for the next one (ONE-13)."""
    if t.op != TRIS or t.draws == 0 or t.actor != t.virtual or t.turn != t.actor:
        return False
    return any(isinstance(rule, DrawEndsTurn) for rule in t.rules)


class CardDrawnAfterConquest(Rule):
    """A player who conquered draws his cards before the turn ends; a shortfall is a warning (EG-06, MON-17, RCM-45).

    Exempt are a hand of `hand_limit` cards (0: no limit), cards that pay a debt and cards that the deck lacks.
    """

    NAME: ClassVar[str] = "cards.drawn"

    def __init__(self, hand_limit: int = 0) -> None:
        super().__init__()
        self.hand_limit: i64 = hand_limit

    def event_kinds(self) -> list[int]:
        return [END]

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0 or t.out_of_play == 1 or t.conquests == 0:
            return FINE
        if t.draws > 0 and t.turn_kind != TURN_CHANCE:
            return FINE  # only an extra turn gives the right to more than one
        is_full = self.hand_limit > 0 and t.hand_size[t.turn] >= self.hand_limit
        return FINE if is_full or min(cards_earned(t) - t.draws, t.deck_left) <= t.debt[t.turn] else WARNING

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.turn), "found": t.conquests}
        if t.draws > 0:
            facts.update({"drawn": t.draws, "most": cards_earned(t), "wording": "fewer", "stage": "chance"})
        return facts


class DrawnCardInDeck(Rule):
    """A card drawn is in no hand: the deck has one card for each territory and `jolly` jollies (EG-06).

    Cards that leave a hand are compared with the deck by `cards.held`, if hidden cards leave open whether it has them.
    """

    NAME: ClassVar[str] = "cards.in_deck"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def __init__(self, jolly: int = 2) -> None:
        super().__init__()
        self.jolly: i64 = jolly

    def event_kinds(self) -> list[int]:
        return [DRAW]

    def duplicate_card(self, t: Table, giver: i64) -> i64:
        """The first card of the current event of which the deck has fewer than it and the hands show, or -1.

        The hand of `giver` is not counted, as the cards come out of it.
        """
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            card = t.extra[k]
            if card > LANDS:
                continue
            copies: i64 = 0
            for place in range(offset, k + 1):
                if t.extra[place] == card:
                    copies += 1
            for colour in range(PLAYERS):
                if colour != giver:
                    copies += t.hand[colour * CARD_KINDS + card]
            if copies > (self.jolly if card == LANDS else 1):
                return card
        return -1

    def check(self, t: Table) -> i64:
        return FINE if self.duplicate_card(t, -1) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        card = self.duplicate_card(t, -1)
        holders = [k for k in range(PLAYERS) if card < LANDS and t.hand[k * CARD_KINDS + card] > 0]
        facts: dict[str, object] = {"player": Colour(t.actor), "card": Card(card)}
        return {**facts, "owner": Colour(holders[0]), "wording": "held"} if holders else facts


def card_not_in_deck(t: Table, giver: i64) -> i64:
    """The first card of the current event that the giver cannot have, as the deck has no further one; -1 for none."""
    for rule in t.rules:
        if isinstance(rule, DrawnCardInDeck):
            return rule.duplicate_card(t, giver)
    return -1


class HandLimit(Rule):
    """At most `most` cards in a hand after a draw (tournaments: 7)."""

    NAME: ClassVar[str] = "cards.hand_limit"

    def __init__(self, most: int = 7) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return [DRAW]

    def check(self, t: Table) -> i64:
        count = t.n
        return ILLEGAL if t.hand_size[t.actor] + count > self.most else FINE

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n
        return {"player": Colour(t.actor), "most": self.most, "found": t.hand_size[t.actor] + count}

"""Rules that value an exchange by the number of cards in the hand, not by their symbols."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import JOLLY
from plancia_events.ops import CARDS, CARDS_ELIMINATION, CARDS_TO_DECK, DRAW, END, TRIS, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rules.turn.turns import note_unsettled_hands, unsettled_hand


def parse_table(text: str) -> list[int]:
    """Parse "1:2 2:4 3:8" into a list by index; 0 where nothing is given."""
    values = [0] * 16
    for row in text.split():
        pair = row.split(":")
        values[int(pair[0])] = int(pair[1])
    return values


class SetValueByHandSize(Rule):
    """The armies for any cards depend on the size of the hand (RCM-19..21).

    `values` "1:2 2:4 3:8 4:10 5:12": a single card only from a hand of one, a pair only from a hand of two, else
    three at a time, worth what the hand says (the greatest size listed stands for all above it). Six or more given at
    once are so many exchanges. What an exchange leaves waits for the next turn, or for the cards of who is eliminated;
    with `leftover` it goes at once, as a hand of so many.
    """

    NAME: ClassVar[str] = "cards.by_hand_size"
    VALUES: ClassVar[dict[str, object]] = {"values": "pairs"}
    LEFTOVER_OPTIONS: ClassVar[tuple[str, ...]] = ("leftover",)
    COUNTS_SETS: ClassVar[bool] = True
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("told",)

    def __init__(self, values: str = "1:2 2:4 3:8 4:10 5:12", leftover: bool = False) -> None:
        super().__init__()
        self.values = parse_table(values)
        self.leftover = leftover
        self.greatest_hand: i64 = max(int(row.split(":")[0]) for row in values.split())

    def memory_size(self) -> int:
        return 1  # 1 from an exchange on, 2 where one or two left over went too, until a turn begins or cards come in

    def observed_kinds(self) -> list[int]:
        return [TURN, TRIS, CARDS]

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            count = t.n
            t.memory[self.base] = 2 if count < 3 and t.memory[self.base] > 0 else 1
            return
        receiver, reason = t.b, t.c
        if t.op == TURN or (receiver == t.turn and reason == CARDS_ELIMINATION):
            t.memory[self.base] = 0

    def sum_name(self) -> str:
        return "set"

    def in_threes(self, t: Table) -> bool:
        """True if the number of cards is a multiple of three."""
        count = t.n
        return count >= 3 and count % 3 == 0

    def is_allowed(self, t: Table) -> bool:
        """True if this number of cards may be exchanged from this hand now."""
        hand = t.hand_size[t.actor]
        count = t.n
        if count >= 3:
            return self.in_threes(t) and hand >= count
        return hand == count and (self.leftover or t.memory[self.base] == 0) and self.values[count] > 0

    def is_leftover(self, t: Table) -> bool:
        """True if the cards are exactly those that an exchange of this turn left over."""
        count = t.n
        return count < 3 and t.hand_size[t.actor] == count and t.memory[self.base] > 0 and self.values[count] > 0

    def amount(self, t: Table, player: i64) -> i64:
        if not self.is_allowed(t):
            return 0
        hand = t.hand_size[player]
        armies: i64 = 0
        exchanged: i64 = 0
        count = t.n
        while exchanged < count:
            remaining = hand - exchanged
            armies += self.values[remaining if remaining < self.greatest_hand else self.greatest_hand]
            exchanged += 3
        return armies

    def upper_bound_any_cards(self, t: Table) -> i64:
        count = t.n
        return self.values[self.greatest_hand] * ((count + 2) // 3)

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"hand:{t.hand_size[player]}", self.amount(t, player))]

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        hand = t.c
        if hand >= 0 and hand != t.hand_size[t.actor]:
            return ILLEGAL
        return FINE if self.is_allowed(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, hand, count = t.a, t.c, t.n
        facts: dict[str, object] = {
            "player": Colour(t.actor), "found": count, "hand": t.hand_size[t.actor], "declared": value,
            "computed": self.amount(t, t.actor),
        }  # fmt: skip
        if not self.in_threes(t) and not self.is_allowed(t):
            facts["stage"] = "number"  # how many may go is RCM-21
        facts["option"] = "values"
        if not self.is_allowed(t):
            facts["wording"] = "left_over" if self.is_leftover(t) else "not_allowed"
            facts["option"] = "leftover" if self.is_leftover(t) else "-"
        elif hand >= 0 and hand != t.hand_size[t.actor]:
            facts["told"] = hand
            facts["wording"] = "told"
        return facts


def has_counted_leftovers(t: Table) -> bool:
    """True if cards left over from an exchange of this turn were exchanged in the same turn too."""
    for term in t.set_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, SetValueByHandSize) and t.memory[term.base] == 2:
            return True
    return False


def leftover_facts(t: Table) -> dict[str, object]:
    """The fact "left_over", if leftover cards were exchanged in this turn; else empty."""
    return {"left_over": True} if has_counted_leftovers(t) else {}


ANCHOR = "cards.any_three.anchor"
OTHER: Final = 1  # index in the memory of `SetValueOfAnyThree`
MORE: Final = 2


class SetValueOfAnyThree(Rule):
    """The armies for any three cards depend on the size of the hand, on the ladder on the round (STU-17..20).

    The ladder ("4 6 8 10") counts rounds from the first in which somebody opens a turn with three cards; with
    `anchor` "draw" from the round in which somebody first comes to hold three. Six or more given at once are so many
    exchanges. Memory: the round by this reading, and by the OTHER one; the armies that sets of the current turn would
    bring MORE by that one, where they were claimed by it.
    """

    NAME: ClassVar[str] = "cards.any_three"
    VALUES: ClassVar[dict[str, object]] = {"values": "pairs", "ladder": "numbers", "anchor": ("opened", "draw")}
    READ_AT: ClassVar[tuple[str, ...]] = ("ladder",)
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(self, values: str = "3:8 4:10 5:12", ladder: str = "4 6 8 10", anchor: str = "opened") -> None:
        super().__init__()
        self.values = parse_table(values)
        self.greatest_hand: i64 = max(int(row.split(":")[0]) for row in values.split())
        self.ladder = [int(figure) for figure in ladder.split()]
        self.by_draw = anchor == "draw"

    def memory_size(self) -> int:
        return MORE + 1

    def observed_kinds(self) -> list[int]:
        return [TURN, TRIS, DRAW]

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            value, count = t.a, t.n
            other_worth = self.exchange_armies(t, t.hand_size[t.actor] + count, self.ladder_place(t, True))
            if value == other_worth:
                t.memory[self.base + MORE] += other_worth - self.exchange_armies(
                    t, t.hand_size[t.actor] + count, self.ladder_place(t)
                )
            return
        if t.op == TURN:
            t.memory[self.base + MORE] = 0
        place = self.base if (t.op == DRAW) == self.by_draw else self.base + OTHER
        if t.memory[place] == 0 and t.hand_size[t.actor] >= 3:
            t.memory[place] = t.round

    def sum_name(self) -> str:
        return "set"

    def ladder_place(self, t: Table, by_other_reading: bool = False) -> i64:
        """The index on the ladder, or -1 off it; `by_other_reading`: by the other reading of `anchor`."""
        anchor = t.memory[self.base + OTHER] if by_other_reading else t.memory[self.base]
        if anchor == 0 or t.round - anchor >= len(self.ladder):
            return -1
        return t.round - anchor

    def in_threes(self, t: Table, hand: i64) -> bool:
        """True if the number of cards is a multiple of three and not above `hand`."""
        count = t.n
        return count >= 3 and count % 3 == 0 and hand >= count

    def amount(self, t: Table, player: i64) -> i64:
        return self.exchange_armies(t, t.hand_size[player], self.ladder_place(t))

    def exchange_armies(self, t: Table, hand: i64, step: i64) -> i64:
        """The armies for the current exchange from a hand of this size, at an index on the ladder or off it (-1)."""
        if not self.in_threes(t, hand):
            return 0
        count = t.n
        if step >= 0:
            return self.ladder[step] * (count // 3)
        armies: i64 = 0
        for exchanged in range(0, count, 3):
            remaining = hand - exchanged
            armies += self.values[remaining if remaining < self.greatest_hand else self.greatest_hand]
        return armies

    def upper_bound_any_cards(self, t: Table) -> i64:
        count = t.n
        return self.values[self.greatest_hand] * ((count + 2) // 3)

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        step = self.ladder_place(t)
        source = f"ladder:{step + 1}" if step >= 0 else f"hand:{t.hand_size[player]}"
        return [(source, self.amount(t, player))]

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        return FINE if self.in_threes(t, t.hand_size[t.actor]) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, count = t.a, t.n
        facts: dict[str, object] = {
            "player": Colour(t.actor), "found": count, "hand": t.hand_size[t.actor], "round": t.round,
            "declared": value, "computed": self.amount(t, t.actor),
        }  # fmt: skip
        if self.ladder_place(t) >= 0 and self.in_threes(t, t.hand_size[t.actor]):
            facts["stage"] = "ladder"  # what decides its worth is STU-20
        if self.check(t) == ILLEGAL:
            facts["wording"] = "not_allowed"
        follows_other_anchor = value >= 0 and value == self.exchange_armies(
            t, t.hand_size[t.actor], self.ladder_place(t, True)
        )
        facts["option"] = "anchor" if follows_other_anchor and self.check(t) == FINE else "-"
        return facts


def armies_by_other_anchor(t: Table) -> i64:
    """The additional armies for sets of this turn that were claimed by the other reading of `anchor`."""
    for term in t.set_terms:
        if isinstance(term, SetValueOfAnyThree) and t.memory[term.base + MORE] > 0:
            return t.memory[term.base + MORE]
    return 0


class NoTerritoryBonus(Rule):
    """No armies are added for the territories on exchanged cards (RCM-22, STU-19)."""

    NAME: ClassVar[str] = "cards.no_territory_bonus"
    COUNTS_SETS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        bonus = t.b
        return ILLEGAL if bonus > 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        bonus = t.b
        facts: dict[str, object] = {"player": Colour(t.actor), "declared": bonus, "computed": 0}
        if not self.may_bring_bonus(t):
            facts["rests"] = ""  # nor would it by a rule that counts the cards of territories one holds
        return facts

    def may_bring_bonus(self, t: Table) -> bool:
        """True if the exchange has the card of a territory that the player holds, or a hidden card."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            card = t.extra[k]
            if card > JOLLY or (card < LANDS and t.owner[card] == t.actor):
                return True
        return False


class CardsToDeck(Rule):
    """The cards of an eliminated player go to the bottom of the deck, by the end of the turn (RCM-29, STU-31).

    A player who still holds territories gives up no cards. Memory: whose cards were reported as missing.
    """

    NAME: ClassVar[str] = "elimination.cards_to_deck"
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("alive",)

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [END]

    def observe(self, t: Table) -> None:
        note_unsettled_hands(t, self.base)

    def event_kinds(self) -> list[int]:
        return [END, CARDS]

    def check(self, t: Table) -> i64:
        if t.op == CARDS:
            giver, receiver, reason = t.a, t.b, t.c
            return (
                ILLEGAL if reason == CARDS_ELIMINATION and (receiver != CARDS_TO_DECK or t.lands[giver] > 0) else FINE
            )
        return ILLEGAL if unsettled_hand(t, t.memory[self.base]) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        giver, count = t.a, t.n
        if t.op == CARDS and t.lands[giver] > 0:
            return {"player": Colour(giver), "found": count, "left": t.lands[giver], "wording": "alive"}
        if t.op == CARDS:
            return {"player": Colour(giver), "found": count, "by": Colour(t.b), "wording": "taken"}
        player = unsettled_hand(t, t.memory[self.base])
        return {"player": Colour(player), "found": t.hand_size[player]}


def exchangeable_armies(t: Table, player: i64) -> i64:
    """The armies for the cards held before the turn's draws, by the rule that any cards are a set; else 0."""
    hand = t.hand_size[player] - t.draws
    for term in t.set_terms:
        is_kept_back = (
            isinstance(term, SetValueByHandSize) and t.memory[term.base] > 0 and hand < 3 and not term.leftover
        )
        if isinstance(term, SetValueByHandSize) and hand > 0 and not is_kept_back:
            return term.values[hand if hand < term.greatest_hand else term.greatest_hand]
    return 0

"""Cards exchanged by their number, whatever they show."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.names import JOLLY
from plancia_events.ops import CARDS, CARDS_ELIMINATION, CARDS_TO_DECK, DRAW, END, TRIS, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rules.turn.turns import keeper


def table_of(text: str) -> list[int]:
    """Parse "1:2 2:4 3:8" into a list by index; 0 where nothing is given."""
    found = [0] * 16
    for row in text.split():
        pair = row.split(":")
        found[int(pair[0])] = int(pair[1])
    return found


class ByHandSize(Rule):
    """Any cards bring armies by how many one holds (RCM-19..21).

    `values` "1:2 2:4 3:8 4:10 5:12": a single card only from a hand of one, a pair only from a hand of two, else
    three at a time, worth what the hand says (the greatest size listed stands for all above it). Six or more given at
    once are so many exchanges. What an exchange leaves waits for the next turn, or for the cards of who is eliminated;
    with `leftover` it goes at once, as a hand of so many.
    """

    NAME: ClassVar[str] = "cards.by_hand_size"
    LEFTOVER_OPTIONS: ClassVar[tuple[str, ...]] = ("leftover",)
    COUNTS_SETS: ClassVar[bool] = True
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ("told",)

    def __init__(self, values: str = "1:2 2:4 3:8 4:10 5:12", leftover: bool = False) -> None:
        super().__init__()
        self.values = table_of(values)
        self.leftover = leftover
        self.greatest_hand: i64 = max(int(row.split(":")[0]) for row in values.split())

    def memory_size(self) -> int:
        return 1  # 1 from an exchange on, 2 where one or two left over went too, until a turn begins or cards come in

    def watches(self) -> list[int]:
        return [TURN, TRIS, CARDS]

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            count = t.n
            t.memory[self.base] = 2 if count < 3 and t.memory[self.base] > 0 else 1
            return
        receiver, reason = t.b, t.c
        if t.op == TURN or (receiver == t.turn and reason == CARDS_ELIMINATION):
            t.memory[self.base] = 0

    def topic(self) -> str:
        return "set"

    def in_threes(self, t: Table) -> bool:
        """True if hands of three and more allow this number of cards."""
        count = t.n
        return count >= 3 and count % 3 == 0

    def allowed(self, t: Table) -> bool:
        """True if this many cards may be given from this hand now."""
        hand = t.hand_size[t.actor]
        count = t.n
        if count >= 3:
            return self.in_threes(t) and hand >= count
        return hand == count and (self.leftover or t.memory[self.base] == 0) and self.values[count] > 0

    def left_over(self, t: Table) -> bool:
        """True if the cards given are exactly those that an exchange of this turn left over."""
        count = t.n
        return count < 3 and t.hand_size[t.actor] == count and t.memory[self.base] > 0 and self.values[count] > 0

    def amount(self, t: Table, player: i64) -> i64:
        if not self.allowed(t):
            return 0
        hand = t.hand_size[player]
        due: i64 = 0
        given: i64 = 0
        count = t.n
        while given < count:
            left = hand - given
            due += self.values[left if left < self.greatest_hand else self.greatest_hand]
            given += 3
        return due

    def ever_most(self, t: Table) -> i64:
        count = t.n
        return self.values[self.greatest_hand] * ((count + 2) // 3)

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"hand:{t.hand_size[player]}", self.amount(t, player))]

    def kinds(self) -> list[int]:
        return [TRIS]

    def finding(self, t: Table) -> i64:
        hand = t.c
        if hand >= 0 and hand != t.hand_size[t.actor]:
            return ILLEGAL
        return FINE if self.allowed(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, hand, count = t.a, t.c, t.n
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "found": count,
            "hand": t.hand_size[t.actor],
            "declared": value,
            "computed": self.amount(t, t.actor),
        }
        if not self.in_threes(t) and not self.allowed(t):
            found["stage"] = "number"  # how many may go is RCM-21
        found["option"] = "values"
        if not self.allowed(t):
            found["wording"] = "left_over" if self.left_over(t) else "not_allowed"
            found["option"] = "leftover" if self.left_over(t) else "-"
        elif hand >= 0 and hand != t.hand_size[t.actor]:
            found["told"] = hand
            found["wording"] = "told"
        return found


def left_over_counted(t: Table) -> bool:
    """True if cards left over from an exchange of this turn were exchanged in the same turn too."""
    for term in t.set_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, ByHandSize) and t.memory[term.base] == 2:
            return True
    return False


ANCHOR = "cards.any_three.anchor"


class AnyThree(Rule):
    """Any three cards bring armies by how many one holds, save on the ladder of the first sets (STU-17..20).

    The ladder ("4 6 8 10") counts rounds from the first in which somebody opens a turn with three cards; with
    `anchor` "draw" from the round in which somebody first comes to hold three. Six or more given at once are so many
    exchanges. Memory: the round by this reading, and by the other one; the armies more that sets of the turn in hand
    would bring by that one, where they were claimed by it.
    """

    NAME: ClassVar[str] = "cards.any_three"
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(self, values: str = "3:8 4:10 5:12", ladder: str = "4 6 8 10", anchor: str = "opened") -> None:
        super().__init__()
        self.values = table_of(values)
        self.greatest_hand: i64 = max(int(row.split(":")[0]) for row in values.split())
        self.ladder = [int(figure) for figure in ladder.split()]
        self.by_draw = anchor == "draw"

    def memory_size(self) -> int:
        return 3

    def watches(self) -> list[int]:
        return [TURN, TRIS, DRAW]

    def observe(self, t: Table) -> None:
        if t.op == TRIS:
            value, count = t.a, t.n
            other = self.worth(t, t.hand_size[t.actor] + count, self.step(t, True))
            if value == other:
                t.memory[self.base + 2] += other - self.worth(t, t.hand_size[t.actor] + count, self.step(t))
            return
        if t.op == TURN:
            t.memory[self.base + 2] = 0
        place = self.base if (t.op == DRAW) == self.by_draw else self.base + 1
        if t.memory[place] == 0 and t.hand_size[t.actor] >= 3:
            t.memory[place] = t.round

    def topic(self) -> str:
        return "set"

    def step(self, t: Table, other: bool = False) -> i64:
        """The place on the ladder, or -1 where it does not hold; with `other` by the reading that is not this one."""
        anchor = t.memory[self.base + 1] if other else t.memory[self.base]
        if anchor == 0 or t.round - anchor >= len(self.ladder):
            return -1
        return t.round - anchor

    def in_threes(self, t: Table, held: i64) -> bool:
        """True if the cards given are held and a multiple of three."""
        count = t.n
        return count >= 3 and count % 3 == 0 and held >= count

    def amount(self, t: Table, player: i64) -> i64:
        return self.worth(t, t.hand_size[player], self.step(t))

    def worth(self, t: Table, held: i64, step: i64) -> i64:
        """What the exchange in hand, out of so many cards, brings at this place on the ladder, or off it (-1)."""
        if not self.in_threes(t, held):
            return 0
        count = t.n
        if step >= 0:
            return self.ladder[step] * (count // 3)
        due: i64 = 0
        for given in range(0, count, 3):
            hand = held - given
            due += self.values[hand if hand < self.greatest_hand else self.greatest_hand]
        return due

    def ever_most(self, t: Table) -> i64:
        count = t.n
        return self.values[self.greatest_hand] * ((count + 2) // 3)

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        step = self.step(t)
        what = f"ladder:{step + 1}" if step >= 0 else f"hand:{t.hand_size[player]}"
        return [(what, self.amount(t, player))]

    def kinds(self) -> list[int]:
        return [TRIS]

    def finding(self, t: Table) -> i64:
        return FINE if self.in_threes(t, t.hand_size[t.actor]) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, count = t.a, t.n
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "found": count,
            "hand": t.hand_size[t.actor],
            "round": t.round,
            "declared": value,
            "computed": self.amount(t, t.actor),
        }
        if self.step(t) >= 0 and self.in_threes(t, t.hand_size[t.actor]):
            found["stage"] = "ladder"  # what decides its worth is STU-20
        if self.finding(t) == ILLEGAL:
            found["wording"] = "not_allowed"
        by_other = value >= 0 and value == self.worth(t, t.hand_size[t.actor], self.step(t, True))
        found["option"] = "anchor" if by_other and self.finding(t) == FINE else "-"
        return found


def by_other_anchor(t: Table) -> i64:
    """The armies more that sets of this turn, claimed by the other reading of the ladder, bring by that."""
    for term in t.set_terms:
        if isinstance(term, AnyThree) and t.memory[term.base + 2] > 0:
            return t.memory[term.base + 2]
    return 0


class NoTerritoryBonus(Rule):
    """The territory on an exchanged card brings nothing (RCM-22, STU-19)."""

    NAME: ClassVar[str] = "cards.no_territory_bonus"
    COUNTS_SETS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [TRIS]

    def finding(self, t: Table) -> i64:
        bonus = t.b
        return ILLEGAL if bonus > 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        bonus = t.b
        found: dict[str, object] = {"player": Colour(t.actor), "declared": bonus, "computed": 0}
        if not self.may_count(t):
            found["rests"] = ""  # nor would it by a rule that counts the cards of territories one holds
        return found

    def may_count(self, t: Table) -> bool:
        """True if the exchange has the card of a territory that the player holds, or a hidden card."""
        count, first = t.n, t.x
        for k in range(first, first + count):
            card = t.extra[k]
            if card > JOLLY or (card < LANDS and t.owner[card] == t.actor):
                return True
        return False


class CardsToDeck(Rule):
    """The cards of an eliminated player go to the bottom of the deck, by the end of the turn (RCM-29, STU-31).

    Who still holds territories gives up nothing.
    """

    NAME: ClassVar[str] = "elimination.cards_to_deck"
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ("alive",)

    def kinds(self) -> list[int]:
        return [END, CARDS]

    def finding(self, t: Table) -> i64:
        if t.op == CARDS:
            giver, receiver, reason = t.a, t.b, t.c
            return (
                ILLEGAL if reason == CARDS_ELIMINATION and (receiver != CARDS_TO_DECK or t.lands[giver] > 0) else FINE
            )
        return ILLEGAL if keeper(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        giver, count = t.a, t.n
        if t.op == CARDS and t.lands[giver] > 0:
            return {"player": Colour(giver), "found": count, "left": t.lands[giver], "wording": "alive"}
        player = giver if t.op == CARDS else keeper(t)
        return {"player": Colour(player), "found": count if t.op == CARDS else t.hand_size[player]}


def exchangeable(t: Table, player: i64) -> i64:
    """How many armies the cards held since before the turn's draws would have brought, where any cards bring some."""
    hand = t.hand_size[player] - t.draws
    for term in t.set_terms:
        kept_back = isinstance(term, ByHandSize) and t.memory[term.base] > 0 and hand < 3 and not term.leftover
        if isinstance(term, ByHandSize) and hand > 0 and not kept_back:
            return term.values[hand if hand < term.greatest_hand else term.greatest_hand]
    return 0

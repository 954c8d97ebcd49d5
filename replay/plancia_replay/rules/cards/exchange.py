"""Holding cards and exchanging sets."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import COMMITTED_CARD, UNKNOWN_CARD
from plancia_events.ops import CARDS, TRIS
from plancia_replay.kernel.facts import Card, Cards, Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import CARD_KINDS, LANDS, Table


def symbols_of(t: Table, start: i64, number: i64) -> i64:
    """Symbols of `number` cards: infantry, cavalry, cannons, jolly, six bits each; -1 if one is hidden."""
    found: i64 = 0
    extra = t.extra
    symbol = t.board.symbol
    first = t.x
    for k in range(first + start, first + start + number):
        card = extra[k]
        if card >= UNKNOWN_CARD:
            return -1
        found += ONE << (6 * symbol[card])
    return found


def known_symbols(t: Table, start: i64, number: i64) -> i64:
    """The same, ignoring hidden cards."""
    found: i64 = 0
    first = t.x
    for k in range(first + start, first + start + number):
        if t.extra[k] < UNKNOWN_CARD:
            found += ONE << (6 * t.board.symbol[t.extra[k]])
    return found


def hidden_cards(t: Table, start: i64, number: i64) -> i64:
    """Number of hidden cards among `number` cards from `start` on."""
    found: i64 = 0
    first = t.x
    for k in range(first + start, first + start + number):
        if t.extra[k] >= UNKNOWN_CARD:
            found += 1
    return found


def kind_of_set(symbols: i64) -> str:
    """Which row of a table of sets three cards belong to, or try to: with a jolly, all different, or the others."""
    if symbols >> 18 > 0:
        return "jolly"
    return "different" if symbols == ONE + (ONE << 6) + (ONE << 12) else "equal"


ONE: Final[i64] = 1


class SetValue(Rule):
    """What three cards are worth by their symbols (EG-07, MON-18); 0 means that they make no set.

    With `ladder` ("4 6 8 10 12 15") a set is worth what its number in the game says, the last figure growing by
    `ladder_step`. With `jolly_substitutes` a jolly stands for the symbol that makes the set. With `at_once` six or more
    cards are several sets, three by three as they are written (RCM-19b).
    """

    NAME: ClassVar[str] = "cards.set_value"
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(
        self,
        three_cannons: int = 4,
        three_infantry: int = 6,
        three_cavalry: int = 8,
        one_of_each: int = 10,
        jolly_pair: int = 12,
        jolly_any: int = 0,
        three_jolly: int = 0,
        jolly_substitutes: bool = False,
        ladder: str = "",
        ladder_step: int = 5,
        at_once: bool = False,
    ) -> None:
        super().__init__()
        self.three_infantry: i64 = three_infantry
        self.three_cavalry: i64 = three_cavalry
        self.three_cannons: i64 = three_cannons
        self.one_of_each: i64 = one_of_each
        self.jolly_pair: i64 = jolly_pair
        self.jolly_any: i64 = jolly_any
        self.three_jolly: i64 = three_jolly
        self.jolly_substitutes = jolly_substitutes
        self.ladder = [int(figure) for figure in ladder.split()]
        self.ladder_step = ladder_step
        self.at_once = at_once

    def topic(self) -> str:
        return "set"

    def reads_cards(self) -> bool:
        return True

    def worth(self, symbols: i64) -> i64:
        """The value of three cards by their symbol counts (`symbols_of`); -1 where they are not known."""
        if symbols < 0:
            return -1
        infantry = symbols & 63
        cavalry = symbols >> 6 & 63
        cannons = symbols >> 12 & 63
        jolly = symbols >> 18
        if infantry + cavalry + cannons + jolly != 3:
            return 0
        if jolly == 3:
            return self.three_jolly
        if infantry + jolly == 3 and (jolly == 0 or infantry == 2):
            return self.three_infantry if jolly == 0 else self.with_pair(self.three_infantry)
        if cavalry + jolly == 3 and (jolly == 0 or cavalry == 2):
            return self.three_cavalry if jolly == 0 else self.with_pair(self.three_cavalry)
        if cannons + jolly == 3 and (jolly == 0 or cannons == 2):
            return self.three_cannons if jolly == 0 else self.with_pair(self.three_cannons)
        if jolly > 0:
            return self.one_of_each if self.jolly_substitutes else self.jolly_any
        return self.one_of_each if infantry == 1 and cavalry == 1 else 0

    def with_pair(self, equal: i64) -> i64:
        """The value of a jolly with two equal cards, of which three would be worth `equal`."""
        return equal if self.jolly_substitutes else self.jolly_pair

    def best(self, symbols: i64, hidden: i64) -> i64:
        """The most that cards can bring of which some are hidden."""
        if hidden == 0:
            return self.worth(symbols)
        found: i64 = 0
        for symbol in range(4):
            one = self.best(symbols + (ONE << (6 * symbol)), hidden - 1)
            found = one if one > found else found
        return found

    def can_bring(self, symbols: i64, hidden: i64, value: i64) -> bool:
        """True if cards, some of them hidden, can bring exactly this."""
        if hidden == 0:
            return self.worth(symbols) == value
        for symbol in range(4):  # noqa: SIM110 (a generator is slow here)
            if self.can_bring(symbols + (ONE << (6 * symbol)), hidden - 1, value):
                return True
        return False

    def claim_possible(self, t: Table) -> bool:
        """True if the cards, where some are hidden, can bring the armies claimed."""
        value = t.a
        if value < 0:
            return True
        if len(self.ladder) > 0:
            return value == self.step(t)
        count = t.n
        if count == self.set_size(t):
            return self.can_bring(known_symbols(t, 0, count), hidden_cards(t, 0, count), value)
        return value <= self.at_most(t, t.actor)

    def step(self, t: Table) -> i64:
        """What the ladder gives for the next set."""
        place = t.set_count
        if place < len(self.ladder):
            return self.ladder[place]
        return self.ladder[-1] + (place - len(self.ladder) + 1) * self.ladder_step

    def at_most(self, t: Table, player: i64) -> i64:
        size = self.set_size(t)
        found: i64 = 0
        count = t.n
        for start in range(0, count, size):
            if size <= 3:
                found += self.best(known_symbols(t, start, size), hidden_cards(t, start, size))
        return self.step(t) if found > 0 and len(self.ladder) > 0 else found

    def ever_most(self, t: Table) -> i64:
        count = t.n
        return self.step(t) if len(self.ladder) > 0 else self.best(0, 3) * (count // 3)

    def set_size(self, t: Table) -> i64:
        """Into how many cards each the exchange is split."""
        count = t.n
        return 3 if self.at_once and count > 3 and count % 3 == 0 else count

    def amount(self, t: Table, player: i64) -> i64:
        size = self.set_size(t)
        worth: i64 = 0
        start: i64 = 0
        count = t.n
        while start < count:
            one = self.worth(symbols_of(t, start, size))
            if one < 0:
                return 0
            worth += one
            start += size
        return worth if worth == 0 or len(self.ladder) == 0 else self.step(t)

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("set", self.amount(t, player))]

    def kinds(self) -> list[int]:
        return [TRIS]

    def finding(self, t: Table) -> i64:
        size = self.set_size(t)
        hidden: i64 = 0
        start: i64 = 0
        count = t.n
        while start < count:
            here = hidden_cards(t, start, size)
            hidden += here
            if size > 3 or self.best(known_symbols(t, start, size), here) == 0:
                return ILLEGAL
            start += size
        if hidden == 0:
            return FINE
        return UNDECIDABLE if self.claim_possible(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, count, first = t.a, t.n, t.x
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "cards": Cards([t.extra[k] for k in range(first, first + count)]),
            "declared": value,
            "computed": self.amount(t, t.actor),
        }
        if count == 3:
            found["stage"] = kind_of_set(known_symbols(t, 0, count))
        if self.finding(t) == ILLEGAL and not self.claim_possible(t) and self.at_most(t, t.actor) > 0:
            found["wording"] = "never"
            found["most"] = self.at_most(t, t.actor)
            return found
        if self.finding(t) == ILLEGAL:
            found["wording"] = "no_set"
        elif value < 0:
            found["wording"] = "unstated"
        if count != 3 and count != 3 * (count // 3):
            found["rests"] = ""  # whatever the sets are worth, they are of three cards
        if count == self.set_size(t) and len(self.ladder) == 0:
            found["option"] = self.option(symbols_of(t, 0, count))
        return found

    def option(self, symbols: i64) -> str:
        """Which option says what three cards bring; "-" where none does, as they make no set whatever the values."""
        if symbols < 0:
            return "-"
        infantry = symbols & 63
        cavalry = symbols >> 6 & 63
        cannons = symbols >> 12 & 63
        jolly = symbols >> 18
        if infantry + cavalry + cannons + jolly != 3:
            return "-"
        equal = infantry == 2 or cavalry == 2 or cannons == 2
        if jolly == 0 and (equal or infantry == 1):
            return "-" if equal else "one_of_each"
        if jolly == 3:
            return "three_jolly"
        if jolly > 0 and not self.jolly_substitutes:
            return "jolly_pair" if equal else "jolly_any"
        if jolly > 0 and not equal:
            return "one_of_each"
        return "three_infantry" if infantry > 0 else "three_cavalry" if cavalry > 0 else "three_cannons"


class TerritoryBonus(Rule):
    """`each` armies for every exchanged card whose territory one holds (EG-07, MON-19).

    `per` "card" counts each such card, "set" one per set, "redemption" one for all sets played without placing between.
    """

    NAME: ClassVar[str] = "cards.territory_bonus"
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(self, each: int = 2, per: str = "card") -> None:
        super().__init__()
        self.each: i64 = each
        self.per_card = per == "card"
        self.per_redemption = per == "redemption"

    def topic(self) -> str:
        return "set_bonus"

    def amount(self, t: Table, player: i64) -> i64:
        due: i64 = 0
        if self.per_redemption and t.bonus_given == 1:
            return due
        count, first = t.n, t.x
        for k in range(first, first + count):
            card = t.extra[k]
            if card < LANDS and t.owner[card] == player:
                if not self.per_card:
                    return self.each
                due += self.each
        return due

    def at_most(self, t: Table, player: i64) -> i64:
        known = self.amount(t, player)
        count = t.n
        hidden = hidden_cards(t, 0, count)
        if hidden == 0 or (self.per_redemption and t.bonus_given == 1):
            return known
        return known + hidden * self.each if self.per_card else self.each

    def ever_most(self, t: Table) -> i64:
        count = t.n
        return count * self.each if self.per_card else self.each

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        if self.per_redemption and t.bonus_given == 1:
            return found
        count, first = t.n, t.x
        for k in range(first, first + count):
            card = t.extra[k]
            if card < LANDS and t.owner[card] == player and (self.per_card or len(found) == 0):
                found.append((f"territory:{card}", self.each))
        return found

    def facts(self, t: Table) -> dict[str, object]:
        bonus, count, first = t.b, t.n, t.x
        return {
            "player": Colour(t.actor),
            "cards": Cards([t.extra[k] for k in range(first, first + count)]),
            "declared": bonus,
            "computed": self.amount(t, t.actor),
        }


class Held(Rule):
    """Cards that are exchanged or handed on lie in the hand they leave (EG-06)."""

    NAME: ClassVar[str] = "cards.held"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [TRIS, CARDS]

    def missing(self, t: Table) -> i64:
        """The first card not in the hand, -1 where all are, -2 where hidden cards leave it open."""
        giver, count, first = t.a, t.n, t.x
        player = t.actor if t.op == TRIS else giver
        base = player * CARD_KINDS
        lacking: i64 = -1
        short: i64 = 0
        for k in range(first, first + count):
            card = t.extra[k]
            wanted: i64 = 0
            for other in range(first, k + 1):
                if t.extra[other] == card:
                    wanted += 1
            if card < UNKNOWN_CARD and t.hand[base + card] < wanted:
                lacking = card
                short += 1
        if count > t.hand_size[player]:
            return lacking if lacking >= 0 else UNKNOWN_CARD
        if lacking >= 0 and short <= t.hand[base + UNKNOWN_CARD] + t.hand[base + COMMITTED_CARD]:
            return -2
        return lacking

    def finding(self, t: Table) -> i64:
        missing = self.missing(t)
        if missing == -2:
            return UNDECIDABLE
        return FINE if missing == -1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        giver, count, first = t.a, t.n, t.x
        player = t.actor if t.op == TRIS else giver
        return {
            "player": Colour(player),
            "cards": Cards([t.extra[k] for k in range(first, first + count)]),
            "card": Card(self.missing(t)),
            "hand": t.hand_size[player],
            "found": count,
        }


class SetsPerTurn(Rule):
    """At most `most` sets in a turn (EG-07: one)."""

    NAME: ClassVar[str] = "cards.sets_per_turn"

    def __init__(self, most: int = 1) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return [TRIS]

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.sets >= self.most else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "most": self.most, "found": t.sets + 1}

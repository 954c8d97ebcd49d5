"""Rules on exchanging sets of cards."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.names import UNKNOWN_CARD
from plancia_events.ops import TRIS
from plancia_replay.kernel.facts import Cards, Colour, Figures
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table


def symbols_of(t: Table, start: i64, number: i64) -> i64:
    """Symbols of `number` cards: infantry, cavalry, cannons, jolly, six bits each; -1 if one is hidden."""
    symbols: i64 = 0
    extra = t.extra
    symbol = t.board.symbol
    offset = t.x
    for k in range(offset + start, offset + start + number):
        card = extra[k]
        if card >= UNKNOWN_CARD:
            return -1
        symbols += ONE_CARD << (6 * symbol[card])
    return symbols


def known_symbols(t: Table, start: i64, number: i64) -> i64:
    """As `symbols_of`, without the hidden cards."""
    symbols: i64 = 0
    offset = t.x
    for k in range(offset + start, offset + start + number):
        if t.extra[k] < UNKNOWN_CARD:
            symbols += ONE_CARD << (6 * t.board.symbol[t.extra[k]])
    return symbols


def hidden_cards(t: Table, start: i64, number: i64) -> i64:
    """Number of hidden cards among `number` cards from `start` on."""
    hidden: i64 = 0
    offset = t.x
    for k in range(offset + start, offset + start + number):
        if t.extra[k] >= UNKNOWN_CARD:
            hidden += 1
    return hidden


def set_kind(symbols: i64) -> str:
    """The kind of set of three cards: "jolly" with a jolly, "different" for three symbols, else "equal"."""
    if symbols >> 18 > 0:
        return "jolly"
    return "different" if symbols == ONE_CARD + (ONE_CARD << 6) + (ONE_CARD << 12) else "equal"


ONE_CARD: Final[i64] = 1


class SetValueBySymbols(Rule):
    """The armies for three cards by their symbols (EG-07, MON-18); 0 for cards that make no set.

    With `ladder` ("4 6 8 10 12 15") a set is worth what its number in the game says, the last figure growing by
    `ladder_step`. With `jolly_substitutes` a jolly stands for the symbol that makes the set. With `at_once` six or more
    cards are several sets, three by three as they are written (RCM-19b).
    """

    NAME: ClassVar[str] = "cards.set_value"
    VALUES: ClassVar[dict[str, object]] = {"ladder": "numbers"}
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(
        self, three_cannons: int = 4, three_infantry: int = 6, three_cavalry: int = 8, one_of_each: int = 10,
        jolly_pair: int = 12, jolly_any: int = 0, three_jolly: int = 0, jolly_substitutes: bool = False,
        ladder: str = "", ladder_step: int = 5, at_once: bool = False,
    ) -> None:  # fmt: skip
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

    def sum_name(self) -> str:
        return "set"

    def reads_cards(self) -> bool:
        return True

    def set_armies(self, symbols: i64) -> i64:
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
            return self.three_infantry if jolly == 0 else self.pair_value(self.three_infantry)
        if cavalry + jolly == 3 and (jolly == 0 or cavalry == 2):
            return self.three_cavalry if jolly == 0 else self.pair_value(self.three_cavalry)
        if cannons + jolly == 3 and (jolly == 0 or cannons == 2):
            return self.three_cannons if jolly == 0 else self.pair_value(self.three_cannons)
        if jolly > 0:
            return self.one_of_each if self.jolly_substitutes else self.jolly_any
        return self.one_of_each if infantry == 1 and cavalry == 1 else 0

    def pair_value(self, equal: i64) -> i64:
        """The value of a jolly with two equal cards, of which three would be worth `equal`."""
        return equal if self.jolly_substitutes else self.jolly_pair

    def greatest_value(self, symbols: i64, hidden: i64) -> i64:
        """The greatest value of these symbols with `hidden` unknown cards."""
        if hidden == 0:
            return self.set_armies(symbols)
        greatest: i64 = 0
        for symbol in range(4):
            value = self.greatest_value(symbols + (ONE_CARD << (6 * symbol)), hidden - 1)
            greatest = value if value > greatest else greatest
        return greatest

    def can_be_worth(self, symbols: i64, hidden: i64, value: i64) -> bool:
        """True if these symbols with `hidden` unknown cards can be worth exactly `value`."""
        if hidden == 0:
            return self.set_armies(symbols) == value
        for symbol in range(4):  # noqa: SIM110 (a generator is slow here)
            if self.can_be_worth(symbols + (ONE_CARD << (6 * symbol)), hidden - 1, value):
                return True
        return False

    def is_claim_possible(self, t: Table) -> bool:
        """True if the exchange, whatever its hidden cards are, can be worth the armies claimed."""
        value = t.a
        if value < 0:
            return True
        if len(self.ladder) > 0:
            return value == self.ladder_value(t)
        count = t.n
        if count == self.set_size(t):
            return self.can_be_worth(known_symbols(t, 0, count), hidden_cards(t, 0, count), value)
        return value <= self.upper_bound(t, t.actor)

    def ladder_value(self, t: Table) -> i64:
        """The armies that the ladder gives for the next set."""
        place = t.set_count
        if place < len(self.ladder):
            return self.ladder[place]
        return self.ladder[-1] + (place - len(self.ladder) + 1) * self.ladder_step

    def upper_bound(self, t: Table, player: i64) -> i64:
        size = self.set_size(t)
        total: i64 = 0
        count = t.n
        for start in range(0, count, size):
            if size <= 3:
                total += self.greatest_value(known_symbols(t, start, size), hidden_cards(t, start, size))
        return self.ladder_value(t) if total > 0 and len(self.ladder) > 0 else total

    def upper_bound_any_cards(self, t: Table) -> i64:
        count = t.n
        return self.ladder_value(t) if len(self.ladder) > 0 else self.greatest_value(0, 3) * (count // 3)

    def set_size(self, t: Table) -> i64:
        """Cards in each of the sets that the exchange consists of."""
        count = t.n
        return 3 if self.at_once and count > 3 and count % 3 == 0 else count

    def amount(self, t: Table, player: i64) -> i64:
        size = self.set_size(t)
        set_armies: i64 = 0
        start: i64 = 0
        count = t.n
        while start < count:
            value = self.set_armies(symbols_of(t, start, size))
            if value < 0:
                return 0
            set_armies += value
            start += size
        return set_armies if set_armies == 0 or len(self.ladder) == 0 else self.ladder_value(t)

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("set", self.amount(t, player))]

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        size = self.set_size(t)
        hidden: i64 = 0
        start: i64 = 0
        count = t.n
        while start < count:
            hidden_in_set = hidden_cards(t, start, size)
            hidden += hidden_in_set
            if size > 3 or self.greatest_value(known_symbols(t, start, size), hidden_in_set) == 0:
                return ILLEGAL
            start += size
        if hidden == 0:
            return FINE
        return UNDECIDABLE if self.is_claim_possible(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        value, count, offset = t.a, t.n, t.x
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "cards": Cards([t.extra[k] for k in range(offset, offset + count)]),
            "declared": value,
            "computed": self.amount(t, t.actor),
        }
        if count == 3:
            facts["stage"] = set_kind(known_symbols(t, 0, count))
        if self.check(t) == ILLEGAL and not self.is_claim_possible(t) and self.upper_bound(t, t.actor) > 0:
            facts["wording"] = "never"
            facts["most"] = self.upper_bound(t, t.actor)
            return facts
        if self.check(t) == ILLEGAL:
            facts["wording"] = "no_set"
            facts["figures"] = Figures([t.board.symbol[t.extra[k]] for k in range(offset, offset + count)])
        elif value < 0:
            facts["wording"] = "unstated"
        if count != 3 and count != 3 * (count // 3):
            facts["rests"] = ""  # whatever the sets are worth, they are of three cards
        if count == self.set_size(t) and len(self.ladder) == 0:
            facts["option"] = self.option(symbols_of(t, 0, count))
        return facts

    def option(self, symbols: i64) -> str:
        """The option that sets the value of three cards; "-" if they make no set under any values."""
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


def makes_claimed_set(t: Table, symbols: i64) -> bool:
    """True if cards of these symbols can be the exchange, by the armies that are claimed for it; if none are, a set."""
    value, count = t.a, t.n
    for rule in t.set_terms:
        if isinstance(rule, SetValueBySymbols) and count == rule.set_size(t):
            armies = rule.set_armies(symbols)
            is_counted = value < 0 or len(rule.ladder) > 0 or not rule.is_claim_possible(t)
            return armies > 0 if is_counted else armies == value
    return True


def own_cards_left(t: Table, player: i64, symbol: i64) -> i64:
    """Number of the player's territories whose cards have this symbol and are not among those exchanged openly."""
    number: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player and t.board.symbol[land] == symbol:
            number += 1
    for k in range(t.x, t.x + t.n):
        card = t.extra[k]
        if card < LANDS and t.owner[card] == player and t.board.symbol[card] == symbol:
            number -= 1
    return number


def most_own_cards(t: Table, player: i64, symbols: i64, hidden: i64) -> i64:
    """The most of `hidden` cards that can be of the player's territories, where they make the claimed set with others.

    `symbols` are those of the others.
    """
    own = [own_cards_left(t, player, symbol) for symbol in range(3)]
    most: i64 = 0
    for infantry in range(hidden + 1):
        for cavalry in range(hidden + 1 - infantry):
            for cannons in range(hidden + 1 - infantry - cavalry):
                jolly = hidden - infantry - cavalry - cannons
                added = infantry + (cavalry << 6) + (cannons << 12) + (jolly << 18)
                number = min(infantry, own[0]) + min(cavalry, own[1]) + min(cannons, own[2])
                if number > most and makes_claimed_set(t, symbols + added):
                    most = number
    return most


class TerritoryBonus(Rule):
    """`each` armies for every exchanged card of a territory that the player holds (EG-07, MON-19).

    `per` "card" counts each such card, "set" one per set, "redemption" one for all sets played without placing between.
    """

    NAME: ClassVar[str] = "cards.territory_bonus"
    VALUES: ClassVar[dict[str, object]] = {"per": ("card", "set", "redemption")}
    COUNTS_SETS: ClassVar[bool] = True

    def __init__(self, each: int = 2, per: str = "card") -> None:
        super().__init__()
        self.each: i64 = each
        self.per_card = per == "card"
        self.per_redemption = per == "redemption"

    def sum_name(self) -> str:
        return "set_bonus"

    def amount(self, t: Table, player: i64) -> i64:
        armies: i64 = 0
        if self.per_redemption and t.bonus_given == 1:
            return armies
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            card = t.extra[k]
            if card < LANDS and t.owner[card] == player:
                if not self.per_card:
                    return self.each
                armies += self.each
        return armies

    def upper_bound(self, t: Table, player: i64) -> i64:
        minimum = self.amount(t, player)
        count = t.n
        hidden = hidden_cards(t, 0, count)
        if hidden == 0 or (self.per_redemption and t.bonus_given == 1):
            return minimum
        own = most_own_cards(t, player, known_symbols(t, 0, count), hidden)
        return minimum + own * self.each if self.per_card else self.each if own > 0 else minimum

    def upper_bound_any_cards(self, t: Table) -> i64:
        count = t.n
        return count * self.each if self.per_card else self.each

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []
        if self.per_redemption and t.bonus_given == 1:
            return lines
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            card = t.extra[k]
            if card < LANDS and t.owner[card] == player and (self.per_card or len(lines) == 0):
                lines.append((f"territory:{card}", self.each))
        return lines

    def facts(self, t: Table) -> dict[str, object]:
        bonus, count, offset = t.b, t.n, t.x
        least, most = self.amount(t, t.actor), self.upper_bound(t, t.actor)
        return {
            "player": Colour(t.actor),
            "cards": Cards([t.extra[k] for k in range(offset, offset + count)]),
            "declared": bonus,
            "computed": least if bonus <= least else most,
            **({} if least == most else {"wording": "least" if bonus < least else "most"}),
        }


class SetsPerTurn(Rule):
    """At most `most` sets in a turn (EG-07: one)."""

    NAME: ClassVar[str] = "cards.sets_per_turn"

    def __init__(self, most: int = 1) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return [TRIS]

    def check(self, t: Table) -> i64:
        return ILLEGAL if t.sets >= self.most and t.is_own_turn() else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "most": self.most, "found": t.sets + 1}

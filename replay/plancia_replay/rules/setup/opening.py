"""Before the first turn: players, order, deal, placement."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import (
    DEAL,
    DEAL_REDRAW,
    DEAL_SKIPPED,
    DEAL_SWAP,
    DRAFT,
    ORDER,
    PICK,
    ROLL,
    ROLL_DUMMY,
    ROLL_LOT,
    SET,
    TURN,
)
from plancia_replay.kernel.facts import Colour, Colours, Continent, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, WITHDRAWN, Table


class PlayersCount(Rule):
    """As many players as the variant is for, all of them in the order; `allowed` is such as "4 5 6" (MON-02)."""

    NAME: ClassVar[str] = "players.count"

    def __init__(self, allowed: str = "3 4 5 6") -> None:
        super().__init__()
        self.allowed = allowed
        self.counts = [int(word) for word in allowed.split()]

    def kinds(self) -> list[int]:
        return [ORDER]

    def finding(self, t: Table) -> i64:
        count = t.n
        return FINE if int(t.players) in self.counts and count == t.players else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n
        return {"found": count, "needed": self.allowed if int(t.players) not in self.counts else t.players}


def level(t: Table, one: i64, other: i64) -> bool:
    """Do the other's first throws equal all of this colour's? A colour's throws are one number, base 7."""
    count = t.throws[one]
    if one == other or count == 0 or t.throws[other] < count:
        return False
    weight: i64 = 282475249  # that of the first throw, 7 to the 10th
    for _ in range(count - 1):
        weight = weight // 7
    return t.rolled[other] - t.rolled[other] % weight == t.rolled[one]


class OrderByRoll(Rule):
    """Play goes by descending order throw, ties thrown again among the tied (EG-01, MON-04).

    One die each: nobody else throws again, and of those who are level nobody is left out. Once play has begun the
    order stands. With `rest` "doubtful" it is certain only that the highest begins: how the others follow is assumed.
    """

    NAME: ClassVar[str] = "order.by_roll"

    def __init__(self, rest: str = "descending") -> None:
        super().__init__()
        self.doubtful = rest == "doubtful"

    def kinds(self) -> list[int]:
        return [ROLL, ORDER]

    def wrong(self, t: Table) -> i64:
        """The first colour that sits after a lower throw, -1 none, -2 a throw is missing, -3 an unresolved tie."""
        count, first = t.n, t.x
        for k in range(first, first + count):
            if t.throws[t.extra[k]] == 0:
                return -2
        for k in range(first, first + count):
            for other in range(first, first + count):
                if level(t, t.extra[k], t.extra[other]):
                    return -3
        for k in range(first + 1, first + count):
            previous_roll = t.rolled[t.extra[k - 1]]
            roll = t.rolled[t.extra[k]]
            if previous_roll < roll:
                return t.extra[k]
        return -1

    def untied(self, t: Table) -> i64:
        """A colour that throws again without being level with another, or -1."""
        count, first = t.n, t.x
        for k in range(first, first + count, 2):
            alone = t.throws[t.extra[k]] > 0
            for other in range(6):
                if alone and level(t, t.extra[k], other):
                    alone = False
            if alone:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        if t.op == ROLL:
            purpose = t.a
            return (
                ILLEGAL
                if purpose != ROLL_DUMMY and purpose != ROLL_LOT and t.turns == 0 and self.untied(t) >= 0
                else FINE
            )
        if t.turns > 0:
            return ILLEGAL
        wrong = self.wrong(t)
        if wrong == -1:
            return FINE
        if wrong == -2:
            return UNDECIDABLE
        count = t.n
        return ASSUMED if self.doubtful and count == t.players and self.highest_begins(t) else ILLEGAL

    def highest_begins(self, t: Table) -> bool:
        """True if no other player has thrown as much as the first in the order."""
        count, first = t.n, t.x
        for k in range(first + 1, first + count):  # noqa: SIM110 (a generator is slow here)
            if t.rolled[t.extra[k]] >= t.rolled[t.extra[first]]:
                return False
        return True

    def facts(self, t: Table) -> dict[str, object]:
        count, first = t.n, t.x
        if t.op == ROLL:
            return {
                "player": Colour(self.untied(t)),
                "order": Colours([t.extra[k] for k in range(first, first + count, 2)]),
            }
        wrong = self.wrong(t)
        return {
            "player": Colour(wrong if wrong >= 0 else t.extra[first]),
            "order": Colours([t.extra[k] for k in range(first, first + count)]),
        }


def first_placement(t: Table) -> bool:
    """True before the first armies of the set-up are added, when the deal is complete."""
    if t.turns > 0:
        return False
    for colour in range(6):  # noqa: SIM110 (a generator is slow here)
        if t.setup_turns[colour] > 0:
            return False
    return True


def left_by_all(t: Table) -> i64:
    """How many territories are neutral and always were: those of who withdrew before play are not among them."""
    found = t.lands[NEUTRAL]
    for land in range(LANDS):
        if t.owner[land] == NEUTRAL and t.abandoned[land] == 1:
            found -= 1
    return found


def players_left(t: Table) -> i64:
    """Number of players who have left the game."""
    found: i64 = 0
    for colour in range(6):
        if t.at_table[colour] == 1 and t.status[colour] != ACTIVE:
            found += 1
    return found


class DealEven(Rule):
    """The cards are dealt evenly; the odd ones go to the `start` of the deal: "first", "last" or "any" (MON-05).

    All are dealt: none stays with nobody, or neutral. Who has withdrawn, and his territories, are not asked about.
    """

    NAME: ClassVar[str] = "deal.even"

    def __init__(self, start: str = "any") -> None:
        super().__init__()
        self.from_last = start == "last"
        self.anywhere = start == "any"

    def kinds(self) -> list[int]:
        return [SET, TURN]

    def due(self, t: Table, colour: i64) -> i64:
        """Territories due to a colour by its seat."""
        size: i64 = len(t.order)
        share = LANDS // size
        odd = LANDS % size
        seat = t.seat[colour]
        place = size - 1 - seat if self.from_last else seat
        return share + (1 if place < odd else 0)

    def wrong(self, t: Table) -> i64:
        """The first colour with more or fewer territories than due, or -1."""
        for k in range(len(t.order)):
            colour = t.order[k]
            if t.status[colour] == WITHDRAWN:
                continue
            if self.anywhere:
                share = LANDS // int(t.players)
                if t.lands[colour] < share or t.lands[colour] > share + 1:
                    return colour
            elif t.lands[colour] != self.due(t, colour):
                return colour
        if t.assigned - left_by_all(t) == LANDS:
            return -1
        for k in range(len(t.order)):
            if t.lands[t.order[k]] < self.due(t, t.order[k]) and t.status[t.order[k]] != WITHDRAWN:
                return t.order[k]
        return -1

    def finding(self, t: Table) -> i64:
        if t.turns > 0 or len(t.order) == 0 or not first_placement(t):
            return FINE
        return FINE if self.wrong(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colour = self.wrong(t)
        return {"player": Colour(colour), "found": t.lands[colour], "needed": self.due(t, colour)}


class DealFree(Rule):
    """A territory is given out once, and before play begins; a swap says that it is one (EG-02)."""

    NAME: ClassVar[str] = "deal.free"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [DEAL, PICK, DRAFT]

    def wrong(self, t: Table) -> i64:
        """The first territory that somebody holds already, or -1."""
        if t.op == PICK:
            land = t.a
            return land if t.owner[land] >= 0 else -1
        if t.op == DRAFT:
            card = t.c
            return card if card < LANDS and t.owner[card] >= 0 else -1
        count, first = t.n, t.x
        for k in range(first, first + count):
            if t.extra[k] < LANDS and t.owner[t.extra[k]] >= 0:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        if t.turns > 0:
            return ILLEGAL
        method = t.b
        if t.op == DEAL and method in (DEAL_SWAP, DEAL_REDRAW, DEAL_SKIPPED):
            return FINE
        return FINE if self.wrong(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong(t)
        if land < 0:  # nobody's: it is the time that is wrong
            territory, card, first = t.a, t.c, t.x
            land = territory if t.op == PICK else card if t.op == DRAFT else t.extra[first]
        return {
            "territory": Land(land),
            "owner": Colour(t.owner[land] if land < LANDS else -1),
            "player": Colour(t.actor),
        }


class MaxShare(Rule):
    """Nobody starts with more than `percent` of a continent (MON-06)."""

    NAME: ClassVar[str] = "deal.max_share"

    def __init__(self, percent: int = 50) -> None:
        super().__init__()
        self.percent: i64 = percent

    def kinds(self) -> list[int]:
        return [SET, TURN]

    def wrong(self, t: Table) -> i64:
        """Colour x 8 + continent of the first share that is too large, or -1."""
        for colour in range(6):
            for continent in range(t.board.continents):
                place = colour * 8 + continent
                if t.continent_lands[place] * 100 > t.board.continent_size[continent] * self.percent:
                    return place
        return -1

    def finding(self, t: Table) -> i64:
        if t.turns > 0 or not first_placement(t):
            return FINE
        return FINE if self.wrong(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        place = self.wrong(t)
        size = t.board.continent_size[place % 8]
        return {
            "player": Colour(place // 8),
            "continent": Continent(place % 8),
            "found": t.continent_lands[place],
            "most": size * self.percent // 100,
            "needed": size * self.percent // 100,
        }

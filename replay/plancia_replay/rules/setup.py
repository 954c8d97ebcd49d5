"""Before the first turn: players, order, deal, placement, objectives."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table


class PlayersCount(Rule):
    """As many players as the variant is for; `allowed` is a list such as "4 5 6" (MON-02)."""

    NAME: ClassVar[str] = "players.count"

    def __init__(self, allowed: str = "3 4 5 6") -> None:
        super().__init__()
        self.allowed = allowed
        self.counts = [int(word) for word in allowed.split()]

    def ops(self) -> list[int]:
        return [2]

    def finding(self, t: Table) -> i64:
        return 0 if int(t.players) in self.counts else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.players, "needed": self.allowed}


class OrderByRoll(Rule):
    """Play goes by descending order throw, ties thrown again among the tied (EG-01, MON-04)."""

    NAME: ClassVar[str] = "order.by_roll"

    def ops(self) -> list[int]:
        return [1, 2]

    def wrong(self, t: Table) -> i64:
        """The first colour that sits after a lower throw, -1 none, -2 a throw is missing, -3 an unresolved tie."""
        for k in range(t.x, t.x + t.n):
            if t.throws[t.extra[k]] == 0:
                return -2
        for k in range(t.x + 1, t.x + t.n):
            before = t.rolled[t.extra[k - 1]]
            here = t.rolled[t.extra[k]]
            if before == here:
                return -3
            if before < here:
                return t.extra[k]
        return -1

    def untied(self, t: Table) -> i64:
        """A colour that throws a tie again without being tied with another of that throw, or -1."""
        for k in range(t.x, t.x + t.n, 2):
            alone = True
            for other in range(t.x, t.x + t.n, 2):
                if other != k and t.rolled[t.extra[other]] == t.rolled[t.extra[k]]:
                    alone = False
            if alone and t.throws[t.extra[k]] > 0:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        if t.op == 1:
            return 1 if t.a == 1 and t.turns == 0 and self.untied(t) >= 0 else 0
        wrong = self.wrong(t)
        if wrong == -1:
            return 0
        return 2 if wrong == -2 else 1

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == 1:
            return {"player": self.untied(t), "order": [t.extra[k] for k in range(t.x, t.x + t.n, 2)]}
        wrong = self.wrong(t)
        return {"player": wrong if wrong >= 0 else t.extra[t.x], "order": [t.extra[k] for k in range(t.x, t.x + t.n)]}


def first_placement(t: Table) -> bool:
    """True before the first armies of the set-up are added, when the deal is complete."""
    for colour in range(6):
        if t.setup_turns[colour] > 0:
            return False
    return t.turns == 0


class DealEven(Rule):
    """The cards are dealt evenly; the odd ones go to the `start` of the deal: "first", "last" or "any" (MON-05)."""

    NAME: ClassVar[str] = "deal.even"

    def __init__(self, start: str = "any") -> None:
        super().__init__()
        self.from_last = start == "last"
        self.anywhere = start == "any"

    def ops(self) -> list[int]:
        return [7, 10]

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
            if self.anywhere:
                share = LANDS // int(t.players)
                if t.lands[colour] < share or t.lands[colour] > share + 1:
                    return colour
            elif t.lands[colour] != self.due(t, colour):
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if len(t.order) == 0 or t.lands[NEUTRAL] > 0 or not first_placement(t):
            return 0
        return 0 if self.wrong(t) < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        colour = self.wrong(t)
        return {"player": colour, "found": t.lands[colour], "needed": self.due(t, colour)}


class DealFree(Rule):
    """A territory is given out once; a swap says that it is one (EG-02)."""

    NAME: ClassVar[str] = "deal.free"

    def ops(self) -> list[int]:
        return [3, 4, 5]

    def wrong(self, t: Table) -> i64:
        """The first territory that somebody holds already, or -1."""
        if t.op == 4:
            return t.a if t.owner[t.a] >= 0 else -1
        if t.op == 5:
            return t.c if t.c < LANDS and t.owner[t.c] >= 0 else -1
        for k in range(t.x, t.x + t.n):
            if t.extra[k] < LANDS and t.owner[t.extra[k]] >= 0:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        if t.op == 3 and (t.b == 1 or t.b == 4 or t.b == 5):
            return 0
        return 0 if self.wrong(t) < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong(t)
        return {"territory": land, "owner": t.owner[land], "player": t.actor}


class MaxShare(Rule):
    """Nobody starts with more than `percent` of a continent (MON-06)."""

    NAME: ClassVar[str] = "deal.max_share"

    def __init__(self, percent: int = 50) -> None:
        super().__init__()
        self.percent: i64 = percent

    def ops(self) -> list[int]:
        return [7, 10]

    def wrong(self, t: Table) -> i64:
        """Colour x 8 + continent of the first share that is too large, or -1."""
        for colour in range(6):
            for continent in range(t.board.continents):
                place = colour * 8 + continent
                if t.held[place] * 100 > t.board.continent_size[continent] * self.percent:
                    return place
        return -1

    def finding(self, t: Table) -> i64:
        if not first_placement(t):
            return 0
        return 0 if self.wrong(t) < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        place = self.wrong(t)
        size = t.board.continent_size[place % 8]
        return {"player": place // 8, "continent": place % 8, "found": t.held[place],
                "most": size * self.percent // 100, "needed": size * self.percent // 100}


class Endowment(Rule):
    """The armies of the set-up, all told, by the number of players: "3:35 4:30 5:25 6:20" (EG-03).

    Where `certain` names numbers of players ("4"), a difference with another number is only assumed (FIR-09). Who
    left the game while it was set up is not asked for the rest.
    """

    NAME: ClassVar[str] = "setup.endowment"

    def __init__(self, by_players: str = "3:35 4:30 5:25 6:20", certain: str = "") -> None:
        super().__init__()
        self.certain = [int(word) for word in certain.split()]
        self.table: dict[int, int] = {}
        for row in by_players.split():
            pair = row.split(":")
            self.table[int(pair[0])] = int(pair[1])

    def topic(self) -> str:
        return "endowment"

    def amount(self, t: Table, player: i64) -> i64:
        return self.table.get(int(t.players), -1)

    def ops(self) -> list[int]:
        return [10]

    def wrong(self, t: Table) -> i64:
        """The first player who placed more or fewer than due, or -1."""
        for colour in range(6):
            if t.at_table[colour] == 0 or t.setup_placed[colour] == t.endowment:
                continue
            if t.status[colour] == 0 or t.setup_placed[colour] > t.endowment:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if t.turns > 0 or t.endowment < 0 or self.wrong(t) < 0:
            return 0
        return 3 if len(self.certain) > 0 and int(t.players) not in self.certain else 1

    def facts(self, t: Table) -> dict[str, object]:
        colour = self.wrong(t)
        return {"player": colour, "found": t.setup_placed[colour], "needed": t.endowment}


class Chunk(Rule):
    """The set-up goes `armies` at a time, fewer only for the rest (EG-03, MON-08).

    With `extra_minus` the first of these is smaller for who holds a territory more than others (FIR-08). Where
    `certain` names numbers of players, what is left of another table's endowment is only assumed (FIR-09).
    """

    NAME: ClassVar[str] = "setup.chunk"

    def __init__(self, armies: int = 3, extra_minus: int = 0, certain: str = "") -> None:
        super().__init__()
        self.certain = [int(word) for word in certain.split()]
        self.armies: i64 = armies
        self.extra_minus: i64 = extra_minus

    def ops(self) -> list[int]:
        return [7]

    def due(self, t: Table) -> i64:
        """Armies the player has to put down now."""
        rest = t.endowment - t.setup_placed[t.actor]
        chunk = self.armies
        if self.extra_minus > 0 and t.setup_turns[t.actor] == 0 and t.lands[t.actor] > LANDS // int(t.players):
            chunk -= self.extra_minus
        return rest if rest >= 0 and rest < chunk else chunk

    def finding(self, t: Table) -> i64:
        if t.actor >= 6 or t.endowment < 0:
            return 0
        if t.arriving() == self.due(t):
            return 0
        full = t.arriving() == self.armies and self.due(t) < self.armies and t.setup_turns[t.actor] > 0
        return 3 if full and len(self.certain) > 0 and int(t.players) not in self.certain else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "found": t.arriving(), "needed": self.due(t)}


class SetupGarrison(Rule):
    """At the end of the placement every player's territory holds at least `min` armies (MON-09)."""

    NAME: ClassVar[str] = "setup.garrison"

    def __init__(self, min: int = 2) -> None:
        super().__init__()
        self.least: i64 = min

    def ops(self) -> list[int]:
        return [10]

    def wrong(self, t: Table) -> i64:
        """The first territory with too few, or -1."""
        for land in range(LANDS):
            if t.owner[land] >= 0 and t.owner[land] < NEUTRAL and t.armies[land] < self.least:
                return land
        return -1

    def finding(self, t: Table) -> i64:
        if t.turns > 0:
            return 0
        return 0 if self.wrong(t) < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong(t)
        return {"territory": land, "player": t.owner[land], "found": t.armies[land], "needed": self.least}


class SetupOwnLand(Rule):
    """In the set-up armies go on one's own territories (EG-03)."""

    NAME: ClassVar[str] = "setup.own_land"

    def ops(self) -> list[int]:
        return [7]

    def finding(self, t: Table) -> i64:
        return 0 if t.foreign_land() < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        land = t.foreign_land()
        return {"territory": land, "owner": t.owner[land], "player": t.actor}


class ObjectiveUnique(Rule):
    """No two players hold the same objective, and nobody changes his own (EG-02, MON-07)."""

    NAME: ClassVar[str] = "objective.unique"

    def ops(self) -> list[int]:
        return [6]

    def finding(self, t: Table) -> i64:
        word = t.words[t.a] if t.a >= 0 else "???"
        if word == "???" or word.startswith("#"):
            return 0
        if t.goal_word[t.actor] >= 0:
            before = t.words[t.goal_word[t.actor]]
            if before != word and before != "???" and not before.startswith("#"):
                return 1
        for colour in range(6):
            if colour != t.actor and t.goal_word[colour] >= 0 and t.words[t.goal_word[colour]] == word:
                return 1
        return 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "objective": t.words[t.a] if t.a >= 0 else "???"}


class ObjectiveListed(Rule):
    """The objective is one of the list in play (EG-16, MON-07)."""

    NAME: ClassVar[str] = "objective.listed"

    def ops(self) -> list[int]:
        return [6]

    def finding(self, t: Table) -> i64:
        word = t.words[t.a] if t.a >= 0 else "???"
        if word == "???" or word.startswith("#"):
            return 2
        return 0 if word in t.goals else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "objective": t.words[t.a] if t.a >= 0 else "???"}

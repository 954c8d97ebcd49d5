"""Points by classes of territory, by a table of continents, by armies and by cards."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ROLL, ROLL_LOT
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table


class TerritoryClasses(Rule):
    """A territory counts by its class: objective, beside an objective's not held, protected, plain (FIR-26).

    Each has one class, the highest. With `stack` "protected" a protected one counts that beside its class, with "all"
    every class that fits is added.
    """

    NAME: ClassVar[str] = "score.classes"
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"stack": ("none", "protected", "all")}

    def __init__(
        self, plain: int = 10, near: int = 15, protected: int = 15, objective: int = 35, stack: str = "none"
    ) -> None:
        super().__init__()
        self.plain: i64 = plain
        self.near: i64 = near
        self.protected: i64 = protected
        self.objective: i64 = objective
        self.all = stack == "all"
        self.both = stack == "protected"

    def topic(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def is_near(self, t: Table, player: i64, land: i64) -> bool:
        """True if the territory borders one of the objective that the player does not hold."""
        for k in range(t.degree[land]):
            near = t.neighbours[land * 8 + k]
            if t.goal[player * LANDS + near] == 1 and t.owner[near] != player:
                return True
        return False

    def worth(self, t: Table, player: i64, land: i64) -> i64:
        """Points of a territory of the player's."""
        goal = self.objective if t.goal[player * LANDS + land] == 1 else 0
        near = self.near if self.is_near(t, player, land) else 0
        safe: i64 = self.protected if not t.borders_enemy(land, player) else 0
        plain = self.plain if goal == 0 and near == 0 else 0
        if self.all:
            return goal + near + safe + plain
        best = goal
        for other in (near, 0 if self.both else safe, plain):
            if other > best:
                best = other
        return best + safe if self.both else best

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for land in range(LANDS):
            if t.owner[land] == player:
                points += 2 * self.worth(t, player, land)
        return points

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [
            (f"territory:{land}", 2 * self.worth(t, player, land)) for land in range(LANDS) if t.owner[land] == player
        ]


class ContinentTable(Rule):
    """Points of each continent held, in the order of the board (FIR-27); with `each` so many a territory (ONE-24)."""

    NAME: ClassVar[str] = "score.continents"

    def __init__(self, points: str = "", each: int = 0) -> None:
        super().__init__()
        self.points = [int(word) for word in points.split()]
        self.each: i64 = each

    def topic(self) -> str:
        return "score"

    def worth(self, t: Table, continent: i64) -> i64:
        """Points of a continent."""
        if self.each > 0:
            return self.each * t.board.continent_size[continent]
        return self.points[continent] if continent < len(self.points) else 0

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for k in range(t.board.continents):
            if t.continent_lands[player * 8 + k] == t.board.continent_size[k]:
                points += 2 * self.worth(t, k)
        return points

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [
            (f"continent:{k}", 2 * self.worth(t, k)) for k in range(t.board.continents)
            if t.continent_lands[player * 8 + k] == t.board.continent_size[k]
        ]  # fmt: skip


class ArmyPoints(Rule):
    """Half points for each army on the board: `halves` each (FIR-28)."""

    NAME: ClassVar[str] = "score.armies"

    def __init__(self, halves: int = 1) -> None:
        super().__init__()
        self.halves: i64 = halves

    def topic(self) -> str:
        return "score"

    def amount(self, t: Table, player: i64) -> i64:
        return self.halves * t.army_total[player]

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("armies", self.halves * t.army_total[player])]


class CardPoints(Rule):
    """Points for each card held at the end (FIR-28)."""

    NAME: ClassVar[str] = "score.cards"

    def __init__(self, each: int = 1) -> None:
        super().__init__()
        self.each: i64 = each

    def topic(self) -> str:
        return "score"

    def amount(self, t: Table, player: i64) -> i64:
        return 2 * self.each * t.hand_size[player]

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("cards", 2 * self.each * t.hand_size[player])]


class LotNeeded(Rule):
    """A lot is drawn only between the players, all of them, whom score and keys leave equal at the top (FIR-25).

    A lot that is tied itself is drawn again between those who tied in it.
    """

    NAME: ClassVar[str] = "tiebreak.lot_needed"
    ABOUT_SCORES: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [ROLL]

    def finding(self, t: Table) -> i64:
        purpose = t.a
        if purpose != ROLL_LOT or t.turns == 0:
            return FINE
        for colour in range(6):
            if t.plays(colour) and t.score_hidden(colour):
                return UNDECIDABLE
        return FINE if self.wrong(t) < 0 else ILLEGAL

    def wrong(self, t: Table) -> i64:
        """Who draws and is out of it, or does not draw and is ahead of or level with those who do; -1 for nobody."""
        count, start = t.n, t.x
        first = t.extra[start]
        for k in range(start, start + count, 2):
            colour = t.extra[k]
            if not t.plays(colour) or self.better(t, first, colour):
                return colour
            if self.better(t, colour, first):
                return first
        for colour in range(6):
            if t.plays(colour) and not self.draws(t, colour) and not self.better(t, first, colour):
                return colour
        return -1 if count > 2 else first

    def draws(self, t: Table, colour: i64) -> bool:
        """True if the lot has a die of this colour."""
        count, first = t.n, t.x
        for k in range(first, first + count, 2):  # noqa: SIM110 (a generator is slow here)
            if t.extra[k] == colour:
                return True
        return False

    def better(self, t: Table, one: i64, other: i64) -> bool:
        """True if one is ahead of the other by score, or by the tie-break keys, earlier lots included."""
        mine = t.total(t.score_terms, one)
        yours = t.total(t.score_terms, other)
        if mine != yours:
            return mine > yours
        return t.total(t.tie_terms, one) > t.total(t.tie_terms, other)

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(self.wrong(t))}

"""Scores in half points, tie-breaks and ranking bonuses."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, MAX_CONTINENTS, MAX_NEIGHBOURS, Table


class TerritoryPoints(Rule):
    """A territory counts the number of its borders, with `objective_only` only in the objective (MON-25, 26).

    With `value` "one" it is worth one point, whatever its borders; what doubles it doubles that.
    """

    NAME: ClassVar[str] = "score.territories"
    VALUES: ClassVar[dict[str, object]] = {"value": ("borders", "one")}
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"value": ("borders", "one")}

    def __init__(self, objective_only: bool = True, value: str = "borders") -> None:
        super().__init__()
        self.objective_only = objective_only
        self.one_point = value == "one"

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return self.objective_only

    def counts(self, t: Table, player: i64, land: i64) -> bool:
        """True if a territory of the player scores for him."""
        return not self.objective_only or t.goal[player * LANDS + land] == 1

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for land in range(LANDS):
            if t.owner[land] == player and self.counts(t, player, land):
                points += 2 * land_points(t, land)
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []
        for land in range(LANDS):
            if t.owner[land] == player and self.counts(t, player, land):
                lines.append((f"territory:{land}", 2 * land_points(t, land)))
        return lines

    def facts(self, t: Table) -> dict[str, object]:
        half_points = t.a
        return {"player": Colour(t.actor), "declared": half_points, "computed": t.total(t.score_terms, t.actor)}


def held_continents(t: Table, player: i64) -> list[int]:
    """The numbers of the continents that a player holds whole."""
    sizes = t.board.continent_size
    return [k for k in range(len(sizes)) if t.continent_lands[player * MAX_CONTINENTS + k] == sizes[k]]


def land_points(t: Table, land: i64) -> i64:
    """The points of a territory before it is doubled: the number of its borders, or one."""
    for rule in t.score_terms:
        if isinstance(rule, TerritoryPoints) and rule.one_point:
            return 1
    return t.degree[land]


class WinnerBonus(Rule):
    """Points added in the ranking to the winner of a game (MON-27)."""

    NAME: ClassVar[str] = "ranking.winner_bonus"

    def __init__(self, points: int = 5) -> None:
        super().__init__()
        self.points: i64 = points

    def sum_name(self) -> str:
        return "ranking"

    def amount(self, t: Table, player: i64) -> i64:
        return 2 * self.points if t.winner == player else 0

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("winner", 2 * self.points)] if t.winner == player else []


def is_beside(t: Table, land: i64, player: i64) -> bool:
    """True if the territory borders one of the player's."""
    for k in range(t.degree[land]):  # noqa: SIM110 (a generator is slow here)
        if t.owner[t.neighbours[land * MAX_NEIGHBOURS + k]] == player:
            return True
    return False


class TieBreak(Rule):
    """The keys that break ties between equal scores, in order; the greater value wins.

    `outside` points outside one's objective, `later` the later seat, `territories`, `armies`, `objective` territories
    of it held, `near` territories of it not held that border one's own, `protected` territories without enemy
    neighbours, `lot` the die thrown for it (TOR-11, FIR-25).
    """

    NAME: ClassVar[str] = "tiebreak.keys"
    VALUES: ClassVar[dict[str, object]] = {
        "keys": ["objective", "territories", "near", "protected", "armies", "lot", "outside", "later"]
    }
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"keys": ("outside later", "outside")}

    def __init__(self, keys: str = "outside later") -> None:
        super().__init__()
        self.keys = keys.split()

    def sum_name(self) -> str:
        return "tiebreak"

    def amount(self, t: Table, player: i64) -> i64:
        total: i64 = 0
        for key in self.keys:
            total = total * 1000 + self.value(t, player, key)
        return total

    def value(self, t: Table, player: i64, key: str) -> i64:
        """The value of a key for a player, below 1000; the greater value wins."""
        if key == "later":
            return t.seat[player] + 1
        if key == "territories":
            return t.lands[player]
        if key == "armies":
            return t.army_total[player]
        if key == "lot":
            return t.lot[player]
        if key == "objective" or key == "near" or key == "protected":
            return self.lands(t, player, key)
        points: i64 = 0
        for land in range(LANDS):
            if t.owner[land] == player and t.goal[player * LANDS + land] == 0:
                points += t.degree[land]
        return points

    def lands(self, t: Table, player: i64, key: str) -> i64:
        """Number of territories that count for the key "objective", "near" or "protected"."""
        count: i64 = 0
        for land in range(LANDS):
            goal = t.goal[player * LANDS + land] == 1
            if key == "near":
                if goal and t.owner[land] != player and is_beside(t, land, player):
                    count += 1
            elif t.owner[land] == player and (goal if key == "objective" else not t.borders_enemy(land, player)):
                count += 1
        return count

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(key, self.value(t, player, key)) for key in self.keys]

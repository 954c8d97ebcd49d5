"""Strips of bordering territories: their points, those of continents, and how a strip is declared."""

from __future__ import annotations

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from plancia_events.ops import OVER, STRIP
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, Table, zeros
from plancia_replay.rules.scoring.points import land_points


def components(t: Table, player: i64) -> vec[i64]:
    """For each territory the number (from 1) of the player's connected group it lies in, 0 where not his."""
    found = zeros(LANDS)
    group: i64 = 0
    stack = zeros(LANDS)
    for first in range(LANDS):
        if t.owner[first] != player or found[first] > 0:
            continue
        group += 1
        found[first] = group
        stack[0] = first
        size: i64 = 1
        while size > 0:
            size -= 1
            land = stack[size]
            for k in range(t.degree[land]):
                near = t.neighbours[land * 8 + k]
                if t.owner[near] == player and found[near] == 0:
                    found[near] = group
                    stack[size] = near
                    size += 1
    return found


def chosen_strip(t: Table, player: i64) -> list[int]:
    """What is left of the strip the player chose; empty where he chose none or what is left is no strip any more."""
    found: list[int] = []
    if t.strip_known[player] == 1:
        for land in range(LANDS):
            if t.strip[player * LANDS + land] == 1 and t.owner[land] == player:
                found.append(int(land))
    return found if len(found) > 1 and connected(t, found) else []


def doubled_once(t: Table) -> bool:
    """True if the objective doubles its territories, so that a strip adds nothing to them."""
    for term in t.score_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, ObjectiveDoubles) and not term.stack:
            return True
    return False


def strip_of(t: Table, player: i64, largest: bool) -> vec[i64]:
    """1 for each territory of the strip that counts: the one chosen, else the best (by points, or by number first).

    A chosen strip is of territories that border one another: one that borders none of the player's is in none. The
    points are those that the strip adds: none where the objective doubles a territory already (RCM-48).
    """
    marks = zeros(LANDS)
    chosen = [] if largest else chosen_strip(t, player)
    if len(chosen) > 0:
        for kept in chosen:
            marks[kept] = 1
        return marks
    groups = components(t, player)
    least: i64 = 1 if largest else 2
    best: i64 = 0
    worth: i64 = -1
    double = doubled_once(t)
    for group in range(1, LANDS + 1):
        count: i64 = 0
        points: i64 = 0
        for land in range(LANDS):
            if groups[land] == group:
                count += 1
                if not double or t.goal[player * LANDS + land] == 0:
                    points += land_points(t, land)
        value = count * 1000 + points if largest else points
        if count >= least and value > worth:
            worth = value
            best = group
    for land in range(LANDS):
        if best > 0 and groups[land] == best:
            marks[land] = 1
    return marks


def hanging(t: Table, lands: list[int]) -> list[int]:
    """The territories of these that hang together with the first by their borders, itself among them."""
    reached = lands[:1]
    for land in reached:
        for other in lands:
            if other not in reached and t.adjacent[land * LANDS + other] == 1:
                reached.append(other)
    return reached


def connected(t: Table, lands: list[int]) -> bool:
    """True where the territories hang together by their borders."""
    return len(lands) > 0 and len(hanging(t, lands)) == len(set(lands))


def is_path(t: Table, lands: list[int]) -> bool:
    """True where each territory borders the one named before it, none twice."""
    for k in range(1, len(lands)):
        if t.adjacent[lands[k - 1] * LANDS + lands[k]] == 0:
            return False
    return len(set(lands)) == len(lands)


class StripDoubles(Rule):
    """The territories of one strip count once more: the one chosen, or the "largest" (RCM-46, RCM-47, ONE-23)."""

    NAME: ClassVar[str] = "score.strip"

    def __init__(self, select: str = "player") -> None:
        super().__init__()
        self.largest = select == "largest"

    def topic(self) -> str:
        return "score"

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        if t.undoubled[player] == 1 or t.lands[player] == 0:
            return points
        marks = strip_of(t, player, self.largest)
        for land in range(LANDS):
            if marks[land] == 1:
                points += 2 * land_points(t, land)
        return points

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        if t.undoubled[player] == 1 or t.lands[player] == 0:
            return []
        marks = strip_of(t, player, self.largest)
        return [(f"strip:{land}", 2 * land_points(t, land)) for land in range(LANDS) if marks[land] == 1]


class StripShape(Rule):
    """A chosen strip: own territories, each bordering another; with `shape` "path" each bordering the next (RCM-46)."""

    NAME: ClassVar[str] = "strip.shape"

    def __init__(self, shape: str = "component") -> None:
        super().__init__()
        self.path = shape == "path"

    def kinds(self) -> list[int]:
        return [STRIP]

    def lands(self, t: Table) -> list[int]:
        """The territories named."""
        count, first = t.n, t.x
        return [int(t.extra[k]) for k in range(first, first + count)]

    def foreign_territory(self, t: Table) -> i64:
        """A territory named that is not the player's, or -1."""
        count, first = t.n, t.x
        for k in range(first, first + count):
            if t.owner[t.extra[k]] != t.actor:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        count = t.n
        if self.foreign_territory(t) >= 0 or count < 2:
            return ILLEGAL
        lands = self.lands(t)
        good = is_path(t, lands) if self.path else connected(t, lands)
        return FINE if good else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n
        return {"player": Colour(t.actor), "territory": Land(self.foreign_territory(t)), "found": count}


def by_path(t: Table) -> bool:
    """True if a strip is a path in this rule-set, each territory bordering the next."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, StripShape) and rule.path:
            return True
    return False


class StripTold(Rule):
    """Who has several strips says which one counts; where he did not, the best is assumed (RCM-47).

    Where a strip is a path (`strip.shape`), three territories may be several: the whole group is then assumed.
    """

    NAME: ClassVar[str] = "strip.told"

    def kinds(self) -> list[int]:
        return [OVER]

    def silent(self, t: Table) -> i64:
        """A player with several groups of two or more territories who chose none, or -1."""
        path = by_path(t)
        for colour in range(6):
            doubled = t.at_table[colour] == 1 and t.lands[colour] > 0 and t.undoubled[colour] == 0
            if not doubled or len(chosen_strip(t, colour)) > 0:
                continue
            groups = components(t, colour)
            first: i64 = 0
            for land in range(LANDS):
                if path and self.joined(t, land) > 1:
                    return colour
                if groups[land] == 0 or groups[land] == first or self.joined(t, land) == 0:
                    continue
                if first > 0:
                    return colour
                first = groups[land]
        return -1

    def joined(self, t: Table, land: i64) -> i64:
        """How many others of its owner's the territory borders."""
        found: i64 = 0
        for k in range(t.degree[land]):
            if t.owner[t.neighbours[land * 8 + k]] == t.owner[land]:
                found += 1
        return found

    def finding(self, t: Table) -> i64:
        return ASSUMED if self.silent(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(self.silent(t))}


class ObjectiveDoubles(Rule):
    """Territories in one's objective count once more (RCM-48); without `stack` not those that a strip doubles."""

    NAME: ClassVar[str] = "score.objective_doubles"
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"stack": (False, True)}

    def __init__(self, stack: bool = False) -> None:
        super().__init__()
        self.stack = stack

    def topic(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def doubled(self, t: Table, player: i64) -> vec[i64]:
        """1 for each territory that a strip of this rule-set doubles already."""
        if not self.stack and t.undoubled[player] == 0:
            for term in t.score_terms:
                if isinstance(term, StripDoubles):
                    return strip_of(t, player, term.largest)
        return zeros(LANDS)

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        marks = self.doubled(t, player)
        for land in range(LANDS):
            if t.owner[land] == player and t.goal[player * LANDS + land] == 1 and marks[land] == 0:
                points += 2 * land_points(t, land)
        return points

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        marks = self.doubled(t, player)
        return [
            (f"objective:{land}", 2 * land_points(t, land)) for land in range(LANDS)
            if t.owner[land] == player and t.goal[player * LANDS + land] == 1 and marks[land] == 0
        ]  # fmt: skip


class ContinentBorders(Rule):
    """A continent held counts its territories and its outer borders, as links or as `outer` "territories" (RCM-49)."""

    NAME: ClassVar[str] = "score.continent_borders"
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"outer": ("links", "territories")}

    def __init__(self, outer: str = "links") -> None:
        super().__init__()
        self.by_territory = outer == "territories"

    def topic(self) -> str:
        return "score"

    def worth(self, t: Table, continent: i64) -> i64:
        """Territories plus outer borders of a continent."""
        found = t.board.continent_size[continent]
        for land in range(LANDS):
            if t.continent_of[land] != continent:
                continue
            for k in range(t.degree[land]):
                if t.continent_of[t.neighbours[land * 8 + k]] != continent:
                    found += 1
                    if self.by_territory:
                        break
        return found

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

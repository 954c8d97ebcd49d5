"""Rules on strips of bordering territories: their points, those of the objective and of continents, their choice."""

from __future__ import annotations

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from plancia_events.ops import OVER, STRIP
from plancia_replay.kernel.facts import Colour, Land, players_facts
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, PLAYERS, Table, zeros
from plancia_replay.rules.scoring.points import held_continents, land_points


def components(t: Table, player: i64) -> vec[i64]:
    """The number, from 1, of the player's connected group by territory; 0 if the territory is not his."""
    groups = zeros(LANDS)
    group: i64 = 0
    stack = zeros(LANDS)
    for start in range(LANDS):
        if t.owner[start] != player or groups[start] > 0:
            continue
        group += 1
        groups[start] = group
        stack[0] = start
        size: i64 = 1
        while size > 0:
            size -= 1
            land = stack[size]
            for k in range(t.degree[land]):
                neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
                if t.owner[neighbour] == player and groups[neighbour] == 0:
                    groups[neighbour] = group
                    stack[size] = neighbour
                    size += 1
    return groups


def chosen_strip(t: Table, player: i64) -> list[int]:
    """The territories of the chosen strip that the player still holds; empty if they no longer form a strip."""
    lands: list[int] = []
    if t.strip_known[player] == 1:
        for land in range(LANDS):
            if t.strip[player * LANDS + land] == 1 and t.owner[land] == player:
                lands.append(int(land))
    return lands if len(lands) > 1 and are_connected(t, lands) else []


def is_doubled_once(t: Table) -> bool:
    """True if the objective doubles its territories, so that a strip adds nothing to them."""
    for term in t.score_terms:  # noqa: SIM110 (a generator is slow here)
        if isinstance(term, ObjectiveDoubles) and not term.stack:
            return True
    return False


def strip_of(t: Table, player: i64, largest: bool) -> vec[i64]:
    """1 for each territory of the strip that counts: the chosen one, else the best by points or, `largest`, by size.

    A chosen strip is of territories that border one another: one that borders none of the player's is in none. The
    points are those that the strip adds: none where the objective doubles a territory already (RCM-48).
    """
    marks = zeros(LANDS)
    chosen_lands = [] if largest else chosen_strip(t, player)
    if len(chosen_lands) > 0:
        for chosen_land in chosen_lands:
            marks[chosen_land] = 1
        return marks
    groups = components(t, player)
    minimum: i64 = 1 if largest else 2
    best: i64 = 0
    greatest: i64 = -1
    doubled_once = is_doubled_once(t)
    for group in range(1, LANDS + 1):
        count: i64 = 0
        points: i64 = 0
        for land in range(LANDS):
            if groups[land] == group:
                count += 1
                if not doubled_once or t.goal[player * LANDS + land] == 0:
                    points += land_points(t, land)
        if count == 0:  # groups are numbered without gaps
            break
        value = count * 1000 + points if largest else points
        if count >= minimum and value > greatest:
            greatest = value
            best = group
    for land in range(LANDS):
        if best > 0 and groups[land] == best:
            marks[land] = 1
    return marks


def connected_part(t: Table, lands: list[int]) -> list[int]:
    """The territories that are connected with the first one, itself included."""
    reached = lands[:1]
    for land in reached:
        for neighbour in lands:
            if neighbour not in reached and t.adjacent[land * LANDS + neighbour] == 1:
                reached.append(neighbour)
    return reached


def are_connected(t: Table, lands: list[int]) -> bool:
    """True if the territories are connected by borders."""
    return len(lands) > 0 and len(connected_part(t, lands)) == len(set(lands))


def is_path(t: Table, lands: list[int]) -> bool:
    """True if each territory borders the previous one and none occurs twice."""
    for k in range(1, len(lands)):
        if t.adjacent[lands[k - 1] * LANDS + lands[k]] == 0:
            return False
    return len(set(lands)) == len(lands)


class StripDoubles(Rule):
    """The territories of one strip count twice: of the chosen one, or of the "largest" (RCM-46, RCM-47, ONE-23)."""

    NAME: ClassVar[str] = "score.strip"
    VALUES: ClassVar[dict[str, object]] = {"select": ("player", "largest")}

    def __init__(self, select: str = "player") -> None:
        super().__init__()
        self.largest = select == "largest"

    def sum_name(self) -> str:
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

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        if t.undoubled[player] == 1 or t.lands[player] == 0:
            return []
        marks = strip_of(t, player, self.largest)
        return [(f"strip:{land}", 2 * land_points(t, land)) for land in range(LANDS) if marks[land] == 1]


class StripShape(Rule):
    """A chosen strip: own territories, each bordering another; with `shape` "path" each bordering the next (RCM-46)."""

    NAME: ClassVar[str] = "strip.shape"
    VALUES: ClassVar[dict[str, object]] = {"shape": ("component", "path")}

    def __init__(self, shape: str = "component") -> None:
        super().__init__()
        self.path = shape == "path"

    def event_kinds(self) -> list[int]:
        return [STRIP]

    def lands(self, t: Table) -> list[int]:
        """The territories of the current STRIP."""
        count, offset = t.n, t.x
        return [int(t.extra[k]) for k in range(offset, offset + count)]

    def foreign_territory(self, t: Table) -> i64:
        """The first territory of the current STRIP that is not the player's, or -1."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count):
            if t.owner[t.extra[k]] != t.actor:
                return t.extra[k]
        return -1

    def check(self, t: Table) -> i64:
        count = t.n
        if self.foreign_territory(t) >= 0 or count < 2:
            return ILLEGAL
        lands = self.lands(t)
        is_strip = is_path(t, lands) if self.path else are_connected(t, lands)
        return FINE if is_strip else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        count = t.n
        return {"player": Colour(t.actor), "territory": Land(self.foreign_territory(t)), "found": count}


def is_strip_path(t: Table) -> bool:
    """True if a strip is a path in this rule-set, each territory bordering the next."""
    return any(isinstance(rule, StripShape) and rule.path for rule in t.rules)


def is_chosen_later(t: Table, colour: i64) -> bool:
    """True if the record states the strip of this player after the end of the game."""
    is_over = False
    for place in range(t.row_count):
        if t.rows[place * 8] == OVER:
            is_over = True
        elif is_over and t.rows[place * 8] == STRIP and t.rows[place * 8 + 1] == colour:
            return True
    return False


class StripChoiceRequired(Rule):
    """A player with several strips chooses the one that counts; if he did not, the best is assumed (RCM-47).

    No moment is set: a choice after the end counts as one before it.

    Where a strip is a path (`strip.shape`), three territories may be several: the whole group is then assumed.
    """

    NAME: ClassVar[str] = "strip.told"

    def event_kinds(self) -> list[int]:
        return [OVER]

    def silent_players(self, t: Table) -> list[int]:
        """The players with several strips who chose none."""
        return [colour for colour in range(PLAYERS) if self.is_silent(t, colour)]

    def is_silent(self, t: Table, colour: i64) -> bool:
        """True for a player with several groups of two or more territories who chose none."""
        counts_strip = t.at_table[colour] == 1 and t.lands[colour] > 0 and t.undoubled[colour] == 0
        if not counts_strip or len(chosen_strip(t, colour)) > 0 or is_chosen_later(t, colour):
            return False
        path = is_strip_path(t)
        groups = components(t, colour)
        first_group: i64 = 0
        for land in range(LANDS):
            if groups[land] == 0 or self.own_neighbours(t, land) == 0:
                continue
            if (path and self.own_neighbours(t, land) > 1) or (first_group > 0 and groups[land] != first_group):
                return True
            first_group = groups[land]
        return False

    def own_neighbours(self, t: Table, land: i64) -> i64:
        """Number of neighbours of the territory that have the same owner."""
        count: i64 = 0
        for k in range(t.degree[land]):
            if t.owner[t.neighbours[land * MAX_NEIGHBOURS + k]] == t.owner[land]:
                count += 1
        return count

    def check(self, t: Table) -> i64:
        return ASSUMED if self.silent_players(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return players_facts(self.silent_players(t))


class ObjectiveDoubles(Rule):
    """Territories of the objective count twice (RCM-48); without `stack` not those that a strip doubles."""

    NAME: ClassVar[str] = "score.objective_doubles"
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"stack": (False, True)}

    def __init__(self, stack: bool = False) -> None:
        super().__init__()
        self.stack = stack

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def strip_marks(self, t: Table, player: i64) -> vec[i64]:
        """1 for each territory that a strip of this rule-set already doubles."""
        if not self.stack and t.undoubled[player] == 0:
            for term in t.score_terms:
                if isinstance(term, StripDoubles):
                    return strip_of(t, player, term.largest)
        return zeros(LANDS)

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        marks = self.strip_marks(t, player)
        for land in range(LANDS):
            if t.owner[land] == player and t.goal[player * LANDS + land] == 1 and marks[land] == 0:
                points += 2 * land_points(t, land)
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        marks = self.strip_marks(t, player)
        return [
            (f"objective:{land}", 2 * land_points(t, land)) for land in range(LANDS)
            if t.owner[land] == player and t.goal[player * LANDS + land] == 1 and marks[land] == 0
        ]  # fmt: skip


class ContinentBorders(Rule):
    """A continent held counts its territories plus its outer borders, or its border territories (`outer`; RCM-49)."""

    NAME: ClassVar[str] = "score.continent_borders"
    VALUES: ClassVar[dict[str, object]] = {"outer": ("links", "territories")}
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"outer": ("links", "territories")}

    def __init__(self, outer: str = "links") -> None:
        super().__init__()
        self.by_territory = outer == "territories"

    def sum_name(self) -> str:
        return "score"

    def continent_points(self, t: Table, continent: i64) -> i64:
        """Territories plus outer borders of a continent."""
        count = t.board.continent_size[continent]
        for land in range(LANDS):
            if t.continent_of[land] != continent:
                continue
            for k in range(t.degree[land]):
                if t.continent_of[t.neighbours[land * MAX_NEIGHBOURS + k]] != continent:
                    count += 1
                    if self.by_territory:
                        break
        return count

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for k in held_continents(t, player):
            points += 2 * self.continent_points(t, k)
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"continent:{k}", 2 * self.continent_points(t, k)) for k in held_continents(t, player)]

"""Rules on the table points and the ranking points of games between two teams."""

from __future__ import annotations

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from plancia_events.ops import ELIM, OCC, STAT, STAT_WITHDRAWN
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, MAX_CONTINENTS, MAX_NEIGHBOURS, PLAYERS, Table, zeros
from plancia_replay.rules.turn.region_income import holds_all, holds_parent, parse_regions


def is_in_goal(t: Table, player: i64, land: i64) -> bool:
    """True if the territory is in the player's objective."""
    return t.goal[player * LANDS + land] == 1


class AreaPoints(Rule):
    """Territories of the objective, or linked to it by a strip, count `objective`, others `other` (STU-38, 39).

    With `anchor` "area" a strip starts at any neighbour of the area, with "owned_area" at one of a territory held
    there.
    """

    NAME: ClassVar[str] = "score.area"
    VALUES: ClassVar[dict[str, object]] = {"anchor": ("area", "owned_area")}
    READINGS: ClassVar[dict[str, tuple[object, ...]]] = {"anchor": ("area", "owned_area")}

    def __init__(self, objective: int = 4, other: int = 1, anchor: str = "area") -> None:
        super().__init__()
        self.objective: i64 = objective
        self.other: i64 = other
        self.owned_only = anchor == "owned_area"

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def may_start(self, t: Table, player: i64, land: i64) -> bool:
        """True if a strip may start on this territory outside the area."""
        for k in range(t.degree[land]):
            neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
            if is_in_goal(t, player, neighbour) and (not self.owned_only or t.owner[neighbour] == player):
                return True
        return False

    def linked_marks(self, t: Table, player: i64) -> vec[i64]:
        """1 for each of the player's territories that counts as part of the area."""
        marks = zeros(LANDS)
        for land in range(LANDS):
            if t.owner[land] == player and (is_in_goal(t, player, land) or self.may_start(t, player, land)):
                marks[land] = 1
        return self.spread(t, player, marks)

    def spread(self, t: Table, player: i64, marks: vec[i64]) -> vec[i64]:
        """Extends the marks along the player's other territories until none is added."""
        has_grown = True
        while has_grown:
            has_grown = False
            for land in range(LANDS):
                if marks[land] == 0 or is_in_goal(t, player, land):
                    continue
                for k in range(t.degree[land]):
                    neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
                    if t.owner[neighbour] == player and marks[neighbour] == 0:
                        marks[neighbour] = 1
                        has_grown = True
        return marks

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        marks = self.linked_marks(t, player)
        for land in range(LANDS):
            if t.owner[land] == player:
                points += 2 * (self.objective if marks[land] > 0 else self.other)
        return points

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        marks = self.linked_marks(t, player)
        lines: list[tuple[str, int]] = []
        others = "territory" if t.is_score_hidden(player) else "outside"
        for land in range(LANDS):
            if t.owner[land] == player:
                in_area = "inside" if is_in_goal(t, player, land) else "strip"
                name = in_area if marks[land] > 0 else others
                lines.append((f"{name}:{land}", 2 * (self.objective if marks[land] > 0 else self.other)))
        return lines


class ContinentInObjective(Rule):
    """A continent held counts `objective` if it is the objective, else one point a territory (STU-37).

    `regions` count as continents; one that is not the objective adds nothing if its whole continent is held.
    """

    NAME: ClassVar[str] = "score.continent_in_objective"
    VALUES: ClassVar[dict[str, object]] = {"regions": "regions"}

    def __init__(self, objective: int = 10, regions: str = "") -> None:
        super().__init__()
        self.objective: i64 = objective
        self.regions = parse_regions(regions)

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def is_goal(self, t: Table, player: i64, lands: list[int]) -> bool:
        """True if the player's objective is exactly these territories."""
        count: i64 = 0
        for land in range(LANDS):
            count += t.goal[player * LANDS + land]
        for land in lands:
            if not is_in_goal(t, player, land):
                return False
        return count == len(lands)

    def lands_of(self, t: Table, continent: i64) -> list[int]:
        """The territories of a continent."""
        return [land for land in range(LANDS) if t.continent_of[land] == continent]

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []
        for k in range(t.board.continents):
            if t.continent_lands[player * MAX_CONTINENTS + k] == t.board.continent_size[k]:
                continent_lands = self.lands_of(t, k)
                is_own = self.is_goal(t, player, continent_lands)
                lines.append((f"continent:{k}", 2 * (self.objective if is_own else len(continent_lands))))
        for region in self.regions:
            if not holds_all(t, player, region):
                continue
            is_own = self.is_goal(t, player, region[1:])
            if is_own or not holds_parent(t, player, region):
                lines.append((f"region:{region[1]}", 2 * (self.objective if is_own else len(region) - 1)))
        return lines

    def amount(self, t: Table, player: i64) -> i64:
        points: i64 = 0
        for _, half in self.account_lines(t, player):
            points += half
        return points


class ObjectiveSize(Rule):
    """Points for a small or a medium objective, also to eliminated players (STU-40)."""

    NAME: ClassVar[str] = "score.objective_size"
    VALUES: ClassVar[dict[str, object]] = {"small_list": "ids", "medium_list": "ids"}

    def __init__(self, small: int = 12, medium: int = 6, small_list: str = "", medium_list: str = "") -> None:
        super().__init__()
        self.small: i64 = small
        self.medium: i64 = medium
        self.small_list = small_list.split()
        self.medium_list = medium_list.split()

    def sum_name(self) -> str:
        return "score"

    def reads_objective(self) -> bool:
        return True

    def amount(self, t: Table, player: i64) -> i64:
        if t.goal_word[player] < 0:
            return 0
        word = t.words[t.goal_word[player]]
        if word in self.small_list:
            return 2 * self.small
        return 2 * self.medium if word in self.medium_list else 0

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        points = self.amount(t, player)
        return [("objective", points)] if points > 0 else []


class TeamRankingTable(Rule):
    """Ranking points of a game between two teams, by the first row that fits (STU-52..55).

    Both colours of a team eliminated by the other; one eliminated and a gap of `gap_min` for the other team; such a
    gap; a draw. A colour that its own partner eliminated, or that withdrew, is nobody's merit: the first two rows do
    not count it.
    """

    NAME: ClassVar[str] = "ranking.team_rows"
    VALUES: ClassVar[dict[str, object]] = {
        "both": "numbers", "one_and_gap": "numbers", "gap": "numbers", "draw": "numbers",
    }  # fmt: skip

    def __init__(
        self, both: str = "7 -2", one_and_gap: str = "6 -1", gap: str = "5 0", draw: str = "2 2", gap_min: int = 25
    ) -> None:
        super().__init__()
        self.rows = [[int(word) for word in row.split()] for row in (both, one_and_gap, gap, draw)]
        self.gap_min: i64 = gap_min

    def sum_name(self) -> str:
        return "ranking_rows"

    def memory_size(self) -> int:
        return 2 * PLAYERS  # 1 for a colour that fell by nobody's merit, then 1 for a colour whose fall has been noted

    def observed_kinds(self) -> list[int]:
        return [OCC, ELIM, STAT]

    def observe(self, t: Table) -> None:
        player = t.a
        if t.op == STAT:
            status = t.b
            if status == STAT_WITHDRAWN:
                self.record_elimination(t, player, True)
        elif t.op == ELIM:
            if t.lands[player] == 0:
                self.record_elimination(t, player, t.are_partners(t.actor, player))
        else:
            for colour in range(PLAYERS):
                if t.at_table[colour] == 1 and t.lands[colour] == 0:
                    self.record_elimination(t, colour, t.are_partners(t.actor, colour))

    def record_elimination(self, t: Table, colour: i64, is_unearned: bool) -> None:
        """Records how a colour was eliminated, by the first event that left it without territories."""
        if t.memory[self.base + PLAYERS + colour] == 0:
            t.memory[self.base + PLAYERS + colour] = 1
            t.memory[self.base + colour] = 1 if is_unearned else 0

    def eliminated_colours(self, t: Table, team: i64) -> i64:
        """Number of colours of a team that the other team eliminated."""
        count: i64 = 0
        for colour in range(PLAYERS):
            is_eliminated = t.at_table[colour] == 1 and t.team[colour] == team and t.lands[colour] == 0
            if is_eliminated and t.memory[self.base + colour] == 0:
                count += 1
        return count

    def points(self, t: Table, team: i64) -> i64:
        """The table points of a team, in half points."""
        total: i64 = 0
        for colour in range(PLAYERS):
            if t.at_table[colour] == 1 and t.team[colour] == team:
                total += t.total(t.score_terms, colour)
        return total

    def row(self, t: Table) -> i64:
        """2 x the index of the row that holds (0..3) + the number of the winning team."""
        for team in range(2):
            if self.eliminated_colours(t, team) == 2:
                return 1 - team
        gap = self.points(t, 0) - self.points(t, 1)
        leading_team: i64 = 0 if gap >= 0 else 1
        size = gap if gap >= 0 else -gap
        if size < 2 * self.gap_min:
            return 6
        return (2 if self.eliminated_colours(t, 1 - leading_team) > 0 else 4) + leading_team

    def amount(self, t: Table, player: i64) -> i64:
        if t.team[player] < 0:
            return 0
        code = self.row(t)
        row = self.rows[code // 2]
        return 2 * (row[0] if code // 2 == 3 or t.team[player] == code % 2 else row[1])

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        names = ("both", "one-and-gap", "gap", "draw")
        return [(names[int(self.row(t) // 2)], self.amount(t, player))]

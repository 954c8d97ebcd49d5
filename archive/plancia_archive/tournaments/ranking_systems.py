"""Ranking systems, loaded from data: ranking points of a table as exact fractions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Literal

from plancia_archive.errors import ArchiveError
from plancia_data import rankings
from plancia_data.forms import RankingSettings, Words


@dataclass(frozen=True)
class Result:
    """Result of a table: points by player, the winner where points do not decide, and other data that systems count.

    `outcome` is (player, one of OUTCOMES) of a two-player game. `out`: eliminated players; `risiko`: the player who
    reached the objective; `teams`: the two pairs of a team game; `withdrawn`: players who gave up the game; `partners`:
    the winner and the players who won with him. `ranking`: ranking points that the judgement of a stored game has
    already computed.
    """

    points: dict[str, Fraction]
    winner: str | None = None
    outcome: tuple[str, str] | None = None
    out: frozenset[str] = frozenset()
    risiko: str | None = None
    teams: tuple[frozenset[str], ...] = ()
    withdrawn: frozenset[str] = frozenset()
    partners: frozenset[str] = frozenset()
    ranking: dict[str, Fraction] | None = None


@dataclass(frozen=True)
class RankingSystem:
    """One ranking system; `settings` is its entry in the data package."""

    id: str
    title: Words
    cite: str
    settings: RankingSettings = field(hash=False)

    def winners(self, result: Result) -> list[str]:
        """Returns the winners of a table: the named winner, else the players with most points, as `shared` allows.

        With shared = "nobody" a tie at the top has no winner until the organisers name one.
        """
        if self.settings["points"] in ("rows", "teams"):
            ranking = {player: value for player, (value, _) in self.points(result).items()}
            most = max(ranking.values(), default=Fraction(0))
            return sorted(player for player, value in ranking.items() if value == most > min(ranking.values()))
        if result.winner:
            return sorted({result.winner, *result.partners})
        leaders = self.leaders(result)
        return leaders if len(leaders) == 1 or self.settings.get("shared") != "nobody" else []

    def leaders(self, result: Result) -> list[str]:
        """Returns the players with the most table points."""
        most = max(result.points.values(), default=Fraction(0))
        return sorted(player for player, points in result.points.items() if points == most)

    def points(self, result: Result) -> dict[str, tuple[Fraction, Fraction]]:
        """Returns per player the ranking points, and the part of them that is the winner's bonus."""
        kind = self.settings["points"]
        if result.ranking is not None:
            return {player: (value, Fraction(0)) for player, value in result.ranking.items()}
        if kind in ("rows", "teams"):
            rows = self.points_by_rows(result) if kind == "rows" else self.points_by_teams(result)
            return {player: (value, Fraction(0)) for player, value in rows.items()}
        winners = self.winners(result)
        bonus = self.bonus(len(winners))
        penalty = Fraction(self.settings.get("withdrawal", 0))
        by_kind = {"table": self.points_by_table, "places": self.points_by_place, "distance": self.points_by_distance}
        points_by_player = {}
        for player in result.points:
            winner_bonus = bonus if player in winners else Fraction(0)
            value = by_kind[kind](result, player) + winner_bonus
            if self.settings.get("thousand"):
                value = round_away_from_zero(value * 1000) / 1000
            points_by_player[player] = (value + (penalty if player in result.withdrawn else 0), winner_bonus)
        return points_by_player

    def bonus(self, winners: int) -> Fraction:
        """Returns the bonus of each winner, by the number of winners."""
        bonus_by_count = [Fraction(text) for text in self.settings.get("bonus", [])]
        return bonus_by_count[min(winners, len(bonus_by_count)) - 1] if bonus_by_count and winners else Fraction(0)

    def table_points(self, result: Result, player: str) -> Fraction:
        """Returns a player's table points, truncated towards zero if the system has `integer`."""
        raw = result.points[player]
        return Fraction(math.trunc(raw)) if self.settings.get("integer") else raw

    def scaled_points(self, result: Result, player: str) -> Fraction:
        """Returns the table points times the factor of the table's size, capped."""
        value = self.table_points(result, player)
        size = len(result.points)
        cap = self.settings.get("cap")
        if cap and cap["size"] == size and (cap["who"] == "all" or player in self.winners(result)):
            is_capped = value > cap["above"] if "above" in cap else value >= cap["from"]
            if is_capped:
                return Fraction(cap["gives"])
        return value * Fraction(self.settings.get("factors", {}).get(str(size), "1"))

    def points_by_table(self, result: Result, player: str) -> Fraction:
        """Returns the scaled table points, in thousandths if the system has `thousand`.

        They are rounded after the bonus, see `points`.
        """
        value = self.scaled_points(result, player)
        return value / 1000 if self.settings.get("thousand") else value

    def points_by_place(self, result: Result, player: str) -> Fraction:
        """Returns the points of the place plus a hundredth of the table points, if not negative.

        Tied players all get the higher place. Raises ArchiveError for a place that the system does not list.
        """
        value = self.table_points(result, player)
        rank = sum(self.table_points(result, other_player) > value for other_player in result.points)
        points_by_rank = self.settings["negative_places" if value < 0 else "places"]
        if rank >= len(points_by_rank):
            raise ArchiveError("result", f"{rank + 1} > {len(points_by_rank)}")
        points = Fraction(points_by_rank[rank])
        return points + (
            self.scaled_points(result, player) / 100 if self.settings.get("hundredth") and value >= 0 else 0
        )

    def points_by_distance(self, result: Result, player: str) -> Fraction:
        """Returns the winner's fixed or computed points; for the others 100 less their distance from the winner."""
        winners = self.winners(result)
        value = self.table_points(result, player)
        if player in winners:
            if "winner_fixed" in self.settings:
                bonus = self.settings.get("risiko_more", 0) if result.risiko == player else 0
                return Fraction(self.settings["winner_fixed"] + bonus)
            factor = Fraction(self.settings.get("winner_factors", {}).get(str(len(result.points)), "1"))
            return Fraction(self.settings["winner_base"]) + value * factor
        if player in result.out and "eliminated" in self.settings:
            return Fraction(self.settings["eliminated"])
        reference_points = max(self.table_points(result, other) for other in winners or self.leaders(result))
        if "reference_from" in self.settings and reference_points >= self.settings["reference_from"]:
            reference_points = Fraction(self.settings["reference"])
        return 100 - (reference_points - value)

    def points_by_rows(self, result: Result) -> dict[str, Fraction]:
        """Returns the points of two players by the row of the outcome, else by the first gap in points that is reached.

        Raises ArchiveError if the table does not have two players, or for an unknown outcome.
        """
        if len(result.points) != 2:
            raise ArchiveError("result", f"{len(result.points)} != 2")
        winner, loser = sorted(result.points, key=lambda player: result.points[player], reverse=True)
        if result.outcome:
            winner = result.outcome[0]
            loser = next(player for player in result.points if player != winner)
            rows = {row.split()[0]: row.split()[1:] for row in self.settings["rows"]}
            if result.outcome[1] not in rows:
                raise ArchiveError("result", result.outcome[1])
            winner_points, loser_points = rows[result.outcome[1]]
            return {winner: Fraction(winner_points), loser: Fraction(loser_points)}
        gap = result.points[winner] - result.points[loser]
        row = next(row.split() for row in self.settings["gaps"] if gap >= Fraction(row.split()[0]))
        return {winner: Fraction(row[1]), loser: Fraction(row[2])}

    def points_by_teams(self, result: Result) -> dict[str, Fraction]:
        """Returns the points of two teams: eliminations and the gap in table points decide the row.

        `out`: players eliminated by the other team; for players of two colours `outcome` has the number. Raises
        ArchiveError if there are not two teams.
        """
        if len(result.teams) != 2:
            raise ArchiveError("result", f"{len(result.teams)} != 2")
        totals = [sum((result.points[player] for player in team), Fraction(0)) for team in result.teams]
        eliminated = [len(team & result.out) for team in result.teams]
        if result.outcome:
            eliminated = [{"one-out": 1, "both-out": 2}.get(result.outcome[1], 0) * (result.outcome[0] not in team)
                    for team in result.teams]  # fmt: skip
        winning_team = 0 if totals[0] >= totals[1] else 1
        row: Literal["draw", "both", "one", "gap"] = "draw"
        if 2 in eliminated:
            row, winning_team = "both", 1 - eliminated.index(2)
        elif abs(totals[0] - totals[1]) >= self.settings["gap_min"]:
            row = "one" if eliminated[1 - winning_team] else "gap"
        winner_points, loser_points = (Fraction(text) for text in self.settings[row].split())
        return {
            p: winner_points if p in result.teams[winning_team] else loser_points for team in result.teams for p in team
        }


def round_away_from_zero(value: Fraction) -> Fraction:
    """Rounds to an integer, away from zero."""
    return Fraction(math.ceil(value) if value >= 0 else math.floor(value))


@cache
def load_ranking_systems() -> dict[str, RankingSystem]:
    """Loads all ranking systems, by id."""
    return {entry["id"]: RankingSystem(entry["id"], entry["title"], entry["cite"], entry) for entry in rankings()}


def find_ranking_system(name: str) -> RankingSystem:
    """Looks up a ranking system. Raises ArchiveError."""
    if name not in load_ranking_systems():
        raise ArchiveError("system", f"{name} ({', '.join(load_ranking_systems())})")
    return load_ranking_systems()[name]

"""Standings of teams, from the results of their players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plancia_archive.tournaments.ranking_systems import System
from plancia_archive.tournaments.standings import Round, Standing, numbered, shown


@dataclass
class TeamStanding:
    """One row: `counted` are the results that make the total, best first; `left_out` how many more there are."""

    team: str
    players: list[str]
    row: Standing
    counted: list[Fraction] = field(default_factory=list)
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """The public form, with exact figures as text."""
        return {
            "pos": self.row.pos, "team": self.team, "players": self.players, "total": shown(self.row.total),
            "wins": self.row.wins, "adjusted": shown(self.row.adjusted), "counted": [shown(p) for p in self.counted],
            "left_out": self.left_out, "parted_by": self.row.parted_by, "parted": list(self.row.parted),
        }  # fmt: skip


def team_standings(
    rules: System,
    rounds: Sequence[Round],
    teams: dict[str, list[str]],
    adjustments: Sequence[tuple[str, Fraction]] = (),
) -> list[TeamStanding]:
    """Teams by the sum of their players' results: the best `team_best` of them where the system says so, else all.

    Ties: victories, then the best result, the second best and so on. In a game of two teams (points = "teams") the
    points of a game are the team's, once. Teams of different sizes stand side by side; players without a team count
    for none.
    """
    made = {}
    for team, players in teams.items():
        results, wins = results_of(rules, rounds, players)
        results.sort(reverse=True)
        most = rules.given.get("team_best", len(results))
        row = Standing(team, adjusted=sum((points for p, points in adjustments if p in players), Fraction(0)))
        row.wins, row.total = wins, sum(results[:most], Fraction(0)) + row.adjusted
        made[team] = TeamStanding(team, players, row, results[:most], max(0, len(results) - most))
    longest = max((len(one.counted) for one in made.values()), default=0)
    keys = {
        team: [("total", one.row.total), ("wins", one.row.wins),
               ("best", one.counted + [Fraction(0)] * (longest - len(one.counted)))]
        for team, one in made.items()
    }  # fmt: skip
    return [made[row.player] for row in numbered([one.row for one in made.values()], keys, ())]


def results_of(rules: System, rounds: Sequence[Round], players: Sequence[str]) -> tuple[list[Fraction], int]:
    """The results of a team's players, and how many games they won."""
    found: list[Fraction] = []
    wins = 0
    for result in (result for tables in rounds for result in tables):
        mine = {player: points for player, (points, _) in rules.points(result).items() if player in players}
        won = [player for player in rules.winners(result) if player in players]
        once = rules.given["points"] == "teams"
        found += list(mine.values())[:1] if once else list(mine.values())
        wins += bool(won) if once else len(won)
    return found, wins

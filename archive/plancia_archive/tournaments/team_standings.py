"""Team standings, from the results of the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plancia_archive.tournaments.ranking_systems import RankingSystem
from plancia_archive.tournaments.standings import Round, Standing, format_points, rank_rows


@dataclass
class TeamStanding:
    """One row: `counted` are the results summed in the total, best first.

    `left_out` is the number of the results that are not.
    """

    team: str
    players: list[str]
    row: Standing
    counted: list[Fraction] = field(default_factory=list)
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """JSON form, with exact points as text."""
        return {
            "pos": self.row.pos, "team": self.team, "players": self.players,
            "total": format_points(self.row.total), "wins": self.row.wins, "adjusted": format_points(self.row.adjusted),
            "counted": [format_points(points) for points in self.counted],
            "left_out": self.left_out, "parted_by": self.row.tie_break, "parted": list(self.row.tie_break_values),
        }  # fmt: skip


def team_standings(
    rules: RankingSystem,
    rounds: Sequence[Round],
    teams: dict[str, list[str]],
    adjustments: Sequence[tuple[str, Fraction]] = (),
) -> list[TeamStanding]:
    """Ranks teams by the sum of their players' results: the best `team_best` of them if the system sets it, else all.

    Tie-breaks: victories, then the best result, the second best and so on. In a game of two teams (points = "teams")
    the points of a game count once for the team. Teams of different sizes are compared as they are; players without a
    team are ignored.
    """
    standings = {}
    for team, players in teams.items():
        results, wins = results_of(rules, rounds, players)
        results.sort(reverse=True)
        limit = rules.settings.get("team_best", len(results))
        row = Standing(team, adjusted=sum((points for p, points in adjustments if p in players), Fraction(0)))
        row.wins, row.total = wins, sum(results[:limit], Fraction(0)) + row.adjusted
        standings[team] = TeamStanding(team, players, row, results[:limit], max(0, len(results) - limit))
    most_results = max((len(standing.counted) for standing in standings.values()), default=0)
    keys = {
        team: [("total", standing.row.total), ("wins", standing.row.wins),
               ("best", standing.counted + [Fraction(0)] * (most_results - len(standing.counted)))]
        for team, standing in standings.items()
    }  # fmt: skip
    return [standings[row.player] for row in rank_rows([standing.row for standing in standings.values()], keys, ())]


def results_of(rules: RankingSystem, rounds: Sequence[Round], players: Sequence[str]) -> tuple[list[Fraction], int]:
    """Returns the results of a team's players, and the number of games that they won."""
    results: list[Fraction] = []
    wins = 0
    for result in (result for tables in rounds for result in tables):
        points_by_player = {player: points for player, (points, _) in rules.points(result).items() if player in players}
        winners = [player for player in rules.winners(result) if player in players]
        by_team = rules.settings["points"] == "teams"
        results += list(points_by_player.values())[:1] if by_team else list(points_by_player.values())
        wins += bool(winners) if by_team else len(winners)
    return results, wins

"""Tournaments: entrants, tables by round, results (typed or from stored games), ranking systems, standings."""

from plancia_archive.tournaments.draw import draw
from plancia_archive.tournaments.log import Tournament, Tournaments
from plancia_archive.tournaments.national_ranking import national_points, national_rows
from plancia_archive.tournaments.ranking_systems import RankingSystem, find_ranking_system, load_ranking_systems
from plancia_archive.tournaments.standings import Standing, TeamStanding, format_points, standings, team_standings
from plancia_archive.tournaments.state import Table
from plancia_archive.tournaments.warnings import Remark

__all__ = [
    "RankingSystem",
    "Remark",
    "Standing",
    "Table",
    "TeamStanding",
    "Tournament",
    "Tournaments",
    "draw",
    "find_ranking_system",
    "format_points",
    "load_ranking_systems",
    "national_points",
    "national_rows",
    "standings",
    "team_standings",
]  # fmt: skip

"""Tournaments: entrants, tables by round, results (typed or from stored games), ranking systems, standings."""

from plancia_archive.tournaments.draw import draw
from plancia_archive.tournaments.log import Tournament, Tournaments
from plancia_archive.tournaments.national_ranking import national, national_table
from plancia_archive.tournaments.ranking_systems import System, system, systems
from plancia_archive.tournaments.standings import Standing, standings
from plancia_archive.tournaments.team_standings import TeamStanding, team_standings
from plancia_archive.tournaments.warnings import Remark

__all__ = [
    "Remark", "Standing", "System", "TeamStanding", "Tournament", "Tournaments", "draw", "national", "national_table",
    "standings", "system", "systems", "team_standings",
]  # fmt: skip

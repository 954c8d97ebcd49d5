"""Tournaments: who enters, tables by round, results from kept games or typed, ranking systems, standings."""

from plancia_archive.tournaments.draw import draw
from plancia_archive.tournaments.national import national, national_table
from plancia_archive.tournaments.remarks import Remark
from plancia_archive.tournaments.standings import Standing, standings
from plancia_archive.tournaments.stream import Tournament, Tournaments
from plancia_archive.tournaments.systems import System, system, systems
from plancia_archive.tournaments.teams import TeamStanding, team_standings

__all__ = [
    "Remark", "Standing", "System", "TeamStanding", "Tournament", "Tournaments", "draw", "national", "national_table",
    "standings", "system", "systems", "team_standings",
]  # fmt: skip

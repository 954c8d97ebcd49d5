"""Tournaments: who enters, tables by round, results from kept games or typed, ranking systems, standings."""

from plancia_archive.tournaments.standings import Standing, standings
from plancia_archive.tournaments.stream import Tournament, Tournaments
from plancia_archive.tournaments.systems import System, system, systems

__all__ = ["Standing", "System", "Tournament", "Tournaments", "standings", "system", "systems"]

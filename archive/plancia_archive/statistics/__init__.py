"""Statistics: registered definitions over any filter, exact odds beside what was thrown."""

from plancia_archive.statistics import course, dice, findings, luck, play, results, rivals
from plancia_archive.statistics.registry import REGISTERED, Statistic, ask

__all__ = ["REGISTERED", "Statistic", "ask", "course", "dice", "findings", "luck", "play", "results", "rivals"]

"""Statistics: registered queries over filtered games, with exact odds beside observed throws."""

from plancia_archive.statistics import (  # noqa: I001 - the order of the list that API and pages show
    progression,
    dice,
    illegal_moves,
    luck,
    game_flow,
    outcomes,
    head_to_head,
)
from plancia_archive.statistics.registry import REGISTERED, Chart, Statistic, compute_statistic, columns_of

__all__ = [
    "REGISTERED",
    "Chart",
    "Statistic",
    "columns_of",
    "compute_statistic",
    "dice",
    "game_flow",
    "head_to_head",
    "illegal_moves",
    "luck",
    "outcomes",
    "progression",
]

"""The clubs' national ranking: what a final place is worth, by the class of the event and its tables."""

from __future__ import annotations

import math
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.standings import Standing
from plancia_data import national_ranking


def national(position: int, tables: int, grade: float) -> float:
    """Points of a place at an event of so many tables and this grade (oracles C5: RisiKoDataManager 8c2bbdd).

    The only figure of these rooms that is no exact fraction: the formula is an exponential.
    """
    base = (100 + tables) * grade
    return 1.2 * base if position == 1 else base * math.exp(-position / 20)


def grade_of(kind: str, rounds: int) -> float:
    """The grade of a class of events; a championship's goes by its rounds. Raises ArchiveError."""
    given: dict[str, Any] = national_ranking()
    if kind == "campionato":
        return float(next(row.split()[1] for row in given["championship"] if rounds >= int(row.split()[0])))
    if kind not in given["grades"]:
        raise ArchiveError("t-class", f"{kind} ({', '.join([*given['grades'], 'campionato'])})")
    return float(given["grades"][kind])


def national_table(rows: list[Standing], kind: str, tables: int, rounds: int) -> list[tuple[Standing, str]]:
    """Each row of final standings with its points, to three decimals. Raises ArchiveError."""
    grade = grade_of(kind, rounds)
    return [(row, f"{national(row.pos, tables, grade):.3f}") for row in rows]

"""National ranking of the clubs: points for a final place, by the event's class and number of tables."""

from __future__ import annotations

import math

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.standings import Standing
from plancia_data import national_ranking


def national_points(position: int, tables: int, grade: float) -> float:
    """Returns the points for a final position at an event of this grade (oracles C5: RisiKoDataManager 8c2bbdd).

    They are the only floating-point figure of this package: the formula is an exponential.
    """
    base = (100 + tables) * grade
    return 1.2 * base if position == 1 else base * math.exp(-position / 20)


def grade_of(kind: str, rounds: int) -> float:
    """Returns the grade of a class of events; a championship's depends on its rounds. Raises ArchiveError."""
    settings = national_ranking()
    if kind == "campionato":
        return float(next(row.split()[1] for row in settings["championship"] if rounds >= int(row.split()[0])))
    if kind not in settings["grades"]:
        raise ArchiveError("t-class", f"{kind} ({', '.join([*settings['grades'], 'campionato'])})")
    return float(settings["grades"][kind])


def national_rows(rows: list[Standing], kind: str, tables: int, rounds: int) -> list[tuple[Standing, str]]:
    """Returns the rows of the final standings with their national points, to three decimals. Raises ArchiveError."""
    grade = grade_of(kind, rounds)
    return [(row, f"{national_points(row.pos, tables, grade):.3f}") for row in rows]

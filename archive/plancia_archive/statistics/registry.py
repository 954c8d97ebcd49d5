"""The registered statistics: one definition each, asked alike by command line, API and pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.query import Filters

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Statistic:
    """A question over games. `needs` are conditions on the table game (reason -> SQL) that a game must meet."""

    id: str
    it: str
    en: str
    needs: dict[str, str]
    rows: Callable[[sqlite_utils.Database, str, list[Any]], Rows]


REGISTERED: dict[str, Statistic] = {}
ENDED = {
    "result-only": "completeness <> 'result-only'", "unfinished": "reason <> 'unfinished'",
    "cancelled": "reason <> 'cancelled'", "impossible": "impossible IS NULL",
}  # fmt: skip
DICE = {"no-dice": "completeness = 'full'", "impossible": "impossible IS NULL"}
ANY = {"impossible": "impossible IS NULL"}


def statistic(
    name: str, it: str, en: str, needs: dict[str, str]
) -> Callable[[Callable[[sqlite_utils.Database, str, list[Any]], Rows]], Callable[..., Rows]]:
    """Registers a function `(db, games, values) -> rows`; `games` is a subquery of the games that qualify."""

    def register(rows: Callable[[sqlite_utils.Database, str, list[Any]], Rows]) -> Callable[..., Rows]:
        REGISTERED[name] = Statistic(name, it, en, needs, rows)
        return rows

    return register


def ask(db: sqlite_utils.Database, name: str, filters: Filters) -> dict[str, Any]:
    """A statistic over the games of a filter: rows, how many games qualified, which were left out and why.

    Raises ArchiveError for a statistic that does not exist.
    """
    if name not in REGISTERED:
        raise ArchiveError("no-statistic", f"{name} ({', '.join(sorted(REGISTERED))})")
    found = REGISTERED[name]
    conditions, values = filters.clauses()
    base = " AND ".join(conditions) or "1"
    total = int(db.execute(f"SELECT count(*) FROM game WHERE {base}", values).fetchone()[0])
    left_out: dict[str, int] = {}
    passed = base
    for reason, condition in found.needs.items():
        count = int(db.execute(f"SELECT count(*) FROM game WHERE {passed} AND NOT ({condition})", values).fetchone()[0])
        if count:
            left_out[reason] = count
        passed = f"{passed} AND ({condition})"
    games = f"(SELECT game FROM game WHERE {passed})"
    return {
        "statistic": name, "games": total, "qualified": total - sum(left_out.values()), "left_out": left_out,
        "rows": found.rows(db, games, values),
    }  # fmt: skip


def table(db: sqlite_utils.Database, statement: str, values: list[Any]) -> Rows:
    """Rows of a statement as objects, by the names of its columns."""
    cursor = db.execute(statement, values)
    heads = [column[0] for column in cursor.description]
    return [dict(zip(heads, row, strict=True)) for row in cursor.fetchall()]

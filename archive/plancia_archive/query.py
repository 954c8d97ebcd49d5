"""Questions over the projections: lists with filters and keyset cursors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sqlite_utils

COLUMNS = (
    "game", "number", "version", "variant", "rules", "event", "place", "date", "round", "board", "arbiter",
    "completeness", "provenance", "reason", "winner", "winner_ref", "illegal", "undecidable", "clean", "impossible",
    "declared",
)  # fmt: skip


CURSOR = re.compile(r"g[0-9]{1,15}\Z")


@dataclass(frozen=True)
class Filters:
    """What a list of games may be narrowed by; `variant` is an id with or without edition and options."""

    player: str | None = None
    variant: str | None = None
    event: str | None = None
    since: str | None = None
    until: str | None = None
    completeness: str | None = None
    provenance: str | None = None
    illegal: bool | None = None
    winner: str | None = None

    def clauses(self) -> tuple[list[str], list[Any]]:
        """SQL conditions and their values."""
        conditions: list[str] = []
        values: list[Any] = []
        pairs = (
            ("event = ?", self.event), ("date >= ?", self.since), ("date <= ?", self.until),
            ("completeness = ?", self.completeness), ("provenance = ?", self.provenance),
            ("winner_ref = ?", self.winner),
            ("game IN (SELECT game FROM seat WHERE player_ref = ?)", self.player),
        )  # fmt: skip
        for condition, value in pairs:
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if self.variant is not None:
            conditions.append("(variant = ? OR (variant > ? AND variant < ?))")
            values += [self.variant, self.variant + " ", self.variant + "A"]
        if self.illegal is not None:
            conditions.append("illegal > 0" if self.illegal else "illegal = 0")
        return conditions, values


def cursor_of(number: int) -> str:
    """An opaque cursor."""
    return f"g{number}"


def number_of(cursor: str) -> int:
    """What a cursor stands for. Raises ValueError."""
    if not CURSOR.match(cursor):
        raise ValueError(cursor)
    return int(cursor[1:])


def games(
    db: sqlite_utils.Database, filters: Filters, after: str | None, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Games in the order of the log, and the cursor of the next page (None at the end)."""
    conditions, values = filters.clauses()
    if after is not None:
        conditions.append("number > ?")
        values.append(number_of(after))
    where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
    statement = f"SELECT {', '.join(COLUMNS)} FROM game {where}ORDER BY number LIMIT ?"
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in db.execute(statement, [*values, limit + 1]).fetchall()]
    more = cursor_of(rows[limit - 1]["number"]) if len(rows) > limit else None
    return rows[:limit], more

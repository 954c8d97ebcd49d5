"""The derived rows of one game as they are stored, and how two sets of them differ."""

from __future__ import annotations

from typing import Any

import sqlite_utils

from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.log.schema import BY_GAME

Rows = dict[str, list[tuple[Any, ...]]]
SHOWN = 6  # differences of one game that are reported; the others are counted


def rows_of(db: sqlite_utils.Database, game_id: str, number: int) -> Rows:
    """The derived rows of one game, by table."""
    found: Rows = {}
    for tables, column, value in ((BY_GAME, "game", game_id), (BY_NUMBER, "number", number)):
        for table in tables:
            rows = db.execute(f"SELECT * FROM {table} WHERE {column} = ?", [value]).fetchall()
            found[table] = sorted((tuple(row) for row in rows), key=repr)
    return found


def numbered(db: sqlite_utils.Database) -> dict[str, int]:
    """The games of the log with their numbers: the index of the first entry of each."""
    rows = db.execute("SELECT game, min(log_index) FROM entry WHERE game NOT LIKE '%:%' GROUP BY game ORDER BY 2")
    return {str(row[0]): int(row[1]) for row in rows.fetchall()}


def columns(db: sqlite_utils.Database, table: str) -> list[str]:
    """The columns of a table."""
    return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]


def told(made: Rows, there: Rows, old: dict[str, Any], new: dict[str, Any]) -> str:
    """What differs: of the game's own row each column with both values, of other tables how many rows."""
    parts = [f"{name}: {old[name]} -> {new[name]}" for name in new if old and old[name] != new[name]]
    if not old:
        parts.append(f"game: {len(there['game'])} -> 1")
    for table in made:
        mine, theirs = set(map(repr, made[table])), set(map(repr, there[table]))
        if table != "game" and made[table] != there[table]:
            parts.append(f"{table}: -{len(theirs - mine)} +{len(mine - theirs)}")
    more = f"; +{len(parts) - SHOWN}" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more

"""The derived rows of one game, as they are stored or as they would be, and how two sets of them differ."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import sqlite_utils

from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.log.schema import BY_GAME

Rows = dict[str, list[tuple[Any, ...]]]
SHOWN = 6  # differences of one game that are reported; the others are counted


def rows_of(db: sqlite_utils.Database, game_id: str, number: int) -> Rows:
    """The stored rows of one game, by table, in no particular order."""
    return {
        table: db.conn.execute(f"SELECT * FROM {table} WHERE {column} = ?", (value,)).fetchall()
        for tables, column, value in ((BY_GAME, "game", game_id), (BY_NUMBER, "number", number))
        for table in tables
    }


def columns_of_tables(db: sqlite_utils.Database) -> dict[str, list[str]]:
    """The columns of every table that has derived rows of games."""
    return {table: columns(db, table) for table in (*BY_GAME, *BY_NUMBER)}


def expected_rows(rows: projections.Rows, heads: dict[str, list[str]]) -> Rows:
    """Derived rows as `rows_of` gives them once stored; `heads` are the columns of the tables.

    Raises ValueError for a table that does not exist, or whose columns are not those of its rows.
    """
    if unknown := rows.keys() - heads.keys():
        raise ValueError(f"no such table: {', '.join(sorted(unknown))}")
    expected: Rows = {}
    for table, names in heads.items():
        of_table = rows.get(table, [])
        if of_table and of_table[0].keys() != set(names):
            raise ValueError(f"{table}: other columns: {', '.join(sorted(of_table[0].keys() ^ set(names)))}")
        expected[table] = list(map(itemgetter(*names), of_table))
    return expected


def same_rows(one: Rows, other: Rows) -> bool:
    """Do both have the same rows in every table, in whatever order?"""
    return one.keys() == other.keys() and all(same_set(one[table], other[table]) for table in one)


def same_set(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> bool:
    """Are these the same rows, each as many times, in whatever order?"""
    if one == other:
        return True
    distinct = set(one)
    if len(one) != len(other) or distinct != set(other):
        return False
    return len(distinct) == len(one) or sorted(one, key=repr) == sorted(other, key=repr)


def numbered(db: sqlite_utils.Database) -> dict[str, int]:
    """The games of the log with their numbers: the index of the first entry of each."""
    rows = db.execute("SELECT game, min(log_index) FROM entry WHERE game NOT LIKE '%:%' GROUP BY game ORDER BY 2")
    return {str(row[0]): int(row[1]) for row in rows.fetchall()}


def columns(db: sqlite_utils.Database, table: str) -> list[str]:
    """The columns of a table."""
    return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]


def describe_changes(made: Rows, there: Rows, old: dict[str, Any], new: dict[str, Any]) -> str:
    """What differs: of the game's own row each column with both values, of other tables how many rows."""
    parts = [f"{name}: {old[name]} -> {new[name]}" for name in new if old and old[name] != new[name]]
    if not old:
        parts.append(f"game: {len(there['game'])} -> 1")
    for table in made:
        if table != "game" and not same_set(made[table], there[table]):
            mine, theirs = set(made[table]), set(there[table])
            parts.append(f"{table}: -{len(theirs - mine)} +{len(mine - theirs)}")
    more = f"; +{len(parts) - SHOWN}" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more

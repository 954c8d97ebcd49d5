"""Fetches the derived rows of a game, computes the expected ones, and describes their differences."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import sqlite_utils

from plancia_archive.facts import projections
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME

Rows = dict[str, list[tuple[Any, ...]]]
MAX_DIFFERENCES = 6  # differences of one game that are reported; the others are counted


def fetch_rows(db: sqlite_utils.Database, game_id: str, number: int) -> Rows:
    """Returns the stored rows of one game by table, in no particular order."""
    return {
        table: db.conn.execute(f"SELECT * FROM {table} WHERE {column} = ?", (value,)).fetchall()
        for tables, column, value in ((TABLES_BY_GAME, "game", game_id), (BY_NUMBER, "number", number))
        for table in tables
    }


def fetch_table_columns(db: sqlite_utils.Database) -> dict[str, list[str]]:
    """Returns the columns of every table that has derived rows of games."""
    return {table: column_names(db, table) for table in (*TABLES_BY_GAME, *BY_NUMBER)}


def expected_rows(rows: projections.Rows, columns_by_table: dict[str, list[str]]) -> Rows:
    """Converts derived rows to the form that `fetch_rows` returns; `columns_by_table` are the columns of the tables.

    Raises ValueError for a table that does not exist, or whose columns are not those of its rows.
    """
    if unknown := rows.keys() - columns_by_table.keys():
        raise ValueError(f"no such table: {', '.join(sorted(unknown))}")
    expected: Rows = {}
    for table, names in columns_by_table.items():
        table_rows = rows.get(table, [])
        if table_rows and table_rows[0].keys() != set(names):
            raise ValueError(f"{table}: other columns: {', '.join(sorted(table_rows[0].keys() ^ set(names)))}")
        expected[table] = list(map(itemgetter(*names), table_rows))
    return expected


def equal_rows(first: Rows, second: Rows) -> bool:
    """True if both have the same rows in every table, in any order."""
    return first.keys() == second.keys() and all(equal_row_sets(first[table], second[table]) for table in first)


def equal_row_sets(first: list[tuple[Any, ...]], second: list[tuple[Any, ...]]) -> bool:
    """True if both lists have the same rows the same number of times, in any order."""
    if first == second:
        return True
    distinct_rows = set(first)
    if len(first) != len(second) or distinct_rows != set(second):
        return False
    return len(distinct_rows) == len(first) or sorted(first, key=repr) == sorted(second, key=repr)


def game_numbers(db: sqlite_utils.Database) -> dict[str, int]:
    """Returns the ids of the games in the log with their numbers: the log index of the first entry of each."""
    rows = db.execute("SELECT game, min(log_index) FROM entry WHERE game NOT LIKE '%:%' GROUP BY game ORDER BY 2")
    return {str(row[0]): int(row[1]) for row in rows.fetchall()}


def column_names(db: sqlite_utils.Database, table: str) -> list[str]:
    """Returns the column names of a table."""
    return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]


def describe_changes(expected: Rows, stored: Rows, old_row: Row, new_row: Row) -> str:
    """Describes differences: changed columns of the row of `game` with both values, numbers of rows of other tables."""
    differences = [
        f"{name}: {old_row[name]} -> {new_row[name]}" for name in new_row if old_row and old_row[name] != new_row[name]
    ]
    if not old_row:
        differences.append(f"game: {len(stored['game'])} -> 1")
    for table in expected:
        if table != "game" and not equal_row_sets(expected[table], stored[table]):
            expected_set, stored_set = set(expected[table]), set(stored[table])
            differences.append(f"{table}: -{len(stored_set - expected_set)} +{len(expected_set - stored_set)}")
    remainder = f"; +{len(differences) - MAX_DIFFERENCES}" if len(differences) > MAX_DIFFERENCES else ""
    return "; ".join(differences[:MAX_DIFFERENCES]) + remainder

"""Keyset pages of games in log order; the index is chosen so that every page costs the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sqlite_utils

from plancia_archive.dates import date_spans
from plancia_archive.facts.event_rows import Row
from plancia_archive.queries.filters import GAME_COLUMNS, Filters, format_cursor, name_ranges, parse_cursor

MAX_SORTED_ROWS = 5000
LEADING_COLUMNS = (
    ("event", "event", "game_event"),
    ("provenance", "provenance", "game_provenance"), ("completeness", "completeness", "game_completeness"),
)  # fmt: skip
INDEXED_FILTERS = {"player", "winner", "event", "since", "until", "illegal", "variant", "provenance", "completeness",
                   "hidden"}  # fmt: skip
GAMES_OF_PLAYER = (  # a player with two seats at one table counts once
    "(SELECT number AS at FROM seat AS sat INDEXED BY seat_number WHERE player_ref = ? AND NOT EXISTS "
    "(SELECT 1 FROM seat AS twin WHERE twin.game = sat.game AND twin.player_ref = sat.player_ref "
    "AND twin.colour < sat.colour)) AS played "
    "CROSS JOIN game INDEXED BY game_number ON game.number = played.at"
)
GAMES_WON = (
    "(SELECT number AS at FROM champion WHERE player = ?) AS won CROSS JOIN game INDEXED BY game_number "
    "ON game.number = won.at"
)
SELECT_BY_DAY = (  # steps from day to day in the index over (date, number)
    "WITH RECURSIVE days(day) AS (SELECT min(date) FROM game WHERE date >= ?1 UNION ALL "
    "SELECT (SELECT min(date) FROM game WHERE date > day) FROM days WHERE day <= ?2) "
    "SELECT {end} FROM days WHERE day <= ?2"
)
SELECT_FIRST_NUMBER = "min((SELECT min(number) FROM game INDEXED BY game_date WHERE date = day AND number > ?3))"
SELECT_LAST_NUMBER = "max((SELECT max(number) FROM game INDEXED BY game_date WHERE date = day AND number > ?3))"


@dataclass(frozen=True)
class RowSource:
    """Source of rows of `game`: FROM clause, its conditions and their values.

    `other_filters` are applied to its rows, which are ordered by `number_column`.
    """

    table: str
    conditions: tuple[str, ...]
    values: tuple[Any, ...]
    other_filters: Filters
    number_column: str = "number"


def choose_row_sources(db: sqlite_utils.Database, filters: Filters) -> list[RowSource]:
    """Returns the sources whose merged rows are the games of a filter; several if several variants share the name.

    For a filter that these indexes do not support the choice is left to SQLite's planner.
    """
    if any(value is not None for name, value in vars(filters).items() if name not in INDEXED_FILTERS):
        return [RowSource("game", (), (), filters)]
    if filters.player is not None:
        return [RowSource(GAMES_OF_PLAYER, (), (filters.player,), replace(filters, player=None), "played.at")]
    if filters.winner is not None:
        return [RowSource(GAMES_WON, (), (filters.winner,), replace(filters, winner=None), "won.at")]
    if filters.event is not None:
        return [source_by_column(filters, *LEADING_COLUMNS[0])]
    if (filters.since or filters.until) and has_few_games(db, filters):
        return [RowSource("game INDEXED BY game_date", (), (), filters)]
    if filters.illegal:
        return [RowSource("game INDEXED BY game_illegal", ("illegal > 0",), (), replace(filters, illegal=None))]
    if filters.variant is not None:
        other_filters = replace(filters, variant=None)
        table = "game INDEXED BY game_variant"
        return [
            RowSource(table, ("variant = ?",), (name,), other_filters)
            for name in matching_variants(db, filters.variant)
        ]
    for name, column, index in LEADING_COLUMNS[1:]:
        if getattr(filters, name) not in (None, "all"):
            return [source_by_column(filters, name, column, index)]
    return [RowSource("game INDEXED BY game_number", (), (), filters)]


def source_by_column(filters: Filters, name: str, column: str, index: str) -> RowSource:
    """Returns the source for a filter on one column, through its index over (column, number)."""
    value = getattr(filters, name)
    return RowSource(f"game INDEXED BY {index}", (f"{column} = ?",), (value,), replace(filters, **{name: None}))


def has_few_games(db: sqlite_utils.Database, filters: Filters) -> bool:
    """True if the filtered days have so few games that sorting them is cheaper than a scan of the log."""
    limited_select = "SELECT 1 FROM game INDEXED BY game_date WHERE date >= ? AND date <= ? LIMIT ?"
    count = 0
    for first, last in date_spans(filters.since, filters.until):
        count += int(
            db.execute(f"SELECT count(*) FROM ({limited_select})", [first, last, MAX_SORTED_ROWS + 1]).fetchone()[0]
        )
    return count <= MAX_SORTED_ROWS


def matching_variants(db: sqlite_utils.Database, name: str) -> list[str]:
    """Returns the stored variants that match a name, found by index seeks instead of a scan."""
    names = [name]
    for first, last in name_ranges(name):
        last_seen = first
        next_statement = "SELECT min(variant) FROM game WHERE variant > ? AND variant < ?"
        while (next_variant := db.execute(next_statement, [last_seen, last]).fetchone()[0]) is not None:
            last_seen = str(next_variant)
            names.append(last_seen)
    return names


def number_range(db: sqlite_utils.Database, filters: Filters, after: int) -> tuple[int, int | None] | None:
    """Returns the range of game numbers above `after` for the filtered days, None if empty: one index seek per day.

    Games are stored roughly in date order: without the range the whole log would be read for its last year.
    """
    first, last = [after + 1], [0]
    if filters.since is not None:
        first = numbers_by_span(db, SELECT_FIRST_NUMBER, filters, after)
    if filters.until is not None:
        last = numbers_by_span(db, SELECT_LAST_NUMBER, filters, after)
    if not first or not last:
        return None
    return min(first), None if filters.until is None else max(last)


def numbers_by_span(db: sqlite_utils.Database, end: str, filters: Filters, after: int) -> list[int]:
    """Returns the first or last game number above `after` of each span of days that has games.

    `end` is the SQL of either.
    """
    statement = SELECT_BY_DAY.format(end=end)
    numbers = [db.execute(statement, [*days, after]).fetchone()[0] for days in date_spans(filters.since, filters.until)]
    return [number for number in numbers if number is not None]


def fetch_page(
    db: sqlite_utils.Database, columns: str, filters: Filters, after: int | None, limit: int, newest: bool = False
) -> list[Any]:
    """Fetches at most `limit` rows of the filtered games with a number above `after`, in log order.

    With `newest` in reverse order, with a number below `after`.
    """
    selects: list[str] = []
    values: list[Any] = []
    row_sources = choose_row_sources(db, filters)
    direction = " DESC" if newest else ""
    first, last = (0, None if after is None else after - 1) if newest else (0 if after is None else after + 1, None)
    if (filters.since or filters.until) and "game_date" not in row_sources[0].table and filters.event is None:
        allowed_numbers = number_range(db, filters, first - 1)
        if allowed_numbers is None:
            return []
        first = allowed_numbers[0]
        last = min((number for number in (last, allowed_numbers[1]) if number is not None), default=None)
    for source in row_sources:
        conditions, parameters = source.other_filters.clauses()
        bounds = {f"{source.number_column} >= ?": first, f"{source.number_column} <= ?": last}
        range_bounds = {text: value for text, value in bounds.items() if value is not None}
        where_clause = " AND ".join([*source.conditions, *conditions, *range_bounds])
        order_clause = f"ORDER BY {source.number_column}{direction} LIMIT ?"
        selects.append(f"SELECT * FROM (SELECT {columns} FROM {source.table} WHERE {where_clause} {order_clause})")
        values += [*source.values, *parameters, *range_bounds.values(), limit]
    statement = f"{' UNION ALL '.join(selects)} ORDER BY number{direction} LIMIT ?"
    return list(db.execute(statement, [*values, limit]).fetchall())


def games_page(
    db: sqlite_utils.Database, filters: Filters, after: str | None, limit: int, newest: bool = False
) -> tuple[list[Row], str | None]:
    """Returns a page of games in log order, or newest first, and the next cursor (None at the end)."""
    matches = fetch_page(
        db, ", ".join(GAME_COLUMNS), filters, None if after is None else parse_cursor(after), limit + 1, newest
    )
    rows = [dict(zip(GAME_COLUMNS, row, strict=True)) for row in matches]
    next_cursor = format_cursor(rows[limit - 1]["number"]) if len(rows) > limit else None
    return rows[:limit], next_cursor

"""Pages of games in the order of the log: which index leads, so that a page costs the same wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sqlite_utils

from plancia_archive.queries.filters import COLUMNS, Filters, continued, cursor_of, number_of
from plancia_archive.queries.periods import spans

SMALL_SCAN = 5000
LEADING = (
    ("event", "event", "game_event"),
    ("provenance", "provenance", "game_provenance"), ("completeness", "completeness", "game_completeness"),
)  # fmt: skip
SERVED = {"player", "winner", "event", "since", "until", "illegal", "variant", "provenance", "completeness"}
PLAYED = (  # a player who sits twice at one table is counted once
    "(SELECT number AS at FROM seat AS sat INDEXED BY seat_number WHERE player_ref = ? AND NOT EXISTS "
    "(SELECT 1 FROM seat AS twin WHERE twin.game = sat.game AND twin.player_ref = sat.player_ref "
    "AND twin.colour < sat.colour)) AS played "
    "CROSS JOIN game INDEXED BY game_number ON game.number = played.at"
)
WON = (
    "(SELECT number AS at FROM champion WHERE player = ?) AS won CROSS JOIN game INDEXED BY game_number "
    "ON game.number = won.at"
)
DAYS = (  # from day to day by the index over (date, number)
    "WITH RECURSIVE days(day) AS (SELECT min(date) FROM game WHERE date >= ?1 UNION ALL "
    "SELECT (SELECT min(date) FROM game WHERE date > day) FROM days WHERE day <= ?2) "
    "SELECT {end} FROM days WHERE day <= ?2"
)
FIRST = "min((SELECT min(number) FROM game INDEXED BY game_date WHERE date = day AND number > ?3))"
LAST = "max((SELECT max(number) FROM game INDEXED BY game_date WHERE date = day AND number > ?3))"


@dataclass(frozen=True)
class Source:
    """Where rows of `game` come from: a FROM clause, what holds of it, what is left to ask, what it is ordered by."""

    table: str
    conditions: tuple[str, ...]
    values: tuple[Any, ...]
    rest: Filters
    at: str = "number"


def sources(db: sqlite_utils.Database, filters: Filters) -> list[Source]:
    """The sources whose merged rows are the games of a filter; several where several variants go by one name.

    Where a filter is asked that none of these indexes serves, the choice is SQLite's.
    """
    if any(value is not None for name, value in vars(filters).items() if name not in SERVED):
        return [Source("game", (), (), filters)]
    if filters.player is not None:
        return [Source(PLAYED, (), (filters.player,), replace(filters, player=None), "played.at")]
    if filters.winner is not None:
        return [Source(WON, (), (filters.winner,), replace(filters, winner=None), "won.at")]
    if filters.event is not None:
        return [leading(filters, *LEADING[0])]
    if (filters.since or filters.until) and few_days(db, filters):
        return [Source("game INDEXED BY game_date", (), (), filters)]
    if filters.illegal:
        return [Source("game INDEXED BY game_illegal", ("illegal > 0",), (), replace(filters, illegal=None))]
    if filters.variant is not None:
        rest = replace(filters, variant=None)
        table = "game INDEXED BY game_variant"
        return [Source(table, ("variant = ?",), (name,), rest) for name in variants(db, filters.variant)]
    for name, column, index in LEADING[1:]:
        if getattr(filters, name) not in (None, "all"):
            return [leading(filters, name, column, index)]
    return [Source("game INDEXED BY game_number", (), (), filters)]


def leading(filters: Filters, name: str, column: str, index: str) -> Source:
    """One column leads by its index over (column, number)."""
    value = getattr(filters, name)
    return Source(f"game INDEXED BY {index}", (f"{column} = ?",), (value,), replace(filters, **{name: None}))


def few_days(db: sqlite_utils.Database, filters: Filters) -> bool:
    """Are the games of these days so few that sorting them is cheaper than looking for them in the whole log?"""
    within = "SELECT 1 FROM game INDEXED BY game_date WHERE date >= ? AND date <= ? LIMIT ?"
    count = 0
    for first, last in spans(filters.since, filters.until):
        count += int(db.execute(f"SELECT count(*) FROM ({within})", [first, last, SMALL_SCAN + 1]).fetchone()[0])
    return count <= SMALL_SCAN


def variants(db: sqlite_utils.Database, name: str) -> list[str]:
    """The variants of the archive that a name means, found by steps in the index and not by a scan."""
    found = [name]
    for first, last in continued(name):
        after = first
        step = "SELECT min(variant) FROM game WHERE variant > ? AND variant < ?"
        while (more := db.execute(step, [after, last]).fetchone()[0]) is not None:
            after = str(more)
            found.append(after)
    return found


def span(db: sqlite_utils.Database, filters: Filters, after: int) -> tuple[int, int | None] | None:
    """Between which numbers beyond one the games of some days lie, None where there are none: a seek for each day.

    Games come in about in the order of their days: without this the whole log would be read for its last year.
    """
    first, last = [after + 1], [0]
    if filters.since is not None:
        first = ends(db, FIRST, filters, after)
    if filters.until is not None:
        last = ends(db, LAST, filters, after)
    if not first or not last:
        return None
    return min(first), None if filters.until is None else max(last)


def ends(db: sqlite_utils.Database, end: str, filters: Filters, after: int) -> list[int]:
    """The first or the last number beyond one of each span of days that has any."""
    statement = DAYS.format(end=end)
    found = [db.execute(statement, [*days, after]).fetchone()[0] for days in spans(filters.since, filters.until)]
    return [number for number in found if number is not None]


def page(
    db: sqlite_utils.Database, columns: str, filters: Filters, after: int | None, limit: int, newest: bool = False
) -> list[Any]:
    """At most `limit` rows of the games of a filter whose number is beyond `after`, in the order of the log.

    With `newest` the order is the other way round, and beyond is below.
    """
    arms: list[str] = []
    values: list[Any] = []
    found = sources(db, filters)
    way = " DESC" if newest else ""
    first, last = (0, None if after is None else after - 1) if newest else (0 if after is None else after + 1, None)
    if (filters.since or filters.until) and "game_date" not in found[0].table and filters.event is None:
        within = span(db, filters, first - 1)
        if within is None:
            return []
        first = within[0]
        last = min((number for number in (last, within[1]) if number is not None), default=None)
    for source in found:
        conditions, more = source.rest.clauses()
        bounds = {f"{source.at} >= ?": first, f"{source.at} <= ?": last}
        given = {text: value for text, value in bounds.items() if value is not None}
        where = " AND ".join([*source.conditions, *conditions, *given])
        ordered = f"ORDER BY {source.at}{way} LIMIT ?"
        arms.append(f"SELECT * FROM (SELECT {columns} FROM {source.table} WHERE {where} {ordered})")
        values += [*source.values, *more, *given.values(), limit]
    statement = f"{' UNION ALL '.join(arms)} ORDER BY number{way} LIMIT ?"
    return list(db.execute(statement, [*values, limit]).fetchall())


def games(
    db: sqlite_utils.Database, filters: Filters, after: str | None, limit: int, newest: bool = False
) -> tuple[list[dict[str, Any]], str | None]:
    """Games in the order of the log, or the newest first, and the next cursor (None at the end)."""
    found = page(db, ", ".join(COLUMNS), filters, None if after is None else number_of(after), limit + 1, newest)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    more = cursor_of(rows[limit - 1]["number"]) if len(rows) > limit else None
    return rows[:limit], more

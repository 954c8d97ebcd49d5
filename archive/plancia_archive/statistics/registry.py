"""Registry of statistics: one definition each, used by command line, API and pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.packed_counters import MAX_SUMMANDS
from plancia_archive.queries.filters import PLAYED_BY_PEOPLE, Filters
from plancia_archive.statistics.notes import find_notes
from plancia_data import in_language

Rows = list[Row]  # of a statistic: the columns are those of its definition
MAX_EXAMPLES = 20  # ids of excluded games listed per reason; the counts are complete
FETCH_SIZE = 200  # rows counted at a time: few enough for the processor's cache
NARROW_FACTOR = 8  # if fewer than one game in NARROW counts, use the index on `number` instead of a scan


@dataclass(frozen=True)
class Scope:
    """The games that a statistic counts, as SQL: `games` is a subquery of their numbers, `values` its parameters.

    `all`: no filter. `narrow`: few games, so use the index on `number`. `seat`: count only the player in this seat.
    `player`: the filter's player.
    """

    db: sqlite_utils.Database
    games: str
    values: list[Any]
    count: int
    all: bool
    narrow: bool
    seat: int | None = None
    player: str | None = None

    def number_condition(self, column: str) -> str:
        """Returns the SQL condition that a column with game numbers has one of these games."""
        if self.all:
            return "1"
        return f"{column if self.narrow else '+' + column} IN {self.games}"

    def id_condition(self, column: str) -> str:
        """Returns the SQL condition that a column with game ids has one of these games."""
        return "1" if self.all else f"{column} IN (SELECT game FROM game WHERE number IN {self.games})"

    def seat_condition(self, name: str = "") -> str:
        """Returns the SQL condition for the filter's seat; `name` is the prefix of the table, such as "p."."""
        return "1" if self.seat is None else f"{name}seat = {self.seat}"

    def fetch_dicts(self, statement: str) -> Rows:
        """Fetches the rows of a statement as dicts; see `execute` for placeholders."""
        columns, rows = self.fetch_tuples(statement)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def fetch_tuples(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Fetches the column names and the rows of a statement; see `execute` for placeholders."""
        cursor = self.execute(statement)
        return [column[0] for column in cursor.description], cursor.fetchall()

    def count_values(self, statement: str) -> list[Counter[Any]]:
        """Counts the values in each column of a statement, without loading all rows at once."""
        cursor = self.execute(statement)
        counters: list[Counter[Any]] = [Counter() for _ in cursor.description]
        while rows := cursor.fetchmany(FETCH_SIZE):
            for counter, column in zip(counters, zip(*rows, strict=True), strict=True):
                counter.update(column)
        return counters

    def packed_batches(self, statement: str) -> Iterator[tuple[Any, list[bytes]]]:
        """Yields the packed counters of a statement's second column, grouped by the first.

        A batch has at most MAX_SUMMANDS, which can be added without overflow (see `packed_counters`).
        """
        pending: defaultdict[Any, list[bytes]] = defaultdict(list)
        for key, lanes in self.execute(statement):
            batch = pending[key]
            batch.append(lanes)
            if len(batch) == MAX_SUMMANDS:
                yield key, pending.pop(key)
        yield from pending.items()

    def execute(self, statement: str) -> Any:
        """Executes a statement; `{games}` and `{ids}` are replaced by the conditions on `number` and `game`.

        `{games:t}` and `{ids:t}` name the table of the column.
        """
        statement_parts = statement.split("{")
        sql_parts, values = [statement_parts[0]], []
        for placeholder in statement_parts[1:]:
            reference, _, rest = placeholder.partition("}")
            kind, _, table = reference.partition(":")
            column = "game" if kind == "ids" else "number"
            condition = (self.id_condition if kind == "ids" else self.number_condition)(
                f"{table}.{column}" if table else column
            )
            values += [] if self.all else self.values
            sql_parts += [condition, rest]
        return self.db.execute("".join(sql_parts), values)


@dataclass(frozen=True)
class Chart:
    """Specification of a chart by columns of the rows.

    `labels` name a row; `value` is drawn, with its interval `low` and `high` and its `exact` probability. `count` is
    the column with the number of cases, printed beside the bar. With `series` the chart has one line for each of its
    values, over the only label. With `faces` a row is drawn as six bars, the shares of the die's faces.
    """

    labels: tuple[str, ...]
    value: str
    low: str = ""
    high: str = ""
    exact: str = ""
    series: str = ""
    count: str = ""
    faces: bool = False

    def columns(self) -> set[str]:
        """Returns the columns that the chart reads.

        With `faces` its shares and intervals are computed from n1 to n6.
        """
        if self.faces:
            return {*self.labels, self.count, *(f"n{face}" for face in range(1, 7))}
        return {*self.labels, self.value, self.low, self.high, self.exact, self.series, self.count} - {""}


SHARE_INTERVAL: dict[str, Any] = {"value": "share", "low": "low", "high": "high"}  # arguments of a Chart of shares


@dataclass(frozen=True)
class Statistic:
    """A statistic. `needs` maps a reason for leaving a game out to the SQL condition that a counted game meets.

    `columns` are the keys of every row, in order: an empty table has them too. `chart` is None for a statistic that is
    not drawn.
    """

    id: str
    it: str
    en: str
    needs: dict[str, str]
    rows: Callable[[Scope], Rows]
    says_it: str
    columns: tuple[str, ...]
    chart: Chart | None = None

    @property
    def says_en(self) -> str:
        """Meaning in English: the docstring of `rows`."""
        return " ".join((self.rows.__doc__ or "").split())

    def title(self, lang: str) -> str:
        """Returns the title in a language."""
        return in_language(lang, self.it, self.en)


REGISTERED: dict[str, Statistic] = {}
PERSON_COLUMNS = ("player", "rival")  # columns of references; output adds a column of names for each
WHAT_IF = "what-if"  # takes a rule-set, so it is not registered
NEEDS_POSSIBLE_GAME = {"impossible": "impossible IS NULL"}
NEEDS_END = {"unfinished": "reason <> 'unfinished'", "cancelled": "reason <> 'cancelled'",
         "abandoned": "reason <> 'abandoned' OR winner IS NOT NULL", **NEEDS_POSSIBLE_GAME}  # fmt: skip
NEEDS_DICE = {"no-dice": "completeness = 'full'", **NEEDS_POSSIBLE_GAME}
NEEDS_MOVES = {"no-moves": "completeness IN ('full', 'no-dice')", **NEEDS_POSSIBLE_GAME}
NEEDS_PLAYED_GAME = {**NEEDS_END, **NEEDS_MOVES}
NEEDS_TOURNAMENT = {"no-tournament": "game IN (SELECT game FROM link)"}


def statistic(
    name: str, it: str, en: str, needs: dict[str, str], says_it: str, *, columns: str = "", chart: Chart | None = None
) -> Callable[[Callable[[Scope], Rows]], Callable[[Scope], Rows]]:
    """Decorator: registers a function `scope -> rows` with titles and meaning in Italian (in English: its docstring).

    `columns` are the keys of every row, in order, separated by spaces; `chart` is optional. Raises ValueError with the
    name of the statistic if there are no columns or the chart uses an unknown one.
    """
    column_names = tuple(columns.split())
    if not column_names:
        raise ValueError(f'statistic "{name}" has no columns: @statistic(..., columns="player games share")')
    if chart is not None and (unknown := chart.columns() - set(column_names)):
        raise ValueError(f'statistic "{name}": its chart draws {", ".join(sorted(unknown))}, which is no column of it')
    if name in REGISTERED:
        raise ValueError(f'statistic "{name}" is defined twice')

    def register(rows: Callable[[Scope], Rows]) -> Callable[[Scope], Rows]:
        if not rows.__doc__:
            raise ValueError(f'statistic "{name}" has no docstring: it is what the statistic says in English')
        REGISTERED[name] = Statistic(name, it, en, needs, rows, says_it, column_names, chart)
        return rows

    return register


def columns_of(name: str) -> list[str]:
    """Returns the columns of a statistic; empty if it is not registered."""
    return list(REGISTERED[name].columns) if name in REGISTERED else []


def compute_statistic(db: sqlite_utils.Database, name: str, filters: Filters) -> dict[str, Any]:
    """Computes a statistic over filtered games: rows, number of qualified games, games left out by reason.

    `entries` is the length of the log at the time, `notes` what `find_notes` finds. Raises ArchiveError for an unknown
    statistic.
    """
    if name not in REGISTERED:
        names = sorted({*REGISTERED, WHAT_IF} - {name})
        raise ArchiveError("no-statistic", f"{name} ({', '.join(names)})")
    definition = REGISTERED[name]
    total, scope, left_out = select_games(db, filters, conditions_on_games(filters, definition.needs))
    return {
        "statistic": name, "games": total, "qualified": scope.count,
        "left_out": {reason: count for reason, (count, _) in left_out.items()},
        "left_out_games": {reason: ids for reason, (_, ids) in left_out.items()},
        "entries": int(db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0]),
        "notes": find_notes(name, scope),
        "rows": definition.rows(scope) if scope.count else [],
    }  # fmt: skip


def conditions_on_games(filters: Filters, needs: dict[str, str]) -> dict[str, str]:
    """Returns the conditions on a counted game; games of programs are excluded unless a provenance is given."""
    return needs if filters.provenance is not None else {**PLAYED_BY_PEOPLE, **needs}


def select_games(
    db: sqlite_utils.Database, filters: Filters, needs: dict[str, str]
) -> tuple[int, Scope, dict[str, tuple[int, list[str]]]]:
    """Selects the games that a statistic counts.

    Returns the number of games that match the filters, the scope of those that also meet `needs`, and by reason the
    number and the first ids of the others.
    """
    conditions, values = filters.clauses()
    matching = " AND ".join(conditions) or "1"
    unmet_conditions, reasons = [], list(needs)
    for position, reason in enumerate(reasons):
        met_before = "".join(f"({needs[before]}) AND " for before in reasons[:position])
        unmet_conditions.append(f"{met_before}NOT ({needs[reason]})")
    source, games = f"game WHERE {matching}", "1"
    if not conditions and needs.keys().isdisjoint(NEEDS_TOURNAMENT):  # group by a covering index: few groups
        columns = "reason, impossible, completeness, winner, provenance"
        source, games = f"(SELECT {columns}, count(*) AS games FROM game GROUP BY {columns})", "games"
    sums = ", ".join(f"coalesce(sum({games} * ({test})), 0)" for test in ("1", *unmet_conditions))
    counts = db.execute(f"SELECT {sums} FROM {source}", values).fetchone()
    total, left_out_counts = int(counts[0]), [int(count) for count in counts[1:]]
    left_out: dict[str, tuple[int, list[str]]] = {}
    for position, reason in enumerate(reasons):
        if left_out_counts[position]:
            met_before = "".join(f" AND ({needs[before]})" for before in reasons[:position])
            condition = f"{matching}{met_before} AND NOT ({needs[reason]})"
            statement = f"SELECT game FROM game WHERE {condition} ORDER BY number LIMIT {MAX_EXAMPLES}"
            left_out[reason] = (
                left_out_counts[position],
                [str(row[0]) for row in db.execute(statement, values).fetchall()],
            )
    qualifying = " AND ".join([matching, *(f"({need})" for need in needs.values())])
    count = total - sum(left_out_counts)
    stored_count = total if not conditions else int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    games = f"(SELECT number FROM game WHERE {qualifying})"
    narrow = count * NARROW_FACTOR < stored_count
    return total, Scope(db, games, values, count, count == stored_count, narrow, filters.seat, filters.player), left_out

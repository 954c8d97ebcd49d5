"""The registered statistics: one definition each, asked alike by command line, API and pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.packed_counters import MAX_SUMMANDS
from plancia_archive.queries.filters import BY_PEOPLE, Filters
from plancia_data import in_language

Rows = list[dict[str, Any]]
EXAMPLES = 20  # ids of games left out that are told for each reason; the counts are of all
CHUNK = 200  # rows that are counted at a time: so few that they stay near the processor
NARROW = 8  # where fewer than one game in so many counts, tables are entered by game instead of being scanned


@dataclass(frozen=True)
class Scope:
    """The games that qualify, as SQL: `games` is a subquery of their numbers with its values.

    `all` says that every game of the archive qualifies, `narrow` that few do, `seat` that only who sat there counts;
    `player` is whose games were asked for.
    """

    db: sqlite_utils.Database
    games: str
    values: list[Any]
    count: int
    all: bool
    narrow: bool
    seat: int | None = None
    player: str | None = None

    def of(self, column: str) -> str:
        """The condition that a column with a game's number is one of these games."""
        if self.all:
            return "1"
        return f"{column if self.narrow else '+' + column} IN {self.games}"

    def ids(self, column: str) -> str:
        """The condition that a column with a game's id is one of these games."""
        return "1" if self.all else f"{column} IN (SELECT game FROM game WHERE number IN {self.games})"

    def seated(self, name: str = "") -> str:
        """The condition that a row is of the seat asked for, by the name of its table in the statement."""
        return "1" if self.seat is None else f"{name}seat = {self.seat}"

    def table(self, statement: str) -> Rows:
        """Rows of a statement as objects, as `tuples` reads it."""
        heads, rows = self.tuples(statement)
        return [dict(zip(heads, row, strict=True)) for row in rows]

    def tuples(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Columns and rows of a statement, as `opened` reads it."""
        cursor = self.opened(statement)
        return [head[0] for head in cursor.description], cursor.fetchall()

    def counts(self, statement: str) -> list[Counter[Any]]:
        """How often each column of a statement has which value; its rows are never held all at once."""
        cursor = self.opened(statement)
        found: list[Counter[Any]] = [Counter() for _ in cursor.description]
        while rows := cursor.fetchmany(CHUNK):
            for counter, column in zip(found, zip(*rows, strict=True), strict=True):
                counter.update(column)
        return found

    def batches(self, statement: str) -> Iterator[tuple[Any, list[bytes]]]:
        """The lanes that a statement gives in its second column, those with one value of the first together.

        No more come at once than can be added (see `lanes`), so that they are never held all at once.
        """
        held: defaultdict[Any, list[bytes]] = defaultdict(list)
        for key, lanes in self.opened(statement):
            numbers = held[key]
            numbers.append(lanes)
            if len(numbers) == MAX_SUMMANDS:
                yield key, held.pop(key)
        yield from held.items()

    def opened(self, statement: str) -> Any:
        """The cursor of a statement; `{games}` and `{ids}` in it stand for the conditions on `number` and `game`.

        `{games:t}` and `{ids:t}` say of which table.
        """
        parts = statement.split("{")
        made, values = [parts[0]], []
        for part in parts[1:]:
            word, _, rest = part.partition("}")
            kind, _, name = word.partition(":")
            column = ("number", "game")[kind == "ids"]
            condition = (self.ids if kind == "ids" else self.of)(f"{name}.{column}" if name else column)
            values += [] if self.all else self.values
            made += [condition, rest]
        return self.db.execute("".join(made), values)


@dataclass(frozen=True)
class Chart:
    """What is drawn: `labels` name a row, `value` its figure, `low` and `high` bound it, `exact` is its exact chance.

    `count` is the column with the number of cases behind the row, printed beside it. With `series` there is one line
    for each of its values, over the one label. With `faces` a row is six bars, the share of each face of its dice.
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
        """The columns that it reads; with `faces` share, interval and exact chance are computed from n1 to n6."""
        if self.faces:
            return {*self.labels, self.count, *(f"n{face}" for face in range(1, 7))}
        return {*self.labels, self.value, self.low, self.high, self.exact, self.series, self.count} - {""}


SHARE: dict[str, Any] = {"value": "share", "low": "low", "high": "high"}  # of a Chart that draws shares


@dataclass(frozen=True)
class Statistic:
    """A question over games. `needs` are conditions on the table game (reason -> SQL) that a game must meet.

    `columns` are those of every row, in their order: tables of it begin with them also where it has no rows.
    `chart` says what is drawn, None for a statistic that is better read.
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
        """What it says, in English: the first paragraph beside its definition."""
        return " ".join((self.rows.__doc__ or "").split())

    def title(self, lang: str) -> str:
        """Its title in a language."""
        return in_language(lang, self.it, self.en)


REGISTERED: dict[str, Statistic] = {}
NAMED = ("player", "rival")  # columns of references; beside each stands a column of names
SUPPOSED = "what-if"  # asked with rules of its own, beside the registered ones
ANY = {"impossible": "impossible IS NULL"}
ENDED = {"unfinished": "reason <> 'unfinished'", "cancelled": "reason <> 'cancelled'",
         "abandoned": "reason <> 'abandoned' OR winner IS NOT NULL", **ANY}  # fmt: skip
DICE = {"no-dice": "completeness = 'full'", **ANY}
MOVES = {"no-moves": "completeness IN ('full', 'no-dice')", **ANY}
PLAYED = {**ENDED, **MOVES}
ENTERED = {"no-tournament": "game IN (SELECT game FROM link)"}


def statistic(
    name: str, it: str, en: str, needs: dict[str, str], says_it: str, *, columns: str = "", chart: Chart | None = None
) -> Callable[[Callable[[Scope], Rows]], Callable[[Scope], Rows]]:
    """Registers a function `scope -> rows`, with its titles and what it says in Italian (in English: its docstring).

    `columns` are the keys of every row, in their order, with spaces between; `chart` is what is drawn, if anything.
    Raises ValueError, with the name of the statistic, where there are no columns or the chart draws another one.
    """
    heads = tuple(columns.split())
    if not heads:
        raise ValueError(f'statistic "{name}" has no columns: @statistic(..., columns="player games share")')
    if chart is not None and (unknown := chart.columns() - set(heads)):
        raise ValueError(f'statistic "{name}": its chart draws {", ".join(sorted(unknown))}, which is no column of it')
    if name in REGISTERED:
        raise ValueError(f'statistic "{name}" is defined twice')

    def register(rows: Callable[[Scope], Rows]) -> Callable[[Scope], Rows]:
        if not rows.__doc__:
            raise ValueError(f'statistic "{name}" has no docstring: it is what the statistic says in English')
        REGISTERED[name] = Statistic(name, it, en, needs, rows, says_it, heads, chart)
        return rows

    return register


def columns_of(name: str) -> list[str]:
    """The columns of a statistic; of one that is not registered none."""
    return list(REGISTERED[name].columns) if name in REGISTERED else []


def ask(db: sqlite_utils.Database, name: str, filters: Filters) -> dict[str, Any]:
    """A statistic over the games of a filter: rows, how many games qualified, which were left out and why.

    `entries` is the length of the log that it was computed at. Raises ArchiveError for a statistic that does not exist.
    """
    if name not in REGISTERED:
        known = sorted({*REGISTERED, SUPPOSED} - {name})
        raise ArchiveError("no-statistic", f"{name} ({', '.join(known)})")
    found = REGISTERED[name]
    total, scope, left_out = scope_of(db, filters, needed(filters, found.needs))
    return {
        "statistic": name, "games": total, "qualified": scope.count,
        "left_out": {reason: count for reason, (count, _) in left_out.items()},
        "left_out_games": {reason: ids for reason, (_, ids) in left_out.items()},
        "entries": int(db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0]),
        "rows": found.rows(scope) if scope.count else [],
    }  # fmt: skip


def needed(filters: Filters, needs: dict[str, str]) -> dict[str, str]:
    """What a game must meet to count: games that programs have played do not, unless a provenance is asked for."""
    return needs if filters.provenance is not None else {**BY_PEOPLE, **needs}


def scope_of(
    db: sqlite_utils.Database, filters: Filters, needs: dict[str, str]
) -> tuple[int, Scope, dict[str, tuple[int, list[str]]]]:
    """How many games match, those that qualify, and by reason how many do not and the first of them."""
    conditions, values = filters.clauses()
    base = " AND ".join(conditions) or "1"
    tests, reasons = [], list(needs)
    for place, reason in enumerate(reasons):
        met = "".join(f"({needs[before]}) AND " for before in reasons[:place])
        tests.append(f"{met}NOT ({needs[reason]})")
    whose, games = f"game WHERE {base}", "1"
    if not conditions and needs.keys().isdisjoint(ENTERED):  # a walk of one index, whose groups are few
        told = "reason, impossible, completeness, winner, provenance"
        whose, games = f"(SELECT {told}, count(*) AS games FROM game GROUP BY {told})", "games"
    sums = ", ".join(f"coalesce(sum({games} * ({test})), 0)" for test in ("1", *tests))
    counts = db.execute(f"SELECT {sums} FROM {whose}", values).fetchone()
    total, missed = int(counts[0]), [int(count) for count in counts[1:]]
    left_out: dict[str, tuple[int, list[str]]] = {}
    for place, reason in enumerate(reasons):
        if missed[place]:
            met = "".join(f" AND ({needs[before]})" for before in reasons[:place])
            which = (
                f"SELECT game FROM game WHERE {base}{met} AND NOT ({needs[reason]}) ORDER BY number LIMIT {EXAMPLES}"
            )
            left_out[reason] = missed[place], [str(row[0]) for row in db.execute(which, values).fetchall()]
    passed = " AND ".join([base, *(f"({need})" for need in needs.values())])
    count = total - sum(missed)
    whole = total if not conditions else int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    games = f"(SELECT number FROM game WHERE {passed})"
    narrow = count * NARROW < whole
    return total, Scope(db, games, values, count, count == whole, narrow, filters.seat, filters.player), left_out

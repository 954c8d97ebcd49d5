"""What to know before the figures of a statistic are compared: what counts, and what they mix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypedDict

from plancia_data import Counted, messages


class Scope(Protocol):
    """The games that a statistic counts, as `registry.Scope` has them."""

    @property
    def count(self) -> int:
        """The number of the games."""

    def fetch_tuples(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Fetches the column names and the rows of a statement."""


NoteCode = Literal["recorded-only", "mixed-points", "mixed-tables", "no-objective", "log-order"]


class Note(TypedDict):
    note: NoteCode
    count: int


class StatisticNote(Note):
    says: str


def count_mixed_variants(scope: Scope) -> int:
    """Returns the number of variants, editions apart, of the games that count; 0 for one."""
    _, rows = scope.fetch_tuples("SELECT DISTINCT variant FROM game WHERE {games}")
    count = len({str(row[0]).partition("@")[0].partition(" ")[0] for row in rows})
    return count if count > 1 else 0


def count_mixed_tables(scope: Scope) -> int:
    """Returns how many different numbers of players the tables had; 0 for one."""
    _, rows = scope.fetch_tuples("SELECT count(DISTINCT players) FROM game_facts WHERE {games}")
    return int(rows[0][0]) if rows[0][0] > 1 else 0


def count_without_objective(scope: Scope) -> int:
    """Returns the number of games that count in which no objective is recorded."""
    statement = "SELECT count(DISTINCT number) FROM player_game WHERE {games} AND objective IS NOT NULL"
    return scope.count - int(scope.fetch_tuples(statement)[1][0][0])


def count_out_of_order(scope: Scope) -> int:
    """Returns the number of games with a whole date that were stored after a game of a later date."""
    statement = (
        "SELECT count(*) FROM (SELECT date, max(date) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND "
        "1 PRECEDING) AS latest FROM game WHERE {games} AND date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]') "
        "WHERE date < latest"
    )
    return int(scope.fetch_tuples(statement)[1][0][0])


CHECKS: Mapping[str, tuple[NoteCode, Callable[[Scope], int]]] = {
    "results-by-player": ("mixed-points", count_mixed_variants),
    "records": ("mixed-points", count_mixed_variants),
    "over-time": ("mixed-tables", count_mixed_tables),
    "results-by-objective": ("no-objective", count_without_objective),
    "streaks": ("log-order", count_out_of_order),
}  # statistic -> note, and the number that it tells; no note for 0


def find_notes(name: str, scope: Scope) -> list[Note]:
    """Returns the notes on a statistic over some games, code and number; `recorded-only` always stands first."""
    notes: list[Note] = [{"note": "recorded-only", "count": scope.count}]
    if name in CHECKS and scope.count:
        code, count_cases = CHECKS[name]
        if count := count_cases(scope):
            notes.append({"note": code, "count": count})
    return notes


def notes_in(notes: Sequence[Note], lang: str) -> list[StatisticNote]:
    """Returns the notes with what they say in a language."""
    words = messages("api", lang)
    return [{**note, "says": words[note["note"]].format(count=Counted(note["count"]))} for note in notes]

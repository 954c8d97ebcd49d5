"""Derived rows against the log: those of each game are made again in memory and compared; there may be no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.integrity.finding import Finding, Stopped, collect_findings
from plancia_archive.integrity.game_rows import (
    columns_of_tables,
    describe_changes,
    expected_rows,
    numbered,
    rows_of,
    same_rows,
)
from plancia_archive.log import schema
from plancia_archive.log.connections import memory
from plancia_archive.log.schema import BY_GAME
from plancia_archive.registers.merged_references import read_merges
from plancia_archive.tournaments.game_links import project_links
from plancia_archive.workers import Alone, State, Workers, chunks


def empty() -> sqlite_utils.Database:
    """The tables of an archive in memory."""
    made = memory()
    schema.apply(made)
    return made


def derived(view: Archive, workers: Alone | Workers, step: Callable[[], None], sound: bool) -> Iterator[Finding]:
    """A rebuild would give the rows that are there, and no others; of a log that is not `sound` only strangers."""
    games = numbered(view.db)
    gone = view.withdrawals.of_log() if sound else {}
    parts = chunks([(game_id, number, game_id in gone) for game_id, number in games.items()], workers.count)
    for part, (rows, error) in zip(parts, workers.map(rows_of_games, parts), strict=True) if sound else ():
        yield from rows
        if error:
            raise Stopped(error)
        for _ in part:
            step()
    if sound:
        yield from beside(view, "withdrawn", {tuple(row.values()) for row in gone.values()})
        yield from beside(view, "merged", set(read_merges(view.log).items()))
    yield from strangers(view, games)
    if sound:
        scratch = empty()
        try:
            yield from links(view, scratch)
        finally:
            scratch.conn.close()


def rows_of_games(state: State, games: Sequence[tuple[str, int, bool]]) -> tuple[list[Finding], str]:
    """For a worker: what is wrong in the rows of games (id, number, withdrawn?), and the damage that stopped it."""
    view: Archive = state["view"]
    if "columns" not in state:
        state["columns"] = columns_of_tables(view.db)
    heads: dict[str, list[str]] = state["columns"]
    return collect_findings(
        finding
        for game_id, number, gone in games
        for finding in (of_withdrawn(view, game_id, number) if gone else of_game(view, heads, game_id, number))
    )


def of_game(view: Archive, heads: dict[str, list[str]], game_id: str, number: int) -> Iterator[Finding]:
    """What of a game's rows is not what its log gives. A text that changed since they were made is reported as such.

    `heads` are the columns of each table.
    """
    try:
        game = view.game(game_id)
        rules = view.rules_of(game)
        made = expected_rows(projections.rows_of(game, rules, game_id, number), heads)
        there = rows_of(view.db, game_id, number)
    except Exception as error:
        yield Finding(game_id, "derived", f"{type(error).__name__}: {error}"[:200])
        return
    if same_rows(made, there):
        return
    old = dict(zip(heads["game"], there["game"][0], strict=True)) if len(there["game"]) == 1 else {}
    new = dict(zip(heads["game"], made["game"][0], strict=True))
    code = "edited" if old and (old["content"], old["version"]) != (new["content"], new["version"]) else "derived"
    yield Finding(game_id, code, describe_changes(made, there, old, new))


def of_withdrawn(view: Archive, game_id: str, number: int) -> Iterator[Finding]:
    """A withdrawn game has no derived rows."""
    for table, rows in rows_of(view.db, game_id, number).items():
        if rows:
            yield Finding(f"{table} {game_id}", "ghost", str(len(rows)))


def beside(view: Archive, table: str, due: set[tuple[Any, ...]]) -> Iterator[Finding]:
    """The rows of a table that other streams than games make."""
    there = {tuple(row) for row in view.db.execute(f"SELECT * FROM {table}").fetchall()}
    for row in sorted(there - due, key=repr):
        yield Finding(f"{table} {row[0]}", "ghost", str(row[1]))
    for row in sorted(due - there, key=repr):
        yield Finding(f"{table} {row[0]}", "derived", str(row[1]))


def strangers(view: Archive, games: dict[str, int]) -> Iterator[Finding]:
    """Rows of games that are not in the log."""
    numbers = set(games.values())
    for table in BY_GAME:
        for game, count in view.db.execute(f"SELECT game, count(*) FROM {table} GROUP BY game").fetchall():
            if str(game) not in games:
                yield Finding(f"{table} {game}", "ghost", str(count))
    for table in BY_NUMBER:
        for number, count in view.db.execute(f"SELECT number, count(*) FROM {table} GROUP BY number").fetchall():
            if number not in numbers:
                yield Finding(f"{table} {number}", "ghost", str(count))


def links(view: Archive, scratch: sqlite_utils.Database) -> Iterator[Finding]:
    """Which game was played at which table, against the tournaments of the log."""
    for name in view.tournaments.ids():
        project_links(scratch, view.tournaments.get(name))
    both = []
    for db in (scratch, view.db):
        both.append({tuple(row) for row in db.execute("SELECT * FROM link").fetchall()})
    made, there = both
    for row in sorted(there - made, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "ghost", str(row[3]))
    for row in sorted(made - there, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "derived", str(row[3]))

"""Checks derived rows: derives the rows of each game again in memory, compares them, and reports any other rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME
from plancia_archive.integrity.finding import CheckStopped, Finding, collect_findings
from plancia_archive.integrity.game_rows import (
    describe_changes,
    equal_rows,
    expected_rows,
    fetch_rows,
    fetch_table_columns,
    game_numbers,
)
from plancia_archive.integrity.stream_checks import STREAMS
from plancia_archive.log import schema
from plancia_archive.log.connections import connect_memory
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.tournaments.game_links import project_links
from plancia_archive.workers import InProcessWorkers, State, Workers, chunks


def empty_database() -> sqlite_utils.Database:
    """Creates an in-memory database with the tables of an archive."""
    db = connect_memory()
    schema.migrate(db)
    return db


def check_derived_rows(
    view: Archive, workers: InProcessWorkers | Workers, step: Callable[[], None], log_is_valid: bool
) -> Iterator[Finding]:
    """Compares the stored rows with rows derived again; with an invalid log only looks for rows without a game."""
    games = game_numbers(view.db)
    withdrawn = {str(row["game"]) for row in WITHDRAWALS.rows(view.log)} if log_is_valid else set()
    game_chunks = chunks([(game_id, number, game_id in withdrawn) for game_id, number in games.items()], workers.count)
    for chunk, (rows, error) in (
        zip(game_chunks, workers.map(check_games, game_chunks), strict=True) if log_is_valid else ()
    ):
        yield from rows
        if error:
            raise CheckStopped(error)
        for _ in chunk:
            step()
    if log_is_valid:
        for stream in STREAMS.values():
            if stream.table:
                yield from check_register(view, stream.table, {tuple(row.values()) for row in stream.rows(view.log)})
    yield from check_orphan_rows(view, games)
    if log_is_valid:
        scratch = empty_database()
        try:
            yield from check_links(view, scratch)
        finally:
            scratch.conn.close()


def check_games(state: State, games: Sequence[tuple[str, int, bool]]) -> tuple[list[Finding], str]:
    """Worker task: returns findings in the rows of games (id, number, withdrawn), and the error that stopped it."""
    view: Archive = state["view"]
    if "columns" not in state:
        state["columns"] = fetch_table_columns(view.db)
    columns_by_table: dict[str, list[str]] = state["columns"]
    return collect_findings(
        finding
        for game_id, number, withdrawn in games
        for finding in (
            check_withdrawn_game(view, game_id, number)
            if withdrawn
            else check_game(view, columns_by_table, game_id, number)
        )
    )


def check_game(view: Archive, columns_by_table: dict[str, list[str]], game_id: str, number: int) -> Iterator[Finding]:
    """Compares a game's rows with those derived from its text; the finding "edited" means that the text differs too."""
    try:
        game = view.game(game_id)
        rules = view.rules_of(game)
        expected = expected_rows(projections.rows_of(game, rules, game_id, number), columns_by_table)
        stored = fetch_rows(view.db, game_id, number)
    except Exception as error:
        yield Finding(game_id, "derived", f"{type(error).__name__}: {error}"[:200])
        return
    if equal_rows(expected, stored):
        return
    old_row = dict(zip(columns_by_table["game"], stored["game"][0], strict=True)) if len(stored["game"]) == 1 else {}
    new_row = dict(zip(columns_by_table["game"], expected["game"][0], strict=True))
    code = (
        "edited"
        if old_row and (old_row["content"], old_row["version"]) != (new_row["content"], new_row["version"])
        else "derived"
    )
    yield Finding(game_id, code, describe_changes(expected, stored, old_row, new_row))


def check_withdrawn_game(view: Archive, game_id: str, number: int) -> Iterator[Finding]:
    """Reports derived rows of a withdrawn game, which must have none."""
    for table, rows in fetch_rows(view.db, game_id, number).items():
        if rows:
            yield Finding(f"{table} {game_id}", "ghost", str(len(rows)))


def check_register(view: Archive, table: str, expected: set[tuple[Any, ...]]) -> Iterator[Finding]:
    """Compares the rows of a table derived from other streams than games."""
    stored_rows = {tuple(row) for row in view.db.execute(f"SELECT * FROM {table}").fetchall()}
    for row in sorted(stored_rows - expected, key=repr):
        yield Finding(f"{table} {row[0]}", "ghost", str(row[1]))
    for row in sorted(expected - stored_rows, key=repr):
        yield Finding(f"{table} {row[0]}", "derived", str(row[1]))


def check_orphan_rows(view: Archive, games: dict[str, int]) -> Iterator[Finding]:
    """Reports rows of games that are not in the log."""
    numbers = set(games.values())
    for table in TABLES_BY_GAME:
        for game, count in view.db.execute(f"SELECT game, count(*) FROM {table} GROUP BY game").fetchall():
            if str(game) not in games:
                yield Finding(f"{table} {game}", "ghost", str(count))
    for table in BY_NUMBER:
        for number, count in view.db.execute(f"SELECT number, count(*) FROM {table} GROUP BY number").fetchall():
            if number not in numbers:
                yield Finding(f"{table} {number}", "ghost", str(count))


def check_links(view: Archive, scratch: sqlite_utils.Database) -> Iterator[Finding]:
    """Compares the table `link` with the tournaments of the log."""
    for name in view.tournaments.ids():
        project_links(scratch, view.tournaments.get(name))
    link_rows = []
    for db in (scratch, view.db):
        link_rows.append({tuple(row) for row in db.execute("SELECT * FROM link").fetchall()})
    expected, stored = link_rows
    for row in sorted(stored - expected, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "ghost", str(row[3]))
    for row in sorted(expected - stored, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "derived", str(row[3]))

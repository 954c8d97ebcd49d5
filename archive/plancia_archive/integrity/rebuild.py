"""Rebuilds derived rows from the log, a few games at a time, so that other connections can write meanwhile."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from plancia_archive.disputes.register import DISPUTES
from plancia_archive.facts import projections
from plancia_archive.facts.projections import Rows
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME
from plancia_archive.integrity.game_rows import column_names, describe_changes, equal_rows, fetch_rows, game_numbers
from plancia_archive.integrity.stream_checks import Finding
from plancia_archive.log.approvals import APPROVALS
from plancia_archive.log.checkpoints import LogTree
from plancia_archive.log.connections import connect, journal_mode
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.withdrawals import WITHDRAWALS, Withdrawals
from plancia_archive.registers.merged_references import PERSONS
from plancia_archive.tournaments.linked_games import project_links
from plancia_archive.tournaments.log import Tournaments
from plancia_archive.workers import State, chunks, worker_count, worker_pool


class RebuildTarget(Protocol):
    """The parts of an `Archive` that a rebuild uses."""

    log: EntryLog
    withdrawals: Withdrawals
    tournaments: Tournaments


GameNumbers = Sequence[tuple[str, int]]  # ids and numbers
MAX_LOCK_SECONDS, PAUSE_SECONDS = 0.1, 0.05  # seconds of one write transaction, and of the pause after it


def rebuild(
    archive: RebuildTarget, step: Callable[[], None] | None = None, alone: bool = False, jobs: int = 1
) -> list[Finding]:
    """Derives the rows of every game again and deletes rows without a game; returns the differences found.

    The rows of a game are replaced in one transaction. `alone`: no other connection uses the archive, so there are no
    pauses. `step` is called after each game. With `jobs` above 1 many games are judged in that many processes; this
    one writes. Raises WorkerError if one of them dies; run it again then.
    """
    findings: list[Finding] = []
    with archive.log.writing():
        PERSONS.rebuild_table(archive.log)
        withdrawn = {str(row["game"]) for row in WITHDRAWALS.rows(archive.log)}
        delete_misnumbered_rows(archive.log)
        if tiles := LogTree(archive.log.db).rebuild_tiles():
            findings.append(Finding("tile", "tile", str(tiles)))
    games = [(game_id, number) for game_id, number in game_numbers(archive.log.db).items() if game_id not in withdrawn]
    step = step or (lambda: None)
    for _ in withdrawn:
        step()
    count = worker_count(jobs, len(games)) if journal_mode() == "WAL" else 1  # else readers would block the writer
    findings += (
        rebuild_in_process(archive, games, step, alone)
        if count == 1
        else rebuild_in_workers(archive, games, step, alone, count)
    )
    with archive.log.writing():
        archive.withdrawals.rebuild_table()
        APPROVALS.rebuild_table(archive.log)
        DISPUTES.rebuild_table(archive.log)
        findings += delete_orphans(archive)
    return findings


def delete_misnumbered_rows(log: EntryLog) -> None:
    """Deletes the rows of games whose number is not that of their first entry."""
    numbers = game_numbers(log.db)
    for table in ("game", "game_facts"):
        for game_id, number in log.db.execute(f"SELECT game, number FROM {table}").fetchall():
            if numbers.get(str(game_id)) != number:
                projections.delete_rows(log.db, str(game_id), int(number))


def rebuild_in_process(
    archive: RebuildTarget, games: GameNumbers, step: Callable[[], None], alone: bool
) -> list[Finding]:
    """Judges games and writes their rows in this process, in short transactions."""
    findings: list[Finding] = []
    remaining = deque(games)
    while remaining:
        with archive.log.writing():
            deadline = time.monotonic() + MAX_LOCK_SECONDS
            while remaining:
                findings += rebuild_game(archive.log, *remaining.popleft())
                step()
                if not alone and time.monotonic() >= deadline:
                    break
        if not alone:
            pause()
    return findings


def rebuild_in_workers(
    archive: RebuildTarget, games: GameNumbers, step: Callable[[], None], alone: bool, jobs: int
) -> list[Finding]:
    """Judges games in worker processes and writes their rows.

    Rows are derived again if the log has grown meanwhile: people may have been merged, or a game continued.
    """
    findings: list[Finding] = []
    game_chunks = chunks(games, jobs)
    lock_seconds = 0.0
    with worker_pool(jobs) as workers:
        workers.broadcast(open_reader, archive.log.path)
        for chunk, (last_entry, row_sets) in zip(game_chunks, workers.map(derive_chunk, game_chunks), strict=True):
            start = time.monotonic()
            with archive.log.writing():
                log_unchanged = archive.log.last_index() == last_entry
                for (game_id, number), rows in zip(chunk, row_sets, strict=True):
                    findings += rebuild_game(archive.log, game_id, number, rows if log_unchanged else None)
                    step()
            lock_seconds += time.monotonic() - start
            if lock_seconds >= MAX_LOCK_SECONDS and not alone:
                pause()
                lock_seconds = 0.0
    return findings


def open_reader(state: State, path: Path) -> None:
    """Worker task: opens a read-only connection."""
    state["log"] = EntryLog(path, connect(path, read_only=True), read_only=True)


def derive_chunk(state: State, games: GameNumbers) -> tuple[int, list[Rows | str]]:
    """Worker task: returns the index of the last log entry, and for each game its derived rows or an error message."""
    log: EntryLog = state["log"]
    log.db.execute("BEGIN")
    try:
        return log.last_index(), [derive_rows(log, game_id, number) for game_id, number in games]
    finally:
        log.db.rollback()


def pause() -> None:
    """Sleeps, so that other connections can write."""
    time.sleep(PAUSE_SECONDS)


def derive_rows(log: EntryLog, game_id: str, number: int) -> Rows | str:
    """Derives the rows of a game from the log; returns an error message for a damaged text."""
    try:
        game = log.game(game_id)
        return projections.rows_of(game, log.rules_of(game), game_id, number)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def rebuild_game(log: EntryLog, game_id: str, number: int, rows: Rows | str | None = None) -> list[Finding]:
    """Replaces the rows of a game by `rows`, which are derived if None; returns differences or damage as findings."""
    stored = fetch_rows(log.db, game_id, number)
    for table in ("game", "game_facts"):  # rows stored under another number
        for row in log.db.execute(f"SELECT number FROM {table} WHERE game = ?", [game_id]).fetchall():
            projections.delete_rows(log.db, game_id, int(row[0]))
    rows = derive_rows(log, game_id, number) if rows is None else rows
    projections.delete_rows(log.db, game_id, number)
    if isinstance(rows, str):
        return [Finding(game_id, "canonical", rows)]
    projections.insert_rows(log.db, rows)
    expected = fetch_rows(log.db, game_id, number)
    if equal_rows(expected, stored):
        return []
    game_columns = column_names(log.db, "game")
    old_row = dict(zip(game_columns, stored["game"][0], strict=True)) if len(stored["game"]) == 1 else {}
    return [
        Finding(
            game_id,
            "rebuilt",
            describe_changes(expected, stored, old_row, dict(zip(game_columns, expected["game"][0], strict=True))),
        )
    ]


def delete_orphans(archive: RebuildTarget) -> list[Finding]:
    """Deletes rows of games that are not in the log, and rebuilds the links of every tournament."""
    findings: list[Finding] = []
    db = archive.log.db
    log_games = "SELECT {} FROM entry WHERE first = 0 AND game NOT LIKE '%:%'"
    for tables, column, key in ((TABLES_BY_GAME, "game", "game"), (BY_NUMBER, "number", "log_index")):
        for table in tables:
            deleted_count = db.execute(f"DELETE FROM {table} WHERE {column} NOT IN ({log_games.format(key)})").rowcount
            if deleted_count > 0:
                findings.append(Finding(table, "ghost", str(deleted_count)))
    db.execute("DELETE FROM link")
    for name in archive.tournaments.ids():
        try:
            project_links(db, archive.tournaments.get(name))
        except Exception as error:
            findings.append(Finding(f"tournament:{name}", "tournament", f"{type(error).__name__}: {error}"[:200]))
    return findings

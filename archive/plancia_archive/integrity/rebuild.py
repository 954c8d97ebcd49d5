"""Derived rows made again from the log, a few games at a time, so that others write meanwhile."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from plancia_archive.facts import projections
from plancia_archive.facts.projections import Rows
from plancia_archive.facts.tables import BY_NUMBER
from plancia_archive.integrity.finding import Finding
from plancia_archive.integrity.game_rows import columns, describe_changes, numbered, rows_of, same_rows
from plancia_archive.log.connections import connect, journal_mode
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.schema import BY_GAME
from plancia_archive.log.withdrawals import Withdrawals
from plancia_archive.registers.merged_references import project_merged
from plancia_archive.tournaments.game_links import project_links
from plancia_archive.tournaments.log import Tournaments
from plancia_archive.workers import State, chunks, processes, processes_for


class Rebuilt(Protocol):
    """What is rebuilt: an `Archive`."""

    log: EntryLog
    withdrawals: Withdrawals
    tournaments: Tournaments


Games = Sequence[tuple[str, int]]  # ids and numbers
HOLD, PAUSE = 0.1, 0.05  # seconds for which the archive is written, and then left to others


def rebuild(
    archive: Rebuilt, step: Callable[[], None] | None = None, alone: bool = False, jobs: int = 1
) -> list[Finding]:
    """Makes the rows of every game again and takes away those of no game; gives what was other than the log says.

    Each game is made anew in one piece: who reads sees its old rows or its new ones. Where nobody else can use the
    archive (`alone`) there are no pauses. `step` is called after each game. With `jobs` above 1 many games are judged
    in so many processes; this one writes. Raises WorkerError where one of them dies: run it again then.
    """
    found: list[Finding] = []
    with archive.log.writing():
        project_merged(archive.log)
        gone = archive.withdrawals.of_log()
    games = [(game_id, number) for game_id, number in numbered(archive.log.db).items() if game_id not in gone]
    step = step or (lambda: None)
    for _ in gone:
        step()
    count = processes_for(jobs, len(games)) if journal_mode() == "WAL" else 1  # else readers would keep us waiting
    found += in_turn(archive, games, step, alone) if count == 1 else spread(archive, games, step, alone, count)
    with archive.log.writing():
        archive.withdrawals.project_all()
        found += cleared(archive)
    return found


def in_turn(archive: Rebuilt, games: Games, step: Callable[[], None], alone: bool) -> list[Finding]:
    """The rows of games, judged and written here; the lock is held for a moment at a time."""
    found: list[Finding] = []
    left = deque(games)
    while left:
        with archive.log.writing():
            until = time.monotonic() + HOLD
            while left:
                found += again(archive.log, *left.popleft())
                step()
                if not alone and time.monotonic() >= until:
                    break
        if not alone:
            pause()
    return found


def spread(archive: Rebuilt, games: Games, step: Callable[[], None], alone: bool, jobs: int) -> list[Finding]:
    """The rows of games, judged by workers and written here.

    What a worker judged counts if the log has not grown since: people may have become one, a game may have gone on.
    """
    found: list[Finding] = []
    parts = chunks(games, jobs)
    held = 0.0
    with processes(jobs) as workers:
        workers.everywhere(open_reader, archive.log.path)
        for part, (last, made) in zip(parts, workers.map(rows_of_log, parts), strict=True):
            start = time.monotonic()
            with archive.log.writing():
                current = archive.log.last() == last
                for (game_id, number), rows in zip(part, made, strict=True):
                    found += again(archive.log, game_id, number, rows if current else None)
                    step()
            held += time.monotonic() - start
            if held >= HOLD and not alone:
                pause()
                held = 0.0
    return found


def open_reader(state: State, path: Path) -> None:
    """In a worker: its own connection for reading."""
    state["log"] = EntryLog(path, connect(path, read_only=True), read_only=True)


def rows_of_log(state: State, games: Games) -> tuple[int, list[Rows | str]]:
    """In a worker: the rows that the log gives each game, or why it gives none, and the last entry it was read at."""
    log: EntryLog = state["log"]
    log.db.execute("BEGIN")
    try:
        return log.last(), [rows_for(log, game_id, number) for game_id, number in games]
    finally:
        log.db.rollback()


def pause() -> None:
    """Leaves the archive to others for a moment."""
    time.sleep(PAUSE)


def rows_for(log: EntryLog, game_id: str, number: int) -> Rows | str:
    """The rows that the log gives a game, or what is wrong with its text."""
    try:
        game = log.game(game_id)
        return projections.rows_of(game, log.rules_of(game), game_id, number)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def again(log: EntryLog, game_id: str, number: int, rows: Rows | str | None = None) -> list[Finding]:
    """Writes the rows of one game, made here unless given; a finding where they were others, or its text gives none."""
    there = rows_of(log.db, game_id, number)
    for table in ("game", "game_facts"):  # rows that were made under another number
        for row in log.db.execute(f"SELECT number FROM {table} WHERE game = ?", [game_id]).fetchall():
            projections.forget(log.db, game_id, int(row[0]))
    rows = rows_for(log, game_id, number) if rows is None else rows
    projections.forget(log.db, game_id, number)
    if isinstance(rows, str):
        return [Finding(game_id, "canonical", rows)]
    projections.store(log.db, rows)
    made = rows_of(log.db, game_id, number)
    if same_rows(made, there):
        return []
    heads = columns(log.db, "game")
    old = dict(zip(heads, there["game"][0], strict=True)) if len(there["game"]) == 1 else {}
    return [
        Finding(game_id, "rebuilt", describe_changes(made, there, old, dict(zip(heads, made["game"][0], strict=True))))
    ]


def cleared(archive: Rebuilt) -> list[Finding]:
    """Takes away rows of games that are not in the log, and makes the links of every tournament again."""
    found: list[Finding] = []
    db = archive.log.db
    of_log = "SELECT {} FROM entry WHERE first = 0 AND game NOT LIKE '%:%'"
    for tables, column, key in ((BY_GAME, "game", "game"), (BY_NUMBER, "number", "log_index")):
        for table in tables:
            gone = db.execute(f"DELETE FROM {table} WHERE {column} NOT IN ({of_log.format(key)})").rowcount
            if gone > 0:
                found.append(Finding(table, "ghost", str(gone)))
    db.execute("DELETE FROM link")
    for name in archive.tournaments.ids():
        try:
            project_links(db, archive.tournaments.get(name))
        except Exception as error:
            found.append(Finding(f"tournament:{name}", "tournament", f"{type(error).__name__}: {error}"[:200]))
    return found

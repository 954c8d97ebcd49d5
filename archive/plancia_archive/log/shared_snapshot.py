"""Snapshot of an archive shared by this process and its workers, while others may write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.exports.file_copy import copy_archive
from plancia_archive.exports.temp_files import temp_folder
from plancia_archive.log.connections import connect
from plancia_archive.log.read_view import lenient, readers_wait, snapshot_of
from plancia_archive.workers import InProcessWorkers, State, Workers, worker_pool

ATTEMPTS = 5  # attempts to open the same snapshot in all processes; then this process works alone


def as_it_is(archive: Archive, jobs: int) -> AbstractContextManager[tuple[Archive, InProcessWorkers | Workers]]:
    """The archive itself for one process, without snapshot isolation; a shared snapshot for several."""
    return nullcontext((archive, InProcessWorkers(view=archive))) if jobs == 1 else shared_snapshot(archive, jobs)


@contextmanager
def shared_snapshot(archive: Archive, jobs: int) -> Iterator[tuple[Archive, InProcessWorkers | Workers]]:
    """Snapshot of the archive, and `jobs` processes that have the same snapshot as `view` of their state.

    No lock is held: if a reader would block writers, all read a copy. Invalid UTF-8 is read with replacement
    characters. Raises ArchiveError.
    """
    if readers_wait() and not archive.read_only:
        with temp_folder() as folder:
            copy_archive(archive, folder / "snapshot.db")
            with shared_view(folder / "snapshot.db", jobs) as shared:
                yield shared
    else:
        with shared_view(archive.path, jobs) as shared:
            yield shared


@contextmanager
def shared_view(path: Path, jobs: int) -> Iterator[tuple[Archive, InProcessWorkers | Workers]]:
    """`shared_snapshot` of the archive at a path.

    SQLite cannot hand a snapshot to another process, so each opens its own; they are equal if nothing was committed
    meanwhile (PRAGMA data_version). If others never pause that long, this process works alone.
    """
    if jobs > 1:
        probe = connect(path, read_only=True)
        try:
            with worker_pool(jobs) as workers:
                for _ in range(ATTEMPTS):
                    before = commits_seen(probe)
                    view = lenient(snapshot_of(path))
                    try:
                        workers.broadcast(open_view, path)
                        if commits_seen(probe) == before:
                            yield view, workers
                            return
                    finally:
                        view.close()
        finally:
            probe.conn.close()
    view = lenient(snapshot_of(path))
    try:
        yield view, InProcessWorkers(view=view)
    finally:
        view.close()


def commits_seen(probe: sqlite_utils.Database) -> int:
    """PRAGMA data_version: changes after any commit by another connection."""
    return int(probe.execute("PRAGMA data_version").fetchone()[0])


def open_view(state: State, path: Path) -> None:
    """Worker task: opens a new view of the archive in place of the earlier one."""
    if "view" in state:
        state.pop("view").close()
    state["view"] = lenient(snapshot_of(path))

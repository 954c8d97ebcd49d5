"""A snapshot of an archive that this process and its workers share, while others may write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.exports.file_copy import copy_archive
from plancia_archive.exports.temp_files import temp_folder
from plancia_archive.log.connections import connect
from plancia_archive.log.read_view import decode_leniently, open_snapshot_at, readers_block_writers
from plancia_archive.workers import InProcessWorkers, State, Workers, worker_pool

ATTEMPTS = 5  # attempts to open the same snapshot in all processes; then this process works alone


def archive_or_snapshot(
    archive: Archive, jobs: int
) -> AbstractContextManager[tuple[Archive, InProcessWorkers | Workers]]:
    """Yields the archive itself for one process, without snapshot isolation; a shared snapshot for several."""
    return nullcontext((archive, InProcessWorkers(view=archive))) if jobs == 1 else shared_snapshot(archive, jobs)


@contextmanager
def shared_snapshot(archive: Archive, jobs: int) -> Iterator[tuple[Archive, InProcessWorkers | Workers]]:
    """Yields a snapshot of the archive, and `jobs` workers that have the same snapshot as `view` in their state.

    No lock is held: if readers block writers, all read a copy. Invalid UTF-8 is decoded with replacement characters.
    Raises ArchiveError.
    """
    if readers_block_writers() and not archive.read_only:
        with temp_folder() as folder:
            copy_archive(archive, folder / "snapshot.db")
            with shared_view(folder / "snapshot.db", jobs) as shared:
                yield shared
    else:
        with shared_view(archive.path, jobs) as shared:
            yield shared


@contextmanager
def shared_view(path: Path, jobs: int) -> Iterator[tuple[Archive, InProcessWorkers | Workers]]:
    """Yields a shared snapshot of the archive at a path, as `shared_snapshot` does.

    SQLite cannot pass a snapshot to another process, so each opens its own; they are equal if nothing was committed
    meanwhile (PRAGMA data_version). If that fails ATTEMPTS times, this process works alone.
    """
    if jobs > 1:
        probe = connect(path, read_only=True)
        try:
            with worker_pool(jobs) as workers:
                for _ in range(ATTEMPTS):
                    commits_before = data_version(probe)
                    view = decode_leniently(open_snapshot_at(path))
                    try:
                        workers.broadcast(open_view, path)
                        if data_version(probe) == commits_before:
                            yield view, workers
                            return
                    finally:
                        view.close()
        finally:
            probe.conn.close()
    view = decode_leniently(open_snapshot_at(path))
    try:
        yield view, InProcessWorkers(view=view)
    finally:
        view.close()


def data_version(probe: sqlite_utils.Database) -> int:
    """Returns PRAGMA data_version, which changes after any commit by another connection."""
    return int(probe.execute("PRAGMA data_version").fetchone()[0])


def open_view(state: State, path: Path) -> None:
    """Worker task: opens a new view of the archive in place of the earlier one."""
    if "view" in state:
        state.pop("view").close()
    state["view"] = decode_leniently(open_snapshot_at(path))

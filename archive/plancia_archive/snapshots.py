"""Snapshots of an archive on a separate connection, for long reads while others write; shared with workers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.log.connections import DRIVER, connect, journal_mode
from plancia_archive.log.creation import create_empty_file
from plancia_archive.log.temp_files import temp_folder
from plancia_archive.workers import InProcessWorkers, State, Workers, worker_pool

CHUNK_BYTES = 65536
ATTEMPTS = 5  # attempts to open the same snapshot in all processes; then this process works alone


def open_snapshot(archive: Archive) -> Archive:
    """Opens a read-only archive that sees the present state, unaffected by later writes. Raises ArchiveError.

    The caller closes it.
    """
    return open_snapshot_at(archive.path)


def open_snapshot_at(path: Path) -> Archive:
    """Opens a snapshot of the archive at a path, as `open_snapshot` does."""
    view = Archive(path, connect(path, read_only=True), read_only=True)
    view.db.execute("BEGIN")
    view.last_index()  # the first read starts the snapshot
    return view


def decode_leniently(view: Archive) -> Archive:
    """Makes a view decode invalid UTF-8 with replacement characters, for archives that may be damaged; returns it."""
    view.db.conn.text_factory = lambda data: data.decode("utf-8", errors="replace")
    return view


def readers_block_writers() -> bool:
    """True if readers block writers: with the rollback journal that old versions of SQLite use."""
    return journal_mode() != "WAL"


def spool(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Copies chunks to a temporary file, then yields them, so that a slow client does not block writers."""
    with tempfile.TemporaryFile() as file:
        for chunk in chunks:
            file.write(chunk)
        file.seek(0)
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def copy_archive(archive: Archive, path: Path) -> None:
    """Copies the archive's file with SQLite's backup API. `path` must not exist. Raises OSError."""
    create_empty_file(path)
    target = DRIVER.connect(str(path))
    try:
        with archive.lock:
            archive.db.conn.backup(target)
    finally:
        target.close()


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

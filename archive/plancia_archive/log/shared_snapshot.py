"""One moment of an archive, seen alike by this process and by its workers, while others may write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.exports.file_copy import copy_archive
from plancia_archive.exports.temp_files import scratch
from plancia_archive.log.connections import connect
from plancia_archive.log.read_view import lenient, readers_wait, snapshot_of
from plancia_archive.workers import Alone, State, Workers, processes

ATTEMPTS = 5  # to open the same moment everywhere while others write; then this process does the work alone


def as_it_is(archive: Archive, jobs: int) -> AbstractContextManager[tuple[Archive, Alone | Workers]]:
    """For one process the archive itself, game after game as others write; for several a snapshot that they share."""
    return nullcontext((archive, Alone(view=archive))) if jobs == 1 else shared_snapshot(archive, jobs)


@contextmanager
def shared_snapshot(archive: Archive, jobs: int) -> Iterator[tuple[Archive, Alone | Workers]]:
    """The archive as it stands now, and `jobs` processes that see it so, as `view` of their state.

    No lock is held: where a reader would keep writers waiting, all read a copy. Text that is no UTF-8 is read with
    replacement characters. Raises ArchiveError.
    """
    if readers_wait() and not archive.read_only:
        with scratch() as folder:
            copy_archive(archive, folder / "snapshot.db")
            with shared_view(folder / "snapshot.db", jobs) as found:
                yield found
    else:
        with shared_view(archive.path, jobs) as found:
            yield found


@contextmanager
def shared_view(path: Path, jobs: int) -> Iterator[tuple[Archive, Alone | Workers]]:
    """As `shared_snapshot`, of the archive at a path.

    SQLite gives no snapshot to another process, so that each opens its own; where nothing was committed from before
    the first to after the last, they are the same. Where others never pause that long, this process works alone.
    """
    if jobs > 1:
        probe = connect(path, read_only=True)
        try:
            with processes(jobs) as workers:
                for _ in range(ATTEMPTS):
                    before = commits_seen(probe)
                    view = lenient(snapshot_of(path))
                    try:
                        workers.everywhere(open_view, path)
                        if commits_seen(probe) == before:
                            yield view, workers
                            return
                    finally:
                        view.close()
        finally:
            probe.conn.close()
    view = lenient(snapshot_of(path))
    try:
        yield view, Alone(view=view)
    finally:
        view.close()


def commits_seen(probe: sqlite_utils.Database) -> int:
    """A number that is another one after any commit by another connection (PRAGMA data_version)."""
    return int(probe.execute("PRAGMA data_version").fetchone()[0])


def open_view(state: State, path: Path) -> None:
    """In a worker: its own view of the archive as it is now, in place of an earlier one."""
    if "view" in state:
        state.pop("view").close()
    state["view"] = lenient(snapshot_of(path))

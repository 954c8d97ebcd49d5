"""Checkpoints the write-ahead log while the archive is idle, so that the main file contains everything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from plancia_archive.errors import ArchiveError
from plancia_archive.log.connections import checkpoint_wal
from plancia_archive.log.read_only import file_identity

CHECK_INTERVAL_SECONDS = 1.0  # seconds between checks
IDLE_SECONDS = 2.0  # seconds without a write before a checkpoint


class OpenArchive(Protocol):
    """An open archive file: an `Archive`, or its log alone."""

    path: Path
    db: Any
    read_only: bool
    file_identity: tuple[int, int] | None
    lock: Any


class IdleCheckpointer(threading.Thread):
    """Thread that checkpoints the served archive; `get_archive` returns the one served at present."""

    def __init__(self, served: Callable[[], OpenArchive]) -> None:
        super().__init__(name="plancia-idle", daemon=True)
        self.get_archive = served
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(CHECK_INTERVAL_SECONDS):
            with suppress(ArchiveError):  # the next writer reports a moved file
                checkpoint_if_idle(self.get_archive())

    def stop(self) -> None:
        """Stops the thread; call before closing the archive."""
        self.stopped.set()
        self.join()


def check_not_moved(archive: OpenArchive) -> None:
    """Raises ArchiveError `moved` if the file was moved or replaced since it was opened.

    Its write-ahead log is checkpointed first, so that the moved file is complete and no old log is beside a new file.
    """
    if file_identity(archive.path) != archive.file_identity:
        with archive.lock:
            checkpoint_wal(archive.db, archive.read_only)
        raise ArchiveError("moved", str(archive.path))


def checkpoint_if_idle(archive: OpenArchive) -> bool:
    """Checkpoints a non-empty write-ahead log after IDLE_SECONDS without a write. Raises ArchiveError."""
    if archive.read_only:
        return False
    check_not_moved(archive)
    wal_path = Path(f"{archive.path.resolve()}-wal")
    try:
        status = wal_path.stat()
    except OSError:
        return False
    if not status.st_size or time.time() - status.st_mtime < IDLE_SECONDS:
        return False
    with archive.lock:
        return checkpoint_wal(archive.db)

"""Checkpoints the write-ahead log while idle, so that the file alone is the whole archive."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from plancia_archive.errors import ArchiveError
from plancia_archive.log.connections import fold
from plancia_archive.log.read_only import identity

EVERY = 1.0  # seconds between checks
QUIET = 2.0  # seconds without a write before a checkpoint


class Opened(Protocol):
    """An open archive file: an `Archive`, or its log alone."""

    path: Path
    db: Any
    read_only: bool
    identity: tuple[int, int] | None
    lock: Any


class Idle(threading.Thread):
    """Thread that checkpoints the served archive, which may be replaced by another."""

    def __init__(self, served: Callable[[], Opened]) -> None:
        super().__init__(name="plancia-idle", daemon=True)
        self.served = served
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(EVERY):
            with suppress(ArchiveError):  # the next writer reports a moved file
                checkpoint_if_idle(self.served())

    def end(self) -> None:
        """Stops the thread; call before closing the archive."""
        self.over.set()
        self.join()


def check_place(archive: Opened) -> None:
    """Raises ArchiveError if the file was moved or replaced since it was opened.

    Its write-ahead log is checkpointed first: the moved file is complete then, and no old log is beside a new file.
    """
    if identity(archive.path) != archive.identity:
        with archive.lock:
            fold(archive.db, archive.read_only)
        raise ArchiveError("moved", str(archive.path))


def checkpoint_if_idle(archive: Opened) -> bool:
    """Checkpoints a non-empty write-ahead log after QUIET seconds without a write. Raises ArchiveError."""
    if archive.read_only:
        return False
    check_place(archive)
    log = Path(f"{archive.path.resolve()}-wal")
    try:
        status = log.stat()
    except OSError:
        return False
    if not status.st_size or time.time() - status.st_mtime < QUIET:
        return False
    with archive.lock:
        return fold(archive.db)

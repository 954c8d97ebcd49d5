"""What is done while nobody writes: the write-ahead log is brought into the file, which then is the whole archive."""

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

EVERY = 1.0  # seconds between two looks
QUIET = 2.0  # seconds without a write after which the log is folded


class Opened(Protocol):
    """An open archive file: an `Archive`, or its log alone."""

    path: Path
    db: Any
    read_only: bool
    identity: tuple[int, int] | None
    lock: Any


class Idle(threading.Thread):
    """Looks after the archive that is served, which may be another one after a while."""

    def __init__(self, served: Callable[[], Opened]) -> None:
        super().__init__(name="plancia-idle", daemon=True)
        self.served = served
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(EVERY):
            with suppress(ArchiveError):  # a file that was moved is told to whoever writes
                look(self.served())

    def end(self) -> None:
        """Ends it, before the archive is closed."""
        self.over.set()
        self.join()


def check_place(archive: Opened) -> None:
    """Refuses to write into a file that no longer stands at its place. Raises ArchiveError.

    Its log is folded first: the file that was moved is whole then, and no old log lies beside a new file.
    """
    if identity(archive.path) != archive.identity:
        with archive.lock:
            fold(archive.db, archive.read_only)
        raise ArchiveError("moved", str(archive.path))


def look(archive: Opened) -> bool:
    """Folds the log of an archive where it holds something and nobody has written for a while. Raises ArchiveError."""
    if archive.read_only:
        return False
    check_place(archive)
    log = Path(f"{archive.path.resolve()}-wal")
    try:
        found = log.stat()
    except OSError:
        return False
    if not found.st_size or time.time() - found.st_mtime < QUIET:
        return False
    with archive.lock:
        return fold(archive.db)

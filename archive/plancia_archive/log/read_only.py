"""Files that may be read and not written: when an archive is one, and how SQLite is asked to read it all the same."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

WAL_MARK = 2  # "file format read version" in a file's header: its journal is the write-ahead log
WAL_PLACE = 19
LEAST_ROOM = 4 * 1024 * 1024  # bytes left on the disk below which a write may find no room


def may_write(path: Path) -> bool:
    """True if this process may write a file, or create one in a folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def writable(path: Path) -> bool:
    """May this process write the archive at a path? Its folder too must take the journal, or hold it already."""
    place = path.resolve()
    beside = all(may_write(Path(f"{place}{ending}")) for ending in ("-wal", "-shm"))
    return may_write(place) and (beside or may_write(place.parent))


def has_content(path: Path) -> bool:
    """Is there a file with something in it? One that cannot be looked at counts as such."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True


def stands_still(path: Path) -> bool:
    """True if SQLite must, and may, open the file with `immutable=1`.

    It must where the file's journal is the write-ahead log: even to read, SQLite then keeps a file of shared memory
    beside it, which a read-only folder does not take, and which, made by somebody who may not write, would shut the
    owner out. It may where that log has nothing in it and nobody has it open: then all that was kept is in the file.
    """
    place = path.resolve()
    if writable(place):
        return False
    with place.open("rb") as file:
        if file.read(WAL_PLACE + 1)[WAL_PLACE:] != bytes([WAL_MARK]):
            return False
    log, memory = (Path(f"{place}{ending}") for ending in ("-wal", "-shm"))
    return not has_content(log) and not (log.exists() and memory.exists())


def identity(path: Path) -> tuple[int, int] | None:
    """Which file stands at a path; None where there is none. A file that is moved or replaced is another one there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def moment(path: Path) -> tuple[int, ...]:
    """Signature of the file that any other writer changes: inode, size, mtime, and whether its WAL has more."""
    place = path.resolve()
    try:
        found = place.stat()
    except OSError:
        return ()
    return (found.st_ino, found.st_size, found.st_mtime_ns, int(has_content(Path(f"{place}-wal"))))


def standing(path: Path, read_only: bool) -> str:
    """Can an archive be written? `ok`, `read-only`, or `no-room` where its disk is full."""
    if read_only:
        return "read-only"
    return "no-room" if shutil.disk_usage(path.parent).free < LEAST_ROOM else "ok"

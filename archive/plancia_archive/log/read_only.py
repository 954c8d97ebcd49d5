"""Archives that this process may read but not write: detects them, and how SQLite can open them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

WAL_READ_VERSION = 2  # "file format read version" in the header of an SQLite file in WAL mode
READ_VERSION_OFFSET = 19
MIN_FREE_BYTES = 4 * 1024 * 1024  # free disk space below which a write may fail


def may_write(path: Path) -> bool:
    """True if this process may write a file, or create one in a folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def is_writable_archive(path: Path) -> bool:
    """True if this process may write the archive at a path, and its journal or the folder for the journal too."""
    resolved = path.resolve()
    side_files_writable = all(may_write(Path(f"{resolved}{ending}")) for ending in ("-wal", "-shm"))
    return may_write(resolved) and (side_files_writable or may_write(resolved.parent))


def has_content(path: Path) -> bool:
    """True for a file that is not empty, or whose size cannot be read."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True


def is_immutable(path: Path) -> bool:
    """True if SQLite must, and may, open the file with `immutable=1`.

    It must if this process may not write the file and the file is in WAL mode: even to read, SQLite would create a
    shared-memory file beside it, which a read-only folder does not allow, and which would lock its owner out. It may if
    the write-ahead log is empty and no process has it open: then the file alone has all committed data.
    """
    resolved = path.resolve()
    if is_writable_archive(resolved):
        return False
    with resolved.open("rb") as file:
        if file.read(READ_VERSION_OFFSET + 1)[READ_VERSION_OFFSET:] != bytes([WAL_READ_VERSION]):
            return False
    wal, shared_memory = (Path(f"{resolved}{ending}") for ending in ("-wal", "-shm"))
    return not has_content(wal) and not (wal.exists() and shared_memory.exists())


def file_identity(path: Path) -> tuple[int, int] | None:
    """Returns device and inode of the file at a path, which change if it is replaced; None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def file_signature(path: Path) -> tuple[int, ...]:
    """Returns inode, size, modification time (ns) of a file and whether its WAL has content; any write changes them."""
    resolved = path.resolve()
    try:
        status = resolved.stat()
    except OSError:
        return ()
    return (status.st_ino, status.st_size, status.st_mtime_ns, int(has_content(Path(f"{resolved}-wal"))))


def free_megabytes(path: Path) -> int:
    """Returns the free space in MB of the disk that an archive, and the files of its evidence, are on."""
    return shutil.disk_usage(path.resolve().parent).free // (1024 * 1024)


def write_status(path: Path, read_only: bool) -> str:
    """Returns whether an archive can be written: `ok`, `read-only`, or `no-room` if its disk is full."""
    if read_only:
        return "read-only"
    return "no-room" if shutil.disk_usage(path.parent).free < MIN_FREE_BYTES else "ok"

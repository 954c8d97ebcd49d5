"""Connections to SQLite: a version without the known faults of its write-ahead log, or the older journal."""

from __future__ import annotations

from pathlib import Path

import sqlite_utils

from plancia_archive.errors import ArchiveError

try:
    from pysqlite3 import dbapi2 as driver
except ImportError:  # no wheel for this platform
    import sqlite3 as driver

FLOOR = (3, 53, 2)
DRIVER = driver
BUSY_MS = 15000


def sqlite_version() -> tuple[int, ...]:
    """The version of the SQLite in use."""
    return tuple(int(part) for part in driver.sqlite_version.split("."))


def journal_mode() -> str:
    """ "WAL" where this SQLite is at or above the floor, else "DELETE" (see docs/archive.md)."""
    return "WAL" if sqlite_version() >= FLOOR else "DELETE"


def address(path: Path, mode: str) -> str:
    """A file as SQLite's URI; `mode` is ro, rw or rwc."""
    return f"file:{str(path.resolve()).replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode={mode}"


def connect(path: Path, create: bool = False, read_only: bool = False) -> sqlite_utils.Database:
    """An open database; every commit is on disk before it returns (synchronous FULL). Raises ArchiveError."""
    if not create and not path.is_file():
        raise ArchiveError("no-archive", str(path))
    mode = "ro" if read_only else "rwc" if create else "rw"
    try:
        connection = driver.connect(address(path, mode), uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if not read_only:
            connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
    except driver.DatabaseError as error:
        if "locked" in str(error):
            raise ArchiveError("locked") from error
        raise ArchiveError("not-archive", str(path)) from error
    return sqlite_utils.Database(connection)

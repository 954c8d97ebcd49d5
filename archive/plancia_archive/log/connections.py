"""SQLite connections: WAL mode from the SQLite version without known WAL bugs, else the rollback journal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log.read_only import stands_still
from plancia_archive.queries.periods import FUNCTIONS

try:
    from pysqlite3 import dbapi2 as driver
except ImportError:  # no wheel for this platform
    import sqlite3 as driver

FLOOR = (3, 53, 2)
DRIVER = driver
BUSY_MS = 15000
MAGIC = b"SQLite format 3\0"
REFUSALS = {
    "locked": ("locked", "within a transaction"), "no-room": ("is full",),
    "unopened": ("unable to open", "disk I/O"), "read-only": ("readonly",),
    "damaged": ("malformed", "corrupt", "UTF-8", "utf-8", "no such table", "no such column"),
}  # fmt: skip
HOT_JOURNAL = ("unable to open", "readonly")  # errors of a read-only connection when a hot journal must be rolled back


def sqlite_version() -> tuple[int, ...]:
    """Version of the SQLite in use."""
    return tuple(int(part) for part in driver.sqlite_version.split("."))


def journal_mode() -> str:
    """ "WAL" from SQLite version FLOOR on, else "DELETE" (see docs/archive.md)."""
    return "WAL" if sqlite_version() >= FLOOR else "DELETE"


def synchronous() -> str:
    """FULL for the write-ahead log; EXTRA for the rollback journal, whose deletion, a commit, is not synced by FULL."""
    return "FULL" if journal_mode() == "WAL" else "EXTRA"


def address(path: Path, mode: str) -> str:
    """SQLite URI of a file; `mode` is ro, rw or rwc, possibly with further parameters."""
    return f"file:{str(path.resolve()).replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode={mode}"


def reading_address(path: Path) -> str:
    """SQLite URI to read a file, which may lie in a folder that cannot be written. Raises ArchiveError."""
    try:
        return address(path, "ro&immutable=1" if stands_still(path) else "ro")
    except OSError as error:
        raise ArchiveError("unreadable", f"{path}: {error.strerror}") from error


def refusal(error: Exception, path: Path, read_only: bool = False) -> ArchiveError:
    """Translates a driver error: busy, disk full, no permission, hot journal, damage, not an archive."""
    code = next((code for code, parts in REFUSALS.items() if any(part in str(error) for part in parts)), "not-archive")
    if read_only and any(part in str(error) for part in HOT_JOURNAL):
        code = "unfinished"
    if code == "damaged":
        return ArchiveError(code, f"{path}: {error}"[:300])
    return ArchiveError(code, "" if code == "locked" else str(path))


def spare(path: Path) -> None:
    """Raises ArchiveError if the file is a database: something else would overwrite it."""
    try:
        with path.open("rb") as file:
            database = file.read(len(MAGIC)) == MAGIC
    except OSError:  # missing, or the writer will report the error
        return
    if database:
        raise ArchiveError("overwrites", str(path))


def fold(db: sqlite_utils.Database, read_only: bool = False) -> bool:
    """Checkpoints and truncates the write-ahead log; returns False if a reader prevents it."""
    if read_only or db.conn.in_transaction:
        return False
    try:
        db.conn.execute("PRAGMA busy_timeout = 0")
        busy, _, _ = db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    except driver.Error:  # damaged, or already closed: no checkpoint
        return False
    finally:
        with suppress(driver.Error):
            db.conn.execute(f"PRAGMA busy_timeout = {BUSY_MS}")


def memory() -> sqlite_utils.Database:
    """In-memory database with the SQL functions of archives."""
    connection = driver.connect(":memory:")
    for name, function in FUNCTIONS.items():
        connection.create_function(name, 1, function, deterministic=True)
    return sqlite_utils.Database(connection)


def connect(path: Path, create: bool = False, read_only: bool = False) -> sqlite_utils.Database:
    """Opens a database; commits are durable when they return (`synchronous`). Raises ArchiveError."""
    if not create and not path.is_file():
        raise ArchiveError("no-archive", str(path))
    uri = reading_address(path) if read_only else address(path, "rwc" if create else "rw")
    connection = None
    try:
        connection = driver.connect(uri, uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)
        for name, function in FUNCTIONS.items():
            connection.create_function(name, 1, function, deterministic=True)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if not read_only:
            connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
        connection.execute(f"PRAGMA synchronous = {synchronous()}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        if not read_only:
            connection.execute("PRAGMA secure_delete = ON")
    except (driver.DatabaseError, UnicodeError) as error:
        if connection is not None:
            connection.close()
        raise refusal(error, path, read_only) from error
    return sqlite_utils.Database(connection)

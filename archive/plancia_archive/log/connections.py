"""Opens SQLite connections: in WAL mode with an SQLite version without known WAL bugs, else with a rollback journal."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlite_utils

from plancia_archive.dates import SQL_FUNCTIONS
from plancia_archive.errors import ArchiveError
from plancia_archive.log.read_only import is_immutable

try:
    from pysqlite3 import dbapi2 as driver
except ImportError:  # no wheel for this platform
    import sqlite3 as driver

MIN_WAL_VERSION = (3, 53, 2)
DRIVER = driver
BUSY_MS = 15000
MAX_VALUES = 400  # of one statement; SQLite takes 32766 parameters in all
SQLITE_MAGIC = b"SQLite format 3\0"
ERROR_PATTERNS = {
    "locked": ("locked", "within a transaction"), "no-room": ("is full",),
    "unopened": ("unable to open", "disk I/O"), "read-only": ("readonly",),
    "damaged": ("malformed", "corrupt", "UTF-8", "utf-8", "no such table", "no such column"),
}  # fmt: skip
MIN_FREE_BYTES = 64 * 1024  # a shared-memory file of 32 KB, and a few pages
HOT_JOURNAL_PATTERNS = (
    "unable to open",
    "readonly",
)  # errors of a read-only connection when a hot journal must be rolled back


def sqlite_version() -> tuple[int, ...]:
    """Returns the version of the SQLite library in use."""
    return tuple(int(part) for part in driver.sqlite_version.split("."))


def journal_mode() -> str:
    """Returns "WAL" from SQLite version MIN_WAL_VERSION on, else "DELETE" (see docs/archive.md)."""
    return "WAL" if sqlite_version() >= MIN_WAL_VERSION else "DELETE"


def synchronous_level() -> str:
    """Returns FULL for the write-ahead log, EXTRA for the rollback journal, whose deletion FULL does not sync."""
    return "FULL" if journal_mode() == "WAL" else "EXTRA"


def sqlite_uri(path: Path, mode: str) -> str:
    """Returns the SQLite URI of a file; `mode` is ro, rw or rwc, possibly with further parameters."""
    return f"file:{str(path.resolve()).replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode={mode}"


def read_only_uri(path: Path) -> str:
    """Returns the SQLite URI to read a file, also in a folder that cannot be written. Raises ArchiveError."""
    try:
        return sqlite_uri(path, "ro&immutable=1" if is_immutable(path) else "ro")
    except OSError as error:
        raise ArchiveError("unreadable", f"{path}: {error.strerror}") from error


def translate_error(error: Exception, path: Path, read_only: bool = False) -> ArchiveError:
    """Translates a driver error: busy, disk full, no permission, hot journal, damage, not an archive."""
    code = next(
        (code for code, parts in ERROR_PATTERNS.items() if any(part in str(error) for part in parts)), "not-archive"
    )
    if code == "unopened" and is_full(path.parent):
        code = "no-room"  # SQLite says the same of a file beside the database that it has no room to make
    elif read_only and any(part in str(error) for part in HOT_JOURNAL_PATTERNS):
        code = "unfinished"
    if code == "damaged":
        return ArchiveError(code, f"{path}: {error}"[:300])
    return ArchiveError(code, "" if code == "locked" else str(path))


def is_full(folder: Path) -> bool:
    """True if the disk of a folder has less room than SQLite needs for the files beside a database."""
    try:
        return shutil.disk_usage(folder).free < MIN_FREE_BYTES
    except OSError:
        return False


def refuse_database(path: Path) -> None:
    """Raises ArchiveError `overwrites` if an output file is an SQLite database, which would be overwritten."""
    try:
        with path.open("rb") as file:
            is_database = file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError:  # missing, or the writer will report the error
        return
    if is_database:
        raise ArchiveError("overwrites", str(path))


def checkpoint_wal(db: sqlite_utils.Database, read_only: bool = False) -> bool:
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


def connect_memory() -> sqlite_utils.Database:
    """Opens an in-memory database with the SQL functions of archives."""
    connection = driver.connect(":memory:")
    for name, function in SQL_FUNCTIONS.items():
        connection.create_function(name, 1, function, deterministic=True)
    return sqlite_utils.Database(connection)


def connect(path: Path, create: bool = False, read_only: bool = False) -> sqlite_utils.Database:
    """Opens a database; commits are durable when they return (`synchronous_level`). Raises ArchiveError."""
    if not create and not path.is_file():
        raise ArchiveError("no-archive", str(path))
    uri = read_only_uri(path) if read_only else sqlite_uri(path, "rwc" if create else "rw")
    connection = None
    try:
        connection = driver.connect(uri, uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)
        for name, function in SQL_FUNCTIONS.items():
            connection.create_function(name, 1, function, deterministic=True)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if not read_only:
            connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
        connection.execute(f"PRAGMA synchronous = {synchronous_level()}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        if not read_only:
            connection.execute("PRAGMA secure_delete = ON")
    except (driver.DatabaseError, UnicodeError) as error:
        if connection is not None:
            connection.close()
        raise translate_error(error, path, read_only) from error
    return sqlite_utils.Database(connection)


def select_in(db: sqlite_utils.Database, statement: str, values: Iterable[object]) -> list[Any]:
    """Returns the rows of a statement with `IN ({marks})`, once or several times, for MAX_VALUES values at a time."""
    wanted, rows = list(values), []
    for start in range(0, len(wanted), MAX_VALUES):
        batch = wanted[start : start + MAX_VALUES]
        filled = statement.format(marks=", ".join("?" * len(batch)))
        rows += db.execute(filled, batch * statement.count("{marks}")).fetchall()
    return rows

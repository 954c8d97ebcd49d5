"""Creates archives atomically: in a temporary file that is then linked to its place."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.temp_files import delete_temp, temp_path
from plancia_archive.log import schema
from plancia_archive.log.connections import DRIVER, connect, refusal

LOCK = threading.Lock()  # temporary files are named by process id: threads take turns
OWNER_ONLY = 0o600


def reserved(place: Path) -> None:
    """Creates an empty file with mode 0600; the place must be free. Raises OSError."""
    os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def tables_of(db: sqlite_utils.Database) -> set[str]:
    """Names of the tables of a database."""
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}


def begun(tables: set[str]) -> bool:
    """True if the creation of an archive was interrupted: no tables, or only those of migrations."""
    return tables <= {"_sqlite_migrations", "sqlite_sequence"}


def unmade(place: Path) -> bool:
    """True if `make` would complete the file: it is empty, or its creation was interrupted."""
    if not place.is_file():
        return False
    if place.stat().st_size == 0:
        return True
    try:
        db = connect(place, read_only=True)
        try:
            return begun(tables_of(db))
        finally:
            db.conn.close()
    except (ArchiveError, DRIVER.DatabaseError, UnicodeError):
        return False


def make(place: Path) -> None:
    """Creates an archive unless another process creates it at the same time. Raises ArchiveError."""
    with LOCK:
        part = temp_path(place)
        try:
            reserved(part)
            fill(part)
            try:
                os.link(part, place)
            except FileExistsError:
                pass  # another process was first, and its file is complete
            except (OSError, NotImplementedError):  # a file system without hard links
                with suppress(FileExistsError):
                    reserved(place)
                fill(place)
        except OSError as error:
            raise ArchiveError("unopened", str(place)) from error
        finally:
            delete_temp(part)


def fill(place: Path) -> None:
    """Creates the tables in an empty or incomplete file, all or none. Raises ArchiveError."""
    db = connect(place, create=True)
    try:
        db.conn.execute("BEGIN IMMEDIATE")
        if begun(tables_of(db)):
            db.conn.execute("DROP TABLE IF EXISTS _sqlite_migrations")
            schema.apply(db)
        db.conn.commit()
    except DRIVER.DatabaseError as error:
        raise refusal(error, place) from error
    finally:
        db.conn.close()

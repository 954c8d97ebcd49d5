"""Creates archives atomically, in a temporary file that is then linked to its place, and their keys beside them."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.temp_files import delete_temp, temp_path
from plancia_archive.log import schema
from plancia_archive.log.archive_stream import new_origin, open_stream
from plancia_archive.log.checkpoints import store_key
from plancia_archive.log.connections import DRIVER, connect, refusal
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.side_files import checkpoint_file, key_file, policy_file, set_aside
from plancia_archive.tlog.keys import SigningKey, new_key

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
    """Creates an archive and its key unless another process creates it at the same time. Raises ArchiveError."""
    with LOCK:
        part = temp_path(place)
        try:
            reserved(part)
            key = new_key(new_origin())
            fill(part, key)
            try:
                os.link(part, place)
            except FileExistsError:
                return  # another process was first, and its file is complete
            except (OSError, NotImplementedError):  # a file system without hard links
                with suppress(FileExistsError):
                    reserved(place)
                fill(place, key)
            take_key(place, key)
        except OSError as error:
            raise ArchiveError("unopened", str(place)) from error
        finally:
            delete_temp(part)


def complete(place: Path) -> None:
    """Completes an archive whose creation was interrupted (`unmade`). Raises ArchiveError."""
    key = new_key(new_origin())
    if fill(place, key):
        take_key(place, key)


def take_key(place: Path, key: SigningKey) -> None:
    """Stores the key of a new archive; files of an earlier archive at this place are set aside. Raises OSError."""
    for path in (key_file(place), checkpoint_file(place), policy_file(place)):
        set_aside(path)
    store_key(place, key)


def identity_of(place: Path) -> tuple[str, str | None]:
    """Origin and verifier key for an archive that has none yet; its key is made where the folder takes it."""
    key = new_key(new_origin())
    try:
        take_key(place, key)
    except OSError:
        return key.name, None
    return key.name, key.verifier.text()


def fill(place: Path, key: SigningKey | None) -> bool:
    """Creates the tables, and the log's first entry, in an empty or incomplete file, all or none.

    Without `key` the log stays empty, for entries that are restored. Returns False if the file is complete already.
    Raises ArchiveError.
    """
    db = connect(place, create=True)
    try:
        db.conn.execute("BEGIN IMMEDIATE")
        incomplete = begun(tables_of(db))
        if incomplete:
            db.conn.execute("DROP TABLE IF EXISTS _sqlite_migrations")
            schema.apply(db)
            if key:
                open_stream(EntryLog(place, db), key.name, key.verifier.text())
        db.conn.commit()
        return incomplete
    except DRIVER.DatabaseError as error:
        raise refusal(error, place) from error
    finally:
        db.conn.close()

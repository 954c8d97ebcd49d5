"""New archives: made beside their place and put there whole, so that nobody ever finds half of one."""

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

LOCK = threading.Lock()  # the part of a process has the process's number: its threads take turns
OWNER_ONLY = 0o600


def reserved(place: Path) -> None:
    """Makes an empty file that only its owner may read and write, where there is none. Raises OSError."""
    os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def tables_of(db: sqlite_utils.Database) -> set[str]:
    """The tables of a database."""
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}


def begun(tables: set[str]) -> bool:
    """Is it an archive whose making was broken off: empty, or with the list of migrations alone?"""
    return tables <= {"_sqlite_migrations", "sqlite_sequence"}


def unmade(place: Path) -> bool:
    """Is there a file that `make` would finish: an empty one, or an archive whose making was broken off?"""
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
    """Makes an archive where there is none; who makes one at the same time finds this one. Raises ArchiveError."""
    with LOCK:
        part = temp_path(place)
        try:
            reserved(part)
            fill(part)
            try:
                os.link(part, place)
            except FileExistsError:
                pass  # a rival was first, and what is there is whole
            except (OSError, NotImplementedError):  # a file system without links
                with suppress(FileExistsError):
                    reserved(place)
                fill(place)
        except OSError as error:
            raise ArchiveError("unopened", str(place)) from error
        finally:
            delete_temp(part)


def fill(place: Path) -> None:
    """Puts the tables into an empty or half-made file, all of them or none. Raises ArchiveError."""
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

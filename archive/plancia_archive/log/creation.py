"""Creates archives atomically, in a temporary file that is then linked to its path, and their key files."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log import schema
from plancia_archive.log.archive_stream import new_origin, open_stream
from plancia_archive.log.checkpoints import store_key
from plancia_archive.log.connections import DRIVER, connect, translate_error
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.side_files import checkpoint_file, key_file, policy_file, set_aside
from plancia_archive.log.temp_files import delete_temp, temp_path
from plancia_archive.tlog.keys import SigningKey, new_key

CREATION_LOCK = threading.Lock()  # temporary files are named by process id, so only one thread may create at a time
OWNER_ONLY = 0o600
TABLES: list[bytes] = []  # the file of an archive's tables, once this process has made one


def create_empty_file(path: Path) -> None:
    """Creates an empty file with mode 0600. Raises OSError, FileExistsError if there is one."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def table_names(db: sqlite_utils.Database) -> set[str]:
    """Returns the names of the tables of a database."""
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}


def is_incomplete(tables: set[str]) -> bool:
    """True if the creation of an archive was interrupted: no tables, or only those of migrations."""
    return tables <= {"_sqlite_migrations", "sqlite_sequence"}


def needs_completion(path: Path) -> bool:
    """True if `create_archive` would complete the file: it is empty, or its creation was interrupted."""
    if not path.is_file():
        return False
    if path.stat().st_size == 0:
        return True
    try:
        db = connect(path, read_only=True)
        try:
            return is_incomplete(table_names(db))
        finally:
            db.conn.close()
    except (ArchiveError, DRIVER.DatabaseError, UnicodeError):
        return False


def create_archive(path: Path) -> None:
    """Creates an archive and its key unless another process creates it at the same time. Raises ArchiveError."""
    with CREATION_LOCK:
        temporary = temp_path(path)
        try:
            create_empty_file(temporary)
            key = new_key(new_origin())
            create_tables(temporary, key, is_private=True)
            try:
                os.link(temporary, path)
            except FileExistsError:
                return  # another process was first, and its file is complete
            except (OSError, NotImplementedError):  # a file system without hard links
                with suppress(FileExistsError):
                    create_empty_file(path)
                create_tables(path, key)
            store_new_key(path, key)
        except OSError as error:
            raise ArchiveError("unopened", str(path)) from error
        finally:
            delete_temp(temporary)


def complete_archive(path: Path) -> None:
    """Completes an archive whose creation was interrupted (`needs_completion`). Raises ArchiveError."""
    key = new_key(new_origin())
    if create_tables(path, key):
        store_new_key(path, key)


def store_new_key(archive_path: Path, key: SigningKey) -> None:
    """Stores the key of a new archive; renames side files of an earlier archive at this path. Raises OSError."""
    for side_file in (key_file(archive_path), checkpoint_file(archive_path), policy_file(archive_path)):
        set_aside(side_file)
    store_key(archive_path, key)


def create_identity(path: Path) -> tuple[str, str | None]:
    """Creates a key for an archive without one; returns its origin and verifier key.

    The verifier key is None if the folder cannot be written.
    """
    key = new_key(new_origin())
    try:
        store_new_key(path, key)
    except OSError:
        return key.name, None
    return key.name, key.verifier.text()


def write_tables(path: Path) -> None:
    """Writes an archive's tables to a file that no other process knows: 300 statements, later in a process a copy."""
    if not TABLES:  # they are made in that file: a process that is killed meanwhile leaves no other behind
        create_tables(path, None)
        TABLES.append(path.read_bytes())
    path.write_bytes(TABLES[0])  # SQLite syncs the whole file with the first transaction that reaches it


def create_tables(path: Path, key: SigningKey | None, is_private: bool = False) -> bool:
    """Creates the tables and the log's first entry in an empty or incomplete file, in one transaction.

    Without `key` the log stays empty, for a restore. Of an empty file that no other process knows (`is_private`) the
    tables are a copy. Returns False if the file is complete already. Raises ArchiveError.
    """
    if is_private:
        write_tables(path)
    db = connect(path, create=True)
    try:
        db.conn.execute("BEGIN IMMEDIATE")
        incomplete = is_private or is_incomplete(table_names(db))
        if incomplete and not is_private:
            db.conn.execute("DROP TABLE IF EXISTS _sqlite_migrations")
            schema.migrate(db)
        if incomplete and key:
            open_stream(EntryLog(path, db), key.name, key.verifier.text())
        db.conn.commit()
        return incomplete
    except DRIVER.DatabaseError as error:
        raise translate_error(error, path) from error
    finally:
        db.conn.close()

"""Resolves the name of a game to its id: the id itself, the recorder's id, or a prefix of the content hash."""

from __future__ import annotations

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.withdrawals import Withdrawals

MIN_HASH_DIGITS = 8  # minimum digits of a content hash


def resolve(log: EntryLog, withdrawals: Withdrawals, name: str) -> str:
    """Returns the id of a game, withdrawn ones included. Raises ArchiveError if no game or several have the name."""
    statement = "SELECT game FROM game WHERE game = ?1 UNION SELECT game FROM withdrawn WHERE game = ?1"
    with log.lock:
        row = log.db.execute(statement, [name]).fetchone()
        if row:
            return str(row[0])
        matches = find_by_content(log.db, name) or find_by_label(log.db, name) or withdrawals.find_by_name(name)
        if not matches and (replaced_name := log.people.known_names().replace(name)) != name:
            matches = find_by_label(log.db, replaced_name) or withdrawals.find_by_name(replaced_name)
    if len(matches) > 1:
        raise ArchiveError("ambiguous", f"{name}: {', '.join(matches)}")
    if not matches:
        raise ArchiveError("no-game", name)
    return matches[0]


def find_by_label(db: sqlite_utils.Database, name: str) -> list[str]:
    """Returns the ids of the games with this recorder's id (header Game)."""
    rows = db.execute("SELECT game FROM label WHERE name = ? ORDER BY game", [name]).fetchall()
    return [str(row[0]) for row in rows]


def find_by_content(db: sqlite_utils.Database, name: str) -> list[str]:
    """Returns the ids of the games by `c_` and a prefix of the content hash."""
    prefix = name.removeprefix("c_")
    if not name.startswith("c_") or len(prefix) < MIN_HASH_DIGITS:
        return []
    rows = db.execute("SELECT game FROM game WHERE content BETWEEN ? AND ?", [prefix, prefix + "g"]).fetchall()
    return [str(row[0]) for row in rows]

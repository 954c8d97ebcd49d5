"""Resolves the name of a game to its id: the id itself, the recorder's id, or a prefix of the content hash."""

from __future__ import annotations

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import content_range
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.withdrawals import Withdrawals


def resolve(log: EntryLog, withdrawals: Withdrawals, name: str) -> str:
    """Returns the id of a game, withdrawn ones included. Raises ArchiveError if no game or several have the name."""
    statement = "SELECT game FROM game WHERE game = ?1 UNION SELECT game FROM withdrawn WHERE game = ?1"
    with log.lock:
        row = log.db.execute(statement, [name]).fetchone()
        if row:
            return str(row[0])
        matches = find_by_content(log.db, name) or find_by_label(log.db, name) or withdrawals.find_by_name(name)
        if not matches:  # labels are stored with references in place of the names of people
            stored_name = log.people.known_names().replace(name)
            matches = find_by_label(log.db, stored_name) or withdrawals.find_by_name(stored_name)
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
    bounds = content_range(name)
    rows = db.execute("SELECT game FROM game WHERE content BETWEEN ? AND ?", bounds).fetchall() if bounds else []
    return [str(row[0]) for row in rows]

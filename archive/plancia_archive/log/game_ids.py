"""Resolves a game's names: its id, the recorder's id, or a prefix of its content hash."""

from __future__ import annotations

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.withdrawals import Withdrawals

MIN_DIGITS = 8  # minimum digits of a content hash


def resolve(log: EntryLog, withdrawals: Withdrawals, name: str) -> str:
    """Id of a game, also of a withdrawn one. Raises ArchiveError if no game or several have the name."""
    statement = "SELECT game FROM game WHERE game = ?1 UNION SELECT game FROM withdrawn WHERE game = ?1"
    with log.lock:
        row = log.db.execute(statement, [name]).fetchone()
        if row:
            return str(row[0])
        matches = by_content(log.db, name) or by_label(log.db, name) or withdrawals.named(name)
        if not matches and (bound := log.people.known_names().replace(name)) != name:
            matches = by_label(log.db, bound) or withdrawals.named(bound)
    if len(matches) > 1:
        raise ArchiveError("ambiguous", f"{name}: {', '.join(matches)}")
    if not matches:
        raise ArchiveError("no-game", name)
    return matches[0]


def by_label(db: sqlite_utils.Database, name: str) -> list[str]:
    """Games with this id of their recorder."""
    rows = db.execute("SELECT game FROM label WHERE name = ? ORDER BY game", [name]).fetchall()
    return [str(row[0]) for row in rows]


def by_content(db: sqlite_utils.Database, name: str) -> list[str]:
    """Games by `c_` and a prefix of the content hash."""
    start = name.removeprefix("c_")
    if not name.startswith("c_") or len(start) < MIN_DIGITS:
        return []
    rows = db.execute("SELECT game FROM game WHERE content BETWEEN ? AND ?", [start, start + "g"]).fetchall()
    return [str(row[0]) for row in rows]

"""A game by any of its names: its id, the id of its recorder, or the beginning of the hash of its content."""

from __future__ import annotations

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.withdrawals import Withdrawals

LEAST = 8  # digits of a hash that name a game


def resolve(log: EntryLog, withdrawals: Withdrawals, name: str) -> str:
    """The id of a game, also of one withdrawn. Raises ArchiveError where none or several have the name."""
    asked = "SELECT game FROM game WHERE game = ?1 UNION SELECT game FROM withdrawn WHERE game = ?1"
    with log.lock:
        row = log.db.execute(asked, [name]).fetchone()
        if row:
            return str(row[0])
        found = by_content(log.db, name) or by_label(log.db, name) or withdrawals.named(name)
    if len(found) > 1:
        raise ArchiveError("ambiguous", f"{name}: {', '.join(found)}")
    if not found:
        raise ArchiveError("no-game", name)
    return found[0]


def by_label(db: sqlite_utils.Database, name: str) -> list[str]:
    """The games whose recorder gave them this id."""
    rows = db.execute("SELECT game FROM label WHERE name = ? ORDER BY game", [name]).fetchall()
    return [str(row[0]) for row in rows]


def by_content(db: sqlite_utils.Database, name: str) -> list[str]:
    """The games whose content has this beginning of a hash, as `c_` and its digits."""
    start = name.removeprefix("c_")
    if not name.startswith("c_") or len(start) < LEAST:
        return []
    rows = db.execute("SELECT game FROM game WHERE content BETWEEN ? AND ?", [start, start + "g"]).fetchall()
    return [str(row[0]) for row in rows]

"""A table of the newest refused write requests: author, action, subject, time, reason.

The table is not part of the log, which could otherwise be filled by anybody without a token. It is bounded in rows and
in rate, has no secrets and no request bodies, and recording a refusal never raises.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.log.connections import DRIVER, connect
from plancia_archive.log.read_only import file_identity

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

UNKNOWN_CALLER = "unknown"
MAX_ROWS = 5_000  # rows kept of refusals without a known token, and as many of those with one
MAX_PER_MINUTE = 30  # rows written, for each of the two
WAIT_MS = 100  # to wait for another writer; afterwards the refusal is only counted
COLUMNS = ("id", "at", "author", "role", "action", "subject", "code", "skipped")
DELETE_OLD_QUERY = (
    "DELETE FROM refusal WHERE (author = ?1) = ?2 AND id <= "
    "(SELECT id FROM refusal WHERE (author = ?1) = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)"
)
LIST_QUERY = (
    "SELECT refusal.id, at, author, refusal.role, action, subject, code, skipped, token.name FROM refusal "
    "LEFT JOIN token ON token.id = author WHERE refusal.id < ? ORDER BY refusal.id DESC LIMIT ?"
)


class Refusals:
    """The refused writes of an archive. `clock` returns Unix milliseconds."""

    def __init__(self, log: EntryLog, max_rows: int = MAX_ROWS, max_per_minute: int = MAX_PER_MINUTE) -> None:
        self.log, self.max_rows, self.max_per_minute = log, max_rows, max_per_minute
        self.clock: Callable[[], int] = lambda: int(time.time() * 1000)
        self.lock = threading.Lock()
        self.levels = {True: float(max_per_minute), False: float(max_per_minute)}
        self.refilled = time.monotonic()
        self.skipped = {True: 0, False: 0}  # since the last row of this kind

    def record(self, author: str, role: str, action: str, subject: str, code: str) -> bool:
        """Records a refusal in a transaction of its own; returns False if it is only counted. Never raises.

        `author` is the id of a token or `local`, UNKNOWN_CALLER for a caller without one; `action` a method with its
        route, or a command; `subject` the id of the object; `code` that of the error.
        """
        is_unknown = author == UNKNOWN_CALLER
        with self.lock:
            skipped = self.skipped[is_unknown]
            self.skipped[is_unknown] += 1
            if self.log.read_only or self.log.as_of or not self.take_token(is_unknown):
                return False
            row = [self.clock(), author, role[:20], printable(action), printable(subject), printable(code), skipped]
            try:
                self.insert(is_unknown, row)
            except (ArchiveError, OSError, DRIVER.Error):  # busy, full, read-only, moved: the refusal stands anyway
                return False
            self.skipped[is_unknown] = 0
            return True

    def take_token(self, is_unknown: bool) -> bool:
        """Takes a token from the bucket that limits the rate; returns False if it is empty."""
        now = time.monotonic()
        refill = (now - self.refilled) * self.max_per_minute / 60
        self.refilled = now
        self.levels = {kind: min(self.max_per_minute, level + refill) for kind, level in self.levels.items()}
        if self.levels[is_unknown] < 1:
            return False
        self.levels[is_unknown] -= 1
        return True

    def insert(self, is_unknown: bool, row: list[Any]) -> None:
        """Inserts a row and deletes the oldest beyond the maximum, on a connection of its own with a short timeout."""
        if file_identity(self.log.path) != self.log.file_identity:
            raise ArchiveError("moved", str(self.log.path))
        with closing(connect(self.log.path).conn) as connection:
            connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO refusal(at, author, role, action, subject, code, skipped) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            connection.execute(DELETE_OLD_QUERY, [UNKNOWN_CALLER, is_unknown, self.max_rows])
            connection.execute("COMMIT")

    def listed(self, limit: int = 100, before: int | None = None) -> list[Row]:
        """Returns the refusals, newest first, by COLUMNS with the `name` of the token; `before` is an id for paging.

        `skipped` counts the refusals of the same kind of caller before it that were not written.
        """
        with self.log.lock:
            rows = self.log.db.execute(LIST_QUERY, [2**62 if before is None else before, limit]).fetchall()
        return [dict(zip((*COLUMNS, "name"), row, strict=True)) for row in rows]


def printable(text: str) -> str:
    """Returns at most 120 characters of a text, with `?` for each that is not printable."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:120])

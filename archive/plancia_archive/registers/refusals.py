"""Refused writes: the newest of who tried what, when, and why it was refused.

They stand outside the log: a refusal changes nothing that is true, and a log that grew with each of them could be
filled by anybody without a token. What is written is bounded in rows and in rate, has no secret and no body, and never
fails.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.connections import DRIVER, connect
from plancia_archive.log.read_only import file_identity

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

NOBODY = "unknown"
MOST = 5_000  # rows kept of refusals without a known token, and as many of those with one
A_MINUTE = 30  # written at most, of either
WAIT_MS = 100  # for a writer; after that the refusal is only counted
COLUMNS = ("id", "at", "author", "role", "action", "subject", "code", "skipped")
DELETE_OLD = (
    "DELETE FROM refusal WHERE (author = ?1) = ?2 AND id <= "
    "(SELECT id FROM refusal WHERE (author = ?1) = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)"
)
LISTED = (
    "SELECT refusal.id, at, author, refusal.role, action, subject, code, skipped, token.name FROM refusal "
    "LEFT JOIN token ON token.id = author WHERE refusal.id < ? ORDER BY refusal.id DESC LIMIT ?"
)


class Refusals:
    """The refused writes of an archive. `clock` gives milliseconds since 1970 UTC."""

    def __init__(self, log: EntryLog, most: int = MOST, a_minute: int = A_MINUTE) -> None:
        self.log, self.most, self.a_minute = log, most, a_minute
        self.clock: Callable[[], int] = lambda: int(time.time() * 1000)
        self.lock = threading.Lock()
        self.levels = {True: float(a_minute), False: float(a_minute)}
        self.refilled = time.monotonic()
        self.skipped = {True: 0, False: 0}  # since the last row of this kind

    def record(self, author: str, role: str, action: str, subject: str, code: str) -> bool:
        """Records a refusal in a short transaction of its own; False where it is only counted. Never raises.

        `author` is the id of a token or `local`; NOBODY for a caller without one. `action` is a method with its route,
        or a command, `subject` the id of what it was about, `code` that of the refusal.
        """
        nobody = author == NOBODY
        with self.lock:
            skipped = self.skipped[nobody]
            self.skipped[nobody] += 1
            if self.log.read_only or self.log.as_of or not self.taken(nobody):
                return False
            row = [self.clock(), author, role[:20], printable(action), printable(subject), printable(code), skipped]
            try:
                self.insert(nobody, row)
            except (ArchiveError, OSError, DRIVER.Error):  # busy, full, read-only, moved: the refusal stands anyway
                return False
            self.skipped[nobody] = 0
            return True

    def taken(self, nobody: bool) -> bool:
        """Takes one of the writes of this minute, if there is one left."""
        now = time.monotonic()
        added = (now - self.refilled) * self.a_minute / 60
        self.refilled = now
        self.levels = {kind: min(self.a_minute, level + added) for kind, level in self.levels.items()}
        if self.levels[nobody] < 1:
            return False
        self.levels[nobody] -= 1
        return True

    def insert(self, nobody: bool, row: list[Any]) -> None:
        """Writes a row and deletes those beyond the newest, on a connection of its own that waits for nobody long."""
        if file_identity(self.log.path) != self.log.file_identity:
            raise ArchiveError("moved", str(self.log.path))
        with closing(connect(self.log.path).conn) as connection:
            connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO refusal(at, author, role, action, subject, code, skipped) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            connection.execute(DELETE_OLD, [NOBODY, nobody, self.most])
            connection.execute("COMMIT")

    def listed(self, limit: int = 100, before: int | None = None) -> list[dict[str, Any]]:
        """The refusals, newest first: COLUMNS and the `name` of the token; `before` an id continues a list.

        `skipped` counts those before it, of the same kind of caller, that were not written.
        """
        with self.log.lock:
            rows = self.log.db.execute(LISTED, [2**62 if before is None else before, limit]).fetchall()
        return [dict(zip((*COLUMNS, "name"), row, strict=True)) for row in rows]


def printable(text: str) -> str:
    """At most 120 characters of a text, without those that cannot be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:120])

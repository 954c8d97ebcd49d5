"""The log of an archive: append-only entries, each chained to the one before it of the same stream, and reading them.

A stream is a game by its id, or has a colon in its name: a rule-set, a tournament, a person, a withdrawal. Everything
that writes does so inside `writing`.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.connections import DRIVER, REFUSALS, refusal
from plancia_archive.log.entry_format import START, Header, leaf_hash, request_key
from plancia_archive.log.intake import Added
from plancia_archive.log.read_only import identity
from plancia_archive.log.row_checksums import with_checksum, without_checksum
from plancia_archive.log.wal_checkpoint import check_place
from plancia_archive.registers.people import People
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSet

BATCH = 60000  # bytes of an entry at most
RULES = "ruleset:"


class EntryLog:
    """The entries of one archive file. Safe for several threads (one lock) and processes (SQLite's locks)."""

    def __init__(self, path: Path, db: sqlite_utils.Database, read_only: bool = False) -> None:
        self.path = path
        self.db = db
        self.read_only = read_only
        self.identity = identity(path)
        self.lock = threading.RLock()
        self.people = People(db, self.append_events)
        self.rules_cache: dict[str, RuleSet] = {}
        self.files_beside = path  # the archive that files of evidence lie beside: of a view that of today
        self.as_of = ""  # head that a view of an earlier state stands at (past/views.py)
        self.before_write: Callable[[], None] | None = None  # called in each write transaction before anything else
        self.clock: Callable[[], int] = lambda: int(time.time() * 1000)  # milliseconds UTC, stated by each entry
        self.in_transaction = False

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One write transaction; everything in it happens or nothing. Raises ArchiveError: busy, no room, read-only.

        Inside another one of the same thread it is part of that one.
        """
        if self.as_of:
            raise ArchiveError("as-of-write", self.as_of)
        if self.read_only:
            raise ArchiveError("read-only", str(self.path))
        with self.lock:
            if self.in_transaction:
                yield
                return
            check_place(self)
            try:
                self.in_transaction = True
                self.db.begin()
                self.db.execute("UPDATE person SET name = name WHERE 0")  # takes the write lock before reading
                if self.before_write:
                    self.before_write()
                yield
                check_place(self)
                self.db.commit()
            except BaseException as error:
                self.db.rollback()
                self.people.forget_names()
                if isinstance(error, DRIVER.OperationalError) and (known := refusal(error, self.path)).code in REFUSALS:
                    raise known from error
                raise
            finally:
                self.in_transaction = False

    def insert(self, stream: str, first: int, count: int, body: bytes, request: str) -> None:
        """One entry of the current author, chained to the one before it of the same stream."""
        row = self.db.execute("SELECT leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1", [stream]).fetchone()
        prev = bytes(row[0]) if row else START
        index = int(self.db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0])
        at, author = self.clock(), AUTHOR.get()
        header = Header(index, stream, first, count, request, at, author.id, author.role, prev.hex()).text()
        self.db.execute(
            "INSERT INTO entry(log_index, game, first, count, request_id, recorded_at, prev, body, leaf, header) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [index, stream, first, count, request, at, prev, body, leaf_hash(prev, header, body), header],
        )

    def append_text(self, game_id: str, first: int, text: str, head: int = 0, request_id: str | None = None) -> None:
        """Writes text in batches below the limit; of an opening, the first `head` lines are the header, one event."""
        request = request_key(request_id) if request_id else secrets.token_hex(16)
        data = text.encode()
        if len(data) <= BATCH:
            self.insert(game_id, first, data.count(b"\n") - max(head - 1, 0), data, request)
            return
        body, count, batch = b"", 0, 0
        for place, line in enumerate(data.splitlines(keepends=True)):
            if count and len(body) + len(line) > BATCH:
                self.insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")
                first, body, count, batch = first + count, b"", 0, batch + 1
            body += line
            if place >= head:
                count += 1
            elif place == head - 1:
                count = 1
        self.insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")

    def append_events(self, stream: str, events: Iterable[dict[str, Any]], request_id: str | None = None) -> None:
        """Appends JSON events to a stream other than a game's, such as a tournament's; inside `writing`."""
        lines = [json.dumps(event, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for event in events]
        self.append_lines(stream, self.next_event(stream), [f"{line}\n" for line in lines], request_id)

    def append_lines(self, stream: str, first: int, lines: list[str], request_id: str | None = None) -> None:
        """Writes lines of a stream other than a game's in batches; inside `writing`."""
        request = request_key(request_id) if request_id else secrets.token_hex(16)
        for batch, start in enumerate(range(0, len(lines), 200)):
            part = lines[start : start + 200]
            name = request if batch == 0 else f"{request}/{batch}"
            self.insert(stream, first + start, len(part), "".join(part).encode(), name)

    def next_event(self, stream: str) -> int:
        """The number of the next event of a stream, 0 for a new stream."""
        row = self.db.execute("SELECT coalesce(max(first + count), 0) FROM entry WHERE game = ?", [stream]).fetchone()
        return int(row[0])

    def events(self, stream: str) -> list[dict[str, Any]]:
        """The JSON events of a stream, in order. Raises ArchiveError if they cannot be read."""
        with self.lock:
            rows = self.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
        try:
            return [dict(json.loads(line)) for row in rows for line in bytes(row[0]).decode().split("\n") if line]
        except (TypeError, ValueError) as error:
            raise ArchiveError("damaged", f"{stream}: {error}"[:200]) from error

    def keep_rules(self, rules: RuleSet) -> None:
        """Keeps a resolved rule-set in the log, once."""
        name = RULES + rules.hash
        if self.db.execute("SELECT 1 FROM entry WHERE game = ?", [name]).fetchone():
            return
        text = rules.canonical()
        for place, start in enumerate(range(0, len(text), BATCH)):
            self.insert(name, place, 1, text[start : start + BATCH], f"{name}/{place}")

    def new_id(self) -> str:
        """A fresh game id: sortable by time, never used again."""
        stamp = f"{int(time.time() * 1000):012x}"
        return f"g_{stamp}{secrets.token_hex(3)}"

    def text(self, game_id: str) -> str:
        """The canonical text as stored, byte for byte. Raises ArchiveError."""
        with self.lock:
            rows = self.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [game_id]).fetchall()
        if not rows or ":" in game_id:
            raise ArchiveError("no-game", game_id)
        try:
            return b"".join(bytes(row[0]) for row in rows).decode()
        except (UnicodeDecodeError, TypeError) as error:
            raise ArchiveError("damaged", f"{game_id}: {error}"[:200]) from error

    def game(self, game_id: str) -> Game:
        """The game. Raises ArchiveError."""
        text = self.text(game_id)
        if (game := read_canonical(text)) is not None:
            return self.people.as_now(game)
        reading = read(text, game_id)
        if not reading.games:
            raise ArchiveError("damaged", f"{game_id}: {reading.problems[0].text('en').splitlines()[0]}")
        return self.people.as_now(reading.games[0])

    def version(self, game_id: str) -> int:
        """Number of events so far, the opening included. Raises ArchiveError."""
        with self.lock:
            row = self.db.execute("SELECT max(first + count) FROM entry WHERE game = ?", [game_id]).fetchone()
        if row[0] is None or ":" in game_id:
            raise ArchiveError("no-game", game_id)
        return int(row[0])

    def number_of(self, game_id: str) -> int:
        """The log index of a game's first entry."""
        row = self.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game_id]).fetchone()
        return int(row[0])

    def rules(self, digest: str) -> RuleSet:
        """A rule-set as it was kept, by its hash. Raises ArchiveError."""
        if digest not in self.rules_cache:
            with self.lock:
                rows = self.db.execute(
                    "SELECT body FROM entry WHERE game = ? ORDER BY first", [RULES + digest]
                ).fetchall()
            if not rows:
                raise ArchiveError("no-rules", digest)
            try:
                content = json.loads(b"".join(bytes(row[0]) for row in rows))
                self.rules_cache[digest] = RuleSet.from_resolved(content)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise ArchiveError("damaged", f"{RULES}{digest}: {type(error).__name__} {error}"[:200]) from error
        return self.rules_cache[digest]

    def rules_of(self, game: Game) -> RuleSet:
        """The rules a kept game is judged under: those in the log, never today's file."""
        return self.rules(game.header("Rules") or "")

    def last(self) -> int:
        """The index of the last entry of the log, -1 where there is none: it grows with everything that is kept."""
        with self.lock:
            return int(self.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0])

    def game_ids(self) -> list[str]:
        """All games in the order of the log."""
        with self.lock:
            rows = self.db.execute(
                "SELECT game FROM entry WHERE first = 0 AND game NOT LIKE '%:%' ORDER BY log_index"
            ).fetchall()
        return [str(row[0]) for row in rows]

    def served(self, request_id: str, fingerprint: str) -> Added | None:
        """The answer given before to a request. Raises ArchiveError where the request asked for something else."""
        row = self.db.execute(
            "SELECT fingerprint, game, version, duplicate FROM request WHERE request_id IN (?, ?)",
            [request_key(request_id), request_id],
        ).fetchone()
        if row is None:
            return None
        if without_checksum(str(row[0])) != fingerprint:
            raise ArchiveError("request-reused", request_id)
        return Added(str(row[1]), int(row[2]), bool(row[3]))

    def version_after(self, request_id: str) -> int | None:
        """The version that a stream had after a request; None for a request that was not served."""
        with self.lock:
            row = self.db.execute(
                "SELECT version FROM request WHERE request_id IN (?, ?)", [request_key(request_id), request_id]
            ).fetchone()
        return None if row is None else int(row[0])

    def answered(
        self, request_id: str | None, fingerprint: str, game_id: str, version: int, duplicate: bool = False
    ) -> None:
        """Keeps the answer of a request, with what it asked, under the hash of its id, which may hold a name."""
        if request_id:
            key, answer = request_key(request_id), (game_id, version, int(duplicate))
            self.db.execute(
                "INSERT INTO request(request_id, fingerprint, game, version, duplicate) VALUES (?, ?, ?, ?, ?)",
                [key, with_checksum(fingerprint, key, *answer), *answer],
            )

"""The log of an archive: append-only entries, each chained to the previous entry of the same stream.

The stream of a game has the name of its id. The other streams have a colon in their names: rule-sets, tournaments,
persons, withdrawals. Every write happens inside `writing`.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.judgement_changes import AddedGame
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.connections import DRIVER, ERROR_PATTERNS, translate_error
from plancia_archive.log.entry_format import (
    NO_PREDECESSOR,
    Header,
    Members,
    leaf_hash,
    request_key,
    with_checksum,
    without_checksum,
)
from plancia_archive.log.entry_times import refuse_clock_behind
from plancia_archive.log.read_only import file_identity
from plancia_archive.log.wal_checkpoint import check_not_moved
from plancia_archive.people.register import People
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSet

if TYPE_CHECKING:
    from plancia_archive.log.side_files import EvidenceLimits

MAX_BODY_BYTES = 60000  # of an entry
GAME_ID = re.compile(r"g_[0-9a-f]{18}\Z")
RULESET_PREFIX = "ruleset:"


class EntryLog:
    """The entries of one archive file. Safe for several threads (one lock) and processes (SQLite's locks)."""

    def __init__(self, path: Path, db: sqlite_utils.Database, read_only: bool = False) -> None:
        self.path = path
        self.db = db
        self.read_only = read_only
        self.file_identity = file_identity(path)
        self.lock = threading.RLock()
        self.people = People(db, self.append_events)
        self.rules_cache: dict[str, RuleSet] = {}
        # path that side files are named by: in a view of the past that of the live archive
        self.files_base_path = path
        self.as_of = ""  # head of a view of an earlier state (past/views.py), "" for the live archive
        self.before_write: Callable[[], None] | None = None  # called in each write transaction before anything else
        self.clock: Callable[[], int] = lambda: int(time.time() * 1000)  # milliseconds UTC, recorded in each entry
        self.in_transaction = False
        self.evidence_limits: EvidenceLimits | None = None  # of a server; the command line has none

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Context manager for a write transaction. Raises ArchiveError: busy, no room, read-only.

        Inside another transaction of the same thread it joins that one.
        """
        if self.as_of:
            raise ArchiveError("as-of-write", self.as_of)
        if self.read_only:
            raise ArchiveError("read-only", str(self.path))
        with self.lock:
            if self.in_transaction:
                yield
                return
            check_not_moved(self)
            try:
                self.in_transaction = True
                self.db.begin()
                self.db.execute("UPDATE person SET name = name WHERE 0")  # takes the write lock before reading
                if self.before_write:
                    self.before_write()
                yield
                check_not_moved(self)
                self.db.commit()
            except BaseException as error:
                self.db.rollback()
                self.people.forget_names()
                if (
                    isinstance(error, DRIVER.OperationalError)
                    and (translated := translate_error(error, self.path)).code in ERROR_PATTERNS
                ):
                    raise translated from error
                raise
            finally:
                self.in_transaction = False

    def insert(self, stream: str, first: int, count: int, body: bytes, request: str) -> None:
        """Inserts an entry by the current author, chained to the previous entry of the same stream.

        Raises ArchiveError `clock-behind` if the clock would back-date it.
        """
        row = self.db.execute("SELECT leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1", [stream]).fetchone()
        prev = bytes(row[0]) if row else NO_PREDECESSOR
        index = int(self.db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0])
        at, author = self.clock(), AUTHOR.get()
        refuse_clock_behind(self.db, at, stream)
        header = Header(index, stream, first, count, request, at, author.id, author.role, prev.hex()).text()
        self.db.execute(
            "INSERT INTO entry(log_index, game, first, count, request_id, recorded_at, prev, body, leaf, header) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [index, stream, first, count, request, at, prev, body, leaf_hash(prev, header, body), header],
        )

    def append_text(self, game_id: str, first: int, text: str, head: int = 0, request_id: str | None = None) -> None:
        """Appends text of a game in entries of at most MAX_BODY_BYTES, the first event of which is number `first`.

        The first `head` lines are headers, which together count as one event. Call inside `writing`.
        """
        request = request_key(request_id) if request_id else secrets.token_hex(16)
        data = text.encode()
        if len(data) <= MAX_BODY_BYTES:
            self.insert(game_id, first, data.count(b"\n") - max(head - 1, 0), data, request)
            return
        body, count, batch = b"", 0, 0
        for line_number, line in enumerate(data.splitlines(keepends=True)):
            if count and len(body) + len(line) > MAX_BODY_BYTES:
                self.insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")
                first, body, count, batch = first + count, b"", 0, batch + 1
            body += line
            if line_number >= head:
                count += 1
            elif line_number == head - 1:
                count = 1
        self.insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")

    def append_events(self, stream: str, events: Iterable[Members], request_id: str | None = None) -> None:
        """Appends JSON events to a stream other than a game's, such as a tournament's. Call inside `writing`."""
        lines = [json.dumps(event, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for event in events]
        self.append_lines(stream, self.next_event(stream), [f"{line}\n" for line in lines], request_id)

    def append_lines(self, stream: str, first: int, lines: list[str], request_id: str | None = None) -> None:
        """Appends lines to a stream other than a game's, 200 to an entry. Call inside `writing`."""
        request = request_key(request_id) if request_id else secrets.token_hex(16)
        for batch, start in enumerate(range(0, len(lines), 200)):
            batch_lines = lines[start : start + 200]
            batch_request = request if batch == 0 else f"{request}/{batch}"
            self.insert(stream, first + start, len(batch_lines), "".join(batch_lines).encode(), batch_request)

    def next_event(self, stream: str) -> int:
        """Returns the number of the next event of a stream, 0 for a new stream."""
        row = self.db.execute("SELECT coalesce(max(first + count), 0) FROM entry WHERE game = ?", [stream]).fetchone()
        return int(row[0])

    def events(self, stream: str) -> list[Members]:
        """Returns the JSON events of a stream, in order. Raises ArchiveError `damaged` if they cannot be parsed."""
        with self.lock:
            rows = self.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
        try:
            return [dict(json.loads(line)) for row in rows for line in bytes(row[0]).decode().split("\n") if line]
        except (TypeError, ValueError) as error:
            raise ArchiveError("damaged", f"{stream}: {error}"[:200]) from error

    def store_rules(self, rules: RuleSet) -> None:
        """Stores a resolved rule-set in the log unless it is stored already. Call inside `writing`."""
        name = RULESET_PREFIX + rules.hash
        if self.db.execute("SELECT 1 FROM entry WHERE game = ?", [name]).fetchone():
            return
        text = rules.canonical()
        for number, start in enumerate(range(0, len(text), MAX_BODY_BYTES)):
            self.insert(name, number, 1, text[start : start + MAX_BODY_BYTES], f"{name}/{number}")

    def new_game_id(self) -> str:
        """Returns a new unique game id, sortable by time."""
        stamp = f"{int(time.time() * 1000):012x}"
        return f"g_{stamp}{secrets.token_hex(3)}"

    def text(self, game_id: str) -> str:
        """Returns the canonical text of a game as stored, byte for byte. Raises ArchiveError."""
        return self.body(game_id, "SELECT body FROM entry WHERE game = ? ORDER BY first")

    def body(self, game_id: str, statement: str) -> str:
        """Returns the text of the entries of a game that a statement selects. Raises ArchiveError."""
        with self.lock:
            rows = self.db.execute(statement, [game_id]).fetchall()
        if not rows or ":" in game_id:
            raise ArchiveError("no-game", game_id)
        try:
            return b"".join(bytes(row[0]) for row in rows).decode()
        except (UnicodeDecodeError, TypeError) as error:
            raise ArchiveError("damaged", f"{game_id}: {error}"[:200]) from error

    def game(self, game_id: str) -> Game:
        """Returns a stored game, with merged persons under their present references. Raises ArchiveError."""
        return self.parse(game_id, self.text(game_id))

    def headers(self, game_id: str) -> Game:
        """Returns a stored game without its events. Raises ArchiveError."""
        first_entry = self.body(game_id, "SELECT body FROM entry WHERE game = ? AND first = 0")
        return self.parse(game_id, first_entry.partition("\n\n")[0] + "\n\n")

    def parse(self, game_id: str, text: str) -> Game:
        """Returns the game of a stored text, as `game` does. Raises ArchiveError."""
        if (game := read_canonical(text, is_stored=True)) is not None:
            return self.people.with_current_references(game)
        reading = read(text, game_id, is_stored=True)
        if not reading.games:
            raise ArchiveError("damaged", f"{game_id}: {reading.problems[0].text('en').splitlines()[0]}")
        return self.people.with_current_references(reading.games[0])

    def version(self, game_id: str) -> int:
        """Returns the number of events of a game, including its opening. Raises ArchiveError."""
        with self.lock:
            row = self.db.execute("SELECT max(first + count) FROM entry WHERE game = ?", [game_id]).fetchone()
        if row[0] is None or ":" in game_id:
            raise ArchiveError("no-game", game_id)
        return int(row[0])

    def first_index(self, game_id: str) -> int:
        """Returns the log index of a game's first entry."""
        row = self.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game_id]).fetchone()
        return int(row[0])

    def rules(self, digest: str) -> RuleSet:
        """Returns a stored rule-set by its hash. Raises ArchiveError."""
        if digest not in self.rules_cache:
            with self.lock:
                rows = self.db.execute(
                    "SELECT body FROM entry WHERE game = ? ORDER BY first", [RULESET_PREFIX + digest]
                ).fetchall()
            if not rows:
                raise ArchiveError("no-rules", digest)
            try:
                content = json.loads(b"".join(bytes(row[0]) for row in rows))
                self.rules_cache[digest] = RuleSet.from_resolved(content)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise ArchiveError(
                    "damaged", f"{RULESET_PREFIX}{digest}: {type(error).__name__} {error}"[:200]
                ) from error
        return self.rules_cache[digest]

    def rules_of(self, game: Game) -> RuleSet:
        """Returns the stored rule-set that a game is judged under, never today's file of the variant."""
        return self.rules(game.header("Rules") or "")

    def last_index(self) -> int:
        """Returns the index of the last log entry, -1 for an empty log."""
        with self.lock:
            return int(self.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0])

    def game_ids(self) -> list[str]:
        """Returns the ids of all games, in log order."""
        with self.lock:
            rows = self.db.execute(
                "SELECT game FROM entry WHERE first = 0 AND game NOT LIKE '%:%' ORDER BY log_index"
            ).fetchall()
        return [str(row[0]) for row in rows]

    def find_answer(self, request_id: str, fingerprint: str) -> AddedGame | None:
        """Returns the stored answer of an earlier request with this id; None for a new request id.

        Raises ArchiveError `request-reused` if the earlier request had another fingerprint.
        """
        row = self.db.execute(
            "SELECT fingerprint, game, version, duplicate FROM request WHERE request_id IN (?, ?)",
            [request_key(request_id), request_id],
        ).fetchone()
        if row is None:
            return None
        if without_checksum(str(row[0])) != fingerprint:
            raise ArchiveError("request-reused", request_id)
        return AddedGame(str(row[1]), int(row[2]), bool(row[3]))

    def version_after(self, request_id: str) -> int | None:
        """Returns the version that a stream had after a request; None for an unknown request id."""
        with self.lock:
            row = self.db.execute(
                "SELECT version FROM request WHERE request_id IN (?, ?)", [request_key(request_id), request_id]
            ).fetchone()
        return None if row is None else int(row[0])

    def first_of_request(self, request_id: str) -> int | None:
        """Returns the number of the first event that a request added; None for an unknown request id."""
        with self.lock:
            row = self.db.execute("SELECT first FROM entry WHERE request_id = ?", [request_key(request_id)]).fetchone()
        return None if row is None else int(row[0])

    def appended_from(self, game_id: str) -> list[int]:
        """Returns the number of the first event of each write that added events to a stored game, in order."""
        with self.lock:
            rows = self.db.execute("SELECT first FROM entry WHERE game = ? AND first > 0 ORDER BY first", [game_id])
            return [int(row[0]) for row in rows.fetchall()]

    def store_answer(
        self, request_id: str | None, fingerprint: str, game_id: str, version: int, duplicate: bool = False
    ) -> None:
        """Stores the answer and fingerprint of a request under the hash of its id, since the id may contain a name."""
        if request_id:
            key, answer = request_key(request_id), (game_id, version, int(duplicate))
            self.db.execute(
                "INSERT INTO request(request_id, fingerprint, game, version, duplicate) VALUES (?, ?, ?, ?, ?)",
                [key, with_checksum(fingerprint, key, *answer), *answer],
            )

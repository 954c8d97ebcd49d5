"""The archive: games as append-only batches of canonical lines, their rules beside them, everything else derived."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.facts import projections
from plancia_archive.facts.projections import derived_of
from plancia_archive.integrity.finding import Finding
from plancia_archive.log import creation, schema
from plancia_archive.log.chain import START, content_hash, leaf_of
from plancia_archive.log.connections import DRIVER, REFUSALS, connect, fold, refusal
from plancia_archive.log.game_ids import by_label, resolve
from plancia_archive.log.intake import Added, Intake, taken_in
from plancia_archive.log.read_only import identity, moment, stands_still, writable
from plancia_archive.log.validation import canonical_lines, continued
from plancia_archive.log.wal_checkpoint import check_place
from plancia_archive.log.withdrawals import Withdrawals
from plancia_archive.queries import filters as query
from plancia_archive.registers.people import People, refuse_twins
from plancia_archive.registers.tokens import Tokens
from plancia_archive.tournaments.log import Tournaments
from plancia_events import Game, read, read_canonical
from plancia_replay import Judgement, RuleSet, for_game, judge

BATCH = 60000
RULES = "ruleset:"
LONGER = (  # games that have gone on further under an id of the recorder, with the same headers
    "SELECT g.game, g.version FROM label l JOIN game g USING (game) JOIN entry e ON e.game = g.game AND e.first = 0 "
    "WHERE l.name = ? AND g.version > ? AND substr(e.body, 1, ?) = ? ORDER BY g.game"
)


class Archive:
    """One archive file. Safe for several threads (one lock) and several processes (SQLite's locks)."""

    def __init__(self, path: Path, db: sqlite_utils.Database, read_only: bool = False) -> None:
        self.path = path
        self.db = db
        self.read_only = read_only
        self.moment = moment(path) if read_only and stands_still(path) else None
        self.identity = identity(path)
        self.people = People(db)
        self.tokens = Tokens(db)
        self.tournaments = Tournaments(self)
        self.withdrawals = Withdrawals(self)
        self.lock = threading.RLock()
        self.rules_cache: dict[str, RuleSet] = {}

    @classmethod
    def open(cls, path: str | Path, create: bool = False, read_only: bool = False) -> Archive:
        """Opens an archive, or makes one with `create`; for reading alone if asked to, or where it may not be written.

        Raises ArchiveError.
        """
        place = Path(path)
        read_only = read_only or (place.is_file() and not writable(place))
        if create and not read_only and not place.exists():
            creation.make(place)
        elif create and not read_only and creation.unmade(place):
            creation.fill(place)
        db = connect(place, read_only=read_only)
        try:
            tables = creation.tables_of(db)
            if "entry" not in tables:
                raise ArchiveError("unmade" if creation.begun(tables) else "not-archive", str(place))
            known = schema.current(db) if read_only else schema.apply(db)
        except (DRIVER.DatabaseError, UnicodeError) as error:
            raise refusal(error, place, read_only) from error
        made = cls(place, db, read_only)
        if 0 < known < schema.VERSION:
            made.rebuild()
            schema.settle(db)
        return made

    def close(self) -> None:
        """Closes the file, with all that was written in it and nothing left in a journal beside it."""
        with self.lock:
            fold(self.db, self.read_only)
            self.db.conn.close()

    def outdated(self) -> bool:
        """Has a file that was opened as one that stands still been written after all? Then it is to be opened again."""
        return self.moment is not None and moment(self.path) != self.moment

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One write transaction; everything in it happens or nothing. Raises ArchiveError: busy, no room, read-only."""
        if self.read_only:
            raise ArchiveError("read-only", str(self.path))
        with self.lock:
            check_place(self)
            try:
                self.db.begin()
                self.db.execute("UPDATE person SET name = name WHERE 0")  # takes the write lock before reading
                yield
                check_place(self)
                self.db.commit()
            except BaseException as error:
                self.db.rollback()
                if isinstance(error, DRIVER.OperationalError) and (known := refusal(error, self.path)).code in REFUSALS:
                    raise known from error
                raise

    def add_game(
        self, game: Game, request_id: str | None = None, replaces: str | None = None, why: str = "replaced"
    ) -> Added:
        """Stores a whole game, as `add` does.

        Raises Malformed too, for one that the reader of texts does not understand, whichever way it came in.
        """
        return self.add(taken_in(game), request_id, replaces, why)

    def add(
        self, intake: Intake, request_id: str | None = None, replaces: str | None = None, why: str = "replaced"
    ) -> Added:
        """Stores a game that was prepared. Names in its headers become references. Raises ArchiveError, RuleSetError.

        The same request id gives the first answer again; a game with the same content is not stored twice, nor is the
        beginning of one that has gone on under the same id of its recorder. A game that it `replaces` is withdrawn with
        it, or neither. A game that was not judged yet is judged when it turns out to be new.
        """
        with self.lock:  # before the write lock is taken: others go on writing
            look_alikes = self.people.warnings(intake.people())
        rules = for_game(intake.opening)
        with self.writing():
            asked = content_hash(("game\n" + intake.text() + (f"replaces {replaces}\n" if replaces else "")).encode())
            if request_id and (served := self.served(request_id, asked)):
                before = [] if served.duplicate else by_label(self, intake.header("Game") or "?")
                return replace(served, namesakes=[one for one in before if one < served.game_id])
            given, names = intake.header("Rules"), intake.opening.players
            intake = intake.with_references(self._references(intake)).under_rules()
            if intake.header("Provenance") == "imported:results":  # a sheet; other records are judged, not refused
                refuse_twins(names, intake.opening.players)
            namesakes = by_label(self, intake.header("Game") or "?")
            content = intake.content()
            known = self.db.execute("SELECT game, version FROM game WHERE content = ?", [content]).fetchone()
            found = known or self._gone_on(intake)
            if not found and (same := self.withdrawals.same(content)):
                return Added(same["game"], self.version(same["game"]), True, look_alikes, [], False, same["why"])
            if found:
                if replaces:
                    self.withdrawals.put(replaces, why, str(found[0]))
                self.answered(request_id, asked, str(found[0]), int(found[1]), True)
                return Added(str(found[0]), int(found[1]), True, look_alikes)
            game_id = self._store(intake.judged(), rules, content)
            if replaces:
                self.withdrawals.put(replaces, why, game_id)
                namesakes = [one for one in namesakes if one != replaces]
            self.answered(request_id, asked, game_id, intake.version)
            others = given not in (None, "?", "-", rules.hash)
            return Added(game_id, intake.version, False, look_alikes, namesakes, others)

    def _store(self, intake: Intake, rules: RuleSet, content: str) -> str:
        """Writes a new game and its rows; its id."""
        assert intake.derived is not None
        self._keep_rules(rules)
        game_id = self._new_id()
        opening = intake.opening
        head = opening.head()
        self._append_text(game_id, 0, head + intake.body, head.count("\n"))
        projections.store(self.db, intake.derived.rows(game_id, self.number_of(game_id), opening, content))
        return game_id

    def _gone_on(self, intake: Intake) -> tuple[str, int] | None:
        """Of the games with this id of the recorder, one that begins with exactly these headers and events."""
        text, head = intake.text(), intake.opening.head().encode()
        rows = self.db.execute(LONGER, [intake.header("Game") or "?", intake.version, len(head), head]).fetchall()
        for game_id, version in rows:
            if self.text(str(game_id)).startswith(text):
                return str(game_id), int(version)
        return None

    def served(self, request_id: str, fingerprint: str) -> Added | None:
        """The answer given before to a request. Raises ArchiveError where the request asked for something else."""
        row = self.db.execute(
            "SELECT fingerprint, game, version, duplicate FROM request WHERE request_id = ?", [request_id]
        ).fetchone()
        if row is None:
            return None
        if row[0] != fingerprint:
            raise ArchiveError("request-reused", request_id)
        return Added(str(row[1]), int(row[2]), bool(row[3]))

    def answered(
        self, request_id: str | None, fingerprint: str, game_id: str, version: int, duplicate: bool = False
    ) -> None:
        """Keeps the answer of a request, with what it asked."""
        if request_id:
            self.db.execute(
                "INSERT INTO request(request_id, fingerprint, game, version, duplicate) VALUES (?, ?, ?, ?, ?)",
                [request_id, fingerprint, game_id, version, int(duplicate)],
            )

    def _references(self, intake: Intake) -> dict[str, str]:
        """The references of the persons that a game names, made where they are new."""
        return {name: self.people.find_or_make(name, look=False)[0] for name in intake.people()}

    def _keep_rules(self, rules: RuleSet) -> None:
        """Keeps a resolved rule-set in the log, once."""
        name = RULES + rules.hash
        if self.db.execute("SELECT 1 FROM entry WHERE game = ?", [name]).fetchone():
            return
        text = rules.canonical()
        for place, start in enumerate(range(0, len(text), BATCH)):
            self._insert(name, place, 1, text[start : start + BATCH], f"{name}/{place}")

    def _new_id(self) -> str:
        """A fresh game id: sortable by time, never used again."""
        stamp = f"{int(time.time() * 1000):012x}"
        return f"g_{stamp}{secrets.token_hex(3)}"

    def _append_text(self, game_id: str, first: int, text: str, head: int = 0) -> None:
        """Writes text in batches below the limit; of an opening, the first `head` lines are the header, one event."""
        request = secrets.token_hex(16)
        data = text.encode()
        if len(data) <= BATCH:
            self._insert(game_id, first, data.count(b"\n") - max(head - 1, 0), data, request)
            return
        body, count, batch = b"", 0, 0
        for place, line in enumerate(data.splitlines(keepends=True)):
            if count and len(body) + len(line) > BATCH:
                self._insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")
                first, body, count, batch = first + count, b"", 0, batch + 1
            body += line
            if place >= head:
                count += 1
            elif place == head - 1:
                count = 1
        self._insert(game_id, first, count, body, request if batch == 0 else f"{request}/{batch}")

    def number_of(self, game_id: str) -> int:
        """The log index of a game's first entry."""
        row = self.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game_id]).fetchone()
        return int(row[0])

    def _insert(self, game_id: str, first: int, count: int, body: bytes, request: str) -> None:
        """One entry, chained to the one before it of the same game."""
        row = self.db.execute("SELECT leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1", [game_id]).fetchone()
        prev = bytes(row[0]) if row else START
        index = int(self.db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0])
        self.db.execute(
            "INSERT INTO entry(log_index, game, first, count, request_id, recorded_at, prev, body, leaf) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [index, game_id, first, count, request, int(time.time() * 1000), prev, body, leaf_of(prev, body)],
        )

    def append(self, game_id: str, lines: list[str], expected: int | None, request_id: str | None = None) -> Added:
        """Adds event lines to a game at the version expected (None: whatever it is).

        Raises Conflict with the current version, ArchiveError for a game that is not there or a line not understood.
        """
        with self.writing():
            asked = content_hash("\n".join([f"append {game_id}", *lines]).encode())
            if request_id and (served := self.served(request_id, asked)):
                return served
            whole, added = self.preview(game_id, lines, expected)
            first = whole.version - added.count("\n")
            self._append_text(game_id, first, added)
            rules = self.rules_of(whole)
            number = int(self.db.execute("SELECT number FROM game WHERE game = ?", [game_id]).fetchone()[0])
            self.project(game_id, number, whole, rules)
            self.answered(request_id, asked, game_id, whole.version)
            return Added(game_id, whole.version)

    def preview(self, game_id: str, lines: list[str], expected: int | None) -> tuple[Game, str]:
        """The game as it would be with these lines, and the lines made canonical; keeps nothing. Raises as `append`."""
        self.withdrawals.admit(game_id)
        game = self.game(game_id)
        if expected is not None and expected != game.version:
            raise Conflict(game.version)
        added = canonical_lines(lines, game)
        return continued(game, added), added

    def project(self, game_id: str, number: int, game: Game, rules: RuleSet) -> None:
        """Judges a stored game and writes its rows anew; inside `writing`."""
        rows = derived_of(game, rules).rows(game_id, number, game, content_hash(game.text().encode()))
        projections.forget(self.db, game_id, number)
        projections.store(self.db, rows)

    def keep_lines(self, stream: str, first: int, lines: list[str]) -> None:
        """Writes lines of another stream than a game's, such as a tournament's, in batches; inside `writing`."""
        request = secrets.token_hex(16)
        for batch, start in enumerate(range(0, len(lines), 200)):
            part = lines[start : start + 200]
            name = request if batch == 0 else f"{request}/{batch}"
            self._insert(stream, first + start, len(part), "".join(part).encode(), name)

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

    def judgement(self, game_id: str, lang: str = "it") -> Judgement:
        """The judgement of a kept game under its kept rules. Raises ArchiveError."""
        game = self.game(game_id)
        found = judge(game, self.rules_of(game), lang)
        found.game = game_id
        return found

    def resolve(self, name: str) -> str:
        """The id of a game by its id, by its Game header or by its content as dumps name it. Raises ArchiveError."""
        return resolve(self, name)

    def games(
        self, filters: query.Filters | None = None, after: str | None = None, limit: int = 50, newest: bool = False
    ) -> tuple[list[dict[str, Any]], str | None]:
        """A page of games in the order of the log, or from its end, and the next cursor. Raises ValueError."""
        with self.lock:
            return query.games(self.db, filters or query.Filters(), after, limit, newest)

    def last(self) -> int:
        """The index of the last entry of the log, -1 where there is none: it grows with everything that is kept."""
        with self.lock:
            return int(self.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0])

    def count(self) -> int:
        """How many games are kept."""
        with self.lock:
            return int(self.db.execute("SELECT count(*) FROM game").fetchone()[0])

    def game_ids(self) -> list[str]:
        """All games in the order of the log."""
        with self.lock:
            rows = self.db.execute(
                "SELECT game FROM entry WHERE first = 0 AND game NOT LIKE '%:%' ORDER BY log_index"
            ).fetchall()
        return [str(row[0]) for row in rows]

    def rebuild(self, step: Callable[[], None] | None = None, alone: bool = False, jobs: int = 1) -> list[Finding]:
        """Makes every derived row again from the log, while others may write; gives what was other than the log says.

        `step` is called after each game; `alone`: nobody else can have the archive open; `jobs`: processes to use.
        """
        from plancia_archive.integrity.rebuild import rebuild

        return rebuild(self, step, alone, jobs)

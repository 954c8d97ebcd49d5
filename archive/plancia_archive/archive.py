"""The archive: games as append-only batches of canonical lines, their rules beside them, everything else derived."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlite_utils

from plancia_archive.disputes.store import Disputes
from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.exports.temp_files import delete_leftovers, delete_stale_folders
from plancia_archive.facts import projections
from plancia_archive.facts.judgement_changes import Appended, stored_verdicts
from plancia_archive.facts.projections import derive
from plancia_archive.integrity.finding import Finding
from plancia_archive.log import creation, schema
from plancia_archive.log.approval_guard import refuse_approved
from plancia_archive.log.approvals import Approvals
from plancia_archive.log.archive_stream import commit_to_form_1, has_stream
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.confirmations import Confirmations
from plancia_archive.log.connections import DRIVER, connect, fold, refusal
from plancia_archive.log.duplicates import gone_on, stored_twin
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import content_hash
from plancia_archive.log.free_text_intake import lines_without_names, without_names
from plancia_archive.log.game_ids import by_label, resolve
from plancia_archive.log.intake import Added, Intake, taken_in
from plancia_archive.log.read_only import moment, stands_still, writable
from plancia_archive.log.recorder_lines import check_corrections
from plancia_archive.log.validation import continued, new_events
from plancia_archive.log.withdrawals import Withdrawals
from plancia_archive.queries import paging
from plancia_archive.queries.filters import Filters
from plancia_archive.registers.free_text import skeleton_of
from plancia_archive.registers.likely_names import free_texts, likely_names
from plancia_archive.registers.people import refuse_twins
from plancia_archive.registers.refusals import Refusals
from plancia_archive.registers.tokens import Tokens
from plancia_archive.tournaments.log import Tournaments
from plancia_events import Game
from plancia_replay import Judgement, RuleSet, for_game, judge, judge_game
from plancia_replay.kernel.trace import Trace


class Archive:
    """One archive file. Safe for several threads (one lock) and several processes (SQLite's locks)."""

    def __init__(self, path: Path, db: sqlite_utils.Database, read_only: bool = False) -> None:
        self.log = EntryLog(path, db, read_only)
        self.path, self.db = path, db
        self.lock, self.identity, self.people = self.log.lock, self.log.identity, self.log.people
        self.moment = moment(path) if read_only and stands_still(path) else None
        self.checkpoints = Checkpoints(self.log)
        self.log.before_write = self.checkpoints.compare
        self.tokens = Tokens(self.log)
        self.refusals = Refusals(self.log)
        self.withdrawals = Withdrawals(self.log)
        self.tournaments = Tournaments(self.log, self.withdrawals)
        self.approvals = Approvals(self.log, self.withdrawals)
        self.confirmations = Confirmations(self.log, self.withdrawals)
        self.disputes = Disputes(self.log, self.tournaments, self.append)

    @classmethod
    def open(cls, path: str | Path, create: bool = False, read_only: bool = False) -> Archive:
        """Opens an archive, or creates one with `create`. Read-only on request, or if the file is not writable.

        Raises ArchiveError.
        """
        place = Path(path)
        read_only = read_only or (place.is_file() and not writable(place))
        if create and not read_only and not place.exists():
            creation.make(place)
        elif create and not read_only and creation.unmade(place):
            creation.complete(place)
        db = connect(place, read_only=read_only)
        try:
            return cls.opened(place, db, create, read_only)
        except BaseException:
            db.conn.close()  # it may hold a lock
            raise

    @classmethod
    def opened(cls, place: Path, db: sqlite_utils.Database, create: bool, read_only: bool) -> Archive:
        """The archive of an open database, completed or migrated where it has to be. Raises ArchiveError."""
        if not read_only:
            delete_leftovers(place)  # of killed processes: they may hold names
            delete_stale_folders()
        try:
            tables = creation.tables_of(db)
            if create and not read_only and creation.begun(tables):  # cut with a journal to roll back
                creation.complete(place)
                tables = creation.tables_of(db)
            if "entry" not in tables:
                raise ArchiveError("unmade" if creation.begun(tables) else "not-archive", str(place))
            version = schema.current(db) if read_only else schema.apply(db)
        except (DRIVER.DatabaseError, UnicodeError) as error:
            raise refusal(error, place, read_only) from error
        archive = cls(place, db, read_only)
        if 0 < version < schema.VERSION:
            archive.rebuild()
            with archive.writing():
                if not has_stream(archive.log):  # else a migration was interrupted after this step: its key stands
                    commit_to_form_1(archive.log, *creation.identity_of(place))
            schema.settle(db)
        return archive

    def close(self) -> None:
        """Closes the file; everything written is in it, and no journal is left beside it."""
        with self.lock:
            fold(self.db, self.read_only)
            self.db.conn.close()

    def outdated(self) -> bool:
        """True if a file opened as immutable has been written since: it must be opened again."""
        return self.moment is not None and moment(self.path) != self.moment

    @property
    def read_only(self) -> bool:
        """True for an archive opened for reading only; its log checks the same flag before a write."""
        return self.log.read_only

    @read_only.setter
    def read_only(self, value: bool) -> None:
        self.log.read_only = value

    def writing(self) -> AbstractContextManager[None]:
        """Returns a context manager for one write transaction. Raises ArchiveError: busy, no room, read-only."""
        return self.log.writing()

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
        intake = intake.under(rules)
        with self.writing():
            request_hash = content_hash(
                ("game\n" + intake.text() + (f"replaces {replaces}\n" if replaces else "")).encode()
            )
            if request_id and (served := self.log.served(request_id, request_hash)):
                before = [] if served.duplicate else by_label(self.db, intake.header("Game") or "?")
                return replace(served, namesakes=[one for one in before if one < served.game_id])
            given, names = intake.header("Rules"), intake.opening.players
            intake = intake.with_references(self._references(intake)).under_rules()
            bound, intake = intake, without_names(self.people, intake)
            if intake.header("Provenance") == "imported:results":  # a sheet; other records are judged, not refused
                refuse_twins(names, intake.opening.players)
            namesakes = by_label(self.db, intake.header("Game") or "?")
            content = intake.content()
            found = stored_twin(self.log, intake, content) or gone_on(self.log, intake)
            if not found and (same := self.withdrawals.same(content) or self.withdrawals.same(bound.content())):
                return Added(same["game"], self.version(same["game"]), True, look_alikes, [], False, same["why"])
            if found:
                if replaces:
                    self.withdrawals.put(replaces, why, str(found[0]))
                self.log.answered(request_id, request_hash, str(found[0]), int(found[1]), True)
                return Added(str(found[0]), int(found[1]), True, look_alikes)
            game_id = self._store(intake.judged(rules), rules, content, request_id)
            if replaces:
                self.withdrawals.put(replaces, why, game_id)
                namesakes = [one for one in namesakes if one != replaces]
            self.log.answered(request_id, request_hash, game_id, intake.version)
            others = given not in (None, "?", "-", rules.hash)
            likely = likely_names(free_texts(intake.headers, intake.body))
            return Added(game_id, intake.version, False, look_alikes, namesakes, others, likely_names=likely)

    def _store(self, intake: Intake, rules: RuleSet, content: str, request_id: str | None) -> str:
        """Writes a new game and its rows; returns its id."""
        assert intake.derived is not None
        self.log.keep_rules(rules)
        game_id = self.log.new_id()
        opening = intake.opening
        head = opening.head()
        self.log.append_text(game_id, 0, head + intake.body, head.count("\n"), request_id)
        number, skeleton = self.log.number_of(game_id), skeleton_of(intake.text())
        projections.insert_rows(self.db, intake.derived.rows(game_id, number, opening, content, skeleton))
        return game_id

    def _references(self, intake: Intake) -> dict[str, str]:
        """Returns the references of the people that a game names; creates those of new people."""
        return {name: self.people.find_or_make(name, look=False)[0] for name in intake.people()}

    def append(self, game_id: str, lines: list[str], expected: int | None, request_id: str | None = None) -> Appended:
        """Adds event lines to a game at the version expected (None: whatever it is).

        Raises Conflict with the current version, ArchiveError for a game that is not there or a line not understood.
        """
        with self.writing():
            request_hash = content_hash("\n".join([f"append {game_id}", *lines]).encode())
            if request_id and (served := self.log.served(request_id, request_hash)):
                return Appended(served.game_id, served.version)
            whole, count = self.preview(game_id, lines, expected)
            text, first = whole.text(), whole.version - count
            added_text = "\n".join(text.split("\n")[-count - 1 :])
            self.log.append_text(game_id, first, added_text, request_id=request_id)
            before = stored_verdicts(self.db, game_id)
            judged = judge_game(whole, self.rules_of(whole), trace=Trace())
            number = self.log.number_of(game_id)
            rows = derive(judged).rows(game_id, number, whole, content_hash(text.encode()), skeleton_of(text))
            projections.delete_rows(self.db, game_id, int(rows["game"][0]["number"]))
            projections.insert_rows(self.db, rows)
            self.log.answered(request_id, request_hash, game_id, whole.version)
            likely = likely_names(free_texts([], added_text))
            return Appended(game_id, whole.version, game=whole, judged=judged, before=before, likely_names=likely)

    def preview(self, game_id: str, lines: list[str], expected: int | None) -> tuple[Game, int]:
        """The game with these lines, and how many events they are; stores nothing. Raises as `append`."""
        self.withdrawals.admit(game_id)
        refuse_approved(self.db, game_id)
        game = self.game(game_id)
        if expected is not None and expected != game.version:
            raise Conflict(game.version)
        events = new_events(lines_without_names(self.people, game, lines), game)
        check_corrections(game, events)
        return continued(game, events), len(events)

    def text(self, game_id: str) -> str:
        """Returns the canonical text of a game as stored, byte for byte. Raises ArchiveError."""
        return self.log.text(game_id)

    def game(self, game_id: str) -> Game:
        """Returns a stored game. Raises ArchiveError."""
        return self.log.game(game_id)

    def version(self, game_id: str) -> int:
        """Returns the number of events of a game, including its opening. Raises ArchiveError."""
        return self.log.version(game_id)

    def rules(self, digest: str) -> RuleSet:
        """Returns a stored rule-set by its hash. Raises ArchiveError."""
        return self.log.rules(digest)

    def rules_of(self, game: Game) -> RuleSet:
        """Returns the rule-set stored with a game, never today's file of the variant. Raises ArchiveError."""
        return self.log.rules_of(game)

    def judgement(self, game_id: str, lang: str = "it") -> Judgement:
        """Judges a stored game under its stored rules. Raises ArchiveError."""
        game = self.game(game_id)
        found = judge(game, self.rules_of(game), lang)
        found.game = game_id
        return found

    def resolve(self, name: str) -> str:
        """The id of a game by its id, by its Game header or by its content as dumps name it. Raises ArchiveError."""
        return resolve(self.log, self.withdrawals, name)

    def games(
        self, filters: Filters | None = None, after: str | None = None, limit: int = 50, newest: bool = False
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Returns a page of games in log order, or newest first, and the next cursor.

        Raises ValueError for a bad cursor.
        """
        with self.lock:
            return paging.games_page(self.db, filters or Filters(), after, limit, newest)

    def last(self) -> int:
        """Returns the index of the last log entry, -1 for an empty log; it grows with every write."""
        return self.log.last()

    def count(self) -> int:
        """Returns the number of stored games."""
        with self.lock:
            return int(self.db.execute("SELECT count(*) FROM game").fetchone()[0])

    def game_ids(self) -> list[str]:
        """Returns the ids of all games, in log order."""
        return self.log.game_ids()

    def rebuild(self, step: Callable[[], None] | None = None, alone: bool = False, jobs: int = 1) -> list[Finding]:
        """Makes every derived row again from the log, while others may write; gives what was other than the log says.

        `step` is called after each game; `alone`: nobody else can have the archive open; `jobs`: processes to use.
        """
        from plancia_archive.integrity.rebuild import rebuild

        return rebuild(self, step, alone, jobs)

"""The archive: an append-only log of games and their rule-sets, and the tables derived from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import sqlite_utils

from plancia_archive.disputes.correction_evidence import CorrectionEvidence, Evidence, evidence_request, new_corrections
from plancia_archive.disputes.store import Disputes
from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.facts import projections
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.judgement_changes import AddedGame, Appended, stored_verdicts
from plancia_archive.facts.projections import content_hash
from plancia_archive.integrity.stream_checks import Finding
from plancia_archive.log import creation, schema
from plancia_archive.log.approvals import Approvals, Confirmations, refuse_approved
from plancia_archive.log.archive_stream import commit_to_form_1, has_stream
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.connections import DRIVER, checkpoint_wal, connect, translate_error
from plancia_archive.log.duplicates import find_duplicate, find_longer_version
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.foreign_logs import ForeignLogs
from plancia_archive.log.game_head import read_game_head
from plancia_archive.log.game_ids import find_by_label, resolve
from plancia_archive.log.name_replacement import replace_names, replace_names_in_lines
from plancia_archive.log.open_games import OpenGames, judge_continued
from plancia_archive.log.read_only import file_signature, is_immutable, is_writable_archive
from plancia_archive.log.storable_game import StorableGame, prepare_unjudged
from plancia_archive.log.temp_files import delete_leftovers, delete_stale_folders
from plancia_archive.log.validation import check_corrections, extend_game, parse_new_events
from plancia_archive.log.withdrawals import Withdrawals
from plancia_archive.people.free_text import hash_without_free_text
from plancia_archive.people.likely_names import likely_names_of_game, likely_names_of_lines
from plancia_archive.people.register import check_distinct_players
from plancia_archive.queries import paging
from plancia_archive.queries.filters import Filters
from plancia_archive.registers.refusals import Refusals
from plancia_archive.registers.tokens import Tokens
from plancia_archive.tournaments.log import Tournaments
from plancia_events import Game
from plancia_replay import Judgement, RuleSet, judge, ruleset_for_game


class Archive:
    """One archive file. Safe for several threads (one lock) and several processes (SQLite's locks)."""

    def __init__(self, path: Path, db: sqlite_utils.Database, read_only: bool = False) -> None:
        self.log = EntryLog(path, db, read_only)
        self.open_games = OpenGames()
        self.path, self.db = path, db
        self.lock, self.file_identity, self.people = self.log.lock, self.log.file_identity, self.log.people
        self.opened_signature = file_signature(path) if read_only and is_immutable(path) else None
        self.checkpoints = Checkpoints(self.log)
        self.log.before_write = self.checkpoints.check_latest
        self.tokens = Tokens(self.log)
        self.refusals = Refusals(self.log)
        self.withdrawals = Withdrawals(self.log)
        self.tournaments = Tournaments(self.log, self.withdrawals)
        self.approvals = Approvals(self.log, self.withdrawals.require_not_withdrawn)
        self.confirmations = Confirmations(self.log, self.withdrawals.require_not_withdrawn)
        self.disputes = Disputes(self.log, self.tournaments, self.append)
        self.corrections = CorrectionEvidence(self.log, self.withdrawals)
        self.foreign = ForeignLogs(self.log)

    @classmethod
    def open(cls, path: str | Path, create: bool = False, read_only: bool = False) -> Archive:
        """Opens an archive, or creates one with `create`. Read-only on request, or if the file is not writable.

        Raises ArchiveError.
        """
        archive_path = Path(path)
        read_only = read_only or (archive_path.is_file() and not is_writable_archive(archive_path))
        if create and not read_only and not archive_path.exists():
            creation.create_archive(archive_path)
        elif create and not read_only and creation.needs_completion(archive_path):
            creation.complete_archive(archive_path)
        db = connect(archive_path, read_only=read_only)
        try:
            return cls.from_database(archive_path, db, create, read_only)
        except BaseException:
            db.conn.close()  # it may hold a lock
            raise

    @classmethod
    def from_database(cls, path: Path, db: sqlite_utils.Database, create: bool, read_only: bool) -> Archive:
        """Returns the archive of an open database; completes or migrates it if necessary. Raises ArchiveError."""
        if not read_only:
            delete_leftovers(path)  # of killed processes: they may hold names
            delete_stale_folders()
        try:
            tables = creation.table_names(db)
            if create and not read_only and creation.is_incomplete(tables):  # cut with a journal to roll back
                creation.complete_archive(path)
                tables = creation.table_names(db)
            if "entry" not in tables:
                raise ArchiveError("unmade" if creation.is_incomplete(tables) else "not-archive", str(path))
            version = schema.check_version(db) if read_only else schema.migrate(db)
        except (DRIVER.DatabaseError, UnicodeError) as error:
            raise translate_error(error, path, read_only) from error
        archive = cls(path, db, read_only)
        if 0 < version < schema.VERSION:
            archive.rebuild()
            with archive.writing():
                if not has_stream(archive.log):  # else a migration was interrupted after this step: its key stands
                    commit_to_form_1(archive.log, *creation.create_identity(path), archive.tokens.commit_scope_tokens)
            schema.set_version(db)
        return archive

    def close(self) -> None:
        """Checkpoints the write-ahead log and closes the file."""
        with self.lock:
            checkpoint_wal(self.db, self.read_only)
            self.db.conn.close()

    def outdated(self) -> bool:
        """True if a file opened as immutable has been written since: it must be opened again."""
        return self.opened_signature is not None and file_signature(self.path) != self.opened_signature

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
    ) -> AddedGame:
        """Prepares and stores a game, as `add` does. Raises Malformed too, for a game whose text cannot be parsed."""
        return self.add(prepare_unjudged(game), request_id, replaces, why)

    def add(
        self, storable: StorableGame, request_id: str | None = None, replaces: str | None = None, why: str = "replaced"
    ) -> AddedGame:
        """Stores a prepared game, with names replaced by references. Raises ArchiveError, RuleSetError.

        A repeated request id returns the first answer again. A game with the same content is not stored twice, nor is
        the beginning of a longer game with the same id of the recorder. The game that it `replaces` is withdrawn in the
        same transaction. A game that was not judged yet is judged if it is new.
        """
        with self.lock:  # before the write lock is taken: others go on writing
            look_alikes = self.people.warnings(storable.person_names())
        rules = ruleset_for_game(storable.opening)
        storable = storable.for_rules(rules)
        with self.writing():
            request_hash = content_hash(
                ("game\n" + storable.text() + (f"replaces {replaces}\n" if replaces else "")).encode()
            )
            if request_id and (served := self.log.find_answer(request_id, request_hash)):
                earlier_ids = [] if served.duplicate else find_by_label(self.db, storable.header("Game") or "?")
                return replace(served, namesakes=[other_id for other_id in earlier_ids if other_id < served.game_id])
            given_rules, names = storable.header("Rules"), storable.opening.players
            storable = storable.with_references(self._references(storable)).with_rules_header()
            referenced, storable = storable, replace_names(self.people, storable)
            if storable.header("Provenance") == "imported:results":  # a sheet; other records are judged, not refused
                check_distinct_players(names, storable.opening.players)
            namesakes = find_by_label(self.db, storable.header("Game") or "?")
            content = storable.content_hash()
            stored = find_duplicate(self.log, storable, content) or find_longer_version(self.log, storable)
            if not stored and (
                withdrawn := self.withdrawals.find_by_content(content)
                or self.withdrawals.find_by_content(referenced.content_hash())
            ):
                return AddedGame(
                    withdrawn["game"], self.version(withdrawn["game"]), True, look_alikes, [], False, withdrawn["why"]
                )
            if stored:
                if replaces:
                    self.withdrawals.withdraw_in_transaction(replaces, why, str(stored[0]))
                self.log.store_answer(request_id, request_hash, str(stored[0]), int(stored[1]), True)
                return AddedGame(str(stored[0]), int(stored[1]), True, look_alikes)
            game_id = self._store(storable.with_judgement(rules), rules, content, request_id)
            if replaces:
                self.withdrawals.withdraw_in_transaction(replaces, why, game_id)
                namesakes = [other_id for other_id in namesakes if other_id != replaces]
            self.log.store_answer(request_id, request_hash, game_id, storable.version)
            has_other_rules = given_rules not in (None, "?", "-", rules.hash)
            likely = likely_names_of_game(storable.headers, storable.body)
            return AddedGame(
                game_id, storable.version, False, look_alikes, namesakes, has_other_rules, likely_names=likely
            )

    def _store(self, storable: StorableGame, rules: RuleSet, content: str, request_id: str | None) -> str:
        """Writes a new game and its rows; returns its id."""
        assert storable.derived is not None
        self.log.store_rules(rules)
        game_id = self.log.new_game_id()
        opening = storable.opening
        head = opening.head()
        self.log.append_text(game_id, 0, head + storable.body, head.count("\n"), request_id)
        number, skeleton = self.log.first_index(game_id), hash_without_free_text(storable.text())
        projections.insert_rows(self.db, storable.derived.rows(game_id, number, opening, content, skeleton))
        return game_id

    def _references(self, storable: StorableGame) -> dict[str, str]:
        """Returns the references of the people that a game names; creates those of new people."""
        return {name: self.people.find_or_make(name, find_similar=False)[0] for name in storable.person_names()}

    def append(
        self,
        game_id: str,
        lines: list[str],
        expected: int | None,
        request_id: str | None = None,
        evidence: Sequence[Evidence] = (),
    ) -> Appended:
        """Appends event lines to a game at the expected version (None: any version).

        `evidence` is recorded for each correction among the lines, in the same transaction. Raises Conflict with the
        current version, ArchiveError for an unknown game, a malformed line, or evidence without a correction.
        """
        if not evidence:
            return self.append_computed(game_id, ["append", *lines], lambda _: lines, expected, request_id)
        with self.writing():
            asked, first = ["append", *lines, *(one.fingerprint() for one in evidence)], self.version(game_id)
            appended = self.append_computed(game_id, asked, lambda _: lines, expected, request_id)
            request = evidence_request(request_id) if request_id else None
            if appended.game is None:  # a repeated request, whose evidence is stored already
                return replace(appended, evidence_version=self.log.version_after(request) if request else None)
            numbers = new_corrections(appended.game, first)
            return replace(
                appended, evidence_version=self.corrections.add_in_transaction(game_id, numbers, evidence, request)
            )

    def append_computed(
        self,
        game_id: str,
        asked: list[str],
        compute_lines: Callable[[Game], list[str]],
        expected: int | None,
        request_id: str | None = None,
    ) -> Appended:
        """Appends the lines that `compute_lines` returns for the game as it is inside the transaction.

        `asked` is what the request asks for: a repetition of its id has to ask the same. Raises as `append`, and the
        errors of `compute_lines`, after which nothing is stored.
        """
        with self.writing():
            request_hash = content_hash("\n".join([f"{asked[0]} {game_id}", *asked[1:]]).encode())
            if request_id and (served := self.log.find_answer(request_id, request_hash)):
                return Appended(served.game_id, served.version)
            if expected is not None and expected != (version := self.version(game_id)):
                raise Conflict(version)
            before = self.open_games.get(read_game_head(self.log, game_id))
            game = before.game if before else self.game(game_id)
            extended_game, count = self.extend(game_id, game, compute_lines(game))
            text, first = extended_game.text(), extended_game.version - count
            added_text = "\n".join(text.split("\n")[-count - 1 :])
            self.log.append_text(game_id, first, added_text, request_id=request_id)
            earlier_verdicts = stored_verdicts(self.db, game_id)
            after = judge_continued(before, extended_game, self.rules_of(extended_game))
            number = self.log.first_index(game_id)
            rows = after.derived().rows(
                game_id, number, extended_game, content_hash(text.encode()), hash_without_free_text(text)
            )
            projections.delete_rows(self.db, game_id, int(rows["game"][0]["number"]))
            projections.insert_rows(self.db, rows)
            self.log.store_answer(request_id, request_hash, game_id, extended_game.version)
            self.open_games.keep(read_game_head(self.log, game_id), after)
            likely = likely_names_of_lines(game.headers, added_text)
            return Appended(
                game_id,
                extended_game.version,
                game=extended_game,
                judged=after.judged,
                before=earlier_verdicts,
                likely_names=likely,
            )

    def preview(self, game_id: str, lines: list[str], expected: int | None) -> tuple[Game, int]:
        """Returns the game with lines appended and the number of new events, without storing. Raises as `append`."""
        game = self.game(game_id)
        if expected is not None and expected != game.version:
            raise Conflict(game.version)
        return self.extend(game_id, game, lines)

    def extend(self, game_id: str, game: Game, lines: list[str]) -> tuple[Game, int]:
        """Returns a stored game with lines appended and the number of new events. Raises ArchiveError as `append`."""
        self.withdrawals.require_not_withdrawn(game_id)
        refuse_approved(self.db, game_id)
        events = parse_new_events(replace_names_in_lines(self.people, game, lines), game)
        check_corrections(game, events)
        return extend_game(game, events), len(events)

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
        judgement = judge(game, self.rules_of(game), lang)
        judgement.game = game_id
        return judgement

    def resolve(self, name: str) -> str:
        """Returns the id of a game by its id, its Game header, or `c_` and its content hash. Raises ArchiveError."""
        return resolve(self.log, self.withdrawals, name)

    def games(
        self, filters: Filters | None = None, after: str | None = None, limit: int = 50, newest: bool = False
    ) -> tuple[list[Row], str | None]:
        """Returns a page of games in log order, or newest first, and the next cursor.

        Raises ValueError for a bad cursor.
        """
        with self.lock:
            return paging.games_page(self.db, filters or Filters(), after, limit, newest)

    def last_index(self) -> int:
        """Returns the index of the last log entry, -1 for an empty log; it grows with every write."""
        return self.log.last_index()

    def count(self) -> int:
        """Returns the number of stored games."""
        with self.lock:
            return int(self.db.execute("SELECT count(*) FROM game").fetchone()[0])

    def game_ids(self) -> list[str]:
        """Returns the ids of all games, in log order."""
        return self.log.game_ids()

    def rebuild(self, step: Callable[[], None] | None = None, alone: bool = False, jobs: int = 1) -> list[Finding]:
        """Rebuilds all derived rows from the log, while others may write; returns the rows that were wrong.

        `step` is called after each game; `alone`: nobody else can have the archive open; `jobs`: processes to use.
        """
        from plancia_archive.integrity.rebuild import rebuild

        return rebuild(self, step, alone, jobs)

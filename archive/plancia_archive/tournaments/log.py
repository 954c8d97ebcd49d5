"""The append-only, hash-chained log of tournaments, in the log of the games: one JSON line per event."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.facts.projections import content_hash
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Members
from plancia_archive.log.name_replacement import replace_names_in_text
from plancia_archive.log.stream import canonical
from plancia_archive.log.withdrawals import Withdrawals
from plancia_archive.people.register import REFERENCE
from plancia_archive.tournaments.draw import draw
from plancia_archive.tournaments.events import (
    FREE_TEXT_FIELDS,
    MAX_LENGTHS,
    OPTIONAL_FIELDS,
    REQUIRED_FIELDS,
    ResultApproved,
    TournamentEvent,
)
from plancia_archive.tournaments.linked_games import LinkedGames, project_links
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.results import NoResult, result_of
from plancia_archive.tournaments.standings import Standing, TeamStanding, standings, team_standings
from plancia_archive.tournaments.state import NAME, TOURNAMENTS, Table, Tournament, apply_event, validate_event
from plancia_archive.tournaments.validation import check_new_event
from plancia_archive.tournaments.warnings import Remark, remarks

STREAM = TOURNAMENTS.prefix
SELECT = "SELECT DISTINCT game, {} FROM entry WHERE game >= 'tournament:' AND game < 'tournament;' AND "  # a range
OPENING_QUERY = SELECT.format("log_index") + "first = 0 AND log_index > ? ORDER BY log_index"
HIDDEN_QUERY = SELECT.format("0") + "instr(body, ?) > 0"
REFERENCE_FIELDS = re.compile(REFERENCE.pattern.removesuffix(r"\Z") + r"\b")
__all__ = ["OPTIONAL_FIELDS", "REQUIRED_FIELDS", "STREAM", "Table", "Tournament", "Tournaments"]


class Tournaments:
    """The tournaments of a log."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log = log
        self.games = LinkedGames(log, withdrawals)

    def ids(self) -> list[str]:
        """Returns the ids of the tournaments that are not hidden, in log order."""
        return [name for _, name in self.page(-1)]

    def hidden(self) -> list[str]:
        """Returns the ids of the hidden tournaments; a damaged one is not hidden, but reported where it is read."""
        with self.log.lock:
            rows = self.log.db.execute(HIDDEN_QUERY, [b'"kind":"hidden"']).fetchall()
        names = [str(row[0])[len(STREAM) :] for row in rows]
        hidden = []
        for name in names:
            with suppress(ArchiveError):
                hidden += [name] if self.get(name).hidden is not None else []
        return hidden

    def page(self, after: int, limit: int | None = None) -> list[tuple[int, str]]:
        """Returns at most `limit` tournaments that are not hidden, opened after a log index, as (log index, id)."""
        with self.log.lock:
            rows = self.log.db.execute(OPENING_QUERY, [after]).fetchall()
        hidden = self.hidden()
        shown = [(int(row[1]), name) for row in rows if (name := str(row[0])[len(STREAM) :]) not in hidden]
        return shown[:limit]

    def get(self, name: str, version: int | None = None) -> Tournament:
        """Returns the state of a tournament, at a version (number of events) or now. Raises ArchiveError."""
        with self.log.lock:
            rows = self.log.db.execute(
                "SELECT body FROM entry WHERE game = ? ORDER BY first", [STREAM + name]
            ).fetchall()
        if not rows:
            raise ArchiveError("no-tournament", name)
        state = Tournament(name)
        for line in (
            line for row in rows for line in self.log.people.replace_merged_references(row[0]).split(b"\n") if line
        ):
            if version is None or state.version < version:
                try:
                    apply_event(state, TOURNAMENTS.decoder.decode(line))
                except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
                    raise damaged_log_error(name, error) from error
        return state

    def events(self, name: str) -> list[Members]:
        """Returns all events of a tournament's log, numbered from 1 (`opened`), replaced ones included.

        `recorded_at` is in milliseconds UTC, by the machine's clock. Raises ArchiveError.
        """
        with self.log.lock:
            rows = self.log.db.execute(
                "SELECT first, recorded_at, body FROM entry WHERE game = ? ORDER BY first", [STREAM + name]
            ).fetchall()
        if not rows:
            raise ArchiveError("no-tournament", name)
        return [
            {"event": int(first_number) + offset + 1, "recorded_at": int(recorded_at), **event}
            for first_number, recorded_at, body in rows for offset, event in enumerate(decode_events(name, body))
        ]  # fmt: skip

    def append(
        self, name: str, events: list[Any], expected: int | None = None, request_id: str | None = None
    ) -> Tournament:  # fmt: skip
        """Appends events, all or none; the first one of a tournament is `opened`.

        Names are replaced by references. A request id served before returns the tournament as of that request.
        Raises Conflict with the current version, ArchiveError (with names, not references) for an invalid event.
        """
        if not NAME.match(name):
            raise ArchiveError("t-name", name[:80])
        log = self.log
        validated = [validate_event(event) for event in events]
        with log.writing():
            members = [msgspec.to_builtins(event) for event in validated]
            request_hash = content_hash(json.dumps([name, members], sort_keys=True, default=str).encode())
            if request_id and (served := log.find_answer(request_id, request_hash)):
                return self.get(name, served.version)
            state = self.get(name) if self.exists(name) else Tournament(name)
            if expected is not None and expected != state.version:
                raise Conflict(state.version, "t-conflict")
            first = state.version
            try:
                lines = [self.accept(state, event) for event in validated]
            except ArchiveError as error:
                raise self.error_with_names(error) from error
            if lines:
                log.append_lines(STREAM + name, first, lines, request_id)
                project_links(log.db, state)
            log.store_answer(request_id, request_hash, STREAM + name, state.version)
        return state

    def exists(self, name: str) -> bool:
        """Returns True if the tournament exists."""
        row = self.log.db.execute("SELECT 1 FROM entry WHERE game = ? LIMIT 1", [STREAM + name]).fetchone()
        return row is not None

    def accept(self, state: Tournament, event: TournamentEvent) -> str:
        """Validates and applies one event; returns its log line. Raises ArchiveError."""
        stored = self.events(state.id) if isinstance(event, ResultApproved) else []
        bound = TOURNAMENTS.of(self.bind_texts(state, self.bind(msgspec.to_builtins(event))))
        bound = check_new_event(self.games, state, bound, stored)
        apply_event(state, bound)
        return canonical(bound) + "\n"

    def replace_references(self, text: str) -> str:
        """Replaces references in a text by names."""
        return REFERENCE_FIELDS.sub(lambda match: self.log.people.name(match.group()), text)

    def error_with_names(self, error: ArchiveError) -> ArchiveError:
        """Returns the error with names for references.

        `nameless` has the original, for readers who may not see names.
        """
        with_names = ArchiveError(error.code, self.replace_references(error.what))
        with_names.nameless = error.what
        return with_names

    def bind(self, event: Members) -> Members:
        """Returns an event with names replaced by references; only `entered` creates a person. Raises ArchiveError."""
        event_with_references = dict(event)
        if event["kind"] == "entered":
            event_with_references["player"] = self.log.people.find_or_make(event["player"], find_similar=False)[0]
        elif "player" in event:
            event_with_references["player"] = self.reference_of(event["player"])
        for key in ("seats", "players", "out", "withdrawn"):
            if event.get(key):
                event_with_references[key] = [self.reference_of(str(name)) for name in event[key]]
        if isinstance(event.get("points"), dict):
            event_with_references["points"] = {
                self.reference_of(str(name)): str(value) for name, value in event["points"].items()
            }
            if len(event_with_references["points"]) < len(event["points"]):
                raise ArchiveError("t-twice", ", ".join(event["points"]))
        for key in ("winner", "risiko"):
            if event.get(key):
                event_with_references[key] = self.reference_of(str(event[key]))
        if event.get("outcome"):
            event_with_references["outcome"] = [self.reference_of(str(event["outcome"][0])), *event["outcome"][1:]]
        if event.get("teams"):
            event_with_references["teams"] = [
                [self.reference_of(str(name)) for name in team] for team in event["teams"]
            ]
        return event_with_references

    def bind_texts(self, state: Tournament, event: Members) -> Members:
        """Replaces the names of people in titles, clubs, teams and reasons by references. Raises ArchiveError.

        In a reason the surname of an entrant stands for him, in a title that of the only registered person with it.

        A team that was entered before one of its name's people was known keeps its first spelling.
        """
        people = self.log.people
        event_with_references = {
            key: replace_names_in_text(people, value, MAX_LENGTHS[key]) if key in FREE_TEXT_FIELDS else value
            for key, value in event.items()
        }
        if "why" in event:
            about = {*state.players, str(event.get("player", ""))}
            event_with_references["why"] = replace_names_in_text(people, event["why"], MAX_LENGTHS["why"], about)
        if "title" in event:
            title = people.known_names().replace(event["title"], people.surnames_in(event["title"]))
            if len(title) <= MAX_LENGTHS["title"]:
                event_with_references["title"] = title
        if "team" in event_with_references:
            names = people.known_names()
            spellings = {names.replace(team): team for team in state.teams()}
            event_with_references["team"] = spellings.get(event_with_references["team"], event_with_references["team"])
        return event_with_references

    def reference_of(self, name: str) -> str:
        """Looks up the reference of a name. Raises ArchiveError."""
        reference = self.log.people.find(name)
        if reference is None:
            raise ArchiveError("person", name)
        return reference

    def result(self, table: Table, state: Tournament) -> Result | None:
        """Returns the result of a table: typed, or recomputed from its game; None without one."""
        try:
            return result_of(self.games, table, state)
        except NoResult:
            return None

    def rounds(self, state: Tournament, until: int | None = None) -> list[list[Result]]:
        """Returns the results of each round up to `until`. Raises ArchiveError for a round that does not exist."""
        if until is not None and not 0 <= until <= state.rounds:
            raise ArchiveError("t-no-round", f"{until} (0..{state.rounds})")
        last_round = state.rounds if until is None else until
        return [
            [
                result
                for table in state.tables_of_round(round_number)
                if (result := self.result(table, state)) is not None
            ]
            for round_number in range(1, last_round + 1)
        ]

    def standings(self, name: str, until: int | None = None) -> list[Standing]:
        """Returns the standings after round `until` (default: the last one). Raises ArchiveError."""
        return self.standings_of(self.get(name), until)

    def standings_of(self, state: Tournament, until: int | None = None) -> list[Standing]:
        """Returns the standings of a tournament that is already loaded. Raises ArchiveError."""
        rounds = self.rounds(state, until)
        lots = [players for after_round, players in state.lots if after_round <= len(rounds)]
        return standings(state.rules, rounds, list(state.players), adjustments_until(state, len(rounds)), lots)

    def team_standings(self, name: str, until: int | None = None) -> list[TeamStanding]:
        """Returns the team standings after round `until` (default: the last one). Raises ArchiveError."""
        state = self.get(name)
        rounds = self.rounds(state, until)
        return team_standings(state.rules, rounds, state.teams(), adjustments_until(state, len(rounds)))

    def draw(
        self, name: str, seed: int = 0, at: int | None = None, absent: Sequence[str] = (), sizes: Sequence[int] = (),
        by_standings: bool = False,
    ) -> list[Members]:  # fmt: skip
        """Draws a round as `table` events to append; tables are named A, B, ... or 1, 2, ... beyond 26.

        Raises ArchiveError if the players cannot be seated.
        """
        state = self.get(name)
        if at is not None and not 1 <= at <= state.rounds + 1:
            raise ArchiveError("t-round", f"{at}: 1..{state.rounds + 1}")
        order = [row.player for row in self.standings(name)] if by_standings else []
        try:
            tables = draw(state, seed, at, [self.reference_of(player) for player in absent], sizes, order)
        except ArchiveError as error:
            raise self.error_with_names(error) from error
        names = [chr(ord("A") + seat) if len(tables) <= 26 else str(seat + 1) for seat in range(len(tables))]
        number = at if at is not None else state.rounds + 1
        return [
            {"kind": "table", "round": number, "table": table, "seats": seats}
            for table, seats in zip(names, tables, strict=True)
        ]

    def remarks(self, name: str) -> list[Remark]:
        """Returns remarks for the organisers.

        Table sizes, missing results, games that do not count. Raises ArchiveError.
        """
        return remarks(self.games, self.get(name))


def damaged_log_error(name: str, error: Exception) -> ArchiveError:
    """Returns the error for a tournament log that was altered."""
    return ArchiveError("damaged", f"{STREAM}{name}: {type(error).__name__} {error}"[:200])


def decode_events(name: str, body: bytes) -> list[Members]:
    """Decodes the events of a log entry. Raises ArchiveError."""
    try:
        return [dict(json.loads(line)) for line in bytes(body).decode().split("\n") if line]
    except (TypeError, ValueError) as error:
        raise damaged_log_error(name, error) from error


def adjustments_until(state: Tournament, rounds: int) -> list[tuple[str, Fraction]]:
    """Returns the adjustments that apply after this number of rounds."""
    pairs = zip(state.adjustments, state.adjusted_at, strict=True)
    return [(player, points) for (player, points, _), after_round in pairs if after_round <= rounds]

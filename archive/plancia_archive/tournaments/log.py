"""The log of a tournament: one JSON line an event, in the same append-only, chained log as the games."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.log.chain import content_hash
from plancia_archive.registers.people import REFERENCE
from plancia_archive.tournaments.draw import draw
from plancia_archive.tournaments.events import FIELDS, OPTIONAL, checked
from plancia_archive.tournaments.game_links import project_links
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.results import NotYet, result_of
from plancia_archive.tournaments.standings import Standing, standings
from plancia_archive.tournaments.state import Table, Tournament, follow
from plancia_archive.tournaments.team_standings import TeamStanding, team_standings
from plancia_archive.tournaments.validation import admit
from plancia_archive.tournaments.warnings import Remark, remarks

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_events import Game
    from plancia_replay import Judgement

STREAM = "tournament:"
OPENINGS = (  # a range of names and no LIKE, which would read every entry of the log
    "SELECT game, log_index FROM entry WHERE game >= 'tournament:' AND game < 'tournament;' AND first = 0 "
    "AND log_index > ? ORDER BY log_index LIMIT ?"
)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\Z")
REFERENCES = re.compile(REFERENCE.pattern.removesuffix(r"\Z") + r"\b")
__all__ = ["FIELDS", "OPTIONAL", "STREAM", "Table", "Tournament", "Tournaments"]


class Trial(Exception):
    """Takes back a write that was only tried."""


class Tournaments:
    """The tournaments of an archive."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.judged: dict[tuple[str, int], tuple[Game, Judgement]] = {}  # judgements of linked games by version

    def ids(self) -> list[str]:
        """All tournaments in the order of the log."""
        with self.archive.lock:
            rows = self.archive.db.execute(OPENINGS, [-1, -1]).fetchall()
        return [str(row[0])[len(STREAM) :] for row in rows]

    def page(self, after: int, limit: int) -> list[tuple[int, str]]:
        """At most `limit` tournaments opened after an index of the log, each with its own index."""
        with self.archive.lock:
            rows = self.archive.db.execute(OPENINGS, [after, limit]).fetchall()
        return [(int(row[1]), str(row[0])[len(STREAM) :]) for row in rows]

    def get(self, name: str, version: int | None = None) -> Tournament:
        """A tournament as its log tells it, up to a version (the number of events). Raises ArchiveError."""
        with self.archive.lock:
            rows = self.archive.db.execute(
                "SELECT body FROM entry WHERE game = ? ORDER BY first", [STREAM + name]
            ).fetchall()
        if not rows:
            raise ArchiveError("no-tournament", name)
        state = Tournament(name)
        for event in (event for row in rows for event in events_in(name, self.archive.people.text_now(row[0]))):
            if version is None or state.version < version:
                try:
                    follow(state, event)
                except (LookupError, TypeError, ValueError, AttributeError) as error:
                    raise damaged(name, error) from error
        return state

    def events(self, name: str) -> list[dict[str, Any]]:
        """Every event of a tournament's log, numbered from 1 (`opened`), also what was replaced later.

        `recorded_at` are milliseconds UTC, the machine's claim. Raises ArchiveError.
        """
        with self.archive.lock:
            rows = self.archive.db.execute(
                "SELECT first, recorded_at, body FROM entry WHERE game = ? ORDER BY first", [STREAM + name]
            ).fetchall()
        if not rows:
            raise ArchiveError("no-tournament", name)
        return [
            {"event": int(first) + place + 1, "recorded_at": int(at), **event}
            for first, at, body in rows for place, event in enumerate(events_in(name, body))
        ]  # fmt: skip

    def append(
        self, name: str, events: list[Any], expected: int | None = None, request_id: str | None = None,
        keep: bool = True,
    ) -> Tournament:  # fmt: skip
        """Adds events, all or none; the first ever is `opened`. Names become references. Without `keep` only a trial.

        A request id that was served gets the tournament as it was after that request. Raises Conflict with the
        current version, ArchiveError for what does not fit: its text has names in place of references.
        """
        if not NAME.match(name):
            raise ArchiveError("t-name", name[:80])
        archive = self.archive
        asked_for = [checked(event) for event in events]
        with suppress(Trial), archive.writing():
            wanted = content_hash(json.dumps([name, asked_for], sort_keys=True, default=str).encode())
            if request_id and (served := archive.served(request_id, wanted)):
                return self.get(name, served.version)
            state = self.get(name) if self.known(name) else Tournament(name)
            if expected is not None and expected != state.version:
                raise Conflict(state.version, "t-conflict")
            first = state.version
            try:
                lines = [self.taken(state, event) for event in asked_for]
            except ArchiveError as error:
                raise self.naming(error) from error
            if lines:
                archive.keep_lines(STREAM + name, first, lines)
                project_links(archive.db, state)
            archive.answered(request_id, wanted, STREAM + name, state.version)
            if not keep:
                raise Trial
        return state

    def known(self, name: str) -> bool:
        """Is there such a tournament?"""
        found = self.archive.db.execute("SELECT 1 FROM entry WHERE game = ? LIMIT 1", [STREAM + name]).fetchone()
        return found is not None

    def taken(self, state: Tournament, event: dict[str, Any]) -> str:
        """Takes one event in; its line of the log. Raises ArchiveError."""
        bound = admit(self.archive, state, self.bind(event))
        follow(state, bound)
        return json.dumps(bound, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"

    def named(self, text: str) -> str:
        """A text with names in place of references."""
        return REFERENCES.sub(lambda found: self.archive.people.name(found.group()), text)

    def naming(self, error: ArchiveError) -> ArchiveError:
        """A refusal with names in place of references, which it keeps for who may not read names."""
        made = ArchiveError(error.code, self.named(error.what))
        made.nameless = error.what
        return made

    def bind(self, event: dict[str, Any]) -> dict[str, Any]:
        """Puts references in place of names; a name is made a person only by entering. Raises ArchiveError."""
        made = dict(event)
        if event["kind"] == "entered":
            made["player"] = self.archive.people.find_or_make(event["player"], look=False)[0]
        elif "player" in event:
            made["player"] = self.person(event["player"])
        for key in ("seats", "players", "out", "withdrawn"):
            if event.get(key):
                made[key] = [self.person(str(name)) for name in event[key]]
        if isinstance(event.get("points"), dict):
            made["points"] = {self.person(str(name)): str(value) for name, value in event["points"].items()}
            if len(made["points"]) < len(event["points"]):
                raise ArchiveError("t-twice", ", ".join(event["points"]))
        for key in ("winner", "risiko"):
            if event.get(key):
                made[key] = self.person(str(event[key]))
        if event.get("outcome"):
            made["outcome"] = [self.person(str(event["outcome"][0])), *event["outcome"][1:]]
        if event.get("teams"):
            made["teams"] = [[self.person(str(name)) for name in team] for team in event["teams"]]
        return made

    def person(self, name: str) -> str:
        """The reference of a known name. Raises ArchiveError."""
        found = self.archive.people.find(name)
        if found is None:
            raise ArchiveError("person", name)
        return found

    def result(self, table: Table, state: Tournament) -> Result | None:
        """The result of a table: typed, or recomputed from its game; None where there is none yet."""
        try:
            return result_of(self.archive, table, state)
        except NotYet:
            return None

    def rounds(self, state: Tournament, until: int | None = None) -> list[list[Result]]:
        """The results of each round up to one. Raises ArchiveError for a round that is not there."""
        if until is not None and not 0 <= until <= state.rounds:
            raise ArchiveError("t-no-round", f"{until} (0..{state.rounds})")
        last = state.rounds if until is None else until
        return [
            [found for table in state.of_round(at) if (found := self.result(table, state)) is not None]
            for at in range(1, last + 1)
        ]

    def standings(self, name: str, until: int | None = None) -> list[Standing]:
        """The standings after a round (the last one without `until`). Raises ArchiveError."""
        return self.standings_of(self.get(name), until)

    def standings_of(self, state: Tournament, until: int | None = None) -> list[Standing]:
        """The standings of a tournament in memory. Raises ArchiveError."""
        rounds = self.rounds(state, until)
        lots = [players for at, players in state.lots if at <= len(rounds)]
        return standings(state.rules, rounds, list(state.players), given(state, len(rounds)), lots)

    def team_standings(self, name: str, until: int | None = None) -> list[TeamStanding]:
        """The standings of the teams after a round. Raises ArchiveError."""
        state = self.get(name)
        rounds = self.rounds(state, until)
        return team_standings(state.rules, rounds, state.teams(), given(state, len(rounds)))

    def draw(
        self, name: str, seed: int = 0, at: int | None = None, absent: Sequence[str] = (), sizes: Sequence[int] = (),
        by_standings: bool = False,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The tables of a round as events to be added, named A, B, ... or 1, 2, ... beyond 26. Raises ArchiveError."""
        state = self.get(name)
        if at is not None and not 1 <= at <= state.rounds + 1:
            raise ArchiveError("t-round", f"{at}: 1..{state.rounds + 1}")
        order = [row.player for row in self.standings(name)] if by_standings else []
        try:
            tables = draw(state, seed, at, [self.person(player) for player in absent], sizes, order)
        except ArchiveError as error:
            raise self.naming(error) from error
        names = [chr(ord("A") + place) if len(tables) <= 26 else str(place + 1) for place in range(len(tables))]
        number = at if at is not None else state.rounds + 1
        return [
            {"kind": "table", "round": number, "table": table, "seats": seats}
            for table, seats in zip(names, tables, strict=True)
        ]

    def remarks(self, name: str) -> list[Remark]:
        """What organisers should know: shapes, missing results, games that do not count yet. Raises ArchiveError."""
        return remarks(self.archive, self.get(name))


def damaged(name: str, error: Exception) -> ArchiveError:
    """What is raised where the log of a tournament is not as it was written."""
    return ArchiveError("damaged", f"{STREAM}{name}: {type(error).__name__} {error}"[:200])


def events_in(name: str, body: bytes) -> list[dict[str, Any]]:
    """The events of an entry. Raises ArchiveError where they cannot be read."""
    try:
        return [dict(json.loads(line)) for line in bytes(body).decode().split("\n") if line]
    except (TypeError, ValueError) as error:
        raise damaged(name, error) from error


def given(state: Tournament, rounds: int) -> list[tuple[str, Fraction]]:
    """The adjustments that count after so many rounds."""
    pairs = zip(state.adjustments, state.adjusted_at, strict=True)
    return [(player, points) for (player, points, _), at in pairs if at <= rounds]

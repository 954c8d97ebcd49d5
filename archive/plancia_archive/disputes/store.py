"""The disputes of an archive: opening them, and every line that follows, each in one transaction with its effect."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from plancia_archive.disputes import files, register
from plancia_archive.disputes.judged_effect import impossible_in, readings_of, refuse_impossible
from plancia_archive.disputes.lines import DISPUTE_ID, REQUIRED, format_time, validate_line
from plancia_archive.disputes.parties import party_of, with_references, writer_of
from plancia_archive.disputes.revocation import reversed_adjustments, revised
from plancia_archive.disputes.states import Dispute, next_state, refuse_early, refuse_role
from plancia_archive.disputes.uploads import Upload
from plancia_archive.errors import ArchiveError
from plancia_archive.log.approval_guard import refuse_approved
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import content_hash
from plancia_archive.registers.people import ALPHABET, REFERENCE
from plancia_archive.tournaments.log import Tournaments
from plancia_events import format_event

STREAM = register.STREAM
DAY = 24 * 60 * 60 * 1000  # milliseconds
DEFAULT_DAYS = 7  # of a deadline that nobody states
MAX_OPEN = 50  # open disputes of one game or tournament


class Disputes:
    """The disputes of an archive. `append` adds lines to a game, as `Archive.append`."""

    def __init__(self, log: EntryLog, tournaments: Tournaments, append: Callable[..., Any]) -> None:
        self.log, self.tournaments, self.append = log, tournaments, append

    def get(self, dispute_id: str) -> Dispute:
        """A dispute as it stands. Raises ArchiveError."""
        if not DISPUTE_ID.match(dispute_id):
            raise ArchiveError("no-dispute", dispute_id[:40])
        return register.load(self.log, dispute_id)

    def listed(
        self, is_open: bool | None = None, game: str = "", tournament: str = "", player: str = ""
    ) -> list[dict[str, Any]]:
        """Rows of disputes in log order, filtered. Raises ArchiveError for a player who is not there."""
        references: tuple[str, ...] = ()
        if player:
            reference = self.log.people.find(player)
            if reference is None:
                raise ArchiveError("person", player[:80])
            merged = self.log.people.merged()
            references = (reference, *(old for old, into in merged.items() if into == reference))
        return register.listed(self.log, is_open, game, tournament, references)

    def open(
        self, claim: str, claimant: str, *, game: str = "", tournament: str = "", event: int = 0, rule: str = "",
        due: str = "", own: str = "", request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Opens a dispute about an event of a game or a tournament (0: the headers, or none in particular).

        `claimant` is a player of it, by name, reference or colour; `due` the time until which the others answer, seven
        days from now by default; `own` the reference of the player whose token is used. Raises ArchiveError.
        """
        subject = {"game": game} if game else {"tournament": tournament}
        asked = [claim, claimant, subject, event, rule, due]
        with self.log.writing():
            if (found := self.served(request_id, asked)) is not None:
                return found
            if bool(game) == bool(tournament):
                raise ArchiveError("dispute-subject")
            refuse_role("opened", AUTHOR.get().role)
            seats = self.seats(game, tournament)
            party = party_of(self.log.people, seats, claimant)
            self.refuse_event(game, tournament, event)
            if game:
                refuse_approved(self.log.db, game)
            if len(register.listed(self.log, True, game, tournament)) >= MAX_OPEN:
                raise ArchiveError("dispute-many", f"{game or tournament}: {MAX_OPEN}")
            line = {"kind": "opened", **subject, "event": event, "claim": claim, "claimant": party,
                    "due": due or format_time(self.log.clock() + DEFAULT_DAYS * DAY),
                    **({"rule": rule} if rule else {})}  # fmt: skip
            dispute_id = "d_" + "".join(secrets.choice(ALPHABET) for _ in range(8))
            return self.write(Dispute(dispute_id), line, seats, own, request_id, asked)

    def add(
        self, dispute_id: str, line: dict[str, Any], *, own: str = "", request_id: str | None = None
    ) -> Dispute:  # fmt: skip
        """Adds an answer, an appeal, a closing or a withdrawal; `by` is a player or `A` for the arbiter.

        Raises ArchiveError for a line that may not follow, or not from this role.
        """
        asked = [dispute_id, line]
        with self.log.writing():
            if (found := self.served(request_id, asked)) is not None:
                return found
            dispute, seats = self.prepared(dispute_id, str(line.get("kind")))
            refuse_early(dispute, str(line["kind"]), self.log.clock())
            if "by" in line:
                line = {**line, "by": writer_of(self.log.people, seats, str(line["by"]))}
            return self.write(dispute, line, seats, own, request_id, asked)

    def add_evidence(
        self, dispute_id: str, data: bytes | Upload, about: str, by: str, *, media: str = "", name: str = "",
        own: str = "", request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Keeps a file and adds the line that names it by its SHA-256; the file is written before the line.

        Raises ArchiveError.
        """
        upload = Upload.of(data) if isinstance(data, bytes) else data
        digest = upload.digest
        asked = [dispute_id, "evidence", digest, about, by]
        with self.log.writing():
            if (found := self.served(request_id, asked)) is not None:
                return found
            dispute, seats = self.prepared(dispute_id, "evidence")
            line = {"kind": "evidence", "sha256": digest, "bytes": upload.size,
                    "media": media or files.media_of(upload.head, name), "about": about,
                    "by": writer_of(self.log.people, seats, by)}  # fmt: skip
            validate_line(line)
            new = files.keep(self.log.path, upload)
            try:
                return self.write(dispute, line, seats, own, request_id, asked)
            except BaseException:
                if new:
                    files.file_of(self.log.path, digest).unlink(missing_ok=True)
                raise

    def rule(
        self, dispute_id: str, outcome: str, text: str, *, lines: list[str] | None = None, tournament: str = "",
        events: list[dict[str, Any]] | None = None, reading: str = "", arbiter: str = "", due: str = "",
        request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Rules on a dispute; its effect (lines of the game, events of a tournament) is stored with it or neither.

        A ruling on an appeal revokes what the ruling before it added, unless its outcome is `upheld`
        (disputes.revocation); the lines that do so come before `lines`.
        `due` is the time until which an appeal is in time, seven days from now by default; none after an appeal.
        Raises ArchiveError, Malformed for a line of the game that is not understood.
        """
        asked = [dispute_id, outcome, text, lines, tournament, events, reading, arbiter, due]
        with self.log.writing():
            if (found := self.served(request_id, asked)) is not None:
                return found
            dispute, seats = self.prepared(dispute_id, "ruling")
            line: dict[str, Any] = {"kind": "ruling", "outcome": outcome, "text": text, "effect": {}}
            if reading:
                line["reading"] = reading
            if arbiter:
                line["arbiter"] = self.log.people.find_or_make(" ".join(arbiter.split())[:80], look=False)[0]
            if due or dispute.state == "open":
                line["due"] = due or format_time(self.log.clock() + DEFAULT_DAYS * DAY)
            validate_line({**line, "effect": proposed_effect(dispute, lines or [], tournament, events or [])})
            if reading:
                self.refuse_reading(dispute, reading)
            line["effect"] = self.apply(
                dispute, *self.complete(dispute, outcome, lines or [], tournament, events or [])
            )
            return self.write(dispute, line, seats, "", request_id, asked)

    def complete(
        self, dispute: Dispute, outcome: str, lines: list[str], tournament: str, events: list[dict[str, Any]]
    ) -> tuple[list[str], str, list[dict[str, Any]]]:  # fmt: skip
        """What a ruling changes, with what revokes the ruling before it. Raises ArchiveError."""
        if dispute.game:
            revoking, lines = revised(self.log.game(dispute.game), dispute, outcome, lines, f"ruling {dispute.id}")
            lines = [*revoking, *lines]
        earlier: dict[str, Any] = next(
            (one["effect"] for one in dispute.of_kind("ruling") if "tournament" in one["effect"]), {}
        )
        events = [*reversed_adjustments(dispute, outcome, events), *events]
        return lines, tournament or str(earlier.get("tournament", "")), events

    def refuse_reading(self, dispute: Dispute, reading: str) -> None:
        """Raises ArchiveError for a reading that the recomputation of the disputed event does not list."""
        listed = readings_of(self.log, dispute)
        if reading not in listed:
            raise ArchiveError("dispute-reading", f"{reading[:80]} ({', '.join(listed)[:600] or '-'})")

    def apply(
        self, dispute: Dispute, lines: list[str], tournament: str, events: list[dict[str, Any]]
    ) -> dict[str, Any]:  # fmt: skip
        """Appends what a ruling changes; returns what was stored and where it begins. Raises ArchiveError."""
        effect: dict[str, Any] = {}
        if lines:
            first = self.log.version(dispute.game)
            stopped = impossible_in(self.log, dispute)
            appended = self.append(dispute.game, lines, first)
            refuse_impossible(appended, stopped)
            stored = [format_event(event) for event in appended.game.events[first - 1 :]]
            effect |= {"lines": stored, "first": first}
        if events:
            name = tournament or dispute.tournament
            first = self.tournaments.get(name).version
            self.tournaments.append(name, events, first)
            stored_events = [
                {key: value for key, value in event.items() if key not in ("event", "recorded_at")}
                for event in self.tournaments.events(name)[first:]
            ]
            effect |= {"tournament": name, "events": stored_events, "tournament_first": first}
        return effect

    def prepared(self, dispute_id: str, kind: str) -> tuple[Dispute, dict[str, str]]:
        """A dispute to which a line of this kind may be added, and its parties. Raises ArchiveError."""
        dispute = self.get(dispute_id)
        validate_kind(kind)
        refuse_role(kind, AUTHOR.get().role)
        next_state(dispute, kind)
        return dispute, self.seats(dispute.game, dispute.tournament)

    def write(
        self, dispute: Dispute, line: dict[str, Any], seats: dict[str, str], own: str, request_id: str | None,
        asked: object,
    ) -> Dispute:  # fmt: skip
        """Validates a line and appends it, with references for names, and its row; inside `writing`."""
        refuse_other_player(dispute, line, own)
        people = {*seats.values(), str(line.get("arbiter", ""))}
        checked = validate_line(with_references(self.log.people, people, validate_line(line)))
        next_state(dispute, checked["kind"])
        self.log.append_events(STREAM + dispute.id, [checked], request_id)
        stored = self.get(dispute.id)
        register.project(self.log, stored)
        self.log.store_answer(request_id, fingerprint(asked), STREAM + dispute.id, len(stored.lines))
        return stored

    def served(self, request_id: str | None, asked: object) -> Dispute | None:
        """The dispute of a request served before. Raises ArchiveError where the request asked for something else."""
        found = self.log.find_answer(request_id, fingerprint(asked)) if request_id else None
        return None if found is None else self.get(found.game_id.removeprefix(STREAM))

    def version_of(self, dispute: Dispute, request_id: str | None) -> int:
        """How many lines the dispute had after a request: as it is now, unless the request was served before that."""
        return (self.log.version_after(request_id) if request_id else None) or len(dispute.lines)

    def seats(self, game: str, tournament: str) -> dict[str, str]:
        """The parties: references (or `?`) by colour of a game, by reference of a tournament. Raises ArchiveError."""
        if game:
            return dict(self.log.game(game).players)
        return {player: player for player in self.tournaments.get(tournament).players}

    def refuse_event(self, game: str, tournament: str, event: int) -> None:
        """Raises ArchiveError for an event that is not there."""
        last = self.log.version(game) - 1 if game else self.tournaments.get(tournament).version
        if type(event) is not int or not 0 <= event <= last:
            raise ArchiveError("dispute-event", f"{str(event)[:20]} (0..{last})")


def validate_kind(kind: str) -> None:
    """Raises ArchiveError for a kind of line that does not exist."""
    if kind not in REQUIRED:
        raise ArchiveError("dispute-line", f"{kind[:40]} ({', '.join(REQUIRED)})")


def refuse_other_player(dispute: Dispute, line: dict[str, Any], own: str) -> None:
    """Raises ArchiveError where a player writes in somebody else's name; other roles write for whom they name."""
    if AUTHOR.get().role != "player":
        return
    stated = line.get("claimant" if line["kind"] == "opened" else "by", dispute.claimant)
    if not REFERENCE.match(own) or stated != own:
        raise ArchiveError("dispute-own", own or "-")


def proposed_effect(
    dispute: Dispute, lines: list[str], tournament: str, events: list[dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """The effect of a ruling as it will be checked before anything is appended. Raises ArchiveError."""
    if lines and not dispute.game:
        raise ArchiveError("dispute-correction", f"{lines[0][:60]} ({dispute.tournament})")
    if events and not (tournament or dispute.tournament):
        raise ArchiveError("dispute-subject")
    effect: dict[str, Any] = {"lines": lines, "first": 0} if lines else {}
    if events:
        effect |= {"tournament": tournament or dispute.tournament, "events": events, "tournament_first": 0}
    return effect


def fingerprint(asked: object) -> str:
    """Hash of what a request asked for."""
    return content_hash(("dispute\n" + json.dumps(asked, sort_keys=True, default=str)).encode())

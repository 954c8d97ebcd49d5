"""The disputes of an archive. Opening a dispute and adding a line are one transaction each, with the line's effect."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from plancia_archive.disputes import files, register
from plancia_archive.disputes.files import Upload, check_limits
from plancia_archive.disputes.judged_effect import check_replay_continues, impossible_events, selectable_readings
from plancia_archive.disputes.lines import DISPUTE_ID, TEXT_FIELDS, DisputeLine, EvidenceLine, Opened, deadline
from plancia_archive.disputes.register import DISPUTES, new_line
from plancia_archive.disputes.register import STREAM as STREAM
from plancia_archive.disputes.register import DisputeRow as DisputeRow
from plancia_archive.disputes.revocation import reverse_adjustments, revise_lines
from plancia_archive.disputes.states import Dispute, RulingEffect, check_appeal_deadline, next_state
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import content_hash
from plancia_archive.log.approvals import refuse_approved
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Members
from plancia_archive.people.parties import find_party, find_writer
from plancia_archive.people.register import ALPHABET, REFERENCE, People
from plancia_archive.tournaments.log import Tournaments
from plancia_events import format_event

DEFAULT_DAYS = 7  # until the default deadline
MAX_OPEN = 50  # open disputes of one game or tournament


class Disputes:
    """The disputes of an archive. `append` adds lines to a game, as `Archive.append` does."""

    def __init__(self, log: EntryLog, tournaments: Tournaments, append: Callable[..., Any]) -> None:
        self.log, self.tournaments, self.append = log, tournaments, append

    def get(self, dispute_id: str) -> Dispute:
        """Returns a dispute. Raises ArchiveError `no-dispute` or `damaged`."""
        if not DISPUTE_ID.match(dispute_id):
            raise ArchiveError("no-dispute", dispute_id[:40])
        return register.load_dispute(self.log, dispute_id)

    def listed(
        self, is_open: bool | None = None, game: str = "", tournament: str = "", player: str = ""
    ) -> list[DisputeRow]:
        """Returns the rows of disputes in log order, filtered. Raises ArchiveError `person` for an unknown player."""
        references: tuple[str, ...] = ()
        if player:
            reference = self.log.people.find(player)
            if reference is None:
                raise ArchiveError("person", player[:80])
            merged_references = self.log.people.merged()
            references = (reference, *(source for source, target in merged_references.items() if target == reference))
        return register.list_disputes(self.log, is_open, game, tournament, references)

    def open(
        self, claim: str, claimant: str, *, game: str = "", tournament: str = "", event: int = 0, rule: str = "",
        due: str = "", player: str = "", request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Opens a dispute about an event of a game or a tournament; event 0 is the headers, or no event in particular.

        `claimant` is a player of it, by name, reference or colour; `due` the deadline for answers, seven days from now
        by default; `player` the reference of the player whose token is used. Raises ArchiveError.
        """
        subject = {"game": game} if game else {"tournament": tournament}
        request = [claim, claimant, subject, event, rule, due]
        with self.log.writing():
            if (dispute := self.served(request_id, request)) is not None:
                return dispute
            if bool(game) == bool(tournament):
                raise ArchiveError("dispute-subject")
            DISPUTES.require_role("opened")
            seats = self.seats(game, tournament)
            party = find_party(self.log.people, seats, claimant)
            self.check_event(game, tournament, event)
            if game:
                refuse_approved(self.log.db, game)
            if len(register.list_disputes(self.log, True, game, tournament)) >= MAX_OPEN:
                raise ArchiveError("dispute-many", f"{game or tournament}: {MAX_OPEN}")
            line = {"kind": "opened", **subject, "event": event, "claim": claim, "claimant": party,
                    "due": due or deadline(self.log.clock(), DEFAULT_DAYS),
                    **({"rule": rule} if rule else {})}  # fmt: skip
            dispute_id = "d_" + "".join(secrets.choice(ALPHABET) for _ in range(8))
            return self.write(Dispute(dispute_id), self.stored_form(line, seats), player, request_id, request)

    def add(
        self, dispute_id: str, line: Members, *, player: str = "", request_id: str | None = None
    ) -> Dispute:  # fmt: skip
        """Adds an answer, an appeal, a closing or a withdrawal; `by` is a player or `A` for the arbiter.

        Raises ArchiveError for a line that may not follow, or not from this role.
        """
        request = [dispute_id, line]
        with self.log.writing():
            if (served_dispute := self.served(request_id, request)) is not None:
                return served_dispute
            dispute, seats = self.prepare_line(dispute_id, str(line.get("kind")))
            check_appeal_deadline(dispute, str(line["kind"]), self.log.clock())
            if "by" in line:
                line = {**line, "by": find_writer(self.log.people, seats, str(line["by"]))}
            return self.write(dispute, self.stored_form(line, seats), player, request_id, request)

    def add_evidence(
        self, dispute_id: str, data: bytes | Upload, about: str, by: str, *, media: str = "", name: str = "",
        player: str = "", request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Stores a file and adds a line with its SHA-256; the file is written before the line. Raises ArchiveError.

        The same file, description and party again from the same author add nothing: `repeats` is the line with them.
        """
        upload = Upload.of(data) if isinstance(data, bytes) else data
        digest = upload.digest
        request = [dispute_id, "evidence", digest, about, by]
        with self.log.writing():
            if (served_dispute := self.served(request_id, request)) is not None:
                return served_dispute
            dispute, seats = self.prepare_line(dispute_id, "evidence")
            files.check_size(upload, name)
            members = {"kind": "evidence", "sha256": digest, "bytes": upload.size,
                       "media": media or files.detect_media_type(upload.head, name), "about": about,
                       "by": find_writer(self.log.people, seats, by)}  # fmt: skip
            line = self.stored_form(members, seats)
            check_own_line(dispute, line, player)
            number = number_of_evidence(dispute, line)
            if not number:
                check_limits(self.log, STREAM + dispute.id, [upload])
            is_new = files.store_file(self.log.path, upload)
            if number:
                stream, fingerprint = STREAM + dispute.id, request_fingerprint(request)
                self.log.store_answer(request_id, fingerprint, stream, number, duplicate=True)
                return replace(dispute, repeats=number)
            try:
                return self.write(dispute, line, player, request_id, request)
            except BaseException:
                if is_new:
                    files.evidence_path(self.log.path, digest).unlink(missing_ok=True)
                raise

    def rule(
        self, dispute_id: str, outcome: str, text: str, *, lines: list[str] | None = None, tournament: str = "",
        events: list[Members] | None = None, reading: str = "", arbiter: str = "", due: str = "",
        request_id: str | None = None,
    ) -> Dispute:  # fmt: skip
        """Adds a ruling and applies its effect (lines of the game, events of a tournament) in one transaction.

        A ruling on an appeal revokes what the ruling before it added, unless its outcome is `upheld`
        (disputes.revocation); the lines that do so come before `lines`.
        `due` is the time until which an appeal is in time, seven days from now by default; none after an appeal.
        Raises ArchiveError, Malformed for a line of the game that is not understood.
        """
        request = [dispute_id, outcome, text, lines, tournament, events, reading, arbiter, due]
        with self.log.writing():
            if (served_dispute := self.served(request_id, request)) is not None:
                return served_dispute
            dispute, seats = self.prepare_line(dispute_id, "ruling")
            line: Members = {"kind": "ruling", "outcome": outcome, "text": text, "effect": {}}
            if reading:
                line["reading"] = reading
            if arbiter:
                line["arbiter"] = self.signer(arbiter)
            if due or dispute.state == "open":
                line["due"] = due or deadline(self.log.clock(), DEFAULT_DAYS)
            new_line({**line, "effect": proposed_effect(dispute, lines or [], tournament, events or [])})
            if reading:
                self.check_reading(dispute, reading)
            line["effect"] = self.apply_effect(
                dispute, *self.complete_effect(dispute, outcome, lines or [], tournament, events or [])
            )
            return self.write(dispute, self.stored_form(line, seats), "", request_id, request)

    def signer(self, name: str) -> str:
        """Returns the reference of who signs a ruling, a new one for a new name. Raises ArchiveError."""
        plain = " ".join(name.split())[:80]
        if not plain or not plain.isprintable():
            raise ArchiveError("dispute-text", f"ruling.arbiter: {plain[:40]!r}")
        return self.log.people.find_or_make(plain, find_similar=False)[0]

    def complete_effect(
        self, dispute: Dispute, outcome: str, lines: list[str], tournament: str, events: list[Members]
    ) -> tuple[list[str], str, list[Members]]:  # fmt: skip
        """Returns lines, tournament and events of a ruling, preceded by those that revoke the ruling before it.

        Raises ArchiveError.
        """
        if dispute.game:
            revocations, lines = revise_lines(
                self.log.game(dispute.game), dispute, outcome, lines, f"ruling {dispute.id}"
            )
            lines = [*revocations, *lines]
        rulings = dispute.of_kind("ruling")
        earlier = next((ruling["effect"]["tournament"] for ruling in rulings if "tournament" in ruling["effect"]), "")
        events = [*reverse_adjustments(dispute, outcome, events), *events]
        return lines, tournament or earlier, events

    def check_reading(self, dispute: Dispute, reading: str) -> None:
        """Raises ArchiveError `dispute-reading` for a reading that is not one of `selectable_readings`."""
        selectable = selectable_readings(self.log, dispute)
        if reading not in selectable:
            raise ArchiveError("dispute-reading", f"{reading[:80]} ({', '.join(selectable)[:600] or '-'})")

    def apply_effect(
        self, dispute: Dispute, lines: list[str], tournament: str, events: list[Members]
    ) -> RulingEffect:  # fmt: skip
        """Appends the lines and events of a ruling; returns its effect as stored, with the first numbers.

        Raises ArchiveError.
        """
        effect: RulingEffect = {}
        if lines:
            first_version = self.log.version(dispute.game)
            impossible_before = impossible_events(self.log, dispute)
            appended = self.append(dispute.game, lines, first_version)
            check_replay_continues(appended, impossible_before)
            stored_lines = [format_event(event) for event in appended.game.events[first_version - 1 :]]
            effect |= {"lines": stored_lines, "first": first_version}
        if events:
            name = tournament or dispute.tournament
            first_version = self.tournaments.get(name).version
            self.tournaments.append(name, events, first_version)
            stored_events = [
                {key: value for key, value in event.items() if key not in ("event", "recorded_at")}
                for event in self.tournaments.events(name)[first_version:]
            ]
            effect |= {"tournament": name, "events": stored_events, "tournament_first": first_version}
        return effect

    def prepare_line(self, dispute_id: str, kind: str) -> tuple[Dispute, dict[str, str]]:
        """Checks that a line of this kind may be added; returns the dispute and its seats. Raises ArchiveError."""
        dispute = self.get(dispute_id)
        if kind not in DISPUTES.kinds():
            raise ArchiveError("dispute-line", f"{kind[:40]} ({', '.join(DISPUTES.kinds())})")
        DISPUTES.require_role(kind)
        next_state(dispute, kind)
        return dispute, self.seats(dispute.game, dispute.tournament)

    def write(
        self, dispute: Dispute, line: DisputeLine, player: str, request_id: str | None, request: object
    ) -> Dispute:  # fmt: skip
        """Appends a line and updates the row of the dispute.

        To be called inside `writing`. Raises ArchiveError.
        """
        check_own_line(dispute, line, player)
        next_state(dispute, line.kind)
        DISPUTES.append(self.log, dispute.id, line, request_id=request_id)
        stored_dispute = self.get(dispute.id)
        register.write_row(self.log, stored_dispute)
        self.log.store_answer(request_id, request_fingerprint(request), STREAM + dispute.id, len(stored_dispute.lines))
        return stored_dispute

    def stored_form(self, line: Members, seats: dict[str, str]) -> DisputeLine:
        """Returns a line as it is stored, with references in place of names. Raises ArchiveError."""
        people = {*seats.values(), str(line.get("arbiter", ""))}
        return new_line(replace_names(self.log.people, people, msgspec.to_builtins(new_line(line))))

    def served(self, request_id: str | None, request: object) -> Dispute | None:
        """Returns the dispute of a repeated request, None for a new one.

        Raises ArchiveError for a request id that was used with other content.
        """
        written = self.log.find_answer(request_id, request_fingerprint(request)) if request_id else None
        return None if written is None else self.get(written.game_id.removeprefix(STREAM))

    def version_of(self, dispute: Dispute, request_id: str | None) -> int:
        """Returns the number of lines that the dispute had after a request; without an earlier request, the present
        one.
        """
        return (self.log.version_after(request_id) if request_id else None) or dispute.repeats or len(dispute.lines)

    def seats(self, game: str, tournament: str) -> dict[str, str]:
        """Returns references (or `?`) by colour for a game, by reference for a tournament. Raises ArchiveError."""
        if game:
            return dict(self.log.headers(game).players)
        return {player: player for player in self.tournaments.get(tournament).players}

    def check_event(self, game: str, tournament: str, event: int) -> None:
        """Raises ArchiveError `dispute-event` for an event that does not exist."""
        last_event = self.log.version(game) - 1 if game else self.tournaments.get(tournament).version
        if type(event) is not int or not 0 <= event <= last_event:
            raise ArchiveError("dispute-event", f"{str(event)[:20]} (0..{last_event})")


def number_of_evidence(dispute: Dispute, line: DisputeLine) -> int:
    """Returns the number, from 1, of the same evidence by the present author; 0 for none."""
    author = AUTHOR.get()
    assert isinstance(line, EvidenceLine)
    wanted = (line.sha256, line.about, line.by, author.id, author.role)
    for number, known in enumerate(dispute.lines, start=1):
        if known["kind"] == "evidence" and wanted == tuple(
            known[name] for name in ("sha256", "about", "by", "author", "role")
        ):
            return number
    return 0


def check_own_line(dispute: Dispute, line: DisputeLine, player: str) -> None:
    """Raises ArchiveError `dispute-own` if a player writes a line of another player; other roles may do so."""
    if AUTHOR.get().role != "player":
        return
    author = line.claimant if isinstance(line, Opened) else getattr(line, "by", dispute.claimant)
    if not REFERENCE.match(player) or author != player:
        raise ArchiveError("dispute-own", player or "-")


def proposed_effect(
    dispute: Dispute, lines: list[str], tournament: str, events: list[Members]
) -> RulingEffect:  # fmt: skip
    """Returns the effect of a ruling for validation before anything is appended. Raises ArchiveError."""
    if lines and not dispute.game:
        raise ArchiveError("dispute-correction", f"{lines[0][:60]} ({dispute.tournament})")
    if events and not (tournament or dispute.tournament):
        raise ArchiveError("dispute-subject")
    effect: RulingEffect = {"lines": lines, "first": 0} if lines else {}
    if events:
        effect |= {"tournament": tournament or dispute.tournament, "events": events, "tournament_first": 0}
    return effect


def request_fingerprint(request: object) -> str:
    """Returns the hash of a request's content."""
    return content_hash(("dispute\n" + json.dumps(request, sort_keys=True, default=str)).encode())


def replace_names(people: People, references: set[str], line: Members) -> Members:
    """Returns the line with the names in its free text replaced by references.

    A part of a name, such as the surname, is replaced where it belongs to one of `references`, the people of the game
    or tournament.
    """
    known_names, name_words = people.known_names(), people.name_words_by_reference(references)
    return {
        name: known_names.replace(value, name_words) if name in TEXT_FIELDS else value for name, value in line.items()
    }

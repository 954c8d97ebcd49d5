"""Evidence of corrections: the stream `correction:GAME` names files and ids for a FIX or VOID line of the game (D-166).

The line of the game keeps the form of the notation. A line of the stream is `evidence` (a file beside the archive, by
its SHA-256) or `reference` (an id: a dispute or a game of this archive, or whatever the club numbers its sheets by),
with the number of the correction's event.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

import msgspec
from msgspec import UNSET, UnsetType

from plancia_archive.disputes import files
from plancia_archive.disputes.files import Upload, check_limits
from plancia_archive.disputes.lines import DISPUTE_ID, MEDIA_TYPE, SHA256_HEX
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import content_hash
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import GAME_ID, EntryLog
from plancia_archive.log.entry_format import Members
from plancia_archive.log.event_references import CORRECTION_OPS
from plancia_archive.log.name_replacement import is_reason, reason_text, replace_names_in_text
from plancia_archive.log.stream import (
    Line,
    Moment,
    Recorded,
    Sha256,
    Stream,
    Target,
    Version,
    keep_last,
    matching,
)
from plancia_archive.log.withdrawals import Withdrawals
from plancia_events import Game

REFERENCE_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._:/#?=&%+~@-]{0,199}\Z")
STREAM_KINDS = {"d_": "dispute:", "g_": ""}  # start of an id -> what its stream has before it
MAX_PER_REQUEST = 20  # pieces of evidence
WITH_DIGEST = """SELECT game, body FROM entry WHERE ((game >= 'dispute:' AND game < 'dispute;')
    OR (game >= 'correction:' AND game < 'correction;')) AND instr(body, ?) ORDER BY log_index"""


@dataclass(frozen=True)
class Evidence:
    """A file (`upload`), or the `id` of something else: one of the two. `about` says what it shows, "" for nothing.

    `is_readable` says that who records it may read the file that `id` names by its SHA-256; without it that is refused,
    since whoever may read the evidence of the game could read the file from then on.
    """

    id: str = ""
    upload: Upload | None = None
    about: str = ""
    media: str = ""
    name: str = ""
    is_readable: bool = False

    def fingerprint(self) -> str:
        """Returns a text that is equal for the same evidence."""
        text = f"evidence {self.upload.digest if self.upload else self.id} {self.about}"
        return text.encode(errors="backslashreplace").decode()  # lone surrogates are refused when it is checked


def evidence_request(request_id: str) -> str:
    """Returns the id under which the evidence of an append is stored, in the entry after that of the lines.

    No client sends it as its own: an id of a client begins with how it came.
    """
    return f"evidence of {request_id}"


def request_fingerprint(game_id: str, numbers: Sequence[int], evidence: Sequence[Evidence]) -> str:
    """Returns the hash by which a repeated request is known."""
    asked = f"{STREAM_PREFIX}{game_id} {','.join(map(str, numbers))}"
    return content_hash("\n".join([asked, *(one.fingerprint() for one in evidence)]).encode())


def new_corrections(game: Game, first: int) -> list[int]:
    """Returns the numbers of the corrections of a game from the event `first` on."""
    return [number for number in game.numbers_of("VOID", "FIX") if number >= first]


class FileLine(Line, tag="evidence"):
    """A file beside the archive shows the correction of an event; `about` says what."""

    event: Version
    sha256: Sha256
    bytes: Version
    media: Annotated[str, matching(MEDIA_TYPE)]
    about: str | UnsetType = UNSET


class ReferenceLine(Line, tag="reference"):
    """An id, of this archive or of the club's sheets, shows the correction of an event; `about` says what."""

    event: Version
    id: Annotated[str, matching(REFERENCE_ID)]
    about: str | UnsetType = UNSET


def check_about(line: FileLine | ReferenceLine) -> None:
    """Raises ValueError for a description that is not in the form of a reason."""
    if line.about is not UNSET and not is_reason(line.about):
        raise ValueError("about")


def correction_targets(game_id: str, line: FileLine | ReferenceLine) -> list[Target]:
    """Returns the event of the game, and the dispute or game that an id is of."""
    name = line.id if isinstance(line, ReferenceLine) else ""
    is_own = DISPUTE_ID.match(name) or GAME_ID.match(name)
    return [Target(game_id, line.event + 1), *([Target(STREAM_KINDS[name[:2]] + name)] if is_own else [])]


CORRECTIONS: Stream[FileLine | ReferenceLine, Recorded[FileLine | ReferenceLine] | None] = Stream(
    "correction:", GAME_ID, FileLine | ReferenceLine, "correction-line", keep_last, lambda game_id: None,
    targets=correction_targets, check=check_about,
)  # fmt: skip
STREAM_PREFIX = CORRECTIONS.prefix


class CorrectionReference(TypedDict):
    """A line of evidence with its entry; None for what its kind does not have."""

    kind: Literal["evidence", "reference"]
    id: str | None
    sha256: str | None
    bytes: int | None
    media: str | None
    about: str | None
    entry: int
    recorded_at: Moment
    author: str
    role: str


def said(line: FileLine | ReferenceLine) -> tuple[str, ...]:
    """Returns what a line says, by which the same evidence is known: the file or id, and the description."""
    return line.kind, line.sha256 if isinstance(line, FileLine) else line.id, line.about or ""


def reference_of(recorded: Recorded[FileLine | ReferenceLine]) -> CorrectionReference:
    """Returns a line of evidence with its entry. Raises ValueError for a damaged header."""
    line, (author, role) = recorded.line, recorded.writer
    is_file = isinstance(line, FileLine)
    return {
        "kind": "evidence" if is_file else "reference", "id": None if isinstance(line, FileLine) else line.id,
        "sha256": line.sha256 if isinstance(line, FileLine) else None,
        "bytes": line.bytes if isinstance(line, FileLine) else None,
        "media": line.media if isinstance(line, FileLine) else None, "about": line.about or None,
        "entry": recorded.index, "recorded_at": recorded.at, "author": author, "role": role,
    }  # fmt: skip


def checked(line: FileLine | ReferenceLine) -> FileLine | ReferenceLine:
    """Returns a line whose members have the form that they are stored in. Raises ArchiveError."""
    return CORRECTIONS.of(msgspec.to_builtins(line))


class CorrectionEvidence:
    """The evidence of the corrections of an archive's games."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log, self.withdrawals = log, withdrawals

    def add(self, game_id: str, event: int, evidence: Sequence[Evidence], request_id: str | None = None) -> int:
        """Adds evidence to a stored correction; returns the number of lines that the stream of the game has.

        A repeated request id returns the first answer. What the correction has already, from the same author with the
        same description, is not added again; where nothing is added, the number is that after the entry that has it.
        Raises ArchiveError: `no-game`, `withdrawn`, `correction-target` for an event that is no FIX or VOID,
        `correction-evidence` for unknown ids, and those of files.
        """
        fingerprint = request_fingerprint(game_id, [event], evidence)
        with self.log.writing():
            if request_id and (served := self.log.find_answer(request_id, fingerprint)):
                return served.version
            self.withdrawals.require_not_withdrawn(game_id)
            self.check(self.log.game(game_id), [event], evidence)
            new, versions = self.without_known(game_id, event, evidence)
            if new:
                return self.add_in_transaction(game_id, [event], new, request_id, fingerprint)
            for one in evidence:  # puts a file back that went missing
                if one.upload:
                    files.store_file(self.log.path, one.upload)
            self.log.store_answer(request_id, fingerprint, STREAM_PREFIX + game_id, max(versions), duplicate=True)
            return max(versions)

    def without_known(
        self, game_id: str, event: int, evidence: Sequence[Evidence]
    ) -> tuple[list[Evidence], list[int]]:  # fmt: skip
        """Returns the evidence that the present author has not given for an event, and the versions with the rest."""
        author, new, versions = AUTHOR.get(), list[Evidence](), list[int]()
        players = self.log.game(game_id).players.values()
        known = {
            said(one.line): one.index
            for one in CORRECTIONS.read(self.log, game_id)
            if one.line.event == event and one.writer == (author.id, author.role)
        }
        for one in evidence:
            key = said(self.line_of(one, event, players))
            if key not in known:
                known[key] = 0  # the same twice in one request is one
                new.append(one)
            elif known[key]:
                versions.append(self.version_of_entry(known[key]))
        return new, versions

    def version_of_entry(self, index: int) -> int:
        """Returns the number of lines that a stream had after an entry."""
        row = self.log.db.execute("SELECT first + count FROM entry WHERE log_index = ?", [index]).fetchone()
        return int(row[0])

    def add_in_transaction(
        self, game_id: str, numbers: Sequence[int], evidence: Sequence[Evidence], request_id: str | None = None,
        fingerprint: str = "",
    ) -> int:  # fmt: skip
        """Adds evidence to each of these events, known or not. Call inside `writing`."""
        lines = self.check(self.log.game(game_id), numbers, evidence)
        check_limits(self.log, STREAM_PREFIX + game_id, [one.upload for one in evidence if one.upload])
        stored_files = list[str]()
        try:
            for one in evidence:
                if one.upload and files.store_file(self.log.path, one.upload):
                    stored_files.append(one.upload.digest)
            CORRECTIONS.append(self.log, game_id, *lines, request_id=request_id)
        except BaseException:
            for digest in stored_files:
                files.evidence_path(self.log.path, digest).unlink(missing_ok=True)
            raise
        version = self.version(game_id)
        fingerprint = fingerprint or request_fingerprint(game_id, numbers, evidence)
        self.log.store_answer(request_id, fingerprint, STREAM_PREFIX + game_id, version)
        return version

    def check(self, game: Game, numbers: Sequence[int], evidence: Sequence[Evidence]) -> list[FileLine | ReferenceLine]:
        """Returns the lines of evidence for these events. Raises the errors of `add`."""
        if not numbers:
            raise ArchiveError("correction-none", ", ".join(repr(one.id or one.name)[:80] for one in evidence[:3]))
        for number in numbers:
            if not 0 < number <= len(game.events) or game.events[number - 1].OP not in CORRECTION_OPS:
                raise ArchiveError("correction-target", str(number))
        if not 0 < len(evidence) <= MAX_PER_REQUEST:
            raise ArchiveError("correction-evidence", f"{len(evidence)} (1..{MAX_PER_REQUEST})")
        return [self.line_of(one, number, game.players.values()) for number in numbers for one in evidence]

    def line_of(self, evidence: Evidence, event: int, players: Iterable[str]) -> FileLine | ReferenceLine:
        """Returns the line of evidence of an event of a game of these players. Raises ArchiveError."""
        about = reason_text(self.log.people, evidence.about, players) if evidence.about else UNSET
        if (upload := evidence.upload) is not None:
            if evidence.id:
                raise ArchiveError("correction-evidence", repr(evidence.id[:80]))
            files.check_size(upload, evidence.name)
            media = evidence.media or files.detect_media_type(upload.head, evidence.name)
            if not MEDIA_TYPE.match(media):
                raise ArchiveError("correction-evidence", repr(media[:80]))
            return checked(FileLine(event=event, sha256=upload.digest, bytes=upload.size, media=media, about=about))
        if SHA256_HEX.match(evidence.id) and evidence.is_readable:
            size, media = self.known_file(evidence.id)
            return checked(FileLine(event=event, sha256=evidence.id, bytes=size, media=media, about=about))
        if SHA256_HEX.match(evidence.id) or not REFERENCE_ID.match(evidence.id):
            raise ArchiveError("correction-evidence", repr(evidence.id[:80]))
        stream = next((kind + evidence.id for start, kind in STREAM_KINDS.items() if evidence.id.startswith(start)), "")
        if stream and not self.has_stream(stream):  # as a mark a mistyped id would stand in the log for ever
            raise ArchiveError("correction-evidence", evidence.id)
        identifier = replace_names_in_text(self.log.people, evidence.id, 200)
        return checked(ReferenceLine(event=event, id=identifier, about=about))

    def known_file(self, digest: str) -> tuple[int, str]:
        """Returns size and media type of a file that the archive has already. Raises ArchiveError."""
        for _, line in self.lines_with_file(digest):
            return int(line["bytes"]), str(line["media"])
        raise ArchiveError("correction-evidence", digest)

    def streams_with_file(self, digest: str) -> list[str]:
        """Returns the streams of disputes and corrections that name a file by its SHA-256."""
        return list(dict.fromkeys(stream for stream, _ in self.lines_with_file(digest)))

    def lines_with_file(self, digest: str) -> Iterator[tuple[str, Members]]:
        """Yields the lines that name a file by its SHA-256, with their streams, in the order of the log."""
        with self.log.lock:
            rows = self.log.db.execute(WITH_DIGEST, [digest.encode()]).fetchall()
        for stream, body in rows:
            for line in map(json.loads, bytes(body).decode().split("\n")[:-1]):
                if line["kind"] == "evidence" and line["sha256"] == digest:
                    yield str(stream), line

    def version(self, game_id: str) -> int:
        """Returns the number of lines of evidence of a game."""
        with self.log.lock:
            return self.log.next_event(STREAM_PREFIX + game_id)

    def has_stream(self, stream: str) -> bool:
        """True for a stream with entries."""
        return self.log.db.execute("SELECT 1 FROM entry WHERE game = ?", [stream]).fetchone() is not None

    def of_game(self, game_id: str) -> dict[int, list[CorrectionReference]]:
        """Returns the lines of the evidence of a game by the number of the correction, in the order of the log.

        Raises ArchiveError `damaged`.
        """
        found: dict[int, list[CorrectionReference]] = {}
        try:
            for one in CORRECTIONS.read(self.log, game_id):
                found.setdefault(one.line.event, []).append(reference_of(one))
        except (ArchiveError, ValueError) as error:
            raise ArchiveError("damaged", f"{STREAM_PREFIX}{game_id}: {error}"[:200]) from error
        return found

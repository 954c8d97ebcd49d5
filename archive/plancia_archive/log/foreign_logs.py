"""Records of other archives: the stream `foreign:ORIGIN` has entries of the log of that origin, byte by byte (D-167).

Lines, each a JSON object: `log` (a head of the other log, its key and checkpoint, at which the lines after it were
taken), `entry` (an entry of it, in several lines where it is long), `person` (a reference of it, the commitment to its
record, and who it may be here), `game` (its id there and here), `conflict`. Nothing here counts in this archive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import ORIGIN_PATTERN
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header, Members, leaf_hash
from plancia_archive.log.stream import (
    SHA256_HEX,
    GameId,
    Line,
    PersonReference,
    Recorded,
    Sha256,
    Stream,
    Target,
    Version,
    canonical,
    matching,
)

TAKEN_KINDS = ("tournament", "dispute", "approval", "correction", "withdrawal")  # of streams
ConflictCode = Literal["tournament-name", "game-absent", "dispute-here", "entry-other", "file-missing"]
Match = Literal["reference", "name", "new", "erased", "unknown"]  # how a person of the other archive is known here
MAX_PIECE, MAX_BYTES = 10_000, 50_000  # characters of a body in a line; bytes of an entry of this log
MAX_INDEX = 2**53  # a number that every reader of JSON keeps
STREAM = re.compile(
    r"(tournament:[a-z0-9][a-z0-9-]{0,60}|dispute:d_[0-9A-HJKMNP-TV-Z]{8}|(approval|correction|withdrawal):g_[0-9a-f]{18})\Z"
)
StreamName = Annotated[str, matching(STREAM)]
Index = Annotated[int, msgspec.Meta(ge=0, lt=MAX_INDEX)]


class Head(Line, tag="log"):
    """A head of the other log, its key and checkpoint, at which the lines after it were taken."""

    head: str
    key: str | None
    checkpoint: str | None

    def __post_init__(self) -> None:
        check_printable(head=self.head, key=self.key or "", checkpoint=self.checkpoint or "")


class Part(Line, tag="entry"):
    """An entry of the other log, or a part of its body; header and link stand in the first."""

    index: Index
    leaf: Sha256
    stream: StreamName
    prev: Annotated[str, matching(re.compile(r"([0-9a-f]{64})?\Z"))]
    header: str
    body: str
    part: Version
    parts: Version

    def __post_init__(self) -> None:
        if self.part > self.parts or (self.part == 1) != bool(self.prev):
            raise ValueError("part")


class Person(Line, tag="person"):
    """A reference of the other log, the last commitment to its record, and who that is or may be here."""

    reference: PersonReference
    commitment: Sha256 | None
    here: PersonReference | None
    by: Match


class ForeignGame(Line, tag="game"):
    """A game's id there and here."""

    there: GameId
    here: GameId | None


class Conflict(Line, tag="conflict"):
    """What does not agree with this archive."""

    code: ConflictCode
    subject: StreamName
    what: str

    def __post_init__(self) -> None:
        check_printable(what=self.what)


def check_printable(**texts: str) -> None:
    """Raises ValueError with the name of a text that has a character which is neither printable nor a line feed."""
    for name, text in texts.items():
        if not all(part.isprintable() for part in text.split("\n")):
            raise ValueError(name)


@dataclass(frozen=True)
class ForeignEntry:
    """An entry of another log: `at` in milliseconds UTC, author and role are None for one of form 1."""

    index: int
    leaf: str
    stream: str
    prev: str
    header: str
    body: str

    @property
    def kind(self) -> str:
        """The kind of its stream."""
        return self.stream.partition(":")[0]

    def parsed_header(self) -> Header | None:
        """Returns the header; None for an entry of form 1. Raises ValueError."""
        return Header.parse(self.header) if self.header else None

    def lines(self) -> list[Members]:
        """Returns the JSON lines of the body. Raises ValueError for one that is no object, or that names no file."""
        lines = [json.loads(line) for line in self.body.split("\n") if line]
        for line in lines:
            if not isinstance(line, dict):
                raise ValueError(f"no object: {str(line)[:40]}")
            if line.get("kind") == "evidence" and not is_file_line(line):
                raise ValueError(f"no file: {str(line)[:40]}")
        return lines

    def is_genuine(self) -> bool:
        """True if the leaf is that of the bytes, and the header is of this place."""
        try:
            header = self.parsed_header()
            leaf = leaf_hash(bytes.fromhex(self.prev), self.header, self.body.encode())
        except (ValueError, RecursionError):
            return False
        in_place = header is None or (header.index, header.stream, header.prev) == (self.index, self.stream, self.prev)
        return in_place and leaf.hex() == self.leaf

    def is_readable(self) -> bool:
        """True if each line of the body is an object that can be shown, and each that names a file can name one."""
        try:
            json.dumps(self.lines(), ensure_ascii=False).encode()  # raises for lone surrogates
        except (ValueError, RecursionError):
            return False
        return True

    def to_lines(self) -> list[Part]:
        """Returns the lines that record it: header and link in the first, and the body in pieces."""
        pieces = [self.body[at : at + MAX_PIECE] for at in range(0, len(self.body), MAX_PIECE)] or [""]
        return [
            Part(self.index, self.leaf, self.stream, "" if part > 1 else self.prev, "" if part > 1 else self.header,
                 piece, part, len(pieces))
            for part, piece in enumerate(pieces, start=1)
        ]  # fmt: skip


@dataclass
class ForeignLog:
    """What this archive has of another log."""

    origin: str
    logs: list[Head] = field(default_factory=list)
    entries: list[ForeignEntry] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    games: list[ForeignGame] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)  # of an entry that is not complete yet

    def streams(self) -> dict[str, list[ForeignEntry]]:
        """Returns the entries by stream, in the order of the other log."""
        found: dict[str, list[ForeignEntry]] = {}
        for entry in sorted(self.entries, key=lambda one: one.index):
            found.setdefault(entry.stream, []).append(entry)
        return found

    def evidence(self) -> Iterator[tuple[str, Members]]:
        """Yields the lines that name a file, with their streams."""
        for entry in self.entries:
            if entry.kind in ("dispute", "correction"):
                yield from ((entry.stream, line) for line in entry.lines() if line.get("kind") == "evidence")

    def missing_files(self) -> set[str]:
        """Returns the SHA-256 of the files that the other archive's backup did not have."""
        return {one.what for one in self.conflicts if one.code == "file-missing"}


def is_file_line(line: Members) -> bool:
    """True for a line of evidence whose SHA-256 and size can be those of a file."""
    digest, size = line.get("sha256"), line.get("bytes")
    return type(digest) is str and SHA256_HEX.match(digest) is not None and type(size) is int and size > 0


def add_line(found: ForeignLog, recorded: Recorded[ForeignLine]) -> ForeignLog:
    """Adds a line to what is known of a log. Raises ValueError for a bad entry, or a part that does not follow."""
    line = recorded.line
    if not isinstance(line, Part):
        kept: dict[type[ForeignLine], list[Any]] = {
            Head: found.logs, Person: found.people, ForeignGame: found.games, Conflict: found.conflicts
        }  # fmt: skip
        kept[type(line)].append(line)
        return found
    first = found.parts[0] if found.parts else line
    if (line.leaf, line.parts, line.part) != (first.leaf, first.parts, len(found.parts) + 1):
        raise ValueError(f"entry {line.index}: part {line.part}")
    found.parts.append(line)
    if len(found.parts) == line.parts:
        body = "".join(part.body for part in found.parts)
        entry = ForeignEntry(first.index, first.leaf, first.stream, first.prev, first.header, body)
        if not entry.is_genuine():
            raise ValueError(f"entry {entry.index}: leaf")
        if not entry.is_readable():
            raise ValueError(f"entry {entry.index}: body")
        found.entries.append(entry)
        found.parts = []
    return found


def foreign_targets(origin: str, line: ForeignLine) -> list[Target]:
    """Returns the game or the person of this archive that a line names."""
    if not isinstance(line, ForeignGame | Person) or line.here is None:
        return []
    return [Target(line.here if isinstance(line, ForeignGame) else f"person:{line.here}")]


ForeignLine = Head | Part | Person | ForeignGame | Conflict
FOREIGN: Stream[ForeignLine, ForeignLog] = Stream(
    "foreign:", ORIGIN_PATTERN, ForeignLine, "foreign-line", add_line, ForeignLog, targets=foreign_targets,
    whole=lambda found: not found.parts,
)  # fmt: skip
STREAM_PREFIX = FOREIGN.prefix


class ForeignLogs:
    """The records of other archives in a log."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def origins(self) -> list[str]:
        """Returns the origins of the other logs, in the order in which they came."""
        return FOREIGN.names(self.log)

    def load(self, origin: str) -> ForeignLog:
        """Returns what there is of a log; empty for an unknown origin. Raises ArchiveError `damaged`."""
        try:
            return FOREIGN.state(self.log, origin)
        except ArchiveError as error:
            raise ArchiveError("damaged", f"{STREAM_PREFIX}{origin}: {error}"[:200]) from error

    def append(self, origin: str, lines: Sequence[ForeignLine]) -> None:
        """Appends lines to the stream of an origin, several to an entry. Call inside `writing`."""
        stream = STREAM_PREFIX + origin
        texts = [canonical(line) + "\n" for line in lines]
        batch, size = list[str](), 0
        for text in [*texts, ""]:
            length = len(text.encode())
            if batch and (not text or size + length > MAX_BYTES or len(batch) == 200):
                self.log.append_lines(stream, self.log.next_event(stream), batch)
                batch, size = [], 0
            batch.append(text)
            size += length

    def listed(self) -> list[Members]:
        """Returns a row for each stream of each other log: origin, kind, name, places in the other log, conflicts.

        `head` is the newest head of the other log that is known here. Raises ArchiveError `damaged`.
        """
        rows = []
        for origin in self.origins():
            foreign = self.load(origin)
            head, key = (foreign.logs[-1].head, foreign.logs[-1].key) if foreign.logs else (None, None)
            for stream, entries in foreign.streams().items():
                kind, _, name = stream.partition(":")
                conflicts = [{"code": one.code, "what": one.what} for one in foreign.conflicts if one.subject == stream]
                rows.append({
                    "origin": origin, "kind": kind, "name": name, "entries": len(entries),
                    "first_index": entries[0].index, "last_index": entries[-1].index, "head": head, "key": key,
                    "conflicts": conflicts,
                })  # fmt: skip
        return rows

    def lines_of(self, stream: str, origin: str = "") -> list[Members]:
        """Returns the lines of a stream of another log, each with origin, index, time, author and role of its entry.

        Without an origin, those of every log that has the stream. Raises ArchiveError `no-foreign`, `damaged`.
        """
        origins = [origin] if origin else self.origins()
        rows = [row for one in origins for row in self.lines_in(one, stream)]
        if not rows:
            raise ArchiveError("no-foreign", f"{origin} {stream}".strip()[:120])
        return rows

    def lines_in(self, origin: str, stream: str) -> list[Members]:
        """Returns the lines of a stream in one log, as `lines_of`; none for an unknown stream."""
        rows = list[Members]()
        entries = self.load(origin).streams().get(stream, [])
        for entry in entries:
            header = entry.parsed_header()
            recorded = (header.at, header.author, header.role) if header else (None, None, None)
            place = {"origin": origin, "index": entry.index, "leaf": entry.leaf}
            place |= dict(zip(("recorded_at", "author", "role"), recorded, strict=True))
            rows += [{**place, "line": text} for text in entry.body.split("\n") if text]
        return rows

"""Records of other archives: the stream `foreign:ORIGIN` has entries of the log of that origin, byte by byte (D-167).

Lines, each a JSON object: `log` (a head of the other log, its key and checkpoint, at which the lines after it were
taken), `entry` (an entry of it, in several lines where it is long), `person` (a reference of it, the commitment to its
record, and who it may be here), `game` (its id there and here), `conflict`. Nothing here counts in this archive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import ORIGIN_PATTERN
from plancia_archive.log.entries import GAME_ID, EntryLog
from plancia_archive.log.entry_format import Header, leaf_hash
from plancia_archive.people.register import REFERENCE

STREAM_PREFIX = "foreign:"
TAKEN_KINDS = ("tournament", "dispute", "approval", "correction", "withdrawal")  # of streams
CONFLICTS = ("tournament-name", "game-absent", "dispute-here", "entry-other", "file-missing")
MATCHES = ("reference", "name", "new", "erased", "unknown")  # how a person of the other archive is known here
MAX_PIECE, MAX_BYTES = 10_000, 50_000  # characters of a body in a line; bytes of an entry of this log
MAX_INDEX = 2**53  # a number that every reader of JSON keeps
HEX = re.compile(r"[0-9a-f]{64}\Z")
STREAM = re.compile(
    r"(tournament:[a-z0-9][a-z0-9-]{0,60}|dispute:d_[0-9A-HJKMNP-TV-Z]{8}|(approval|correction|withdrawal):g_[0-9a-f]{18})\Z"
)
TEXT_FORMS = {  # of the members of lines, by kind and member
    ("entry", "leaf"): HEX, ("entry", "prev"): re.compile(r"([0-9a-f]{64})?\Z"), ("entry", "stream"): STREAM,
    ("person", "reference"): REFERENCE, ("person", "here"): REFERENCE, ("game", "there"): GAME_ID,
    ("game", "here"): GAME_ID, ("conflict", "subject"): STREAM, ("person", "commitment"): HEX,
}  # fmt: skip
FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "log": {"head": (str,), "key": (str, type(None)), "checkpoint": (str, type(None))},
    "entry": {"index": (int,), "leaf": (str,), "stream": (str,), "prev": (str,), "header": (str,), "body": (str,),
              "part": (int,), "parts": (int,)},
    "person": {"reference": (str,), "commitment": (str, type(None)), "here": (str, type(None)), "by": (str,)},
    "game": {"there": (str,), "here": (str, type(None))},
    "conflict": {"code": (str,), "subject": (str,), "what": (str,)},
}  # fmt: skip


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

    def lines(self) -> list[dict[str, Any]]:
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

    def to_lines(self) -> list[dict[str, Any]]:
        """Returns the lines that record it: header and link in the first, and the body in pieces."""
        pieces = [self.body[at : at + MAX_PIECE] for at in range(0, len(self.body), MAX_PIECE)] or [""]
        place = {"kind": "entry", "v": 1, "index": self.index, "leaf": self.leaf, "stream": self.stream}
        return [
            {**place, "prev": "" if part > 1 else self.prev, "header": "" if part > 1 else self.header, "body": piece,
             "part": part, "parts": len(pieces)}
            for part, piece in enumerate(pieces, start=1)
        ]  # fmt: skip


@dataclass
class ForeignLog:
    """What this archive has of another log."""

    origin: str
    logs: list[dict[str, Any]] = field(default_factory=list)
    entries: list[ForeignEntry] = field(default_factory=list)
    people: list[dict[str, Any]] = field(default_factory=list)
    games: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)

    def streams(self) -> dict[str, list[ForeignEntry]]:
        """Returns the entries by stream, in the order of the other log."""
        found: dict[str, list[ForeignEntry]] = {}
        for entry in sorted(self.entries, key=lambda one: one.index):
            found.setdefault(entry.stream, []).append(entry)
        return found

    def evidence(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields the lines that name a file, with their streams."""
        for entry in self.entries:
            if entry.kind in ("dispute", "correction"):
                yield from ((entry.stream, line) for line in entry.lines() if line.get("kind") == "evidence")

    def missing_files(self) -> set[str]:
        """Returns the SHA-256 of the files that the other archive's backup did not have."""
        return {str(one["what"]) for one in self.conflicts if one["code"] == "file-missing"}


def is_file_line(line: dict[str, Any]) -> bool:
    """True for a line of evidence whose SHA-256 and size can be those of a file."""
    digest, size = line.get("sha256"), line.get("bytes")
    return type(digest) is str and HEX.match(digest) is not None and type(size) is int and size > 0


def validate_line(line: Any) -> dict[str, Any]:
    """Checks the members of a line. Raises ArchiveError `foreign-line`."""
    kind = line.get("kind") if isinstance(line, dict) else None
    if not isinstance(line, dict) or kind not in FIELDS or line.get("v") != 1:
        raise ArchiveError("foreign-line", str(line)[:80])
    types = FIELDS[kind]
    wrong = {"kind", "v", *types} ^ set(line) or {name for name in types if type(line[name]) not in types[name]}
    if not wrong:
        texts = {name: line[name] for name in types if type(line[name]) is str and name not in ("body", "header")}
        forms = {name: TEXT_FORMS.get((kind, name)) for name in texts}
        wrong = {name for name, text in texts.items() if not all(part.isprintable() for part in text.split("\n"))}
        wrong |= {name for name, form in forms.items() if form is not None and not form.match(texts[name])}
    if kind == "entry" and not wrong and not is_place(line):
        wrong = {"part"}
    if (kind == "conflict" and line["code"] not in CONFLICTS) or (kind == "person" and line["by"] not in MATCHES):
        wrong = {"code" if kind == "conflict" else "by"}
    if wrong:
        raise ArchiveError("foreign-line", f"{kind}: {', '.join(sorted(map(str, wrong)))}"[:120])
    return dict(line)


def is_place(line: dict[str, Any]) -> bool:
    """True for a line of an entry with a possible index and part, whose first part alone has the link before it."""
    is_part = 0 < line["part"] <= line["parts"] and (line["part"] == 1) == bool(line["prev"])
    return bool(is_part and 0 <= line["index"] < MAX_INDEX)


def parse_lines(origin: str, texts: Iterable[str]) -> ForeignLog:
    """Returns what the lines of a stream record. Raises ArchiveError `foreign-line` for the first bad line or entry."""
    found, pieces = ForeignLog(origin), list[dict[str, Any]]()
    if not ORIGIN_PATTERN.match(origin):
        raise ArchiveError("foreign-line", f"origin {origin[:80]!r}")
    for text in texts:
        try:
            line = validate_line(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise ArchiveError("foreign-line", text[:80]) from error
        kind = line["kind"]
        if kind != "entry":
            lists = {"log": found.logs, "person": found.people, "game": found.games, "conflict": found.conflicts}
            lists[kind].append(line)
            continue
        same_entry = not pieces or (line["leaf"], line["parts"]) == (pieces[0]["leaf"], pieces[0]["parts"])
        if not same_entry or line["part"] != len(pieces) + 1:
            raise ArchiveError("foreign-line", f"entry {line['index']}: part {line['part']}")
        pieces.append(line)
        if len(pieces) == line["parts"]:
            first, body = pieces[0], "".join(piece["body"] for piece in pieces)
            entry = ForeignEntry(
                first["index"], first["leaf"], first["stream"], first["prev"], first["header"], body
            )  # fmt: skip
            if not entry.is_genuine():
                raise ArchiveError("foreign-line", f"entry {entry.index}: leaf")
            if not entry.is_readable():
                raise ArchiveError("foreign-line", f"entry {entry.index}: body")
            found.entries.append(entry)
            pieces = []
    if pieces:
        raise ArchiveError("foreign-line", f"entry {pieces[0]['index']}: parts")
    return found


class ForeignLogs:
    """The records of other archives in a log."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def origins(self) -> list[str]:
        """Returns the origins of the other logs, in the order in which they came."""
        statement = (
            "SELECT game FROM entry WHERE game >= 'foreign:' AND game < 'foreign;' AND first = 0 ORDER BY log_index"
        )
        with self.log.lock:
            return [str(row[0]).removeprefix(STREAM_PREFIX) for row in self.log.db.execute(statement).fetchall()]

    def load(self, origin: str) -> ForeignLog:
        """Returns what there is of a log; empty for an unknown origin. Raises ArchiveError `damaged`."""
        with self.log.lock:
            rows = self.log.db.execute(
                "SELECT body FROM entry WHERE game = ? ORDER BY first", [STREAM_PREFIX + origin]
            ).fetchall()
        try:
            return parse_lines(origin, (line for row in rows for line in bytes(row[0]).decode().split("\n") if line))
        except (ArchiveError, UnicodeDecodeError) as error:
            raise ArchiveError("damaged", f"{STREAM_PREFIX}{origin}: {error}"[:200]) from error

    def append(self, origin: str, lines: list[dict[str, Any]]) -> None:
        """Appends lines to the stream of an origin, several to an entry. Call inside `writing`."""
        stream = STREAM_PREFIX + origin
        texts = [json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]
        batch, size = list[str](), 0
        for text in [*texts, ""]:
            length = len(text.encode())
            if batch and (not text or size + length > MAX_BYTES or len(batch) == 200):
                self.log.append_lines(stream, self.log.next_event(stream), batch)
                batch, size = [], 0
            batch.append(text)
            size += length

    def listed(self) -> list[dict[str, Any]]:
        """Returns a row for each stream of each other log: origin, kind, name, places in the other log, conflicts.

        `head` is the newest head of the other log that is known here. Raises ArchiveError `damaged`.
        """
        rows = []
        for origin in self.origins():
            foreign = self.load(origin)
            head, key = (foreign.logs[-1]["head"], foreign.logs[-1]["key"]) if foreign.logs else (None, None)
            for stream, entries in foreign.streams().items():
                kind, _, name = stream.partition(":")
                conflicts = [
                    {"code": one["code"], "what": one["what"]} for one in foreign.conflicts if one["subject"] == stream
                ]
                rows.append({
                    "origin": origin, "kind": kind, "name": name, "entries": len(entries),
                    "first_index": entries[0].index, "last_index": entries[-1].index, "head": head, "key": key,
                    "conflicts": conflicts,
                })  # fmt: skip
        return rows

    def lines_of(self, stream: str, origin: str = "") -> list[dict[str, Any]]:
        """Returns the lines of a stream of another log, each with origin, index, time, author and role of its entry.

        Without an origin, those of every log that has the stream. Raises ArchiveError `no-foreign`, `damaged`.
        """
        origins = [origin] if origin else self.origins()
        rows = [row for one in origins for row in self.lines_in(one, stream)]
        if not rows:
            raise ArchiveError("no-foreign", f"{origin} {stream}".strip()[:120])
        return rows

    def lines_in(self, origin: str, stream: str) -> list[dict[str, Any]]:
        """Returns the lines of a stream in one log, as `lines_of`; none for an unknown stream."""
        rows = list[dict[str, Any]]()
        entries = self.load(origin).streams().get(stream, [])
        for entry in entries:
            header = entry.parsed_header()
            recorded = (header.at, header.author, header.role) if header else (None, None, None)
            place = {"origin": origin, "index": entry.index, "leaf": entry.leaf}
            place |= dict(zip(("recorded_at", "author", "role"), recorded, strict=True))
            rows += [{**place, "line": text} for text in entry.body.split("\n") if text]
        return rows

"""Parsing and checks of the entries of a bundle: form and header of each, numbering and hash chain of each stream."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.bundle_form import RawStream
from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.strict_json import JsonError, JsonObject, canonical_json, natural_number, parse_json
from plancia_archive.log.entry_format import NO_PREDECESSOR
from plancia_archive.tlog.merkle import leaf_hash

ROLES = ("player", "recorder", "arbiter", "keeper", "admin")
MAX_EVENTS = 100_000_000
GAME_STREAM_NAME = re.compile(r"g_[0-9A-Za-z_-]+")
STREAM_KINDS = (
    "ruleset",
    "tournament",
    "person",
    "withdrawal",
    "token",
    "dispute",
    "approval",
    "correction",
    "foreign",
    "archive",
)


def is_text(value: Any) -> bool:
    """Returns whether a value of strict JSON is a non-empty text."""
    return type(value) is str and value != ""


def matches_pattern(pattern: str) -> Callable[[Any], bool]:
    """Returns a function that tells whether a value is a text that matches a pattern."""
    compiled = re.compile(pattern)
    return lambda value: type(value) is str and bool(compiled.fullmatch(value))


def is_natural(value: Any) -> bool:
    """Returns whether a value is an integer of at least 0."""
    return natural_number(value) is not None


HEADER_CHECKS: dict[str, Callable[[Any], bool]] = {  # in the order in which they are checked
    "at": is_natural, "author": matches_pattern(r"local|t_\S{8}"),
    "count": lambda value: 1 <= (natural_number(value) or 0) <= MAX_EVENTS,
    "first": is_natural, "index": is_natural, "prev": matches_pattern("[0-9a-f]{64}"), "request": is_text,
    "role": lambda value: value in ROLES, "stream": is_text,
}  # fmt: skip


@dataclass
class Entry:
    """An entry of the log; `header` is None for form 1.

    `read_bodies` sets the fields after `leaf`: `first_line` and `first` are the numbers of the first line (from 1) and
    event (from 0) in the stream, `headers` counts the header lines of a game, `objects` are the JSON lines parsed.
    """

    header: JsonObject | None
    prev: bytes
    body: bytes
    leaf: bytes
    first_line: int = 1
    first: int = 0
    events: int = 0
    headers: int = 0
    lines: list[str] = field(default_factory=list)
    objects: list[JsonObject] = field(default_factory=list)

    @property
    def index(self) -> int | None:
        """The index in the log by the entry's header; None for form 1."""
        return self.header["index"] if self.header else None


@dataclass
class Stream:
    """A stream with its parsed entries."""

    name: str
    kind: str
    entries: list[Entry]

    def location(self, entry_number: int, **details: Any) -> dict[str, Any]:
        """Returns the location of an entry, as a problem reports it; `entry_number` counts from 0."""
        return {"stream": self.name, "entry": entry_number, "index": self.entries[entry_number].index, **details}

    def lines(self) -> list[str]:
        """Returns all lines of the stream."""
        return [line for entry in self.entries for line in entry.lines]


def stream_kind(name: str) -> str | None:
    """Returns the kind of a stream by its name, `game` or one of STREAM_KINDS; None for an unknown name."""
    if GAME_STREAM_NAME.fullmatch(name):
        return "game"
    kind, colon, _ = name.partition(":")
    return kind if colon and kind in STREAM_KINDS else None


def read_stream(raw: RawStream) -> Stream:
    """Parses and checks a stream by itself, without its hash chain (docs/evidence.md, steps 1 and 2).

    Raises VerificationError.
    """
    kind = stream_kind(raw.name)
    if kind is None:
        raise VerificationError("stream-name", {"stream": raw.name, "column": "stream"})
    entries = [
        read_entry(data, {"stream": raw.name, "entry": entry_number}) for entry_number, data in enumerate(raw.entries)
    ]
    stream = Stream(raw.name, kind, entries)
    read_bodies(stream)
    check_headers(stream)
    return stream


def read_entry(data: bytes, location: dict[str, Any]) -> Entry:
    """Parses the form, the header and the body of an entry. Raises VerificationError."""
    leaf = leaf_hash(data)
    if data[:1] == b"\x01":
        if len(data) < 34:
            raise VerificationError("entry-form", {**location, "column": "body"})
        return Entry(None, data[1:33], data[33:], leaf)
    if data[:1] != b"\x02":
        raise VerificationError("entry-form", {**location, "column": "form"}, form=data[0] if data else None)
    line, newline, body = data[1:].partition(b"\n")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise VerificationError("header", {**location, "column": "header"}) from error
    if not newline:
        raise VerificationError("header", {**location, "column": "header"})
    header = read_header(text, location)
    return Entry(header, bytes.fromhex(header["prev"]), body, leaf)


def read_header(text: str, location: JsonObject) -> JsonObject:
    """Parses the JSON of a header and checks its members. Raises VerificationError `header` or `canonical`."""
    try:
        members = parse_json(text)
    except JsonError as error:
        raise VerificationError("header", {**location, "column": "header"}, kind=error.kind) from error
    if not isinstance(members, dict):
        raise VerificationError("header", {**location, "column": "header"})
    location_with_index = {**location, "index": natural_number(members.get("index"))}
    for name, is_valid in HEADER_CHECKS.items():
        if not is_valid(members.get(name)):
            raise VerificationError("header", {**location_with_index, "column": name})
    for name in members:
        if name not in HEADER_CHECKS:
            raise VerificationError("header", {**location_with_index, "column": name})
    if canonical_json(members) != text:
        raise VerificationError("canonical", {**location_with_index, "column": "header"})
    return {name: value if type(value) is str else natural_number(value) for name, value in members.items()}


def read_bodies(stream: Stream) -> None:
    """Sets lines, objects and the numbers of lines and events of every entry. Raises VerificationError `body`."""
    first_line, first_event = 1, 0
    for entry_number, entry in enumerate(stream.entries):
        entry.first_line, entry.first = first_line, first_event
        location = stream.location(entry_number, column="body")
        if stream.kind == "ruleset":
            entry.events = entry.header["count"] if entry.header else 1
            if not entry.body:
                raise VerificationError("body", location)
        else:
            entry.lines = decode_lines(entry.body, {**location, "line": first_line})
            entry.events = (
                count_game_events(entry, entry_number, location)
                if stream.kind == "game"
                else parse_json_lines(entry, location)
            )
        first_line += len(entry.lines)
        first_event += entry.events


def decode_lines(body: bytes, location: dict[str, Any]) -> list[str]:
    """Decodes a body as UTF-8 and splits it into lines. Raises VerificationError `body`."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise VerificationError("body", location) from error
    if not text.endswith("\n"):
        raise VerificationError("body", location)
    return text[:-1].split("\n")


def count_game_events(entry: Entry, entry_number: int, location: dict[str, Any]) -> int:
    """Counts the events of an entry of a game; the header block, up to the first empty line, is event 0.

    Sets `entry.headers`. Raises VerificationError `body`.
    """
    header_count = 0
    if entry_number == 0:
        if "" not in entry.lines:
            raise VerificationError("body", {**location, "line": entry.first_line + len(entry.lines) - 1})
        entry.headers = entry.lines.index("")
        header_count = entry.headers + 1
    events = entry.lines[header_count:]
    if "" in events:
        raise VerificationError("body", {**location, "line": entry.first_line + header_count + events.index("")})
    return len(events) + (entry_number == 0)


def parse_json_lines(entry: Entry, location: dict[str, Any]) -> int:
    """Parses the JSON lines of an entry into `entry.objects` and returns their number.

    Raises VerificationError `body` for a line that is not an object.
    """
    for line_offset, line in enumerate(entry.lines):
        try:
            value = parse_json(line)
        except JsonError:
            value = None
        if not isinstance(value, dict):
            raise VerificationError(
                "body", {**location, "line": entry.first_line + line_offset, "event": entry.first + line_offset}
            )
        entry.objects.append(value)
    return len(entry.lines)


def check_headers(stream: Stream) -> None:
    """Checks that the headers name the stream, number its events without gaps, and have increasing indexes (step 2).

    Raises VerificationError.
    """
    index = -1
    for entry_number, entry in enumerate(stream.entries):
        header, location = entry.header, stream.location(entry_number)
        if header is None:
            if index >= 0:  # form 1 is older: it cannot follow an entry of form 2
                raise VerificationError("form-order", {**location, "column": "form"})
            continue
        if header["stream"] != stream.name:
            raise VerificationError("stream", {**location, "column": "stream"}, named=header["stream"])
        # a part of a rule-set has no lines, so the number of events of one of form 1 is not known
        is_count_unknown = (
            stream.kind == "ruleset" and entry_number > 0 and stream.entries[entry_number - 1].header is None
        )
        if header["first"] != entry.first and not is_count_unknown:
            raise VerificationError(
                "first", {**location, "column": "first"}, expected=entry.first, found=header["first"]
            )
        if header["count"] != entry.events:
            raise VerificationError(
                "count", {**location, "column": "count"}, expected=entry.events, found=header["count"]
            )
        if header["index"] <= index:
            raise VerificationError("index", {**location, "column": "index"})
        index = header["index"]


def check_unique_columns(streams: list[Stream]) -> None:
    """Checks that no two entries have the same index or request id. Raises VerificationError."""
    values_by_column: dict[str, set[Any]] = {"index": set(), "request": set()}
    for stream in streams:
        for entry_number, entry in enumerate(stream.entries):
            for column in values_by_column if entry.header else ():
                value = entry.header[column] if entry.header else None
                if value in values_by_column[column]:
                    raise VerificationError(column, stream.location(entry_number, column=column))
                values_by_column[column].add(value)


def first_chain_break(entries: list[Entry]) -> int | None:
    """Returns the number of the first entry whose `prev` is not the leaf hash of the entry before; None if there is
    none.
    """
    expected_prev = [NO_PREDECESSOR, *(entry.leaf for entry in entries)]
    return next(
        (entry_number for entry_number, entry in enumerate(entries) if entry.prev != expected_prev[entry_number]), None
    )


def last_chain_break(entries: list[Entry]) -> int | None:
    """Returns the number of the last entry whose leaf hash is not the `prev` of the entry after; None if there is none.

    -1 stands for a first entry whose `prev` is not that of the beginning of a stream.
    """
    expected_prev = [NO_PREDECESSOR, *(entry.leaf for entry in entries)]
    mismatches = [
        entry_number for entry_number, entry in enumerate(entries) if entry.prev != expected_prev[entry_number]
    ]
    return mismatches[-1] - 1 if mismatches else None

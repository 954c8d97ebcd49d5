"""The entries of a bundle's streams: each by itself, and what the entries of one stream must be to each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.bundle_form import RawStream
from plancia_archive.evidence.result import Refusal
from plancia_archive.evidence.strict_json import JsonError, canonical, natural, parse_json
from plancia_archive.log.entry_format import START
from plancia_archive.tlog.merkle import leaf_hash

ROLES = ("player", "recorder", "arbiter", "keeper", "admin")
MOST_EVENTS = 100_000_000
GAME_NAME = re.compile(r"g_[0-9A-Za-z_-]+")
KINDS = ("ruleset", "tournament", "person", "withdrawal", "token", "dispute", "approval", "archive")


def is_text(value: Any) -> bool:
    """Whether a value of strict JSON is a text that is not empty."""
    return type(value) is str and value != ""


def matches(pattern: str) -> Callable[[Any], bool]:
    """A check that a value is a text of a pattern."""
    compiled = re.compile(pattern)
    return lambda value: type(value) is str and bool(compiled.fullmatch(value))


def is_natural(value: Any) -> bool:
    """Whether a value is a whole number of at least 0."""
    return natural(value) is not None


HEADER: dict[str, Callable[[Any], bool]] = {  # in the order in which they are checked
    "at": is_natural, "author": matches(r"local|t_\S{8}"),
    "count": lambda value: 1 <= (natural(value) or 0) <= MOST_EVENTS,
    "first": is_natural, "index": is_natural, "prev": matches("[0-9a-f]{64}"), "request": is_text,
    "role": lambda value: value in ROLES, "stream": is_text,
}  # fmt: skip


@dataclass
class Entry:
    """An entry; `header` is None for form 1, and what follows it is filled in from the body.

    `first_line` and `first` number its first line (from 1) and event (from 0) in the stream; `headers` counts the
    header lines of a game's opening.
    """

    header: dict[str, Any] | None
    prev: bytes
    body: bytes
    leaf: bytes
    first_line: int = 1
    first: int = 0
    events: int = 0
    headers: int = 0
    lines: list[str] = field(default_factory=list)
    objects: list[dict[str, Any]] = field(default_factory=list)

    @property
    def index(self) -> int | None:
        """Place in the log, as the entry states it; None for form 1."""
        return self.header["index"] if self.header else None


@dataclass
class Stream:
    """A stream whose entries were read."""

    name: str
    kind: str
    entries: list[Entry]

    def where(self, entry: int, **more: Any) -> dict[str, Any]:
        """The place of an entry."""
        return {"stream": self.name, "entry": entry, "index": self.entries[entry].index, **more}

    def lines(self) -> list[str]:
        """All lines of the stream."""
        return [line for one in self.entries for line in one.lines]


def kind_of(name: str) -> str | None:
    """What a stream holds by its name: game, ruleset, or one of the streams of JSON lines; None if unknown."""
    if GAME_NAME.fullmatch(name):
        return "game"
    kind, colon, _ = name.partition(":")
    return kind if colon and kind in KINDS else None


def read_stream(raw: RawStream) -> Stream:
    """Steps 1 and 2 of docs/evidence.md for one stream, the chain excepted. Raises Refusal."""
    kind = kind_of(raw.name)
    if kind is None:
        raise Refusal("stream-name", {"stream": raw.name, "column": "stream"})
    entries = [read_entry(data, {"stream": raw.name, "entry": entry}) for entry, data in enumerate(raw.entries)]
    stream = Stream(raw.name, kind, entries)
    read_bodies(stream)
    check_headers(stream)
    return stream


def read_entry(data: bytes, where: dict[str, Any]) -> Entry:
    """One entry: form, header and body. Raises Refusal."""
    leaf = leaf_hash(data)
    if data[:1] == b"\x01":
        if len(data) < 34:
            raise Refusal("entry-form", {**where, "column": "body"})
        return Entry(None, data[1:33], data[33:], leaf)
    if data[:1] != b"\x02":
        raise Refusal("entry-form", {**where, "column": "form"}, form=data[0] if data else None)
    line, newline, body = data[1:].partition(b"\n")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise Refusal("header", {**where, "column": "header"}) from error
    if not newline:
        raise Refusal("header", {**where, "column": "header"})
    header = read_header(text, where)
    return Entry(header, bytes.fromhex(header["prev"]), body, leaf)


def read_header(text: str, where: dict[str, Any]) -> dict[str, Any]:
    """The members of a header. Raises Refusal `header` or `canonical`."""
    try:
        members = parse_json(text)
    except JsonError as error:
        raise Refusal("header", {**where, "column": "header"}, kind=error.kind) from error
    if not isinstance(members, dict):
        raise Refusal("header", {**where, "column": "header"})
    place = {**where, "index": natural(members.get("index"))}
    for name, good in HEADER.items():
        if not good(members.get(name)):
            raise Refusal("header", {**place, "column": name})
    for name in members:
        if name not in HEADER:
            raise Refusal("header", {**place, "column": name})
    if canonical(members) != text:
        raise Refusal("canonical", {**place, "column": "header"})
    return {name: value if type(value) is str else natural(value) for name, value in members.items()}


def read_bodies(stream: Stream) -> None:
    """Fills in lines, and the numbers of lines and events. Raises Refusal `body`."""
    line, first = 1, 0
    for entry, one in enumerate(stream.entries):
        one.first_line, one.first = line, first
        where = stream.where(entry, column="body")
        if stream.kind == "ruleset":
            one.events = one.header["count"] if one.header else 1
            if not one.body:
                raise Refusal("body", where)
        else:
            one.lines = lines_of(one.body, {**where, "line": line})
            one.events = game_events(one, entry, where) if stream.kind == "game" else json_events(one, where)
        line += len(one.lines)
        first += one.events


def lines_of(body: bytes, where: dict[str, Any]) -> list[str]:
    """The lines of a body."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Refusal("body", where) from error
    if not text.endswith("\n"):
        raise Refusal("body", where)
    return text[:-1].split("\n")


def game_events(one: Entry, entry: int, where: dict[str, Any]) -> int:
    """How many events an entry of a game has; the header block, up to the first empty line, is event 0."""
    skipped = 0
    if entry == 0:
        if "" not in one.lines:
            raise Refusal("body", {**where, "line": one.first_line + len(one.lines) - 1})
        one.headers = one.lines.index("")
        skipped = one.headers + 1
    events = one.lines[skipped:]
    if "" in events:
        raise Refusal("body", {**where, "line": one.first_line + skipped + events.index("")})
    return len(events) + (entry == 0)


def json_events(one: Entry, where: dict[str, Any]) -> int:
    """How many events an entry of JSON lines has; each line is an object."""
    for place, line in enumerate(one.lines):
        try:
            value = parse_json(line)
        except JsonError:
            value = None
        if not isinstance(value, dict):
            raise Refusal("body", {**where, "line": one.first_line + place, "event": one.first + place})
        one.objects.append(value)
    return len(one.lines)


def check_headers(stream: Stream) -> None:
    """Step 2: the entries name the stream, count on without a gap, and grow in the log. Raises Refusal."""
    index = -1
    for entry, one in enumerate(stream.entries):
        header, where = one.header, stream.where(entry)
        if header is None:
            if index >= 0:  # entries of form 1 are older than all of form 2
                raise Refusal("form-order", {**where, "column": "form"})
            continue
        if header["stream"] != stream.name:
            raise Refusal("stream", {**where, "column": "stream"}, named=header["stream"])
        # pieces of a rule-set have no lines, so how many events one of form 1 had is not known
        loose = stream.kind == "ruleset" and entry > 0 and stream.entries[entry - 1].header is None
        if header["first"] != one.first and not loose:
            raise Refusal("first", {**where, "column": "first"}, expected=one.first, found=header["first"])
        if header["count"] != one.events:
            raise Refusal("count", {**where, "column": "count"}, expected=one.events, found=header["count"])
        if header["index"] <= index:
            raise Refusal("index", {**where, "column": "index"})
        index = header["index"]


def check_across(streams: list[Stream]) -> None:
    """No two entries of a log share an index or a request. Raises Refusal."""
    seen: dict[str, set[Any]] = {"index": set(), "request": set()}
    for stream in streams:
        for entry, one in enumerate(stream.entries):
            for column in seen if one.header else ():
                value = one.header[column] if one.header else None
                if value in seen[column]:
                    raise Refusal(column, stream.where(entry, column=column))
                seen[column].add(value)


def first_break(entries: list[Entry]) -> int | None:
    """The first entry whose `prev` is not the leaf of the one before."""
    before = [START, *(one.leaf for one in entries)]
    return next((place for place, one in enumerate(entries) if one.prev != before[place]), None)


def last_break(entries: list[Entry]) -> int | None:
    """The last entry whose leaf is not what the next, taken as proven, says; -1: the first one has a predecessor."""
    before = [START, *(one.leaf for one in entries)]
    broken = [place for place, one in enumerate(entries) if one.prev != before[place]]
    return broken[-1] - 1 if broken else None

"""Kinds of JSON streams in the log: each is declared once, and what is the same for all of them follows from it.

A declaration says which lines there are (structs), what the lines of one stream add up to, which table is derived from
it and who may write. Parsing, the canonical form, the check of a stream, its state, the derived table and the JSON
Schema of a line are written here, for every kind. A line is valid if its struct has exactly its bytes as canonical JSON
(docs/evidence.md): sorted keys, no blanks.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import Meta

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.projections import insert_table_rows
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.connections import select_in
from plancia_archive.log.entries import GAME_ID, EntryLog
from plancia_archive.log.entry_format import Header, Members
from plancia_archive.people.parties import COLOURS
from plancia_archive.people.register import REFERENCE
from plancia_events.json_schema import Schema

SHA256_HEX = re.compile(r"[0-9a-f]{64}\Z")
PLACE = re.compile(r"(?:field `(?P<member>.*)`)?(?: - at `\$\.?(?P<path>.*)`)?\Z", re.DOTALL)  # ends of msgspec's words
SIGNS = {"Object missing required ": "-", "Object contains unknown ": "+"}


def matching(form: re.Pattern[str]) -> msgspec.Meta:
    """Returns the constraint that a text has the whole form of a pattern, which ends with `\\Z`."""
    return msgspec.Meta(pattern=f"^(?:{form.pattern})")


GameId = Annotated[str, matching(GAME_ID)]
PersonReference = Annotated[str, matching(REFERENCE)]
Party = Annotated[str, matching(re.compile(rf"({REFERENCE.pattern}|[{COLOURS}]\Z)"))]
Sha256 = Annotated[str, matching(SHA256_HEX)]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Version = Annotated[int, msgspec.Meta(ge=1)]


class OldLine(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """A line of a stream: a JSON object whose member `kind` names the struct; of kinds that have no version."""

    @property
    def kind(self) -> str:
        """The member `kind`."""
        return str(self.__struct_config__.tag)


class Line(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """A line of a stream: a JSON object whose member `kind` names the struct, in version 1 of its kind."""

    v: Literal[1] = 1

    @property
    def kind(self) -> str:
        """The member `kind`."""
        return str(self.__struct_config__.tag)


class Target(NamedTuple):
    """What a line refers to: a stream, or a person under the name of their stream, and the version it must have."""

    stream: str
    version: int = 0


Moment = Annotated[int, Meta(extra_json_schema={"format": "date-time"})]  # Unix milliseconds; over HTTP a time
L = TypeVar("L", bound=Line | OldLine)
S = TypeVar("S")


@dataclass(frozen=True)
class Recorded(Generic[L]):
    """A line with its entry: log index, time (milliseconds UTC) and header, "" for an entry of form 1."""

    line: L
    index: int = -1
    at: int = 0
    header: str = ""

    @property
    def writer(self) -> tuple[str, str]:
        """Author and role of the entry, empty for one of form 1. Raises ValueError for a damaged header."""
        header = Header.parse(self.header) if self.header else None
        return (header.author, header.role) if header else ("", "")


def keep_last(before: Recorded[L] | None, line: Recorded[L]) -> Recorded[L]:
    """The fold of a stream whose lines may stand in any order: its state is the last one."""
    return line


def switched(
    on: type[L], off: type[Line | OldLine]
) -> Callable[[Recorded[L] | None, Recorded[Any]], Recorded[L] | None]:
    """Returns the fold of a stream in which two kinds of line alternate: its state is the last `on`, None after `off`.

    Lines of other kinds do not count.
    """

    def fold(before: Recorded[L] | None, line: Recorded[Any]) -> Recorded[L] | None:
        if not isinstance(line.line, (on, off)):
            return before
        if isinstance(line.line, on) == (before is not None):
            raise ValueError("order")
        return line if before is None else None

    return fold


def canonical(value: Any) -> str:
    """Returns a line in canonical JSON, without its line feed."""
    return msgspec.json.encode(value, order="sorted").decode()


@dataclass(frozen=True)
class Stream(Generic[L, S]):
    """A kind of stream; the name of one is `prefix` and what it is about, such as the id of a game.

    `error` is the code of a line in another form; `check` raises ValueError or ArchiveError for what a struct cannot
    say. `fold` adds a line to the state, which `start` begins by name, and raises either where it may not follow; a
    stream may end where its state is `whole`. `rows` derives the rows of `table` from the log. `targets` are what a
    line refers to. `roles` may write a kind of line; without any the caller permits it.
    """

    prefix: str
    name: re.Pattern[str]
    lines: Any  # a struct, or a union of them
    error: str
    fold: Callable[[S, Recorded[L]], S]
    start: Callable[[str], S]
    table: str = ""
    rows: Callable[[EntryLog], Iterable[Row]] = lambda log: ()
    targets: Callable[[str, L], Iterable[Target]] = lambda name, line: ()
    whole: Callable[[S], bool] = lambda state: True
    check: Callable[[L], None] = lambda line: None
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: str = "<disputes:{}>"  # of a kind of line, in a refusal

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[L]:
        """The decoder of a line."""
        return msgspec.json.Decoder(self.lines)

    def parse(self, text: str) -> L:
        """Parses a line of the log. Raises ArchiveError for one that the archive would not have written."""
        try:
            line = self.decoder.decode(text)
            self.check(line)
            if canonical(line) != text:
                raise ValueError("JSON")
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self.refusal(text, error) from error
        return line

    def of(self, members: Any) -> L:
        """Returns the line with these members. Raises ArchiveError for a wrong one."""
        try:
            line: L = msgspec.convert(members, self.lines)
            self.check(line)
        except (msgspec.ValidationError, ValueError) as error:
            raise self.refusal(json.dumps(members, default=str, skipkeys=True), error) from error
        return line

    def refusal(self, text: str, error: Exception) -> ArchiveError:
        """Returns the error of a line: its kind with the member that is wrong, missing (`-`) or unknown (`+`)."""
        words, cause = PLACE.search(str(error)), error.__cause__ or error
        path, member = (words["path"], words["member"]) if words else (None, None)
        sign = next((sign for start, sign in SIGNS.items() if str(error).startswith(start)), "")
        own = "" if isinstance(cause, msgspec.MsgspecError) else str(cause)  # of a check of the struct: the member
        line = self.members(text)
        names = [line["kind"] if line else "", path, sign + member if member else own[:80]]
        wrong = (path or "").partition(".")[0].partition("[")[0]
        found = json.dumps(line[wrong], ensure_ascii=False) if wrong in line else text
        known = "" if line else f" ({', '.join(self.kinds())})"
        return ArchiveError(self.error, ": ".join(filter(None, [".".join(filter(None, names)), found[:80] + known])))

    def members(self, text: str) -> Members:
        """Returns the members of a line of a kind that there is; empty for any other text."""
        with suppress(ValueError, RecursionError):
            line = json.loads(text)
            if isinstance(line, dict) and line.get("kind") in self.kinds():
                return line
        return {}

    def kinds(self) -> list[str]:
        """Returns the kinds of line."""
        return [one.__struct_config__.tag for one in get_args(self.lines) or (self.lines,)]

    def add(self, state: S, line: Recorded[L]) -> S:
        """Returns the state after a line. Raises ArchiveError for one that may not follow."""
        try:
            return self.fold(state, line)
        except ValueError as error:
            raise ArchiveError(self.error, f"{line.line.kind}: {error}") from error

    def problem(self, name: str, body: bytes) -> str | None:
        """Describes the first error of a whole stream; None for a valid one. Raises ArchiveError for some of them."""
        if not self.name.match(name):
            return f"name {name[:80]!r}"
        if not body.endswith(b"\n"):
            return "line end"
        self.replay(name, map(Recorded, self.lines_in(body)))
        return None

    def replay(self, name: str, lines: Iterable[Recorded[L]]) -> S:
        """Returns what the lines of a stream add up to. Raises ArchiveError."""
        state = self.start(name)
        for line in lines:
            state = self.add(state, line)
        if not self.whole(state):
            raise ArchiveError(self.error, f"{name[:80]}: -")
        return state

    def lines_in(self, body: bytes) -> list[L]:
        """Returns the lines of the body of an entry. Raises ArchiveError."""
        try:
            return [self.parse(text) for text in body.decode().split("\n")[:-1]]
        except UnicodeDecodeError as error:
            raise ArchiveError(self.error, str(error)[:80]) from error

    def stored(self, log: EntryLog, names: Iterable[str] | None = None) -> Iterator[tuple[str, Recorded[L]]]:
        """Yields the lines of these names, of all without any, in the order of the log. Raises ArchiveError."""
        columns = "SELECT game, log_index, recorded_at, header, body FROM entry WHERE"
        with log.lock:
            if names is None:
                bounds = [self.prefix, self.prefix[:-1] + ";"]
                rows = log.db.execute(f"{columns} game >= ? AND game < ? ORDER BY log_index", bounds).fetchall()
            else:
                wanted = (self.prefix + name for name in names)
                rows = select_in(log.db, columns + " game IN ({marks}) ORDER BY log_index", wanted)
        for stream, index, at, header, body in rows:
            name = str(stream).removeprefix(self.prefix)
            for line in self.lines_in(bytes(body)):
                yield name, Recorded(line, int(index), int(at), str(header))

    def read(self, log: EntryLog, name: str) -> list[Recorded[L]]:
        """Returns the lines of one stream, in order; none for an unknown name. Raises ArchiveError."""
        return [line for _, line in self.stored(log, [name])]

    def states(self, log: EntryLog) -> dict[str, S]:
        """Returns the state of each stream by name. Raises ArchiveError for a damaged one."""
        lines: dict[str, list[Recorded[L]]] = {}
        for name, line in self.stored(log):
            lines.setdefault(name, []).append(line)
        return {name: self.replay(name, recorded) for name, recorded in lines.items()}

    def state(self, log: EntryLog, name: str) -> S:
        """Returns the state of one stream, for an unknown name that of none. Raises ArchiveError for a damaged one."""
        return self.replay(name, self.read(log, name))

    def names(self, log: EntryLog) -> list[str]:
        """Returns the names of the streams, in the order in which they began."""
        statement = "SELECT game FROM entry WHERE game >= ? AND game < ? AND first = 0 ORDER BY log_index"
        with log.lock:
            rows = log.db.execute(statement, [self.prefix, self.prefix[:-1] + ";"]).fetchall()
        return [str(row[0]).removeprefix(self.prefix) for row in rows]

    def require_role(self, kind: str) -> None:
        """Raises ArchiveError `dispute-role` unless the role of the present author may write lines of a kind."""
        role, allowed = AUTHOR.get().role, self.roles[kind]
        if role not in allowed:
            names = ", ".join(f"<columns:role={one}>" for one in allowed)
            raise ArchiveError("dispute-role", f"{self.words.format(kind)}: <columns:role={role}> ({names})")

    def append(self, log: EntryLog, name: str, *lines: L, request_id: str | None = None) -> None:
        """Appends lines in one entry. Call inside `writing`."""
        log.append_events(self.prefix + name, map(msgspec.to_builtins, lines), request_id)

    def rebuild_table(self, log: EntryLog) -> None:
        """Writes the derived table again. Call inside a transaction. Raises ArchiveError for a damaged stream."""
        rows = list(self.rows(log))
        log.db.execute(f"DELETE FROM {self.table}")
        insert_table_rows(log.db, self.table, rows)

    def schema(self) -> Schema:
        """Returns the JSON Schema of a line: what has a default stands in every line all the same."""
        schema: Schema = json.loads(json.dumps(msgspec.json.schema(self.lines)).replace(r"\\Z", "$"))
        for struct in schema["$defs"].values():
            struct["description"] = inspect.cleandoc(struct["description"])  # msgspec before 0.23 keeps the indent
            fixed = [name for name, member in struct["properties"].items() if member.pop("default", None)]
            struct["required"] = [*struct.get("required", ()), *fixed]
        return schema

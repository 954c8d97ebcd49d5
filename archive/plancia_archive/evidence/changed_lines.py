"""Adds the lines of an altered entry to a verification error.

A hash covers a whole entry, so in an entry with several lines the altered one is found only by comparison with a copy
of the game's text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from plancia_archive.evidence.bundle_contents import game_headers, parse_header_line
from plancia_archive.evidence.bundle_entries import Entry, Stream
from plancia_archive.evidence.result import Note, VerificationError

PERSON_HEADERS = (
    "Red",
    "Blue",
    "Green",
    "Yellow",
    "Black",
    "Violet",
    "Arbiter",
)  # the log has references in these headers, not names
PERSON_REFERENCE = re.compile(r"p_[0-9A-Z]+")


@dataclass(frozen=True)
class Header:
    """A recorded header and its line number."""

    name: str
    value: str
    line: int

    def text(self) -> str:
        """Returns the header line."""
        return f'[{self.name} "{self.value}"]'


def compare_game(stream: Stream, data: bytes, notes: list[Note]) -> int:
    """Compares the recorded game with the bytes of a text; returns how many recorded lines the text does not have yet.

    A text that is equal up to its last line is an earlier copy: note `game-earlier` with its last event and the number
    of lines recorded after it.

    Raises VerificationError `game-form`, or `game` with the first line that differs, as recorded and as given.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise VerificationError("game-form") from error
    given_lines = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    header_count = given_lines.index("") if "" in given_lines else len(given_lines)
    recorded_headers = [Header(name, value, line) for line, (name, value) in enumerate(game_headers(stream), 1)]
    compare_headers(stream.name, list(recorded_headers), given_lines[:header_count], notes)
    recorded_lines = stream.lines()[len(recorded_headers) + 1 :]
    given_events = given_lines[header_count + 1 :]
    later_count = len(recorded_lines) - len(given_events)
    if later_count > 0 and recorded_lines[: len(given_events)] == given_events:
        notes.append(Note("game-earlier", {"event": len(given_events), "lines": later_count}))
        return later_count
    for event_offset, (recorded_line, given_line) in enumerate(zip_longest(recorded_lines, given_events)):
        if recorded_line != given_line:
            location = {
                "stream": stream.name,
                "column": "game",
                "line": len(recorded_headers) + event_offset + 2,
                "event": event_offset + 1,
            }
            raise VerificationError(
                "game", location, recorded=recorded_line, given=given_line, given_line=header_count + event_offset + 2
            )
    return 0


def compare_headers(stream: str, remaining_headers: list[Header], given_headers: list[str], notes: list[Note]) -> None:
    """Compares the headers, in any order. A name where the log has a reference is a note, since the log has no names.

    Raises VerificationError `game`.
    """
    location: dict[str, Any] = {"stream": stream, "column": "game", "event": 0}
    for line_number, line in enumerate(given_headers, 1):
        name, value = parse_header_line(line) or (None, line)
        exact_match = next(
            (header for header in remaining_headers if (header.name, header.value) == (name, value)), None
        )
        match = exact_match or next((header for header in remaining_headers if header.name == name), None)
        is_replaced_name = (
            match is not None and name in PERSON_HEADERS and bool(PERSON_REFERENCE.fullmatch(match.value))
        )
        if match is None or not (exact_match or is_replaced_name):
            facts = {"recorded": match and match.text(), "given": line, "given_line": line_number}
            raise VerificationError("game", {**location, "line": match and match.line}, **facts)
        if not exact_match:
            notes.append(Note("game-seat", {"header": name, "given": value, "recorded": match.value}))
        remaining_headers.remove(match)
    missing = next((header for header in remaining_headers if header.name != "Rules"), None)
    if missing:
        raise VerificationError("game", {**location, "line": missing.line}, recorded=missing.text(), given=None)
    if remaining_headers:
        notes.append(Note("game-rules"))


PRECEDING_SUSPECTS = {
    "content": 0,
    "inclusion": 0,
    "prev": 1,
    "receipt-leaf": 0,
}  # by code: how many entries before the reported one may be the altered one


def add_changed_lines(error: VerificationError, stream: Stream, game: bytes | None) -> VerificationError:
    """Returns the error with the lines of its entry: line and event in `where`, or their range in the facts.

    Facts: `text` is the only line; else `from`, `to`, `first_event`, `last_event`, and where the text of `game` differs
    `text`, `given`, `given_line`, or `same` where it does not. Other errors are returned unchanged.
    """
    entries = suspect_entries(error, stream)
    lines = [line for entry in entries for line in entry.lines]
    if not lines:
        return error
    first_line = entries[0].first_line
    last_line = first_line + len(lines) - 1
    facts = {**error.facts, "from": first_line, "to": last_line}
    if len(lines) == 1:
        location = {**error.where, **line_location(entries[0], first_line)}
        return VerificationError(error.code, location, **facts, text=lines[0])
    facts["first_event"] = line_location(entries[0], first_line)["event"]
    facts["last_event"] = line_location(entries[-1], last_line)["event"]
    if stream.kind != "game" or game is None:
        return VerificationError(error.code, error.where, **facts)
    try:
        later_count = compare_game(stream, game, [])
    except VerificationError as difference:
        line = difference.where.get("line")
        if line is None or not first_line <= line <= last_line:
            return VerificationError(error.code, error.where, **facts)
        facts |= {"text": difference.facts["recorded"], "given": difference.facts["given"],
                  "given_line": difference.facts.get("given_line")}  # fmt: skip
        location = {**error.where, "line": line, "event": difference.where["event"]}
        return VerificationError(error.code, location, **facts)
    if last_line > len(stream.lines()) - later_count:  # an earlier copy, without some of these lines
        return VerificationError(error.code, error.where, **facts)
    return VerificationError(error.code, error.where, **facts, same=True)


def suspect_entries(error: VerificationError, stream: Stream) -> list[Entry]:
    """Returns the entries that may be the altered one; none for an error that is not about the content of an entry."""
    if error.code not in PRECEDING_SUSPECTS:
        return []
    entry_number = error.where["entry"]
    return stream.entries[max(entry_number - PRECEDING_SUSPECTS[error.code], 0) : entry_number + 1]


def line_location(entry: Entry, line: int) -> dict[str, Any]:
    """Returns the line of a stream with the number of its event; header lines and the blank after them are event 0."""
    return {"line": line, "event": entry.first + max(line - entry.first_line - entry.headers, 0)}

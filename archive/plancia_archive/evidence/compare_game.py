"""Comparison of a game's text with the recorded game; line ends and a byte-order mark are ignored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from plancia_archive.evidence.bundle_contents import game_headers, parse_header_line
from plancia_archive.evidence.bundle_entries import Stream
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

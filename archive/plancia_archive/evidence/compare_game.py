"""A game's text that somebody has, compared with the one recorded; line ends and a byte-order mark do not count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from plancia_archive.evidence.bundle_contents import game_headers, header_of
from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.result import Note, Refusal

NAMED = ("Red", "Blue", "Green", "Yellow", "Black", "Violet", "Arbiter")  # headers of people, references in the log
REFERENCE = re.compile(r"p_[0-9A-Z]+")


@dataclass(frozen=True)
class Header:
    """A recorded header and its line."""

    name: str
    value: str
    line: int

    def text(self) -> str:
        """The header as a message shows it."""
        return f'[{self.name} "{self.value}"]'


def compare_game(stream: Stream, data: bytes, notes: list[Note]) -> None:
    """Raises Refusal `game-form`, or `game` with the first line that differs, as recorded and as given."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Refusal("game-form") from error
    given = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    top = given.index("") if "" in given else len(given)
    recorded = [Header(name, value, line) for line, (name, value) in enumerate(game_headers(stream), 1)]
    compare_headers(stream.name, list(recorded), given[:top], notes)
    lines = stream.lines()[len(recorded) + 1 :]
    for place, (kept, shown) in enumerate(zip_longest(lines, given[top + 1 :])):
        if kept != shown:
            where = {"stream": stream.name, "column": "game", "line": len(recorded) + place + 2, "event": place + 1}
            raise Refusal("game", where, recorded=kept, given=shown, given_line=top + place + 2)


def compare_headers(stream: str, left: list[Header], lines: list[str], notes: list[Note]) -> None:
    """Compares the headers in any order. A name where the log has a reference is noted: names are outside the log."""
    where: dict[str, Any] = {"stream": stream, "column": "game", "event": 0}
    for place, line in enumerate(lines, 1):
        name, value = header_of(line) or (None, line)
        same = next((one for one in left if (one.name, one.value) == (name, value)), None)
        match = same or next((one for one in left if one.name == name), None)
        replaced = match is not None and name in NAMED and bool(REFERENCE.fullmatch(match.value))
        if match is None or not (same or replaced):
            facts = {"recorded": match and match.text(), "given": line, "given_line": place}
            raise Refusal("game", {**where, "line": match and match.line}, **facts)
        if not same:
            notes.append(Note("game-seat", {"header": name, "given": value, "recorded": match.value}))
        left.remove(match)
    missing = next((one for one in left if one.name != "Rules"), None)
    if missing:
        raise Refusal("game", {**where, "line": missing.line}, recorded=missing.text(), given=None)
    if left:
        notes.append(Note("game-rules"))

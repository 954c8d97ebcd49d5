"""Adds the lines of an altered entry to a verification error.

A hash covers a whole entry, so in an entry with several lines the altered one is found only by comparison with a copy
of the game's text.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.evidence.bundle_entries import Entry, Stream
from plancia_archive.evidence.compare_game import compare_game
from plancia_archive.evidence.result import VerificationError

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

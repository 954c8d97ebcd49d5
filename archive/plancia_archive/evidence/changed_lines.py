"""Names the lines of an entry that is not the one recorded.

A hash covers a whole entry: of an entry with several lines the changed one is found only by comparison with the text
of the game that somebody has.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.evidence.bundle_entries import Entry, Stream
from plancia_archive.evidence.compare_game import compare_game
from plancia_archive.evidence.result import Refusal

ENTRIES_BEFORE = {
    "content": 0,
    "inclusion": 0,
    "prev": 1,
    "receipt-leaf": 0,
}  # by code: how many before the entry may be the changed one


def with_changed_lines(refusal: Refusal, stream: Stream, game: bytes | None) -> Refusal:
    """Returns the refusal of an entry with its lines: line and event in `where`, or their range in the facts.

    Facts: `text` is the only line; else `from`, `to`, `first_event`, `last_event`, and where the text of `game` differs
    `text`, `given`, `given_line`, or `same` where it does not. Any other refusal is returned unchanged.
    """
    entries = suspects(refusal, stream)
    lines = [line for entry in entries for line in entry.lines]
    if not lines:
        return refusal
    first = entries[0].first_line
    last = first + len(lines) - 1
    facts = {**refusal.facts, "from": first, "to": last}
    if len(lines) == 1:
        return Refusal(refusal.code, {**refusal.where, **place_of(entries[0], first)}, **facts, text=lines[0])
    events = {"first_event": place_of(entries[0], first)["event"], "last_event": place_of(entries[-1], last)["event"]}
    facts |= events
    if stream.kind != "game" or game is None:
        return Refusal(refusal.code, refusal.where, **facts)
    try:
        compare_game(stream, game, [])
    except Refusal as difference:
        line = difference.where.get("line")
        if line is None or not first <= line <= last:
            return Refusal(refusal.code, refusal.where, **facts)
        facts |= {"text": difference.facts["recorded"], "given": difference.facts["given"],
                  "given_line": difference.facts.get("given_line")}  # fmt: skip
        return Refusal(refusal.code, {**refusal.where, "line": line, "event": difference.where["event"]}, **facts)
    return Refusal(refusal.code, refusal.where, **facts, same=True)


def suspects(refusal: Refusal, stream: Stream) -> list[Entry]:
    """Returns the entries of which one is not the recorded one; none where the refusal is about something else."""
    if refusal.code not in ENTRIES_BEFORE:
        return []
    entry = refusal.where["entry"]
    return stream.entries[max(entry - ENTRIES_BEFORE[refusal.code], 0) : entry + 1]


def place_of(entry: Entry, line: int) -> dict[str, Any]:
    """Returns the line of a stream with the number of its event; header lines and the blank after them are event 0."""
    return {"line": line, "event": entry.first + max(line - entry.first_line - entry.headers, 0)}

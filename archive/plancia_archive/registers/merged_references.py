"""The references that others stand for since persons were merged.

The stream `person:REFERENCE` has a line for each reference merged into this one; the table `merged` is derived from it.
"""

from __future__ import annotations

import json

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.registers.people import REFERENCE

STREAM = "person:"


def parse_merge(line: str) -> str:
    """Parses a line of a person's stream; returns the merged reference. Raises ArchiveError."""
    try:
        event = json.loads(line)
        other = str(event["player"])
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("person", line[:80]) from error
    if event != {"kind": "merged", "player": other} or not REFERENCE.match(other):
        raise ArchiveError("person", line[:80])
    return other


def read_merges(log: EntryLog) -> dict[str, str]:
    """Merged references read from the log, old to current. Raises ArchiveError for a damaged stream."""
    merged: dict[str, str] = {}
    statement = "SELECT game, body FROM entry WHERE game LIKE 'person:%' ORDER BY log_index"
    for stream, body in log.db.execute(statement).fetchall():
        for line in bytes(body).decode().splitlines():
            current, other = str(stream).removeprefix(STREAM), parse_merge(line)
            merged = {old: current if into == other else into for old, into in merged.items()} | {other: current}
    return merged


def project_merged(log: EntryLog) -> None:
    """Rebuilds the table `merged` from the log; call inside a transaction, before any game is read."""
    log.db.execute("DELETE FROM merged")
    for old, current in read_merges(log).items():
        log.db.execute("INSERT INTO merged(player_ref, into_ref) VALUES (?, ?)", [old, current])

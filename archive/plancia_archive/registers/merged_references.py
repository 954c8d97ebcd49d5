"""The stream `person:REFERENCE`: commitments to the record, merged and parted references, erasures.

The table `merged` is derived from it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.people.register import REFERENCE, STREAM

COMMITMENT = re.compile(r"[0-9a-f]{64}\Z")
BASIS = re.compile(r"[^\x00-\x1f]{1,300}\Z")  # why a record was erased, or why an erasure was refused

VALUE_MEMBERS = {
    "merged": "player",
    "parted": "player",
    "bound": "commitment",
    "erased": "basis",
    "kept": "basis",
}  # member by kind of event


def parse_person_event(line: str) -> dict[str, Any]:
    """Parses a line of a person's stream. Raises ArchiveError."""
    try:
        event = dict(json.loads(line))
        value = str(event[VALUE_MEMBERS[event["kind"]]])
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("person", line[:80]) from error
    forms: dict[str, dict[str, Any]] = {
        "merged": {"kind": "merged", "player": value},
        "parted": {"kind": "parted", "player": value, "v": 1},
        "bound": {"commitment": value, "kind": "bound", "v": 1},
        "erased": {"basis": value, "kind": "erased", "v": 1},
        "kept": {"basis": value, "kind": "kept", "v": 1},
    }
    patterns = {"merged": REFERENCE, "parted": REFERENCE, "bound": COMMITMENT}
    if event != forms[event["kind"]] or not patterns.get(event["kind"], BASIS).match(value):
        raise ArchiveError("person", line[:80])
    return event


def read_merges(log: EntryLog) -> dict[str, str]:
    """Reads the merged references from the log: old to current. Raises ArchiveError for a damaged stream.

    A person who was parted again takes along who had been merged into that person before.
    """
    into: dict[str, str] = {}
    statement = "SELECT game, body FROM entry WHERE game LIKE 'person:%' ORDER BY log_index"
    for stream, body in log.db.execute(statement).fetchall():
        for line in bytes(body).decode().splitlines():
            current, event = str(stream).removeprefix(STREAM), parse_person_event(line)
            if event["kind"] == "merged" and event["player"] != current:
                into.pop(current, None)
                into[str(event["player"])] = current
            elif event["kind"] == "parted":
                into.pop(str(event["player"]), None)
    return {old: last_of(into, old) for old in into}


def last_of(into: dict[str, str], reference: str) -> str:
    """Returns the person whom a reference stands for after every merge."""
    while reference in into:
        reference = into[reference]
    return reference


def rebuild_merged(log: EntryLog) -> None:
    """Rebuilds the table `merged` from the log; call inside a transaction, before any game is read."""
    log.db.execute("DELETE FROM merged")
    for old, current in read_merges(log).items():
        log.db.execute("INSERT INTO merged(player_ref, into_ref) VALUES (?, ?)", [old, current])

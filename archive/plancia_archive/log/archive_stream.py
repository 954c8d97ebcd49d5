"""The stream `archive:`, the log's own: its origin and keys, and what an older form of entries is held to."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.registers.tokens import Tokens
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import VerifierKey, parse_verifier_key
from plancia_archive.tlog.merkle import tree_root

STREAM = "archive:"
ORIGIN = re.compile(r"[a-z0-9][a-z0-9.:/_-]{0,119}\Z")  # a schema-less URL: no blank and no plus (C2SP signed-note)
MEMBERS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "opened": {"origin": str, "key": (str, type(None))},
    "migrated": {"origin": str, "key": (str, type(None)), "size": int, "root": str, "rows": str},
    "key": {"key": str},
    "restored": {"origin": str, "key": (str, type(None)), "size": int, "root": str, "why": str},
}


@dataclass(frozen=True)
class Identity:
    """An origin of the log, its verifier keys (vkeys, newest last) and the log index of the entry that announced it.

    Entries before `index` are those of the origin before it.
    """

    origin: str
    index: int
    keys: tuple[str, ...]


def new_origin() -> str:
    """An origin for an archive that was given none: random, so that two archives never share one."""
    return f"plancia/{secrets.token_hex(6)}"


def check_origin(origin: str) -> str:
    """The origin. Raises ArchiveError unless it can be the name of a key: a URL without scheme, in lower case."""
    if not ORIGIN.match(origin):
        raise ArchiveError("origin", origin[:120])
    return origin


def open_stream(log: EntryLog, origin: str, key: str | None) -> None:
    """Writes the first entry of a new archive; `key` is the verifier key (vkey). Call inside a transaction."""
    log.append_events(STREAM, [{"key": key, "kind": "opened", "origin": check_origin(origin), "v": 1}])


def has_stream(log: EntryLog) -> bool:
    """True once the log has its own stream: from its creation, or its migration to schema version 9, on."""
    return log.next_event(STREAM) > 0


def commit_to_form_1(log: EntryLog, origin: str, key: str | None) -> None:
    """Commits to the entries of form 1, columns included, to every person and to every token (schema version 9).

    Does nothing where the stream exists. Call inside a transaction.
    """
    if has_stream(log):
        return
    size, root, rows = summary_of_form_1(log)
    event = {"key": key, "kind": "migrated", "origin": origin, "root": root, "rows": rows, "size": size, "v": 1}
    log.append_events(STREAM, [event])
    for (reference,) in log.db.execute("SELECT player_ref FROM person ORDER BY player_ref").fetchall():
        log.people.commit_record(str(reference))
    Tokens(log).commit_old()


def summary_of_form_1(log: EntryLog) -> tuple[int, str, str]:
    """Number of entries of form 1, root over their leaves, and SHA-256 over their columns; hexadecimal."""
    leaves: list[bytes] = []
    digest = hashlib.sha256()
    statement = (
        "SELECT log_index, game, first, count, request_id, recorded_at, leaf FROM entry WHERE header = '' "
        "ORDER BY log_index"
    )
    for row in log.db.execute(statement):
        leaves.append(bytes(row[6]))
        digest.update((json.dumps([*row[:6], bytes(row[6]).hex()], separators=(",", ":")) + "\n").encode())
    return len(leaves), tree_root(leaves).hex(), digest.hexdigest()


def parse_event(line: str) -> dict[str, Any]:
    """Parses a line of the stream. Raises ArchiveError for a line that the archive would not have written."""
    try:
        event = dict(json.loads(line))
        members = MEMBERS[event["kind"]]
        sound = event.keys() == {"kind", "v", *members} and event["v"] == 1
        if not sound or not all(isinstance(event[name], types) for name, types in members.items()):
            raise ValueError("members")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("archive-stream", line[:120]) from error
    return event


def problem_of_stream(text: bytes) -> str | None:
    """Describes the first error of the stream; None if it is valid.

    It begins with `opened` or `migrated`, once; no origin comes twice, and keys have the name of their origin.
    """
    events = [parse_event(line) for line in text.decode().split("\n")[:-1]]
    kinds = [event["kind"] for event in events]
    if kinds[:1] not in (["opened"], ["migrated"]) or set(kinds[1:]) & {"opened", "migrated"}:
        return "order"
    origins: list[str] = []
    for event in events:
        if "origin" in event:
            if event["origin"] in origins or not ORIGIN.match(event["origin"]):
                return f"origin {event['origin']}"[:120]
            origins.append(event["origin"])
        if event.get("key") and parse_verifier_key(event["key"]).name != origins[-1]:
            return "key"
    return None if text.endswith(b"\n") else "line end"


def first_event(log: EntryLog) -> dict[str, Any]:
    """The first event of the stream. Raises ArchiveError for an archive without one."""
    events = log.events(STREAM)
    if not events:
        raise ArchiveError("damaged", STREAM)
    return events[0]


def identities(log: EntryLog) -> list[Identity]:
    """Every origin that the log had, with its keys, the newest last. Raises ArchiveError for an archive without one."""
    with log.lock:
        statement = "SELECT log_index, body FROM entry WHERE game = ? ORDER BY first"
        rows = log.db.execute(statement, [STREAM]).fetchall()
    found: list[Identity] = []
    for index, body in rows:
        for line in bytes(body).decode("utf-8", errors="replace").split("\n")[:-1]:
            event = parse_event(line)
            if "origin" in event:
                found.append(Identity(event["origin"], int(index), ()))
            if event.get("key") and found:
                newest = found[-1]
                found[-1] = Identity(newest.origin, newest.index, (*newest.keys, event["key"]))
    if not found:
        raise ArchiveError("damaged", STREAM)
    return found


def origin_of(log: EntryLog) -> str:
    """The origin of the log: the newest that it announced. Raises ArchiveError."""
    return identities(log)[-1].origin


def keys_of(log: EntryLog) -> list[str]:
    """The verifier keys that the log announced for its origin, the newest last. Raises ArchiveError."""
    return list(identities(log)[-1].keys)


def verifier_keys(identity: Identity) -> list[VerifierKey]:
    """The keys of an origin. Raises ArchiveError for one that cannot be parsed."""
    try:
        return [parse_verifier_key(text) for text in identity.keys]
    except TlogError as error:
        raise ArchiveError("archive-stream", f"key: {error.code}") from error


def differences_of_form_1(log: EntryLog) -> Iterator[str]:
    """What differs between the entries of form 1 and what the log committed to: `size`, `root`, `rows`.

    `place` if the stream does not begin directly after them.
    """
    event = first_event(log)
    size, root, rows = summary_of_form_1(log)
    for name, value in (("size", size), ("root", root), ("rows", rows)):
        if event["kind"] == "migrated" and event[name] != value:
            yield name
    if identities(log)[0].index != size:
        yield "place"

"""The stream `archive:`: the log's origin and keys, its commitment to entries of form 1, clocks that were ahead."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_times import STREAM, unstated_entries
from plancia_archive.log.name_replacement import replace_names_in_text
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import VerifierKey, parse_verifier_key
from plancia_archive.tlog.merkle import tree_root

__all__ = ["STREAM"]
MAX_REASON_LENGTH = 300
REASON_PATTERN = re.compile(r"[^\x00-\x1f\x7f]{1,300}\Z")
ORIGIN_PATTERN = re.compile(
    r"[a-z0-9][a-z0-9.:/_-]{0,119}\Z"
)  # a URL without scheme, blank and plus (C2SP signed-note)
EVENT_MEMBERS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "opened": {"origin": str, "key": (str, type(None))},
    "migrated": {"origin": str, "key": (str, type(None)), "size": int, "root": str, "rows": str},
    "key": {"key": str},
    "clock": {"entry": int, "why": str},
    "restored": {"origin": str, "key": (str, type(None)), "size": int, "root": str, "why": str},
}


@dataclass(frozen=True)
class Identity:
    """An origin of the log, the log index of the entry that announced it, and its verifier keys (newest last).

    Entries before `index` belong to the previous origin.
    """

    origin: str
    index: int
    keys: tuple[str, ...]


def new_origin() -> str:
    """Returns a random origin, so that two archives never share one."""
    return f"plancia/{secrets.token_hex(6)}"


def check_origin(origin: str) -> str:
    """Returns the origin. Raises ArchiveError `origin` unless it is a lower-case URL without scheme (a key name)."""
    if not ORIGIN_PATTERN.match(origin):
        raise ArchiveError("origin", origin[:120])
    return origin


def open_stream(log: EntryLog, origin: str, key: str | None) -> None:
    """Writes the first entry of a new archive; `key` is the verifier key (vkey). Call inside a transaction."""
    log.append_events(STREAM, [{"key": key, "kind": "opened", "origin": check_origin(origin), "v": 1}])


def has_stream(log: EntryLog) -> bool:
    """True if the log has the stream `archive:`: since its creation, or its migration to schema version 9."""
    return log.next_event(STREAM) > 0


def commit_to_form_1(log: EntryLog, origin: str, key: str | None, commit_tokens: Callable[[], None]) -> None:
    """Appends commitments to all entries of form 1 with their columns, all persons and all tokens (schema version 9).

    `commit_tokens` is `Tokens.commit_scope_tokens`. Does nothing if the stream exists. Call inside a transaction.
    """
    if has_stream(log):
        return
    size, root, rows = summarize_form_1(log)
    event = {"key": key, "kind": "migrated", "origin": origin, "root": root, "rows": rows, "size": size, "v": 1}
    log.append_events(STREAM, [event])
    for (reference,) in log.db.execute("SELECT player_ref FROM person ORDER BY player_ref").fetchall():
        log.people.commit_record(str(reference))
    commit_tokens()


def reason_text(log: EntryLog, why: str) -> str:
    """Returns a reason with references for names. Raises ArchiveError unless it is a line of at most 300 characters."""
    if not REASON_PATTERN.match(why):
        raise ArchiveError("behind-why", why[:80])
    return replace_names_in_text(log.people, why, MAX_REASON_LENGTH)


def state_clock(log: EntryLog, why: str) -> list[int]:
    """Appends that a clock was ahead before each back-dated entry, and before the next one if the clock is behind.

    Returns the entries from which on times are right. Raises ArchiveError `clock-right` if there is none.
    """
    with log.writing():
        reason, entries = reason_text(log, why), unstated_entries(log.db, log.clock())
        if not entries:
            raise ArchiveError("clock-right", "")
        log.append_events(STREAM, [{"entry": entry, "kind": "clock", "v": 1, "why": reason} for entry in entries])
    return entries


def summarize_form_1(log: EntryLog) -> tuple[int, str, str]:
    """Returns the number of entries of form 1, the root of their leaves and the SHA-256 of their columns, as hex."""
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
    """Parses a line of the stream. Raises ArchiveError `archive-stream` for a line in any other form."""
    try:
        event = dict(json.loads(line))
        members = EVENT_MEMBERS[event["kind"]]
        is_valid = event.keys() == {"kind", "v", *members} and event["v"] == 1
        if not is_valid or not all(isinstance(event[name], types) for name, types in members.items()):
            raise ValueError("members")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("archive-stream", line[:120]) from error
    return event


def find_stream_problem(text: bytes) -> str | None:
    """Describes the first error of the stream; None if it is valid.

    A valid stream begins with its only `opened` or `migrated` event, repeats no origin, and names keys by their origin.
    """
    events = [parse_event(line) for line in text.decode().split("\n")[:-1]]
    kinds = [event["kind"] for event in events]
    if kinds[:1] not in (["opened"], ["migrated"]) or set(kinds[1:]) & {"opened", "migrated"}:
        return "order"
    origins: list[str] = []
    for event in events:
        if "origin" in event:
            if event["origin"] in origins or not ORIGIN_PATTERN.match(event["origin"]):
                return f"origin {event['origin']}"[:120]
            origins.append(event["origin"])
        if event.get("key") and parse_verifier_key(event["key"]).name != origins[-1]:
            return "key"
    return None if text.endswith(b"\n") else "line end"


def first_event(log: EntryLog) -> dict[str, Any]:
    """Returns the first event of the stream. Raises ArchiveError for an archive without one."""
    events = log.events(STREAM)
    if not events:
        raise ArchiveError("damaged", STREAM)
    return events[0]


def read_identities(log: EntryLog) -> list[Identity]:
    """Reads all origins of the log with their keys, the newest last. Raises ArchiveError for an archive without one."""
    with log.lock:
        statement = "SELECT log_index, body FROM entry WHERE game = ? ORDER BY first"
        rows = log.db.execute(statement, [STREAM]).fetchall()
    identities: list[Identity] = []
    for index, body in rows:
        for line in bytes(body).decode("utf-8", errors="replace").split("\n")[:-1]:
            event = parse_event(line)
            if "origin" in event:
                identities.append(Identity(event["origin"], int(index), ()))
            if event.get("key") and identities:
                newest = identities[-1]
                identities[-1] = Identity(newest.origin, newest.index, (*newest.keys, event["key"]))
    if not identities:
        raise ArchiveError("damaged", STREAM)
    return identities


def origin_of(log: EntryLog) -> str:
    """Returns the present origin of the log: the newest that it announced. Raises ArchiveError."""
    return read_identities(log)[-1].origin


def keys_of(log: EntryLog) -> list[str]:
    """Returns the verifier keys that the log announced for its origin, the newest last. Raises ArchiveError."""
    return list(read_identities(log)[-1].keys)


def verifier_keys(identity: Identity) -> list[VerifierKey]:
    """Parses the verifier keys of an origin. Raises ArchiveError for one that cannot be parsed."""
    try:
        return [parse_verifier_key(text) for text in identity.keys]
    except TlogError as error:
        raise ArchiveError("archive-stream", f"key: {error.code}") from error


def form_1_differences(log: EntryLog) -> Iterator[str]:
    """Yields what differs between the entries of form 1 and the log's commitment to them: `size`, `root` or `rows`.

    Yields `place` too if the stream does not begin directly after those entries.
    """
    event = first_event(log)
    size, root, rows = summarize_form_1(log)
    for name, value in (("size", size), ("root", root), ("rows", rows)):
        if event["kind"] == "migrated" and event[name] != value:
            yield name
    if read_identities(log)[0].index != size:
        yield "place"

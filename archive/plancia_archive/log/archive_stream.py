"""The stream `archive:`: the log's origin and keys, its commitment to entries of form 1, clocks that were ahead."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_times import STREAM, unstated_entries
from plancia_archive.log.name_replacement import replace_names_in_text
from plancia_archive.log.stream import Line, Natural, Recorded, Sha256, Stream, matching
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import VerifierKey, parse_verifier_key
from plancia_archive.tlog.merkle import tree_root

__all__ = ["STREAM"]
MAX_REASON_LENGTH = 300
REASON_PATTERN = re.compile(r"[^\x00-\x1f\x7f]{1,300}\Z")
ORIGIN_PATTERN = re.compile(
    r"[a-z0-9][a-z0-9.:/_-]{0,119}\Z"
)  # a URL without scheme, blank and plus (C2SP signed-note)
Origin = Annotated[str, matching(ORIGIN_PATTERN)]


class Opened(Line, tag="opened"):
    """A new log has an origin and the verifier key (vkey) of those who sign it; None for one that cannot be signed."""

    origin: Origin
    key: str | None


class Migrated(Line, tag="migrated"):
    """The first `size` entries are of form 1: the root of their leaves, and the SHA-256 of their columns."""

    origin: Origin
    key: str | None
    size: Natural
    root: Sha256
    rows: Sha256


class Key(Line, tag="key"):
    """A new verifier key of the present origin."""

    key: str


class Clock(Line, tag="clock"):
    """A clock was ahead; from an entry on the times are right."""

    entry: Natural
    why: str


class Restored(Line, tag="restored"):
    """The log goes on under another origin from an earlier state than that of a head of the origin before."""

    origin: Origin
    key: str | None
    size: Natural
    root: Sha256
    why: str


ArchiveLine = Opened | Migrated | Key | Clock | Restored


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
    ARCHIVE.append(log, "", Opened(origin=check_origin(origin), key=key))


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
    ARCHIVE.append(log, "", Migrated(origin=origin, key=key, size=size, root=root, rows=rows))
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
        ARCHIVE.append(log, "", *(Clock(entry=entry, why=reason) for entry in entries))
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


def with_line(identities: list[Identity], recorded: Recorded[ArchiveLine]) -> list[Identity]:
    """Returns the identities after a line."""
    line = recorded.line
    if isinstance(line, Opened | Migrated | Restored):
        identities = [*identities, Identity(line.origin, recorded.index, ())]
    if not isinstance(line, Clock) and line.key and identities:
        newest = identities[-1]
        identities = [*identities[:-1], Identity(newest.origin, newest.index, (*newest.keys, line.key))]
    return identities


def add_line(identities: list[Identity], recorded: Recorded[ArchiveLine]) -> list[Identity]:
    """Adds a line of a valid stream, which begins with its only `opened` or `migrated`.

    Raises ValueError for any other order, for an origin that was there, and for a key with another name than its
    origin.
    """
    line = recorded.line
    if isinstance(line, Opened | Migrated) == bool(identities):
        raise ValueError("order")
    if isinstance(line, Restored) and line.origin in {identity.origin for identity in identities}:
        raise ValueError(f"origin {line.origin}")
    identities = with_line(identities, recorded)
    if not isinstance(line, Clock) and line.key and parse_verifier_key(line.key).name != identities[-1].origin:
        raise ValueError("key")
    return identities


ARCHIVE: Stream[ArchiveLine, list[Identity]] = Stream(
    STREAM, re.compile(r"\Z"), ArchiveLine, "archive-stream", add_line, lambda name: [], whole=bool
)


def read_identities(log: EntryLog) -> list[Identity]:
    """Reads all origins of the log with their keys, the newest last. Raises ArchiveError for an archive without one."""
    identities: list[Identity] = []
    for recorded in ARCHIVE.read(log, ""):
        identities = with_line(identities, recorded)
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
    first = next(iter(ARCHIVE.read(log, "")), None)
    if first is None:
        raise ArchiveError("damaged", STREAM)
    size, root, rows = summarize_form_1(log)
    for name, value in (("size", size), ("root", root), ("rows", rows)):
        if isinstance(first.line, Migrated) and getattr(first.line, name) != value:
            yield name
    if read_identities(log)[0].index != size:
        yield "place"

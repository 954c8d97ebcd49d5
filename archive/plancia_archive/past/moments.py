"""Resolves the moment of an earlier state (a date, a time, a log size or a head) to a head of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypedDict

from plancia_archive.dates import recorded_range
from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import origin_of
from plancia_archive.log.entry_times import size_at
from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

SIZE_PATTERN = re.compile(r"[0-9]{1,15}\Z")
HEAD_PATTERN = re.compile(r"(\S+)\s([0-9]{1,15})\s([^\n]+)")  # a line, or the text of a checkpoint


class LogState(TypedDict):
    size: int
    head: str


def resolve_moment(archive: Archive, text: str) -> Checkpoint:
    """Returns the head of the log at a moment.

    A date means the end of that day in UTC. At a time the log was its longest beginning whose entries were all recorded
    by then, so that a back-dated entry brings nothing before it into the past. Raises ArchiveError for an invalid text,
    a moment before the first entry, a size beyond the log, and a head of another log.
    """
    words = text.strip()
    if head := HEAD_PATTERN.match(words):
        origin, size, root = head.groups()
        return resolve_head(archive, f"{origin} {size} {root.replace(' ', '+')}")  # a query string took + for a blank
    if SIZE_PATTERN.match(words):
        return head_at_size(archive, int(words))
    end = end_milliseconds(words)
    with archive.lock:
        length = size_at(archive.db, end)
    if not length:
        raise ArchiveError("as-of-early", words)
    return head_at_size(archive, length)


def head_at_size(archive: Archive, size: int) -> Checkpoint:
    """Returns the head of the first `size` entries. Raises ArchiveError for 0 and for a size beyond the log."""
    log_size = archive.last_index() + 1
    if not 1 <= size <= log_size:
        raise ArchiveError("head-size", f"{size} (1..{log_size})")
    return archive.checkpoints.head(size)


def resolve_head(archive: Archive, line: str) -> Checkpoint:
    """Returns the head that a line ORIGIN SIZE ROOT names. Raises ArchiveError for a head of another log."""
    try:
        given_head = parse_head(line)
    except TlogError as error:
        raise ArchiveError("as-of", line[:200]) from error
    if given_head.origin != origin_of(archive.log):
        raise ArchiveError("as-of-forked", line[:200])
    log_head = head_at_size(archive, given_head.size)
    if log_head.root != given_head.root:
        raise ArchiveError("as-of-forked", line[:200])
    return log_head


@contextmanager
def consistent_read(archive: Archive) -> Iterator[LogState]:
    """Context manager for reads of one state of the archive, unaffected by writes; yields log size and head."""
    with archive.lock:
        archive.db.begin()
        try:
            head = archive.checkpoints.head()
            yield {"size": head.size, "head": head.head()}
        finally:
            archive.db.rollback()


def end_milliseconds(text: str) -> int:
    """Returns the end of a date or time, exclusive, in milliseconds since 1970-01-01 UTC.

    A date ends where the next day begins, a time one millisecond later. Raises ArchiveError `as-of` for other text.
    """
    try:
        return recorded_range(text)[1]
    except ValueError as error:
        raise ArchiveError("as-of", text[:120]) from error

"""Moments of the log as people write them: a date, a time, a size or a head; each is a number of entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import origin_of
from plancia_archive.queries.recorded_times import recorded_range
from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import TlogError

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

SIZE = re.compile(r"[0-9]{1,15}\Z")
LAST_RECORDED = "SELECT max(log_index) + 1 FROM entry WHERE recorded_at < ?"


def checkpoint_of(archive: Archive, text: str) -> Checkpoint:
    """The head of the log at a moment: its size and root.

    A date is the end of that day in UTC; at a time the log had every entry up to the last one recorded by then.
    Raises ArchiveError for a text that is no moment, one before the first entry, a size beyond the log, and a head
    that is not one of this log.
    """
    words = text.strip()
    origin, size, *root = [*words.split(), "", ""]
    if root[:-2] and SIZE.match(size):
        return head_of_log(archive, f"{origin} {size} {'+'.join(root[:-2])}")  # a query string took + for a blank
    if SIZE.match(words):
        return head_of_size(archive, int(words))
    end = end_of(words)
    with archive.lock:
        size = archive.db.execute(LAST_RECORDED, [end]).fetchone()[0]
    if size is None:
        raise ArchiveError("as-of-early", words)
    return head_of_size(archive, int(size))


def head_of_size(archive: Archive, size: int) -> Checkpoint:
    """The head of the first `size` entries. Raises ArchiveError for a size that the log never had, and for 0."""
    whole = archive.last_index() + 1
    if not 1 <= size <= whole:
        raise ArchiveError("head-size", f"{size} (1..{whole})")
    return archive.checkpoints.head(size)


def head_of_log(archive: Archive, line: str) -> Checkpoint:
    """The head of this log that a line ORIGIN SIZE ROOT names. Raises ArchiveError `as-of-forked` for another log's."""
    try:
        given = parse_head(line)
    except TlogError as error:
        raise ArchiveError("as-of", line[:200]) from error
    if given.origin != origin_of(archive.log):
        raise ArchiveError("as-of-forked", line[:200])
    own = head_of_size(archive, given.size)
    if own.root != given.root:
        raise ArchiveError("as-of-forked", line[:200])
    return own


@contextmanager
def one_state(archive: Archive) -> Iterator[dict[str, Any]]:
    """One state of the archive to read, whatever others write meanwhile; gives the size and the head of its log."""
    with archive.lock:
        archive.db.begin()
        try:
            head = archive.checkpoints.head()
            yield {"size": head.size, "head": head.head()}
        finally:
            archive.db.rollback()


def end_of(text: str) -> int:
    """The first millisecond (UTC) after a date or a time. Raises ArchiveError."""
    try:
        return recorded_range(text)[1]
    except ValueError as error:
        raise ArchiveError("as-of", text[:120]) from error

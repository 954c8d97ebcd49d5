"""Limits on the files of evidence that one dispute or game has, and that one token brings in a day.

A server sets them (`EntryLog.evidence_limits`), since its tokens are many; the command line has none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from plancia_archive.disputes.lines import DAY_MS
from plancia_archive.disputes.uploads import Upload
from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entry_format import Header

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

MEGABYTE = 1024 * 1024
STREAMS = (("dispute:", "dispute;"), ("correction:", "correction;"))  # ranges of streams that name files


def check_limits(log: EntryLog, stream: str, uploads: Sequence[Upload]) -> None:
    """Checks that files fit into what their dispute or game, and the author of the request, may have yet.

    Raises ArchiveError `evidence-full`, `evidence-day`. Call inside `writing`.
    """
    limits = log.evidence_limits
    size = sum(upload.size for upload in uploads)
    if limits is None or not size:
        return
    if sum(files_of_stream(log, stream).values()) + size > limits.per_dispute * MEGABYTE:
        raise ArchiveError("evidence-full", str(limits.per_dispute))
    if bytes_of_day(log, AUTHOR.get().id) + size > limits.per_day * MEGABYTE:
        raise ArchiveError("evidence-day", str(limits.per_day))


def files_of_stream(log: EntryLog, stream: str) -> dict[str, int]:
    """Returns the size in bytes of each file that a stream names, by its SHA-256."""
    rows = log.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
    return {digest: size for (body,) in rows for digest, size in named_files(bytes(body))}


def bytes_of_day(log: EntryLog, author: str) -> int:
    """Returns the bytes of the files that an author has brought in the last 24 hours, each file once."""
    since, files = log.clock() - DAY_MS, dict[str, int]()
    for start, end in STREAMS:
        rows = log.db.execute(
            "SELECT header, body FROM entry WHERE game >= ? AND game < ? AND recorded_at > ?", [start, end, since]
        ).fetchall()
        for header, body in rows:
            if Header.stored(str(header)).author == author:
                files.update(named_files(bytes(body)))
    return sum(files.values())


def named_files(body: bytes) -> list[tuple[str, int]]:
    """Returns SHA-256 and size of the files that the lines of an entry name."""
    lines = map(json.loads, body.decode().splitlines())
    return [(line["sha256"], line["bytes"]) for line in lines if "sha256" in line and "bytes" in line]

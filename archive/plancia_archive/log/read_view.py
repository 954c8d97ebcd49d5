"""The archive as it stands at one moment, on a connection of its own: what a long answer reads while others write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.log.connections import connect, journal_mode

PIECE = 65536


def snapshot(archive: Archive) -> Archive:
    """A reader that sees the archive as it is now, whatever is written meanwhile; close it. Raises ArchiveError."""
    return snapshot_of(archive.path)


def snapshot_of(path: Path) -> Archive:
    """As `snapshot`, of the archive at a path."""
    view = Archive(path, connect(path, read_only=True), read_only=True)
    view.db.execute("BEGIN")
    view.last()  # the first read is what fixes the moment
    return view


def lenient(view: Archive) -> Archive:
    """The view, reading text that is no UTF-8 with replacement characters: for archives that may be damaged."""
    view.db.conn.text_factory = lambda data: data.decode("utf-8", errors="replace")
    return view


def readers_wait() -> bool:
    """Does a reader keep writers waiting here? So it is with the older journal of an old SQLite."""
    return journal_mode() != "WAL"


def spooled(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes by way of a temporary file, so that who takes them slowly keeps nobody from writing."""
    with tempfile.TemporaryFile() as file:
        for piece in pieces:
            file.write(piece)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece

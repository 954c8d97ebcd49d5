"""The archive as it stands at one moment, on a connection of its own: what a long answer reads while others write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.log.connections import connect, journal_mode

PIECE = 65536


def snapshot(archive: Archive) -> Archive:
    """A reader that sees the archive as it is now, whatever is written meanwhile; close it. Raises ArchiveError."""
    view = Archive(archive.path, connect(archive.path, read_only=True), read_only=True)
    view.db.execute("BEGIN")
    view.last()  # the first read is what fixes the moment
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

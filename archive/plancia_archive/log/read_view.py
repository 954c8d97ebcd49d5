"""Snapshots of an archive on a separate connection, for long reads while others write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.log.connections import connect, journal_mode

CHUNK_BYTES = 65536


def open_snapshot(archive: Archive) -> Archive:
    """Opens a read-only archive that sees the present state, unaffected by later writes. Raises ArchiveError.

    The caller closes it.
    """
    return open_snapshot_at(archive.path)


def open_snapshot_at(path: Path) -> Archive:
    """Opens a snapshot of the archive at a path, as `open_snapshot` does."""
    view = Archive(path, connect(path, read_only=True), read_only=True)
    view.db.execute("BEGIN")
    view.last_index()  # the first read starts the snapshot
    return view


def decode_leniently(view: Archive) -> Archive:
    """Makes a view decode invalid UTF-8 with replacement characters, for archives that may be damaged; returns it."""
    view.db.conn.text_factory = lambda data: data.decode("utf-8", errors="replace")
    return view


def readers_block_writers() -> bool:
    """True if readers block writers: with the rollback journal that old versions of SQLite use."""
    return journal_mode() != "WAL"


def spool(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Copies chunks to a temporary file, then yields them, so that a slow client does not block writers."""
    with tempfile.TemporaryFile() as file:
        for chunk in chunks:
            file.write(chunk)
        file.seek(0)
        while chunk := file.read(CHUNK_BYTES):
            yield chunk

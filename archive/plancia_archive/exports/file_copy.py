"""Copies of a whole archive file, taken while others may be writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.log.connections import DRIVER
from plancia_archive.log.creation import reserved

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def copied(archive: Archive, place: Path) -> None:
    """Writes a consistent copy of the archive's file to a place where there is none. Raises OSError."""
    reserved(place)
    other = DRIVER.connect(str(place))
    try:
        with archive.lock:
            archive.db.conn.backup(other)
    finally:
        other.close()

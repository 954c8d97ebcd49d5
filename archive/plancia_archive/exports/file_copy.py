"""Online copy of an archive file, while others may be writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.log.connections import DRIVER
from plancia_archive.log.creation import create_empty_file

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def copy_archive(archive: Archive, path: Path) -> None:
    """Copies the archive's file with SQLite's backup API. `path` must not exist. Raises OSError."""
    create_empty_file(path)
    target = DRIVER.connect(str(path))
    try:
        with archive.lock:
            archive.db.conn.backup(target)
    finally:
        target.close()

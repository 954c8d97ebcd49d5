"""Archives with a clock that stands still from their first entry on."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from plancia_archive import Archive


def archive_at(place: Path, milliseconds: int) -> Archive:
    """A new archive whose clock stands at a time (milliseconds UTC)."""
    with mock.patch("time.time", return_value=milliseconds / 1000):
        archive = Archive.open(place, create=True)
    archive.log.clock = lambda: milliseconds
    return archive

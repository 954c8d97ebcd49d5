"""Refuses writes to a game whose result is approved."""

from __future__ import annotations

import sqlite_utils

from plancia_archive.errors import ArchiveError

OPEN_DISPUTE = "state NOT IN ('closed', 'withdrawn')"  # condition on the table `dispute`


def refuse_approved(db: sqlite_utils.Database, game_id: str) -> None:
    """Raises ArchiveError `approved` for a game whose result is approved."""
    if db.execute("SELECT 1 FROM approval WHERE game = ?", [game_id]).fetchone():
        raise ArchiveError("approved", game_id)

"""Rows of the table `link`: the tournament table at which a stored game was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlite_utils

if TYPE_CHECKING:
    from plancia_archive.tournaments.state import Tournament


def project_links(db: sqlite_utils.Database, state: Tournament) -> None:
    """Replaces the link rows of one tournament."""
    db.execute("DELETE FROM link WHERE tournament = ?", [state.id])
    for table in state.tables.values():
        if table.game is not None:
            row = [state.id, table.round, table.name, table.game, state.club]
            db.execute("INSERT INTO link(tournament, round, board, game, club) VALUES (?, ?, ?, ?, ?)", row)

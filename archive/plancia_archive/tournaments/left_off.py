"""Recordings that were left off: games linked to a table whose result was typed from the sheet in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

CANDIDATES = (  # a range scan of the tournaments' entries, for the one game asked about
    "SELECT DISTINCT game FROM entry WHERE game >= 'tournament:' AND game < 'tournament;' AND instr(body, ?) > 0"
)


def typed_in_place_of(archive: Archive, game_id: str) -> dict[str, Any] | None:
    """Returns title, round and table whose typed result stands in for a recording; None if there is none."""
    with archive.lock:
        rows = archive.db.execute(CANDIDATES, [game_id.encode()]).fetchall()
    for (stream,) in rows:
        tournament = archive.tournaments.get(str(stream).partition(":")[2])
        for table in tournament.tables.values():
            if table.left_off == game_id:
                return {"title": tournament.title, "round": table.round, "table": table.name}
    return None

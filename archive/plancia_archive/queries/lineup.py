"""Who sat at the tables of a page of games: colour, player, seat, points, read at once for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

BATCH = 500
ASKED = (
    "SELECT number, colour, player, seat, won, half_points FROM part WHERE number IN ({marks}) "
    "ORDER BY number, seat IS NULL, seat, instr('RBGYNV', colour)"
)


def seat_players(archive: Archive, rows: list[dict[str, Any]], named: bool) -> None:
    """Gives every row `players`, in the order of play where it is recorded, and the winner's name.

    Points are null where nobody knows them; names are null unless the reader is shown them (`named`).
    """
    by_number = {row["number"]: row for row in rows}
    for row in rows:
        row["players"] = []
    with archive.lock:
        for batch in (rows[start : start + BATCH] for start in range(0, len(rows), BATCH)):
            asked = ASKED.format(marks=", ".join("?" * len(batch)))
            for number, colour, player, seat, won, half in archive.db.execute(asked, [row["number"] for row in batch]):
                points = None if half is None else half // 2 if half % 2 == 0 else half / 2
                name = archive.people.name(player) if named else None
                seated = {"colour": colour, "player": player, "name": name, "seat": seat, "points": points}
                by_number[number]["players"].append({**seated, "won": bool(won)})
        for row in rows:
            reference = row["winner_ref"]
            row["winner_name"] = archive.people.name(reference) if named and reference else None

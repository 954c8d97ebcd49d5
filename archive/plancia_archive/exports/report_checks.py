"""What a report of a tournament tells twice, compared: a report that was cut or altered does not hold together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.standings import Standing, format_points
from plancia_archive.tournaments.state import Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

PLAYER = re.compile(r"001 +\d+ (\S+) +(.*?\S)  +\S+(  |$)")


def round_cells(found: Tournament, row: Standing) -> list[tuple[str, str]]:
    """Table and ranking points of each round of a player, as a report writes them."""
    cells = []
    for number, points in enumerate(row.per_round, start=1):
        table = next((t.name for t in found.tables.values() if t.round == number and row.player in t.seats), "-")
        cells.append((quote(table), "-" if points is None else format_points(points)))
    return cells


def count(events: list[dict[str, Any]], lines: list[str]) -> None:
    """Compares the numbers of players, rounds and lines that a report tells with what it holds. Raises ArchiveError.

    A report of before 152 has no number of lines.
    """
    counts = {
        "062": sum(event["kind"] == "entered" for event in events),
        "142": max((event["round"] for event in events if event["kind"] == "table"), default=0),
    }
    missing = [tag for tag in counts if not any(line[:3] == tag for line in lines)]
    if missing:
        raise ArchiveError("report", ", ".join(missing))
    counts["152"] = sum(bool(line.strip()) for line in lines)
    for number, line in enumerate(lines, start=1):
        if line[:3] in counts and line[4:].strip() != str(counts[line[:3]]):
            raise ArchiveError("report", f"{number}: {line[:44].strip()} != {counts[line[:3]]}")


def compare(archive: Archive, found: Tournament, here: dict[str, str], lines: list[str]) -> None:
    """Compares the places, totals and rounds of a report with what its tables make of them.

    `found` is the tournament made of it, `here` the references people have in it. Raises ArchiveError with the line,
    what the report says and what comes out.
    """
    rows = {row.player: row for row in archive.tournaments.standings_of(found)}
    for number, line in enumerate(lines, start=1):
        match = PLAYER.match(line + "  ") if line[:3] == "001" else None
        if match:
            row = rows[here.get(match[1], match[1])]
            said = [line.split()[1], *line[match.end(2) :].split()]
            made = [
                str(row.pos),
                format_points(row.total),
                *(text for cell in round_cells(found, row) for text in cell),
            ]
            if said != made:
                raise ArchiveError("report", f"{number}: 001 {match[1]} {' '.join(said)[:60]} != {' '.join(made)[:60]}")

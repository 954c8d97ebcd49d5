"""Consistency checks of a tournament report: redundant values must agree, so truncation or edits are detected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.standings import Standing, format_points
from plancia_archive.tournaments.state import Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

PLAYER_LINE = re.compile(r"001 +\d+ (\S+) +(.*?\S)  +\S+(  |$)")


def round_cells(tournament: Tournament, row: Standing) -> list[tuple[str, str]]:
    """Returns a player's (table, ranking points) of each round, in the format of a report."""
    cells = []
    for number, points in enumerate(row.per_round, start=1):
        table = next((t.name for t in tournament.tables.values() if t.round == number and row.player in t.seats), "-")
        cells.append((quote(table), "-" if points is None else format_points(points)))
    return cells


def check_counts(events: list[dict[str, Any]], lines: list[str]) -> None:
    """Checks the declared numbers of players, rounds and lines of a report. Raises ArchiveError.

    Reports written before tag 152 existed have no number of lines.
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


def check_standings(archive: Archive, tournament: Tournament, references: dict[str, str], lines: list[str]) -> None:
    """Compares positions, totals and rounds of a report with those computed from its tables.

    `tournament` is built from the report, `references` maps its references to those of this archive. Raises
    ArchiveError with the line, the reported and the computed values.
    """
    rows = {row.player: row for row in archive.tournaments.standings_of(tournament)}
    for number, line in enumerate(lines, start=1):
        match = PLAYER_LINE.match(line + "  ") if line[:3] == "001" else None
        if match:
            row = rows[references.get(match[1], match[1])]
            reported = [line.split()[1], *line[match.end(2) :].split()]
            computed = [
                str(row.pos),
                format_points(row.total),
                *(text for cell in round_cells(tournament, row) for text in cell),
            ]
            if reported != computed:
                raise ArchiveError(
                    "report", f"{number}: 001 {match[1]} {' '.join(reported)[:60]} != {' '.join(computed)[:60]}"
                )

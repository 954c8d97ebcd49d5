"""Results as clubs keep them in spreadsheets, read as tournament events."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.importers.grids import Line, grids_of
from plancia_archive.importers.headings import Headings, headings_of
from plancia_archive.importers.results import YES
from plancia_archive.importers.shape import ImportProblem
from plancia_archive.people import plain

NEEDED = ("round", "table", "player", "points")


def events_of(data: bytes, known: set[str], instead: bool = False) -> list[dict[str, Any]]:
    """Entries, tables and results of a CSV or XLSX file; `known` are the spellings of players who have entered.

    Columns by Italian or English name; commas, semicolons or tabs; decimal commas too. With `instead` tables and
    results take the place of those that are there. Raises ArchiveError with the line that is not understood.
    """
    try:
        grids = grids_of(data, "")
    except ImportProblem as error:
        raise ArchiveError("sheet", f"{error.line}: {error.what}") from error
    tables: dict[tuple[int, str], dict[str, Any]] = {}
    found = [(grid, headings) for grid in grids if (headings := headings_of(grid.lines)) is not None]
    if not found:
        raise ArchiveError("sheet", "1: " + ", ".join(NEEDED))
    for grid, headings in found:
        columns = heads_of(headings)
        for line in grid.lines:
            if line.number > headings.line.number:
                take(tables, line, columns)
    events: list[dict[str, Any]] = []
    entered = {plain(name) for name in known}
    for table in tables.values():
        for player in table["seats"]:
            if plain(player) not in entered:
                entered.add(plain(player))
                events.append({"kind": "entered", "player": player})
    for (number, name), table in sorted(tables.items()):
        seat = {"round": number, "table": name, **({"instead": True} if instead else {})}
        result = {"kind": "result", **seat, "points": table["points"]}
        if table["winner"]:
            result["winner"] = table["winner"]
        events += [{"kind": "table", **seat, "seats": table["seats"]}, result]
    return events


def heads_of(headings: Headings) -> dict[str, int]:
    """Where each column stands. Raises ArchiveError for one that is missing."""
    columns: dict[str, int] = {}
    for name in (*NEEDED, "winner"):
        place = headings.place(name)
        if place is not None:
            columns[name] = place
        elif name != "winner":
            raise ArchiveError("sheet", f"{headings.line.number}: {name}")
    return columns


def take(tables: dict[tuple[int, str], dict[str, Any]], line: Line, columns: dict[str, int]) -> None:
    """One line: a player at a table. Raises ArchiveError."""
    row = line.cells
    cells = {name: row[place] if place < len(row) else "" for name, place in columns.items()}
    points = cells["points"].replace(",", ".")
    try:
        number = int(cells["round"])
        Fraction(points)
    except (ValueError, ZeroDivisionError) as error:
        raise ArchiveError("sheet", f"{line.number}: {cells['round']} / {cells['points']}") from error
    if not cells["player"] or not cells["table"]:
        raise ArchiveError("sheet", f"{line.number}: {cells['table']} / {cells['player']}")
    table = tables.setdefault((number, cells["table"]), {"seats": [], "points": {}, "winner": None})
    if cells["player"] in table["points"]:
        raise ArchiveError("sheet", f"{line.number}: {cells['player']} x 2")
    table["seats"].append(cells["player"])
    table["points"][cells["player"]] = points
    if cells.get("winner", "").casefold() in YES:
        table["winner"] = cells["player"]

"""Results as clubs keep them in spreadsheets, read as tournament events."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError

NAMES = {
    "round": ("round", "turno", "giornata", "serata"), "table": ("table", "tavolo"),
    "player": ("player", "giocatore", "nome"), "points": ("points", "punti", "punteggio"),
    "winner": ("winner", "vincitore"),
}  # fmt: skip


def events_of(data: bytes, known: set[str]) -> list[dict[str, Any]]:
    """Entries, tables and results of a CSV file; `known` are players who have entered.

    Columns by Italian or English name; commas, semicolons or tabs; decimal commas too. Raises ArchiveError with the
    line that is not understood.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    separator = max(";\t,", key=first.count)
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    if not rows:
        raise ArchiveError("sheet", "1: -")
    columns = heads_of(rows[0])
    tables: dict[tuple[int, str], dict[str, Any]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if any(cell.strip() for cell in row):
            take(tables, row, columns, line)
    events: list[dict[str, Any]] = []
    entered = set(known)
    for table in tables.values():
        for player in table["seats"]:
            if player not in entered:
                entered.add(player)
                events.append({"kind": "entered", "player": player})
    for (number, name), table in sorted(tables.items()):
        seat = {"round": number, "table": name}
        result = {"kind": "result", **seat, "points": table["points"]}
        if table["winner"]:
            result["winner"] = table["winner"]
        events += [{"kind": "table", **seat, "seats": table["seats"]}, result]
    return events


def heads_of(row: list[str]) -> dict[str, int]:
    """Where each column stands. Raises ArchiveError for one that is missing."""
    found = {cell.strip().casefold(): place for place, cell in enumerate(row)}
    columns = {}
    for name, words in NAMES.items():
        place = next((found[word] for word in words if word in found), None)
        if place is not None:
            columns[name] = place
        elif name != "winner":
            raise ArchiveError("sheet", f"1: {' / '.join(words)}")
    return columns


def take(tables: dict[tuple[int, str], dict[str, Any]], row: list[str], columns: dict[str, int], line: int) -> None:
    """One row: a player at a table. Raises ArchiveError."""
    cells = {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()}
    points = cells["points"].replace(",", ".")
    try:
        number = int(cells["round"])
        Fraction(points)
    except (ValueError, ZeroDivisionError) as error:
        raise ArchiveError("sheet", f"{line}: {cells['round']} / {cells['points']}") from error
    if not cells["player"] or not cells["table"]:
        raise ArchiveError("sheet", f"{line}: {cells['table']} / {cells['player']}")
    table = tables.setdefault((number, cells["table"]), {"seats": [], "points": {}, "winner": None})
    if cells["player"] in table["points"]:
        raise ArchiveError("sheet", f"{line}: {cells['player']} x 2")
    table["seats"].append(cells["player"])
    table["points"][cells["player"]] = points
    if cells.get("winner", "").casefold() in ("1", "x", "s", "si", "sì", "y", "yes"):
        table["winner"] = cells["player"]

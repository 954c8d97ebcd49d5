"""Reads clubs' result spreadsheets as tournament events."""

from __future__ import annotations

from plancia_archive.errors import ArchiveError
from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.column_headings import find_headings
from plancia_archive.importers.seat_cells import Seat, Sheet, Sitting, merge_shared, read_sittings
from plancia_archive.importers.spreadsheet import Grid, read_grids
from plancia_archive.log.entry_format import Members
from plancia_archive.people.register import normalise_name

REQUIRED_COLUMNS = ("round", "table")


class UnreadableSheet(ArchiveError):
    """Error for a sheet that cannot be read, with all its problems."""

    def __init__(self, problem: ImportProblem) -> None:
        self.problem = problem
        super().__init__("sheet", problem.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns the problems, each with its line and its remedy."""
        return self.problem.text(lang)


def read_events(data: bytes, entrants: set[str], instead: bool = False, name: str = "") -> list[Members]:
    """Reads entries, tables and results from a CSV or XLSX file; `entrants` are the names of players who have entered.

    The columns are those of `import`, except that points may be negative or fractions. With `instead` tables and
    results replace existing ones; `name` is the file name for messages. Raises ArchiveError with all problems.
    """
    try:
        tables = read_tables(data, name)
    except ImportProblem as error:
        raise UnreadableSheet(error) from error
    events: list[Members] = []
    entrant_spellings = {normalise_name(spelling) for spelling in entrants}
    for seats in tables.values():
        for seat in seats:
            if normalise_name(seat.player) not in entrant_spellings:
                entrant_spellings.add(normalise_name(seat.player))
                events.append({"kind": "entered", "player": seat.player})
    for (number, table), seats in sorted(tables.items()):
        table_key = {"round": number, "table": table, **({"instead": True} if instead else {})}
        result = {"kind": "result", **table_key, "points": {seat.player: seat.points for seat in seats}}
        winners = [seat.player for seat in seats if seat.winner]
        if winners:
            result["winner"] = winners[0]
        events += [{"kind": "table", **table_key, "seats": [seat.player for seat in seats]}, result]
    return events


def read_tables(data: bytes, name: str) -> dict[tuple[int, str], list[Seat]]:
    """Reads the seats of each (round, table). Raises ImportProblem."""
    grids = [(grid, headings) for grid in read_grids(data, name) if (headings := find_headings(grid.lines)) is not None]
    if not grids:
        raise ImportProblem(name, 1, "headings")
    tables: dict[tuple[int, str], list[Seat]] = {}
    shared_values: dict[tuple[int, str], dict[str, str]] = {}
    sheets: list[Sheet] = []
    for grid, headings in grids:
        if any(headings.cell_index(column) is None for column in REQUIRED_COLUMNS):
            raise ImportProblem(name, headings.line.number, "rounds")
        sheet = Sheet(f"{name}[{grid.name}]" if grid.name else name, headings, signed=True)
        sheets.append(sheet)
        read_sheet(sheet, grid, tables, shared_values)
    problems = [problem for sheet in sheets for problem in sheet.sorted_problems()]
    if problems:
        raise ImportProblem(name, 0, "lines", str(len(problems)), problems)
    if not tables:
        raise ImportProblem(name, 1, "empty")
    return tables


def read_sheet(
    sheet: Sheet, grid: Grid, tables: dict[tuple[int, str], list[Seat]], shared: dict[tuple[int, str], dict[str, str]]
) -> None:
    """Adds the tables of a sheet to `tables`; unreadable cells become problems of the sheet.

    `shared` are the values common to the lines of each table: event, date, place and others.
    """
    for sitting in read_sittings(sheet, grid):
        key = table_key(sheet, sitting) if sitting.seats else None
        if key:
            merge_shared(sheet, sitting.seats[0].line, shared.setdefault(key, dict(sitting.shared)), sitting.shared)
        for seat in sitting.seats if key else ():
            seats = tables.setdefault(key or (0, ""), [])
            if any(normalise_name(seat.player) == normalise_name(other.player) for other in seats):
                sheet.add_problem(seat.line, sheet.headings.cell_index("player") or 0, "twice", seat.player, "")
            if seat.winner and any(other.winner for other in seats):
                sheet.add_problem(seat.line, sheet.headings.cell_index("winner") or 0, "surplus", seat.player, "")
            seats.append(seat)


def table_key(sheet: Sheet, sitting: Sitting) -> tuple[int, str] | None:
    """Returns round and name of a table; None if they cannot be read."""
    line = sitting.seats[0].line
    number, table = sitting.shared["round"], sitting.shared["table"]
    if not table:
        sheet.add_problem(line, sheet.headings.cell_index("table") or 0, "missing", "", "A")
    if not (number.isdecimal() and number.isascii() and len(number) <= 3):
        sheet.add_problem(line, sheet.headings.cell_index("round") or 0, "number", number, "1, 2, 3")
        return None
    return (int(number), table) if table else None

"""Reads clubs' result spreadsheets as tournament events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.club_layouts import DATE, Layout, read_layouts
from plancia_archive.importers.results import add_points, sheet_notes
from plancia_archive.importers.seat_cells import Seat, Sheet, Sitting, merge_shared, read_sittings
from plancia_archive.log.entry_format import Members
from plancia_archive.people.register import normalise_name
from plancia_archive.tournaments.events import parse_fraction
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.state import Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


class UnreadableSheet(ArchiveError):
    """Error for a sheet that cannot be read, with all its problems."""

    def __init__(self, problem: ImportProblem) -> None:
        self.problem = problem
        super().__init__("sheet", problem.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns the problems, each with its line and its remedy."""
        return self.problem.text(lang)


@dataclass
class SheetTables:
    """What a file of results says: the seats of each table, and of evenings without tables the points of each player.

    `titles` are the headings of such evenings; `layouts` its sheets; `sums` the points read, by plain name.
    """

    layouts: list[Layout]
    tables: dict[tuple[int, str], list[Seat]] = field(default_factory=dict)
    evenings: dict[int, list[Seat]] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    sums: dict[str, Fraction] = field(default_factory=dict)
    problems: list[Sheet] = field(default_factory=list)

    @property
    def seats(self) -> list[Seat]:
        """All seats, in the order of the file."""
        return [seat for seats in (*self.tables.values(), *self.evenings.values()) for seat in seats]


@dataclass
class SheetReading:
    """The events of a file of results, its players as written, and notes for whoever reads them (`base.NOTES`)."""

    events: list[Members]
    players: list[str]
    notes: list[tuple[str, str]]


def read_events(data: bytes, entrants: set[str], instead: bool = False, name: str = "") -> list[Members]:
    """Reads entries, tables and results from a CSV or XLSX file; `entrants` are the names of players who have entered.

    The columns are those of `import`, except that points may be negative or fractions. With `instead` tables and
    results replace existing ones; `name` is the file name for messages. Raises ArchiveError with all problems.
    """
    sheet = read_tables(data, name)
    return [*entries(sheet.seats, entrants, str), *table_events(sheet, instead, str)]


def read_sheet(
    archive: Archive, tournament: Tournament, data: bytes, name: str, instead: bool = False,
    people: Mapping[str, str] | None = None,
) -> SheetReading:  # fmt: skip
    """Reads a file of results for a tournament, beside what the tournament has, and compares it with its own totals.

    Points of evenings without tables are the results of the tables that the tournament has in these rounds; where it
    has none, they are added to the standings. `people` says for plain names who is meant. Raises ArchiveError.
    """
    sheet = read_tables(data, name)
    chosen = people or {}

    def who(player: str) -> str:
        return chosen.get(normalise_name(player), player)

    there = {spelling for player in tournament.players for spelling in (player, *archive.people.spellings(player))}
    events = [*entries(sheet.seats, there, who), *table_events(sheet, instead, who)]
    for number, seats in sorted(sheet.evenings.items()):
        points = {str(archive.people.find(who(seat.player)) or who(seat.player)): seat.points for seat in seats}
        events += evening_events(sheet, tournament, number, points, instead)
    sums = [sheet.sums, ranking_sums(sheet, tournament)]
    unused = dict.fromkeys(cell for layout in sheet.layouts for cell in layout.headings.ignored)
    notes = sheet_notes(sheet.layouts, sums) + ([("columns", ", ".join(unused))] if unused else [])
    if alone := [title for number, title in sorted(sheet.titles.items()) if not tournament.tables_of_round(number)]:
        notes.append(("evenings-alone", ", ".join(alone)))
    players = list({normalise_name(seat.player): seat.player for seat in sheet.seats}.values())
    return SheetReading(events, players, notes)


def entries(seats: list[Seat], entrants: set[str], who: Callable[[str], str]) -> list[Members]:
    """Returns the entries of those who sit at a table and have not entered."""
    there = {normalise_name(spelling) for spelling in entrants}
    events: list[Members] = []
    for player in (who(seat.player) for seat in seats):
        if normalise_name(player) not in there:
            there.add(normalise_name(player))
            events.append({"kind": "entered", "player": player})
    return events


def table_events(sheet: SheetTables, instead: bool, who: Callable[[str], str]) -> list[Members]:
    """Returns the tables of a file and their results."""
    events: list[Members] = []
    for (number, table), seats in sorted(sheet.tables.items()):
        table_key = {"round": number, "table": table, **({"instead": True} if instead else {})}
        result = {"kind": "result", **table_key, "points": {who(seat.player): seat.points for seat in seats}}
        winners = [who(seat.player) for seat in seats if seat.winner]
        if winners:
            result["winner"] = winners[0]
        events += [{"kind": "table", **table_key, "seats": [who(seat.player) for seat in seats]}, result]
    return events


def evening_events(
    sheet: SheetTables, tournament: Tournament, number: int, points: Mapping[str, str], instead: bool
) -> list[Members]:  # fmt: skip
    """Returns what the points of an evening are: results of the tables of that round, else points of the standings."""
    tables = [table for table in tournament.tables_of_round(number) if points.keys() & set(table.seats)]
    if not tables:
        return [{"kind": "adjusted", "player": player, "points": value, "why": sheet.titles[number]}
                for player, value in points.items()]  # fmt: skip
    seated = {player for table in tables for player in table.seats}
    if others := [player for player in points if player not in seated]:
        raise ArchiveError("t-unseated-points", f"{sheet.titles[number]}: {', '.join(others)}")
    return [
        {"kind": "result", "round": number, "table": table.name, **({"instead": True} if instead else {}),
         "points": {player: points[player] for player in table.seats if player in points}}
        for table in tables
    ]  # fmt: skip


def ranking_sums(sheet: SheetTables, tournament: Tournament) -> dict[str, Fraction]:
    """Returns the ranking points of what was read, by plain name; what the system cannot rank counts as it is."""
    sums: dict[str, Fraction] = {}
    tables = [*sheet.tables.values(), *([seat] for seats in sheet.evenings.values() for seat in seats)]
    for seats in tables:
        points = {normalise_name(seat.player): parse_fraction(seat.points) for seat in seats}
        winner = next((normalise_name(seat.player) for seat in seats if seat.winner), None)
        try:
            ranked = tournament.rules.points(Result(points, winner)) if len(seats) > 1 else {}
        except ArchiveError:
            ranked = {}
        for player, value in points.items():
            sums[player] = sums.get(player, Fraction(0)) + (ranked[player][0] if ranked else value)
    return sums


def read_tables(data: bytes, name: str) -> SheetTables:
    """Reads the seats of each (round, table), and the points of evenings without tables. Raises ArchiveError."""
    try:
        sheet = SheetTables(read_layouts(data, name))
        shared: dict[tuple[int, str], dict[str, str]] = {}
        for layout in (layout for layout in sheet.layouts if layout.kind != "standings"):
            if not layout.has("round") or not (layout.has("table") or layout.kind == "evenings"):
                raise ImportProblem(name, layout.headings.line.number, "rounds", layout.where)
            sheet.problems.append(Sheet(name, layout.headings, layout.grid.name, signed=True))
            read_layout_tables(sheet, layout, shared)
        problems = [problem for one in sheet.problems for problem in one.sorted_problems()]
        if problems:
            raise ImportProblem(name, 0, "lines", str(len(problems)), problems)
        if not sheet.seats:
            raise ImportProblem(name, 1, "empty")
    except ImportProblem as error:
        raise UnreadableSheet(error) from error
    return sheet


def read_layout_tables(sheet: SheetTables, layout: Layout, shared: dict[tuple[int, str], dict[str, str]]) -> None:
    """Adds the tables of a sheet; unreadable cells become problems of the sheet.

    `shared` are the values common to the lines of each table: event, date, place and others.
    """
    reading = sheet.problems[-1]
    sittings = read_sittings(reading, layout)
    dates = list(dict.fromkeys(sitting.shared["round"] for sitting in sittings))
    if dates and all(DATE.fullmatch(text) for text in dates):  # evenings by their dates: rounds in this order
        for sitting in sittings:
            sitting.shared["round"] = str(dates.index(sitting.shared["round"]) + 1)
    for sitting in sittings:
        add_points(sheet.sums, sitting)
        if not layout.has("table"):
            for seat in sitting.seats:
                number = int(sitting.shared["round"])
                sheet.titles.setdefault(number, layout.rounds[number])
                add_seat(reading, sheet.evenings.setdefault(number, []), seat)
            continue
        key = table_key(reading, sitting) if sitting.seats else None
        if key:
            merge_shared(reading, sitting.seats[0].line, shared.setdefault(key, dict(sitting.shared)), sitting.shared)
        for seat in sitting.seats if key else ():
            add_seat(reading, sheet.tables.setdefault(key or (0, ""), []), seat)


def add_seat(reading: Sheet, seats: list[Seat], seat: Seat) -> None:
    """Adds a seat to those of a table; a player who sits there already, and a second winner, are problems."""
    if any(normalise_name(seat.player) == normalise_name(other.player) for other in seats):
        reading.add_problem(seat.line, reading.headings.cell_index("player") or 0, "twice", seat.player, "")
    if seat.winner and any(other.winner for other in seats):
        reading.add_problem(seat.line, reading.headings.cell_index("winner") or 0, "surplus", seat.player, "")
    seats.append(seat)


def table_key(sheet: Sheet, sitting: Sitting) -> tuple[int, str] | None:
    """Returns round and name of a table; None if they cannot be read."""
    line = sitting.seats[0].line
    number, table = sitting.shared["round"], sitting.shared["table"]
    if not table:
        sheet.add_problem(line, sheet.headings.cell_index("table") or 0, "empty-cell", "", "A")
    if not (number.isdecimal() and number.isascii() and len(number) <= 3):
        sheet.add_problem(line, sheet.headings.cell_index("round") or 0, "number", number, "1, 2, 3")
        return None
    return (int(number), table) if table else None

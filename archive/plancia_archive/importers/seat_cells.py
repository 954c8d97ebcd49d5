"""Parses the cells of a result sheet into seats and collects the problems."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from plancia_archive.importers.club_layouts import Layout
from plancia_archive.importers.column_headings import Headings
from plancia_archive.importers.spreadsheet import Grid, Line
from plancia_archive.people.pasted_names import spelt
from plancia_archive.people.register import normalise_name
from plancia_events import NotationError, Problem
from plancia_events.names import parse_colour
from plancia_events.text.headers import VALUE_SYNTAX

YES = ("1", "x", "s", "si", "sì", "y", "yes", "v", "true", "vero", "*")
NO = ("", "0", "-", "–", "—", "n", "no", "f", "false", "falso")
SHARED_FIELDS = ("event", "date", "round", "table", "game", "place", "arbiter", "variant")
DAY_FIRST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})\Z")
HALVES = {"½": ".5", " 1/2": ".5"}
HALF_POINTS = re.compile(r"[0-9]+(?:[.,][05]0?)?|[0-9]*½|[0-9]+ 1/2")
SIGNED = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]+)?|[0-9]*½|[0-9]+ 1/2|[0-9]+/[0-9]+)")
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
MAX_NUMBER_LENGTH = 40
MAX_POINTS = 99999
MAX_NAME_LENGTH = 500
MAX_SEATS_LISTED = 24  # more seats are no table: one problem is reported, without its details


@dataclass
class Seat:
    """A player at a table, as read from the sheet.

    `place` is the cell index of the points; `mark` is the text of the winner column, `marked_at` its cell index.
    """

    player: str
    points: str
    colour: str | None
    mark: str
    marked_at: int
    line: Line
    place: int
    winner: bool = False


@dataclass
class Sitting:
    """The lines of one table: values common to them, and its seats in order."""

    shared: dict[str, str]
    seats: list[Seat] = field(default_factory=list)


@dataclass
class Sheet:
    """The sheet being read: name for messages, headings, problems found.

    `signed`: points are ranking points, which may be negative or any fraction, but not unknown.
    """

    name: str
    headings: Headings
    grid: str = ""  # the name of the sheet in a workbook
    problems: list[Problem] = field(default_factory=list)
    signed: bool = False

    def sorted_problems(self) -> list[Problem]:
        """Problems by line and column."""
        return sorted(self.problems, key=lambda problem: (problem.line, problem.column))

    def add_problem(self, line: Line, index: int, code: str, actual: str, expected: str) -> None:
        """Adds a problem, with line and column of the cell and its heading."""
        cells = self.headings.line.cells
        heading = f"{cells[index]}: " if index < len(cells) and cells[index] else ""
        self.problems.append(
            Problem(
                self.name,
                line.number,
                line.column(index),
                code,
                actual,
                heading + expected,
                line.source,
                cell=f"{self.grid}!{line.place(index)}" if self.grid else "",
            )
        )

    def cell(self, line: Line, name: str, number: int = 0) -> tuple[str, int]:
        """Returns the text of a field in a line, and the index of its cell."""
        index = self.headings.cell_index(name, number)
        return (line.cells[index] if index is not None and index < len(line.cells) else "", index or 0)


def read_sittings(sheet: Sheet, layout: Layout) -> list[Sitting]:
    """Groups lines to tables by event, date, round, table and game; with numbered players each line is a table."""
    for line, index in layout.extra:
        code, found = ("cells", line.cells[index]) if line.cells[index : index + 1] > [""] else ("empty-cell", "")
        sheet.add_problem(line, index, code, found, "" if code == "cells" else "Anna Rossi")
    sittings_by_key: dict[tuple[str, ...], Sitting] = {}
    numbers = sheet.headings.numbers
    for line in layout.lines:
        check_extra_cells(sheet, layout.grid, line)
        shared = {name: sheet.cell(line, name)[0] for name in SHARED_FIELDS}
        shared["date"] = parse_date(sheet, line)
        key = (*(shared[name] for name in SHARED_FIELDS[:5]), str(line.number) if numbers != [0] else "")
        sitting = sittings_by_key.setdefault(key, Sitting(shared))
        merge_shared(sheet, line, sitting.shared, shared)
        sitting.seats += read_seats(sheet, line, numbers)
    for sitting in sittings_by_key.values():
        if len(sitting.seats) <= MAX_SEATS_LISTED:
            mark_winner(sheet, sitting)
    return list(sittings_by_key.values())


def check_extra_cells(sheet: Sheet, grid: Grid, line: Line) -> None:
    """Reports a cell without heading after the points: a decimal comma in a comma-separated line adds one."""
    if grid.name:
        return  # a workbook has no separator, and may have notes beside the table
    headings = sheet.headings.line.cells
    first_extra = min(cell_index for (name, _), cell_index in sheet.headings.cell_indexes.items() if name == "points")
    for cell_index, cell in enumerate(line.cells[first_extra + 1 :], start=first_extra + 1):
        if cell and not (cell_index < len(headings) and headings[cell_index]):
            sheet.add_problem(line, cell_index, "cells", cell, "")
            return


def merge_shared(sheet: Sheet, line: Line, first: dict[str, str], shared: dict[str, str]) -> None:
    """Merges the shared values of a later line of a table; a different value is a problem."""
    for name, value in shared.items():
        earlier = first[name]
        if not earlier:
            first[name] = value
        elif value and normalise_name(value) != normalise_name(earlier):
            sheet.add_problem(line, sheet.headings.cell_index(name) or 0, "differs", value, earlier)


def mark_winner(sheet: Sheet, sitting: Sitting) -> None:
    """Sets the winner from the winner column, which marks or names a player, on one line or on all."""
    by_name = {normalise_name(seat.player): seat for seat in sitting.seats}
    winner: Seat | None = None
    reported: set[int] = set()
    for seat in sitting.seats:
        marked = seat if seat.mark.casefold() in YES else by_name.get(normalise_name(seat.mark))
        if seat.mark.casefold() in NO:
            continue
        if marked is None and seat.line.number not in reported:  # one cell may apply to a whole line
            players = ", ".join(unmarked.player for unmarked in sitting.seats)
            sheet.add_problem(seat.line, seat.marked_at, "winner", seat.mark, players)
            reported.add(seat.line.number)
        elif marked is not None and winner is not None and marked is not winner:
            sheet.add_problem(seat.line, seat.marked_at, "surplus", marked.player, "")
        elif marked is not None:
            marked.winner, winner = True, marked


def read_seats(sheet: Sheet, line: Line, numbers: list[int]) -> Iterator[Seat]:
    """Yields the seats of a line."""
    for number in numbers:
        player, place = sheet.cell(line, "player", number)
        player = spelt(f"{player} {sheet.cell(line, 'surname', number)[0]}".strip(), sheet.headings.surname_first)
        points, points_place = sheet.cell(line, "points", number)
        if not player:
            if points or number == 0:
                sheet.add_problem(line, place, "empty-cell", "", "Anna Rossi")
            continue
        unprintable = next((letter for letter in player if not letter.isprintable()), None)
        if unprintable is not None:
            sheet.add_problem(line, place, "control", f"U+{ord(unprintable):04X}", "")
        elif len(player) > MAX_NAME_LENGTH:
            sheet.add_problem(line, place, "header-value", f"{player[:40]}...", f"1..{MAX_NAME_LENGTH}")
        letter, colour_place = sheet.cell(line, "colour", number)
        seat_colour: str | None = None
        try:
            seat_colour = parse_colour(letter, 1) if letter else None
        except NotationError:
            sheet.add_problem(line, colour_place, "colour", letter, "R B G Y N V")
        mark, marked_at = sheet.cell(line, "winner", number)
        yield Seat(
            player, parse_points(sheet, line, points_place, points), seat_colour, mark, marked_at, line, points_place
        )


def parse_points(sheet: Sheet, line: Line, cell_index: int, text: str) -> str:
    """Parses points: whole or half numbers with dot or comma, ? for unknown; any fraction in a signed sheet.

    Ambiguous thousands (1.000), exponents (1e3) and digits of other scripts are problems.
    """
    normalised = text.replace(",", ".")
    for half_match, dot in HALVES.items():
        normalised = normalised.replace(half_match, dot)
    try:
        match = (SIGNED if sheet.signed else HALF_POINTS).fullmatch(text)
        if (text != "?" and not match) or len(text) > MAX_NUMBER_LENGTH or THOUSANDS.fullmatch(text):
            raise ValueError(text)
        value = Fraction(normalised) if normalised != "?" or sheet.signed else Fraction(0)
        if sheet.signed:
            return normalised
        if value * 2 != int(value * 2) or not 0 <= value <= MAX_POINTS:
            raise ValueError(normalised)
    except (ValueError, ZeroDivisionError):
        sheet.add_problem(line, cell_index, "number", text, "31; 24,5; -25" if sheet.signed else "31; 24,5; ?")
        return "?"
    return normalised if normalised == "?" else str(int(value)) if value == int(value) else f"{int(value)}.5"


def parse_date(sheet: Sheet, line: Line) -> str:
    """Parses the date of a line to YYYY-MM-DD; 20/11/2026 has the day first, as in Italy."""
    text, cell_index = sheet.cell(line, "date")
    match = DAY_FIRST.match(text)
    if match:
        year = match[3] if len(match[3]) == 4 else f"20{match[3]}"
        text = f"{year}-{int(match[2]):02}-{int(match[1]):02}"
    if text and not (VALUE_SYNTAX["Date"][0].match(text) and is_calendar_date(text)):
        sheet.add_problem(line, cell_index, "header-value", text, "2026-11-20, 20/11/2026")
    return text


def is_calendar_date(text: str) -> bool:
    """Returns True if the date exists; a date with unknown parts is not checked."""
    if not text.replace("-", "").isdecimal():
        return True
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True

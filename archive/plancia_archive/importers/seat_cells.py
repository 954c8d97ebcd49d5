"""The seats that a sheet of results tells, line by line and cell by cell, with every place that is not understood."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from plancia_archive.importers.column_headings import Headings
from plancia_archive.importers.spreadsheet import Grid, Line
from plancia_archive.registers.people import plain
from plancia_events import NotationError, Problem
from plancia_events.names import colour
from plancia_events.text.headers import FORMS

YES = ("1", "x", "s", "si", "sì", "y", "yes", "v", "true", "vero", "*")
NO = ("", "0", "-", "–", "—", "n", "no", "f", "false", "falso")
SHARED = ("event", "date", "round", "table", "game", "place", "arbiter", "variant")
DAY_FIRST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})\Z")
HALVES = {"½": ".5", " 1/2": ".5"}
HALF = re.compile(r"[0-9]+(?:[.,][05]0?)?|[0-9]*½|[0-9]+ 1/2")
SIGNED = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]+)?|[0-9]*½|[0-9]+ 1/2|[0-9]+/[0-9]+)")
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
LONGEST_NUMBER = 40
MOST_POINTS = 99999
LONGEST = 500
CROWD = 24  # seats beyond which a table is no table: it is told once, and nothing else of it


@dataclass
class Seat:
    """A player at a table, with the line, the cell where the points stand and what the column winner says and where."""

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
    """A table: what its lines share, and its seats in their order."""

    shared: dict[str, str]
    seats: list[Seat] = field(default_factory=list)


@dataclass
class Sheet:
    """One sheet being read: its name in messages, its headings, its problems.

    Where it is `signed`, points are those of a ranking: below zero too, and any fraction, but not unknown.
    """

    name: str
    headings: Headings
    problems: list[Problem] = field(default_factory=list)
    signed: bool = False

    def ordered(self) -> list[Problem]:
        """The problems as they stand in the sheet."""
        return sorted(self.problems, key=lambda problem: (problem.line, problem.column))

    def problem(self, line: Line, place: int, code: str, found: str, expected: str) -> None:
        """Keeps a problem, with the line and the column of the cell and its heading."""
        cells = self.headings.line.cells
        head = f"{cells[place]}: " if place < len(cells) and cells[place] else ""
        self.problems.append(
            Problem(self.name, line.number, line.column(place), code, found, head + expected, line.source)
        )

    def cell(self, line: Line, name: str, number: int = 0) -> tuple[str, int]:
        """A field of a line and where it stands."""
        place = self.headings.place(name, number)
        return (line.cells[place] if place is not None and place < len(line.cells) else "", place or 0)


def sittings(sheet: Sheet, grid: Grid) -> list[Sitting]:
    """The tables of a sheet: lines that share event, date, round, table and game; a line each with numbered players."""
    found: dict[tuple[str, ...], Sitting] = {}
    numbers = sheet.headings.numbers
    for line in grid.lines:
        if line.number <= sheet.headings.line.number:
            continue
        beyond(sheet, grid, line)
        shared = {name: sheet.cell(line, name)[0] for name in SHARED}
        shared["date"] = date_of(sheet, line)
        key = (*(shared[name] for name in SHARED[:5]), str(line.number) if numbers != [0] else "")
        sitting = found.setdefault(key, Sitting(shared))
        agree(sheet, line, sitting.shared, shared)
        sitting.seats += seats_of(sheet, line, numbers)
    for sitting in found.values():
        if len(sitting.seats) <= CROWD:
            mark_winner(sheet, sitting)
    return list(found.values())


def beyond(sheet: Sheet, grid: Grid, line: Line) -> None:
    """Refuses a cell under no heading, from the points on: a decimal comma makes one of a line separated by commas."""
    if grid.name:
        return  # a workbook has no separator, and its loose notes stand beside the table
    heads = sheet.headings.line.cells
    first = min(place for (name, _), place in sheet.headings.places.items() if name == "points")
    for place, cell in enumerate(line.cells[first + 1 :], start=first + 1):
        if cell and not (place < len(heads) and heads[place]):
            sheet.problem(line, place, "cells", cell, "")
            return


def agree(sheet: Sheet, line: Line, first: dict[str, str], shared: dict[str, str]) -> None:
    """Adds to what a table's lines share what a later line tells; one that tells something else is a problem."""
    for name, value in shared.items():
        held = first[name]
        if not held:
            first[name] = value
        elif value and plain(value) != plain(held):
            sheet.problem(line, sheet.headings.place(name) or 0, "differs", value, held)


def mark_winner(sheet: Sheet, sitting: Sitting) -> None:
    """Who the column winner says has won: who is marked in it, or who is named in it, on one line or on all."""
    named = {plain(seat.player): seat for seat in sitting.seats}
    won: Seat | None = None
    told: set[int] = set()
    for seat in sitting.seats:
        chosen = seat if seat.mark.casefold() in YES else named.get(plain(seat.mark))
        if seat.mark.casefold() in NO:
            continue
        if chosen is None and seat.line.number not in told:  # one cell may speak for a whole line
            players = ", ".join(other.player for other in sitting.seats)
            sheet.problem(seat.line, seat.marked_at, "winner", seat.mark, players)
            told.add(seat.line.number)
        elif chosen is not None and won is not None and chosen is not won:
            sheet.problem(seat.line, seat.marked_at, "surplus", chosen.player, "")
        elif chosen is not None:
            chosen.winner, won = True, chosen


def seats_of(sheet: Sheet, line: Line, numbers: list[int]) -> Iterator[Seat]:
    """The players of a line."""
    for number in numbers:
        player, place = sheet.cell(line, "player", number)
        player = f"{player} {sheet.cell(line, 'surname', number)[0]}".strip()
        points, at = sheet.cell(line, "points", number)
        if not player:
            if points or number == 0:
                sheet.problem(line, place, "missing", "", "Anna Rossi")
            continue
        strange = next((letter for letter in player if not letter.isprintable()), None)
        if strange is not None:
            sheet.problem(line, place, "control", f"U+{ord(strange):04X}", "")
        elif len(player) > LONGEST:
            sheet.problem(line, place, "header-value", f"{player[:40]}...", f"1..{LONGEST}")
        letter, there = sheet.cell(line, "colour", number)
        chosen: str | None = None
        try:
            chosen = colour(letter, 1) if letter else None
        except NotationError:
            sheet.problem(line, there, "colour", letter, "R B G Y N V")
        mark, marked_at = sheet.cell(line, "winner", number)
        yield Seat(player, points_of(sheet, line, at, points), chosen, mark, marked_at, line, at)


def points_of(sheet: Sheet, line: Line, place: int, text: str) -> str:
    """Points in whole or half numbers, with a dot or a comma, or ? for unknown; of a ranking, any fraction.

    What may be thousands (1.000) or is written as machines do (1e3, digits of other scripts) is a problem.
    """
    shown = text.replace(",", ".")
    for half, dot in HALVES.items():
        shown = shown.replace(half, dot)
    try:
        known = (SIGNED if sheet.signed else HALF).fullmatch(text)
        if (text != "?" and not known) or len(text) > LONGEST_NUMBER or THOUSANDS.fullmatch(text):
            raise ValueError(text)
        value = Fraction(shown) if shown != "?" or sheet.signed else Fraction(0)
        if sheet.signed:
            return shown
        if value * 2 != int(value * 2) or not 0 <= value <= MOST_POINTS:
            raise ValueError(shown)
    except (ValueError, ZeroDivisionError):
        sheet.problem(line, place, "number", text, "31, 24.5, -25" if sheet.signed else "31, 24.5, 24,5, ?")
        return "?"
    return shown if shown == "?" else str(int(value)) if value == int(value) else f"{int(value)}.5"


def date_of(sheet: Sheet, line: Line) -> str:
    """The date of a line, YYYY-MM-DD; 20/11/2026 is read with the day first, as in Italy."""
    text, place = sheet.cell(line, "date")
    match = DAY_FIRST.match(text)
    if match:
        year = match[3] if len(match[3]) == 4 else f"20{match[3]}"
        text = f"{year}-{int(match[2]):02}-{int(match[1]):02}"
    if text and not (FORMS["Date"][0].match(text) and in_calendar(text)):
        sheet.problem(line, place, "header-value", text, "2026-11-20, 20/11/2026")
    return text


def in_calendar(text: str) -> bool:
    """Is there such a day? A date of which something is unknown is not asked."""
    if not text.replace("-", "").isdecimal():
        return True
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True

"""Sheets of results, as clubs keep them: who sat where and with how many points; games of completeness result-only."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from plancia_archive.importers.grids import SEPARATORS, Grid, Line, decoded, grids_of, is_workbook
from plancia_archive.importers.headings import Headings, headings_of
from plancia_archive.importers.shape import ID_FORM, LETTERS, Imported, ImportProblem
from plancia_archive.people import plain
from plancia_events import Game, NotationError, Problem, parse_event
from plancia_events.headers import COLOUR_HEADERS, FORMS, sort_key
from plancia_events.names import colour

YES = ("1", "x", "s", "si", "sì", "y", "yes", "v", "true", "vero", "*")
SHARED = ("event", "date", "round", "table", "game", "place", "arbiter", "variant")
HEADER = {"event": "Event", "date": "Date", "round": "Round", "table": "Table", "place": "Place", "arbiter": "Arbiter",
          "variant": "Variant"}  # fmt: skip
DAY_FIRST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})\Z")
HALVES = {"½": ".5", " 1/2": ".5"}
MOST_POINTS = 99999
LONGEST = 500


@dataclass
class Seat:
    """A player at a table, with the line and the cell where the points stand."""

    player: str
    points: str
    colour: str | None
    winner: bool
    line: Line
    place: int


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


def tells(data: bytes) -> bool:
    """A workbook, or separated text with headings of players and points."""
    if is_workbook(data):
        return True
    start = decoded(data[:20000])
    if not any(mark in start for mark in SEPARATORS) or start.lstrip().startswith(("[", "{")):
        return False
    try:
        return any(headings_of(grid.lines) is not None for grid in grids_of(start.encode(), ""))
    except ImportProblem:
        return False


def convert(data: bytes, name: str) -> list[Imported]:
    """A game for each table of the file. Raises ImportProblem with every place not understood: all or nothing."""
    made: list[Imported] = []
    problems: list[Problem] = []
    found = [(grid, headings) for grid in grids_of(data, name) if (headings := headings_of(grid.lines)) is not None]
    if not found:
        raise ImportProblem(name, 1, "headings")
    for grid, headings in found:
        sheet = Sheet(f"{name}[{grid.name}]" if grid.name else name, headings)
        left = [f"column {cell}" for cell in headings.ignored]
        for sitting in sittings(sheet, grid):
            one = game_of(sheet, sitting)
            if one is not None:
                made.append(Imported(one.game, left, told=one.told))
        problems += sheet.ordered()
    if problems:
        raise ImportProblem(name, 0, "lines", str(len(problems)), problems)
    if not made:
        raise ImportProblem(name, 1, "empty")
    return made


def sittings(sheet: Sheet, grid: Grid) -> list[Sitting]:
    """The tables of a sheet: lines that share event, date, round, table and game; a line each with numbered players."""
    found: dict[tuple[str, ...], Sitting] = {}
    numbers = sheet.headings.numbers
    for line in grid.lines:
        if line.number <= sheet.headings.line.number:
            continue
        shared = {name: sheet.cell(line, name)[0] for name in SHARED}
        shared["date"] = date_of(sheet, line)
        key = (*(shared[name] for name in SHARED[:5]), str(line.number) if numbers != [0] else "")
        sitting = found.setdefault(key, Sitting(shared))
        sitting.seats += seats_of(sheet, line, numbers)
    return list(found.values())


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
        winner = sheet.cell(line, "winner", number)[0].casefold() in YES
        yield Seat(player, points_of(sheet, line, at, points), chosen, winner, line, at)


def points_of(sheet: Sheet, line: Line, place: int, text: str) -> str:
    """Points in whole or half numbers, with a dot or a comma, or ? for unknown."""
    shown = text.replace(",", ".")
    for half, dot in HALVES.items():
        shown = shown.replace(half, dot)
    try:
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


def game_of(sheet: Sheet, sitting: Sitting) -> Imported | None:
    """The game of a table, and how its winner is known; None where it has problems."""
    before = len(sheet.problems)
    line = sitting.seats[0].line if sitting.seats else None
    if line is None:
        return None
    names = [plain(seat.player) for seat in sitting.seats]
    for place, seat in enumerate(sitting.seats):
        at = sheet.headings.place("player") or 0
        if names.index(names[place]) != place:
            sheet.problem(seat.line, at, "twice", seat.player, "")
    if not 2 <= len(sitting.seats) <= 6:
        at = sheet.headings.place("player") or 0
        sheet.problem(sitting.seats[-1].line, at, "seats", str(len(names)), "2..6")
    seated = coloured(sheet, sitting)
    winners = [letter for letter, seat in seated.items() if seat.winner]
    for letter in winners[1:]:
        at = sheet.headings.place("winner") or 0
        sheet.problem(seated[letter].line, at, "surplus", seated[letter].player, "")
    if len(sheet.problems) > before:
        return None
    shared = sitting.shared
    told = [] if winners else winner_of(sheet, shared, seated)
    if told and told[0][0] == "winner-points":
        winners = [max(seated, key=lambda letter: Fraction(seated[letter].points))]
    title = {letter: header for header, letter in COLOUR_HEADERS.items()}
    headers = [
        ("Notation", "rgn 1"), ("Game", ID_FORM.sub("-", shared["game"] or id_of(shared, seated))[:64]),
        *((HEADER[key], value) for key, value in shared.items() if key in HEADER and value),
        *((title[letter], seat.player) for letter, seat in seated.items()),
        ("Completeness", "result-only"), ("Provenance", "imported:results"),
        ("Result", " ".join(f"{letter} {seat.points}" for letter, seat in seated.items())),
        *((("X-Winner", "points"),) if winners and told else ()),
    ]  # fmt: skip
    events = [parse_event(f"OVER * points winner={winners[0]}")] if winners else []
    return Imported(Game(sorted(headers, key=sort_key), events, [line.number] * len(events)), told=told)


def winner_of(sheet: Sheet, shared: dict[str, str], seated: dict[str, Seat]) -> list[tuple[str, str]]:
    """Who won a table where no seat is marked: who alone has most points, if the sheet has no column for it.

    The answer is what the keeper is told, a code of `shape.TOLD` and the table with the players it speaks of.
    """
    points = {seat.player: seat.points for seat in seated.values()}
    unknown = [player for player, shown in points.items() if shown == "?"]
    if any(name == "winner" for name, _ in sheet.headings.places):
        code, whom = "winner-unmarked", list(points)
    elif unknown:
        code, whom = "winner-unknown", unknown
    else:
        most = max(Fraction(shown) for shown in points.values())
        whom = [player for player, shown in points.items() if Fraction(shown) == most]
        code = "winner-points" if len(whom) == 1 else "winner-level"
    table = "-".join(shared[key] for key in ("date", "round", "table") if shared[key])
    return [(code, f"{table} {', '.join(whom)}".strip())]


def id_of(shared: dict[str, str], seated: dict[str, Seat]) -> str:
    """An id for a game that has none, such as 1-A-5f3c2a: from what is known of it and not from its file's name.

    So the same results are the same game whatever their file is called, and a name may be spelt in its other ways.
    """
    told = [shared[key] for key in SHARED[:4] if shared[key]]
    whole = "|".join([*told, *(f"{letter} {plain(seat.player)} {seat.points}" for letter, seat in seated.items())])
    known = [shared[key] for key in ("date", "round", "table") if shared[key]]
    return "-".join([*known, hashlib.sha256(whole.encode()).hexdigest()[:6]])


def coloured(sheet: Sheet, sitting: Sitting) -> dict[str, Seat]:
    """The seats by colour: those written, the others in the order of the seats."""
    taken: dict[str, Seat] = {}
    for seat in sitting.seats:
        if seat.colour is not None and seat.colour in taken:
            sheet.problem(seat.line, sheet.headings.place("colour") or 0, "colour", seat.colour, "R B G Y N V")
        elif seat.colour is not None:
            taken[seat.colour] = seat
    free = [letter for letter in LETTERS if letter not in taken]
    for seat, letter in zip((seat for seat in sitting.seats if seat.colour is None), free, strict=False):
        taken[letter] = seat
    return {letter: taken[letter] for letter in "RBGYNV" if letter in taken}

"""Sheets of results, as clubs keep them: who sat where and with how many points; games of completeness result-only."""

from __future__ import annotations

import hashlib
from fractions import Fraction

from plancia_archive.importers.base import ID_FORM, LETTERS, Imported, ImportProblem
from plancia_archive.importers.column_headings import headings_of
from plancia_archive.importers.seat_cells import CROWD, SHARED, Seat, Sheet, Sitting, sittings
from plancia_archive.importers.spreadsheet import SEPARATORS, decoded, grids_of, is_workbook
from plancia_archive.registers.people import plain
from plancia_events import Game, Problem, parse_event
from plancia_events.text.headers import COLOUR_HEADERS, sort_key

HEADER = {"event": "Event", "date": "Date", "round": "Round", "table": "Table", "place": "Place", "arbiter": "Arbiter",
          "variant": "Variant"}  # fmt: skip


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


def game_of(sheet: Sheet, sitting: Sitting) -> Imported | None:
    """The game of a table, and how its winner is known; None where it has problems."""
    before = len(sheet.problems)
    line = sitting.seats[0].line if sitting.seats else None
    if line is None:
        return None
    names = [plain(seat.player) for seat in sitting.seats]
    for place, seat in enumerate(sitting.seats if len(names) <= CROWD else ()):
        at = sheet.headings.place("player") or 0
        if names.index(names[place]) != place:
            sheet.problem(seat.line, at, "twice", seat.player, "")
    if not 2 <= len(sitting.seats) <= 6:
        at = sheet.headings.place("player") or 0
        sheet.problem(sitting.seats[-1].line, at, "seats", str(len(names)), "2..6")
    seated = coloured(sheet, sitting)
    winners = [letter for letter, seat in seated.items() if seat.winner]
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

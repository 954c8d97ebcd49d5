"""Importer for clubs' result sheets (players and points by table): games of completeness result-only."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction

from plancia_archive.importers.base import LETTERS, MAX_LISTED, NON_ID_CHARACTERS, Imported, ImportProblem
from plancia_archive.importers.club_layouts import Layout, compare_totals, read_layout, read_layouts
from plancia_archive.importers.seat_cells import MAX_SEATS_LISTED, SHARED_FIELDS, Seat, Sheet, Sitting, read_sittings
from plancia_archive.importers.spreadsheet import SEPARATORS, decode_lenient, is_workbook, read_grids
from plancia_archive.people.register import normalise_name
from plancia_events import Game, Problem, parse_event
from plancia_events.text.headers import COLOUR_HEADERS, sort_key

HEADERS = {"event": "Event", "date": "Date", "round": "Round", "table": "Table", "place": "Place", "arbiter": "Arbiter",
          "variant": "Variant"}  # fmt: skip


def sniff(data: bytes) -> bool:
    """Returns True for an XLSX workbook, or separated text with headings for players and points."""
    if is_workbook(data):
        return True
    start = decode_lenient(data[:20000])
    if not any(mark in start for mark in SEPARATORS) or start.lstrip().startswith(("[", "{")):
        return False
    try:
        return any(read_layout(grid) is not None for grid in read_grids(start.encode(), ""))
    except ImportProblem:
        return False


def convert(data: bytes, name: str) -> list[Imported]:
    """Converts each table of the file to a game. Raises ImportProblem with all problems: all tables or none."""
    imported: list[Imported] = []
    problems: list[Problem] = []
    layouts = read_layouts(data, name)
    sums: dict[str, Fraction] = {}
    for layout in (layout for layout in layouts if layout.kind != "standings"):
        sheet = Sheet(name, layout.headings, layout.grid.name)
        if layout.kind == "evenings" and not layout.has("table"):
            raise ImportProblem(name, layout.headings.line.number, "no-tables", layout.where)
        left_out = [f"column {cell}" for cell in layout.headings.ignored]
        for sitting in read_sittings(sheet, layout):
            converted = convert_table(sheet, sitting)
            if converted is not None:
                imported.append(Imported(converted.game, left_out, notes=converted.notes))
                add_points(sums, sitting)
        problems += sheet.sorted_problems()
    if problems:
        raise ImportProblem(name, 0, "lines", str(len(problems)), problems)
    if not imported:
        raise ImportProblem(name, 1, "empty")
    imported[0].notes += sheet_notes(layouts, [sums])
    return imported


def sheet_notes(layouts: Sequence[Layout], sums: Sequence[Mapping[str, Fraction]]) -> list[tuple[str, str]]:
    """Returns the notes on the sheets of a file: lines that were left out, totals beside what was read."""
    lines = [text for layout in layouts for text in layout.left_out]
    more = [f"... ({len(lines)})"] if len(lines) > MAX_LISTED else []
    left_out = [("left-out", "; ".join([*lines[:MAX_LISTED], *more]))] if lines else []
    return left_out + compare_totals(layouts, sums)


def add_points(sums: dict[str, Fraction], sitting: Sitting) -> None:
    """Adds the points of a table to the sums of its players, by plain name."""
    for seat in sitting.seats:
        plain = normalise_name(seat.player)
        sums[plain] = sums.get(plain, Fraction(0)) + (Fraction(seat.points) if seat.points != "?" else 0)


def convert_table(sheet: Sheet, sitting: Sitting) -> Imported | None:
    """Converts a table to a game, with a note on its winner; None if it has problems."""
    problems_before = len(sheet.problems)
    line = sitting.seats[0].line if sitting.seats else None
    if line is None:
        return None
    names = [normalise_name(seat.player) for seat in sitting.seats]
    for place, seat in enumerate(sitting.seats if len(names) <= MAX_SEATS_LISTED else ()):
        column = sheet.headings.cell_index("player") or 0
        if names.index(names[place]) != place:
            sheet.add_problem(seat.line, column, "twice", seat.player, "")
    if not 2 <= len(sitting.seats) <= 6:
        column = sheet.headings.cell_index("player") or 0
        sheet.add_problem(sitting.seats[-1].line, column, "seats", str(len(names)), "2..6")
    seats = seats_by_colour(sheet, sitting)
    winners = [letter for letter, seat in seats.items() if seat.winner]
    if len(sheet.problems) > problems_before:
        return None
    shared = sitting.shared
    notes = [] if winners else winner_note(sheet, shared, seats)
    if notes and notes[0][0] == "winner-points":
        winners = [max(seats, key=lambda letter: Fraction(seats[letter].points))]
    header_by_letter = {letter: header for header, letter in COLOUR_HEADERS.items()}
    headers = [
        ("Notation", "rgn 1"), ("Game", NON_ID_CHARACTERS.sub("-", shared["game"] or content_id(shared, seats))[:64]),
        *((HEADERS[key], value) for key, value in shared.items() if key in HEADERS and value),
        *((header_by_letter[letter], seat.player) for letter, seat in seats.items()),
        ("Completeness", "result-only"), ("Provenance", "imported:results"),
        ("Result", " ".join(f"{letter} {seat.points}" for letter, seat in seats.items())),
        *((("X-Winner", "points"),) if winners and notes else ()),
    ]  # fmt: skip
    events = [parse_event(f"OVER * points winner={winners[0]}")] if winners else []
    return Imported(Game(sorted(headers, key=sort_key), events, [line.number] * len(events)), notes=notes)


def winner_note(sheet: Sheet, shared: dict[str, str], seats: dict[str, Seat]) -> list[tuple[str, str]]:
    """Returns the note on a result that marks no seat as the winner, as a list of one pair.

    The pair is a code of `base.NOTES` and a text with the date, round and table and the players concerned:
    `winner-unmarked` for a winner column left blank, `winner-unknown` for unknown points, otherwise `winner-points` for
    the only player with most points, who wins, or `winner-level` for several.
    """
    points = {seat.player: seat.points for seat in seats.values()}
    unknown = [player for player, text in points.items() if text == "?"]
    if any(name == "winner" for name, _ in sheet.headings.cell_indexes):
        code, players = "winner-unmarked", list(points)
    elif unknown:
        code, players = "winner-unknown", unknown
    else:
        highest = max(Fraction(text) for text in points.values())
        players = [player for player, text in points.items() if Fraction(text) == highest]
        code = "winner-points" if len(players) == 1 else "winner-level"
    table = "-".join(shared[key] for key in ("date", "round", "table") if shared[key])
    return [(code, f"{table} {', '.join(players)}".strip())]


def content_id(shared: dict[str, str], seats: dict[str, Seat]) -> str:
    """Returns an id for a game without one, such as 1-A-5f3c2a: a hash of its content, not of the file name.

    The same results give the same id, with any file name and any spelling of case and accents.
    """
    values = [shared[key] for key in SHARED_FIELDS[:4] if shared[key]]
    content = "|".join(
        [*values, *(f"{letter} {normalise_name(seat.player)} {seat.points}" for letter, seat in seats.items())]
    )
    parts = [shared[key] for key in ("date", "round", "table") if shared[key]]
    return "-".join([*parts, hashlib.sha256(content.encode()).hexdigest()[:6]])


def seats_by_colour(sheet: Sheet, sitting: Sitting) -> dict[str, Seat]:
    """Assigns seats to colours: those with a colour in the sheet first, the others in order."""
    by_colour: dict[str, Seat] = {}
    for seat in sitting.seats:
        if seat.colour is not None and seat.colour in by_colour:
            sheet.add_problem(seat.line, sheet.headings.cell_index("colour") or 0, "colour", seat.colour, "R B G Y N V")
        elif seat.colour is not None:
            by_colour[seat.colour] = seat
    free = [letter for letter in LETTERS if letter not in by_colour]
    for seat, letter in zip((seat for seat in sitting.seats if seat.colour is None), free, strict=False):
        by_colour[letter] = seat
    return {letter: by_colour[letter] for letter in "RBGYNV" if letter in by_colour}

"""The layouts in which clubs keep results, as lines of one player each: a column per evening, titles, totals, blanks.

A sheet of standings, and a column of totals, are kept apart: what was read is compared with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.column_headings import (
    MAX_LINES_SEARCHED,
    NUMBERED,
    ROUND_WORDS,
    Headings,
    heading_key,
    round_in,
    round_text,
)
from plancia_archive.importers.spreadsheet import Grid, Line, read_grids
from plancia_archive.people.register import normalise_name

CARRIED = ("event", "date", "round", "table", "place", "arbiter", "variant")  # written once for the lines that follow
EVENING_FIELDS = ("table", "points", "winner", "colour")
ABSENT = ("", "-", "–", "—", "/", "ass", "ass.", "assente", "n.p.", "np", "abs", "absent")
TOTAL_WORDS = ("totale", "totali", "tot", "subtotale", "media", "medie", "somma", "total", "totals", "average", "sum")
TABLE = re.compile(r"\b(?:tavolo|tav\.?|table)\s*(?:n[.°]?\s*)?[:-]?\s*([^\W_]{1,12})\b", re.IGNORECASE)
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./-][0-9]{1,2}(?:[./-][0-9]{2,4})?")
DATED = re.compile(rf"(?:{ROUND_WORDS}\s*(?:del|of)?\s*)?(?:{DATE.pattern})", re.IGNORECASE)


@dataclass
class Layout:
    """A sheet as plain lines: headings, a line for each player, or for each table, and what was kept apart.

    `kind` is `results`, `evenings` (a column for each, with tables or without) or `standings`. `totals` are those that
    the sheet states, by plain name, each with the name as written and its place. `left_out` are lines that are none.
    """

    grid: Grid
    headings: Headings
    kind: str
    lines: list[Line] = field(default_factory=list)
    totals: dict[str, tuple[Fraction, str, str]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    rounds: dict[int, str] = field(default_factory=dict)  # the heading of each evening
    extra: list[tuple[Line, int]] = field(default_factory=list)  # cells without a heading, of separated text

    @property
    def where(self) -> str:
        """The place of the headings in a workbook, for messages; "" for separated text."""
        return f" ({self.grid.name}!{self.headings.line.place(0)})" if self.grid.name else ""

    def has(self, name: str) -> bool:
        """True if the lines say the round or the table."""
        return self.headings.cell_index(name) is not None

    def add_total(self, line: Line, player: str) -> None:
        """Keeps the total of a line, if it has one."""
        index = self.headings.cell_index("total")
        index = self.headings.cell_index("points") if index is None and self.kind == "standings" else index
        text = line.cells[index].replace(",", ".") if index is not None and index < len(line.cells) else ""
        if player and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
            place = f"{self.grid.name}!{line.place(index or 0)}" if self.grid.name else f":{line.number}"
            self.totals.setdefault(normalise_name(player), (Fraction(text), player, place))


def read_layouts(data: bytes, name: str) -> list[Layout]:
    """Reads the sheets of a file that have results or standings. Raises ImportProblem where none has.

    A sheet without rounds and tables beside one that has some is one of standings.
    """
    grids = read_grids(data, name)
    layouts = [layout for grid in grids if (layout := read_layout(grid)) is not None]
    for grid in grids if layouts else ():
        if grid.lines and all(layout.grid is not grid for layout in layouts):
            layouts[0].left_out.append(f"{grid.name}!A{grid.lines[0].number}: {grid.lines[0].words}"[:80])
    results = [layout for layout in layouts if layout.kind != "standings"]
    if any(layout.has("round") or layout.has("table") for layout in results):
        for layout in results:
            if layout.kind == "results" and not (layout.has("round") or layout.has("table")):
                layout.kind = "standings"
                for line in layout.lines:
                    layout.add_total(line, player_of(layout.headings, line))
    for layout in layouts:
        if layout.kind == "results" and layout.headings.is_side_by_side:
            raise ImportProblem(name, layout.headings.line.number, "side-by-side", layout.where)
    if not any(layout.kind != "standings" for layout in layouts):
        first = next((grid for grid in grids if grid.lines), None)
        titles = " | ".join(cell for cell in first.lines[0].cells if cell)[:80] if first else ""
        where = f"{first.name}!A{first.lines[0].number}" if first and first.name else ""
        raise ImportProblem(name, 0 if where else 1, "headings", f" ({where}: {titles})" if where else "")
    return layouts


def read_layout(grid: Grid) -> Layout | None:
    """Returns the layout of a sheet; None for one without players, or without points."""
    for place, line in enumerate(grid.lines[:MAX_LINES_SEARCHED]):
        headings = Headings(line)
        if headings.cell_index("player") is None and not headings.usable:
            continue
        below = grid.lines[place + 1] if place + 1 < len(grid.lines) else None
        evenings, titles, used = find_evenings(line, below)
        evenings = evenings if ("player", 0) in headings.cell_indexes else {}
        kind = (
            "evenings" if evenings and not headings.cell_indexes.keys() & {("round", 0), ("points", 0)} else "results"
        )
        if kind == "results" and not headings.usable:
            if headings.cell_index("total") is None:
                continue
            kind = "standings"
        headings = join_names(headings, grid.lines[place + (used if kind == "evenings" else 1) :])
        layout = Layout(grid, headings, kind)
        if kind == "evenings":
            layout.rounds = {number: titles[columns["points"]] for number, columns in evenings.items()}
            read_evenings(layout, grid.lines[place + used :], evenings)
        else:
            read_lines(layout, grid.lines[:place], grid.lines[place + 1 :])
        return layout
    return None


def join_names(headings: Headings, lines: Sequence[Line]) -> Headings:
    """Joins surname and name that stand in two columns under one heading; returns the headings without the second.

    The heading is merged over both, or stands above the first alone while each player has one word there, and words in
    the second.
    """
    index = headings.cell_indexes.get(("player", 0))
    width = len(headings.line.cells)
    if index is None or index + 1 >= width or headings.cell_index("surname") is not None:
        return headings
    heading, beside = headings.line.cells[index], cell_of(headings.line, index + 1)
    rows = [line for line in lines if cell_of(line, index) and not is_total(line, cell_of(line, index))]
    seconds = [cell_of(line, index + 1) for line in rows]
    has_words = bool(rows) and all(any(map(str.isalpha, text)) for text in seconds)
    has_words = has_words and not any(" " in line.cells[index] for line in rows)
    if beside not in (heading, "") or not (has_words or beside == heading):
        return headings
    for line, second in zip(rows, seconds, strict=True):
        if second and second != line.cells[index]:
            line.cells[index : index + 2] = [f"{line.cells[index]} {second}", ""]
    cells = [*headings.line.cells]
    cells[index + 1 : index + 2] = [""]
    return Headings(replace(headings.line, cells=cells))


def find_evenings(line: Line, below: Line | None) -> tuple[dict[int, dict[str, int]], list[str], int]:
    """Returns the columns of each evening by field, the headings of all columns, and how many lines they take.

    The headings of two lines are read together: 1ª SERATA above TAV. and PUNTI, merged or in the first cell alone.
    """
    both: list[str] = []
    above = ""
    for index in range(len(below.cells) if below else 0):
        upper = line.cells[index] if index < len(line.cells) else ""
        lower = below.cells[index] if below else ""
        above = upper or (above if heading_key(lower) in EVENING_FIELDS else "")
        both.append(above if upper == lower else f"{above} {lower}".strip())
    one, two = evening_columns(line.cells), evening_columns(both)
    has_fields = below is not None and sum(heading_key(cell) in EVENING_FIELDS for cell in below.cells) > 1
    player = Headings(line).cell_index("player") or 0
    is_heading = below is not None and cell_of(below, player) in ("", line.cells[player])  # no player's line
    return (two, both, 2) if two and is_heading and (has_fields or not one) else (one, line.cells, 1)


def evening_columns(cells: Sequence[str]) -> dict[int, dict[str, int]]:
    """Returns the columns of each round by field; the cells are headings such as 1ª SERATA, PUNTI 2, 20/11/2026."""
    columns: dict[int, dict[str, int]] = {}
    name: str | None
    dated = [index for index, cell in enumerate(cells) if DATED.fullmatch(cell)]
    for index, cell in enumerate(cells):
        found, numbered = round_in(cell), NUMBERED.match(cell)
        if index in dated:
            number, name = dated.index(index) + 1, "points"
        elif found is not None:
            number, rest = found[0], DATE.sub("", found[1]).strip(" .-–:()")
            name = heading_key(rest) if rest else "points"
        elif numbered:
            name, number = heading_key(numbered[1]), int(numbered[2])
        else:
            continue
        if name in EVENING_FIELDS:
            columns.setdefault(number, {}).setdefault(name or "", index)
    return {number: fields for number, fields in columns.items() if "points" in fields}


def read_evenings(layout: Layout, lines: Sequence[Line], evenings: Mapping[int, Mapping[str, int]]) -> None:
    """Makes of each line with a column for each evening a line for each evening that the player played."""
    headings = layout.headings
    own = [name for name in ("player", "surname") if headings.cell_index(name) is not None]
    fields = [name for name in EVENING_FIELDS if any(name in columns for columns in evenings.values())]
    last = max(index for columns in evenings.values() for index in columns.values())
    for line in lines:
        player = player_of(headings, line)
        has_points = any(cell_of(line, columns["points"]) for columns in evenings.values())
        if is_total(line, player) or not player:
            if has_points and not is_total(line, player):
                layout.extra.append((line, headings.cell_index("player") or 0))
            elif says_something(line):
                layout.left_out.append(line.words)
            continue
        if player == player_of(headings, headings.line):
            continue  # the headings again, on a new page
        layout.add_total(line, player)
        for number, columns in evenings.items():
            spoken = [cell_of(line, columns.get(name)).casefold() for name in ("points", "table")]
            if all(text in ABSENT for text in spoken):
                continue
            cells = [cell_of(line, headings.cell_index(name)) for name in own]
            cells += [cell_of(line, columns.get(name)) for name in fields]
            at = [headings.cell_index(name) or 0 for name in own]
            at += [columns.get(name, columns["points"]) for name in (*fields, "points")]
            layout.lines.append(Line(line.number, [*cells, str(number)], tuple(at)))
        if not layout.grid.name:
            layout.extra += [(line, index) for index, cell in enumerate(line.cells)
                             if index > last and cell and not cell_of(headings.line, index)]  # fmt: skip
    layout.headings = headings.renamed([*own, *fields, "round"])


def read_lines(layout: Layout, before: Sequence[Line], lines: Sequence[Line]) -> None:
    """Keeps the lines of players, with the round and table of titles above them and of the sheet's own name."""
    headings = layout.headings
    titles: dict[str, str] = {}
    if not headings.cell_index("round") and (found := round_in(layout.grid.name)):
        titles["round"] = str(found[0])
    for line in before:
        titles |= title_of(line)
    said = [name for name in ("round", "table") if headings.cell_index(name) is None]
    carried = {name: carries(headings, lines, name) for name in CARRIED if headings.cell_index(name) is not None}
    last: dict[str, str] = {}
    rows: list[tuple[Line, dict[str, str]]] = []
    for line in lines:
        player = player_of(headings, line)
        if title := title_of(line):
            titles |= title
            continue
        is_heading = Headings(line).cell_indexes.items() >= headings.cell_indexes.items()
        points = any(cell_of(line, index) for (name, _), index in headings.cell_indexes.items() if name == "points")
        if is_heading or is_total(line, player) or not (player or points):
            layout.left_out += [line.words] if not is_heading and says_something(line) else []
            continue
        cells = list(line.cells)
        for name, is_once in carried.items():
            index = headings.cell_index(name) or 0
            cells += [""] * (index + 1 - len(cells))
            cells[index] = (round_text(cells[index]) if name == "round" else cells[index]) or (
                last.get(name, "") if is_once else ""
            )
            last[name] = cells[index]
        layout.add_total(line, player) if layout.kind == "standings" else None
        rows.append((replace(line, cells=cells), dict(titles)))
    width = max([len(headings.line.cells), *(len(line.cells) for line, _ in rows)])
    added = [name for name in said if any(name in title for _, title in rows)]
    layout.headings = headings.with_columns(width, added) if added else headings
    for line, title in rows:
        more = [""] * (width - len(line.cells)) + [title.get(name, "") for name in added] if added else []
        layout.lines.append(replace(line, cells=[*line.cells, *more]))


def cell_of(line: Line, index: int | None) -> str:
    """Returns the text of a cell, "" where the line does not reach it."""
    return line.cells[index] if index is not None and index < len(line.cells) else ""


def player_of(headings: Headings, line: Line) -> str:
    """Returns the first player of a line, with the surname of a column of its own."""
    number = headings.numbers[0] if headings.numbers else 0
    names = [cell_of(line, headings.cell_indexes.get((name, number))) for name in ("player", "surname")]
    return " ".join(name for name in names if name)


def says_something(line: Line) -> bool:
    """Returns whether a line without a player has words; a seat that stays empty has a round and a table alone."""
    return any(sum(map(str.isalpha, cell)) > 3 for cell in line.cells)


def is_total(line: Line, player: str) -> bool:
    """Returns whether a line is one of totals: its first words say so, in the place of the player or before it."""
    first = next((cell for cell in line.cells if cell), "")
    words = [normalise_name(text.split()[0]) for text in {first, player} if text]
    return any(word in TOTAL_WORDS for word in words)


def title_of(line: Line) -> dict[str, str]:
    """Returns round and table of a title between the lines, as 1ª SERATA or TAVOLO B: the one text of its line."""
    texts = {cell for cell in line.cells if cell}
    if len(texts) != 1:
        return {}
    text, title = texts.pop(), {}
    if found := round_in(text):
        title["round"] = str(found[0])
    if match := TABLE.search(text):
        title["table"] = match[1].upper()
    return title


def carries(headings: Headings, lines: Sequence[Line], name: str) -> bool:
    """Returns whether a column is filled once for the lines that follow: no two lines in a row have the same text.

    In a column that is filled in each line a blank is a mistake.
    """
    texts = [cell_of(line, headings.cell_index(name)) for line in lines if player_of(headings, line)]
    return "" in texts and not any(one and one == other for one, other in pairwise(texts))


def compare_totals(layouts: Sequence[Layout], sums: Sequence[Mapping[str, Fraction]]) -> list[tuple[str, str]]:
    """Returns notes on the totals that the sheets state beside what was read, by plain name.

    `sums` are what they may count: the points read, and those with what a ranking adds; the nearer one is told.
    """
    notes: list[tuple[str, str]] = []
    for layout in layouts:
        if not layout.totals:
            continue
        differences = min(([
            f"{name} ({place.removeprefix(':')}): {decimal(total)} / {decimal(read[plain]) if plain in read else '-'}"
            for plain, (total, name, place) in layout.totals.items() if read.get(plain) != total
        ] for read in sums), key=len)  # fmt: skip
        where = layout.grid.name or "-"
        missing = sorted(set(sums[0]) - set(layout.totals)) if layout.kind == "standings" else []
        if differences:
            notes.append(("totals-differ", f"{where}: {'; '.join(differences)}"))
        else:
            notes.append(("totals-agree", f"{where}: {len(layout.totals)}"))
        if missing:
            notes.append(("totals-missing", f"{where}: {', '.join(missing)}"))
    return notes


def decimal(value: Fraction) -> str:
    """Returns a number as a sheet has it, as far as it has decimals."""
    return str(int(value)) if value.denominator == 1 else f"{float(value):g}".replace(".", ",")

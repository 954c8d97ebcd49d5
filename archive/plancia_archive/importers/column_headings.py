"""Column headings of result sheets, in the Italian and English spellings that clubs use."""

from __future__ import annotations

import re

from plancia_archive.importers.spreadsheet import Line
from plancia_events.names import normalize

HEADINGS_BY_FIELD: dict[str, tuple[str, ...]] = {
    "player": ("giocatore", "player", "nome", "name", "nome e cognome", "cognome e nome", "nominativo", "partecipante"),
    "surname": ("cognome", "surname", "last name"),
    "points": ("punti", "points", "punteggio", "score", "punti tavolo", "table points", "pt", "pti", "pts", "p.ti"),
    "table": ("tavolo", "table", "n tavolo", "numero tavolo", "tav", "tav.", "board"),
    "round": ("turno", "round", "giornata", "serata", "manche", "fase", "n turno"),
    "colour": ("colore", "colour", "color", "armate"),
    "winner": ("vincitore", "winner", "vinto", "won", "vittoria", "vince"),
    "date": ("data", "date", "giorno", "day"),
    "event": ("torneo", "evento", "event", "tournament", "manifestazione"),
    "place": ("luogo", "sede", "venue", "citta", "city", "circolo", "club"),
    "arbiter": ("arbitro", "arbiter", "referee", "giudice"),
    "variant": ("variante", "variant", "regolamento", "rules", "ruleset"),
    "game": ("partita", "game", "id partita", "game id"),
}
FIELD_BY_HEADING = {normalize(word): name for name, words in HEADINGS_BY_FIELD.items() for word in words}
NUMBERED = re.compile(r"(.*?)\s*([1-6])\Z")
MAX_LINES_SEARCHED = 10


class Headings:
    """Heading line: `cell_indexes` maps (field, player number; 0 for an unnumbered column) to the index of the cell."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.cell_indexes: dict[tuple[str, int], int] = {}
        self.ignored: list[str] = []
        for cell_index, cell in enumerate(line.cells):
            key = parse_heading(cell)
            if key is not None and key not in self.cell_indexes:
                self.cell_indexes[key] = cell_index
            elif cell:
                self.ignored.append(cell)

    @property
    def usable(self) -> bool:
        """True if there are columns for players and points, one per line or numbered."""
        return all(any(name == field for name, _ in self.cell_indexes) for field in ("player", "points"))

    @property
    def numbers(self) -> list[int]:
        """Player numbers of the columns; [0] if each line has one player."""
        return sorted({number for name, number in self.cell_indexes if name == "player"})

    def cell_index(self, field: str, number: int = 0) -> int | None:
        """Returns the index of the cell of a field for a numbered player, else for the whole line.

        None without a column.
        """
        return self.cell_indexes.get((field, number), self.cell_indexes.get((field, 0)))


def parse_heading(cell: str) -> tuple[str, int] | None:
    """Returns field and player number of a heading; None if it is unknown."""
    name = FIELD_BY_HEADING.get(normalize(cell))
    if name:
        return name, 0
    match = NUMBERED.match(cell.strip())
    name = FIELD_BY_HEADING.get(normalize(match[1])) if match else None
    return (name, int(match[2])) if match and name in ("player", "points", "colour", "winner", "surname") else None


def find_headings(lines: list[Line]) -> Headings | None:
    """Finds the heading line in the first MAX_LINES_SEARCHED lines; None without one."""
    for line in lines[:MAX_LINES_SEARCHED]:
        headings = Headings(line)
        if headings.usable:
            return headings
    return None

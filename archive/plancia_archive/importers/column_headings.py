"""The headings of sheets of results, as clubs write them in Italian and English."""

from __future__ import annotations

import re

from plancia_archive.importers.spreadsheet import Line
from plancia_events.names import plain

WORDS: dict[str, tuple[str, ...]] = {
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
FIELDS = {plain(word): name for name, words in WORDS.items() for word in words}
NUMBERED = re.compile(r"(.*?)\s*([1-6])\Z")
SEARCHED = 10


class Headings:
    """Which cell of a line holds what: `places` by field and number, 0 for columns without one."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.places: dict[tuple[str, int], int] = {}
        self.ignored: list[str] = []
        for place, cell in enumerate(line.cells):
            key = field_of(cell)
            if key is not None and key not in self.places:
                self.places[key] = place
            elif cell:
                self.ignored.append(cell)

    @property
    def usable(self) -> bool:
        """Are there players and points, in one line each or numbered in a line a table?"""
        return all(any(name == wanted for name, _ in self.places) for wanted in ("player", "points"))

    @property
    def numbers(self) -> list[int]:
        """The numbers of the players of a line: 0 where a line is one player."""
        return sorted({number for name, number in self.places if name == "player"})

    def place(self, field: str, number: int = 0) -> int | None:
        """Where a field stands for the player of that number, else for the whole line; None where nowhere."""
        return self.places.get((field, number), self.places.get((field, 0)))


def field_of(cell: str) -> tuple[str, int] | None:
    """The field of a heading and its number, None where it is none of ours."""
    name = FIELDS.get(plain(cell))
    if name:
        return name, 0
    match = NUMBERED.match(cell.strip())
    name = FIELDS.get(plain(match[1])) if match else None
    return (name, int(match[2])) if match and name in ("player", "points", "colour", "winner", "surname") else None


def headings_of(lines: list[Line]) -> Headings | None:
    """The first line, among the first ones, that reads as headings; None where none does."""
    for line in lines[:SEARCHED]:
        found = Headings(line)
        if found.usable:
            return found
    return None

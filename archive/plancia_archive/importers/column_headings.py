"""Column headings of result sheets, in the Italian and English spellings that clubs use."""

from __future__ import annotations

import re

from plancia_archive.importers.spreadsheet import Line
from plancia_events.names import normalize

HEADINGS_BY_FIELD: dict[str, tuple[str, ...]] = {
    "player": ("giocatore", "player", "nome", "name", "nome e cognome", "cognome e nome", "cognome nome",
               "nome cognome", "nominativo", "partecipante", "concorrente", "iscritto"),
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
    "total": ("totale", "tot", "totale punti", "punti totali", "totale generale", "punteggio totale", "somma", "total",
              "total points", "punti classifica", "totale serate"),
}  # fmt: skip
FIELD_BY_HEADING = {normalize(word): name for name, words in HEADINGS_BY_FIELD.items() for word in words}
NUMBERED = re.compile(r"(.*?)\s*([1-6])\Z")
MAX_LINES_SEARCHED = 10
SURNAME_FIRST = tuple(map(normalize, ("cognome e nome", "cognome nome", "cognome/nome", "surname and name")))
ORDINALS = {
    **{f"{stem}{end}": number for number, stem in enumerate(("prim", "second", "terz", "quart", "quint", "sest"), 1)
       for end in "ao"},
    **{word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)},
    **{word: number for number, word in enumerate(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), 1)},
}  # fmt: skip
NUMBER = rf"(?:\d{{1,2}}|{'|'.join(sorted(ORDINALS, key=len, reverse=True))})"
ROUND_WORDS = r"(?:turno|serata|serate|sera|round|giornata|manche|fase|tappa|prova|evening|partita)"
ROUND = re.compile(
    rf"(?<!\w)(?:({NUMBER})\s*[ªº°^ao]?\.?\s*{ROUND_WORDS}(?<!serate)|{ROUND_WORDS}\s*(?:n[.°]?\s*)?({NUMBER})\s*[ªº°^]?)(?!\w)",
    re.IGNORECASE,
)
ORDINAL = re.compile(rf"({NUMBER})\s*(?:[ªº°^ao.]|st|nd|rd|th)?", re.IGNORECASE)


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
    def is_side_by_side(self) -> bool:
        """True for tables beside each other: columns for players and for points stand there twice."""
        keys = [parse_heading(cell) for cell in self.line.cells]
        return all(keys.count((name, 0)) > 1 for name in ("player", "points"))

    @property
    def surname_first(self) -> bool:
        """True if the heading of the players says that the surname comes first."""
        index = self.cell_index("player", self.numbers[0]) if self.numbers else None
        return index is not None and normalize(NUMBERED.sub(r"\1", self.line.cells[index])) in SURNAME_FIRST

    def renamed(self, names: list[str]) -> Headings:
        """Returns the headings of lines made of others, with these fields; the players keep their heading."""
        own = self.line.cells[self.cell_indexes["player", 0]]
        titles = [own if name == "player" else HEADINGS_BY_FIELD[name][0] for name in names]
        return Headings(Line(self.line.number, titles))

    def with_columns(self, width: int, names: list[str]) -> Headings:
        """Returns the headings with columns for these fields after the others."""
        cells = [*self.line.cells, *[""] * (width - len(self.line.cells))]
        return Headings(Line(self.line.number, [*cells, *(HEADINGS_BY_FIELD[name][0] for name in names)]))

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


def number_of(text: str) -> int:
    """Returns the number of an ordinal: 2 for 2, II and seconda."""
    return int(text) if text.isdecimal() else ORDINALS[text.casefold()]


def round_in(text: str) -> tuple[int, str] | None:
    """Returns the number of the round that a heading or title names, and what else it says; None if it names none."""
    match = ROUND.search(text)
    return (
        (number_of(match[1] or match[2]), (text[: match.start()] + text[match.end() :]).strip(" .-–:()"))
        if match
        else None
    )


def round_text(text: str) -> str:
    """Returns the text of a round's cell as a number, where it is an ordinal or names one: 1 for 1ª and Serata 1."""
    match = ORDINAL.fullmatch(text.strip()) if text.casefold() not in ("v", "x") else None  # rather marks than numbers
    found = round_in(text)
    return str(number_of(match[1])) if match else str(found[0]) if found and not found[1] else text


def heading_key(cell: str) -> str | None:
    """Returns the field of a heading without a number; None if it is unknown."""
    return FIELD_BY_HEADING.get(normalize(cell)) or FIELD_BY_HEADING.get(normalize(cell.strip(" .:")))


def parse_heading(cell: str) -> tuple[str, int] | None:
    """Returns field and player number of a heading; None if it is unknown."""
    name = heading_key(cell)
    if name:
        return name, 0
    match = NUMBERED.match(cell.strip())
    name = FIELD_BY_HEADING.get(normalize(match[1])) if match else None
    return (name, int(match[2])) if match and name in ("player", "points", "colour", "winner", "surname") else None

"""Types and helpers shared by the importers: `Imported`, `ImportProblem`, messages."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plancia_data import board, in_language, messages
from plancia_data.extras import install_hint
from plancia_events import Game, Problem
from plancia_events.text.headers import COLOUR_HEADERS, sort_key

Item = TypeVar("Item")

Record = dict[str, Any]  # an object of another engine's log, as it wrote it
# What importers leave out: English -> Italian.
OMISSIONS = {
    "the order of the cards still in the deck": "l'ordine delle carte ancora nel mazzo",
    "the computer players and their settings": "i giocatori automatici e le loro impostazioni",
    "the text of the missions: the end is where the log stops": (
        "il testo delle missioni: la fine è dove il registro si ferma"
    ),
    "attacks announced and withdrawn": "gli attacchi annunciati e ritirati",
    "when the deck was shuffled again": "quando il mazzo è stato rimescolato",
    "the dice: a battle is one line with its total losses": (
        "i dadi: una battaglia è una sola riga con le perdite totali"
    ),
    "the dice: only the losses are recorded": "i dadi: sono registrate solo le perdite",
    "moves of no armies": "gli spostamenti di nessuna armata",
    "the names of the players": "i nomi dei giocatori",
    "how many armies enter the last conquest: the least that have to": (
        "quante armate entrano nell'ultima conquista: il minimo che deve entrare"
    ),
    "the log stops before the game is over": "il registro si ferma prima della fine della partita",
}  # fmt: skip

CODE_BY_NAME = dict(zip(board("eg").ids, board("eg").codes, strict=True))
LETTERS = "RBGYNV"
MAX_LISTED = 12
NON_ID_CHARACTERS = re.compile(r"[^A-Za-z0-9._-]+")


class ImportProblem(ValueError):
    """Raised for a source that cannot be imported: file, line (0: unknown), message code, value of the message.

    `problems` lists the single problems of a sheet.
    """

    def __init__(self, file: str, line: int, code: str, what: str = "", problems: Sequence[Problem] = ()) -> None:
        self.problems = list(problems)
        self.file = file
        self.line = line
        self.code = code
        self.what = what
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns the message in Italian or English, after the lines of `problems`."""
        words = install_hint(lang) if self.code == "extra" else messages("conversion", lang)[f"refused.{self.code}"]
        message = words.format(what=self.what)
        head = f"{self.file}:{self.line}: {message}" if self.line else f"{self.file}: {message}"
        return "\n".join([*(problem.text(lang) for problem in self.problems), head])


@dataclass
class Imported:
    """A game, the parts that its conversion omitted (in English), and the problems of its text (notation only).

    `notes` are further notes for the user: (code, value).
    """

    game: Game
    left_out: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def left_out_in(self, lang: str = "it") -> list[str]:
        """Returns the omitted parts, in Italian or English."""
        italian = (OMISSIONS.get(value, value.replace("column ", "la colonna ", 1)) for value in self.left_out)
        return [
            in_language(lang, italian_text, english_text)
            for italian_text, english_text in zip(italian, self.left_out, strict=True)
        ]


def format_notes(notes: Sequence[tuple[str, str]], lang: str = "it") -> list[str]:
    """Formats the notes of the games of a file; winners taken from points share one sentence."""
    by_points = [value for code, value in notes if code == "winner-points"]
    listed = [*by_points[:MAX_LISTED], f"... ({len(by_points)})"] if len(by_points) > MAX_LISTED else by_points
    others = [(code, value) for code, value in notes if code != "winner-points"]
    grouped = [("winner-points", ", ".join(listed)), *others] if by_points else others
    return [messages("conversion", lang)[f"noted.{code}"].format(what=value) for code, value in grouped]


def item_at(items: Sequence[Item], number: Any) -> Item:
    """Returns the item at an index from 0.

    Raises IndexError out of range (negative too), TypeError for a non-integer.
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r}")
    if not 0 <= number < len(items):
        raise IndexError(f"{number}")
    return items[number]


def error_reason(error: Exception) -> str:
    """Returns what an error names: a missing field, an unknown word, or the place of faulty JSON."""
    if isinstance(error, json.JSONDecodeError):
        return f"JSON {error.lineno}:{error.colno}"
    if isinstance(error, RecursionError):
        return "JSON"
    return str(error.args[0] if isinstance(error, KeyError) and error.args else error)[:120]


def unique_fields(pairs: list[tuple[str, Any]]) -> Record:
    """Returns the fields of a JSON object, for `json.loads`. Raises ValueError for one that stands there twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(next(name for name in names if names.count(name) > 1))
    return fields


def build_game(
    name: str, variant: str, players: dict[str, str], completeness: str, engine: str, events: list[Any],
    extra_headers: Sequence[tuple[str, str]] = (),
) -> Game:  # fmt: skip
    """Builds a game with headers; its id is the stem of file `name`, `players` maps colour letter to reference."""
    header_by_letter = {letter: header for header, letter in COLOUR_HEADERS.items()}
    stem = NON_ID_CHARACTERS.sub("-", re.split(r"[/\\]", name)[-1].split(".")[0])[:64] or engine
    headers = [
        ("Notation", "rgn 1"), ("Game", stem), ("Variant", variant),
        *((header_by_letter[letter], reference) for letter, reference in players.items()),
        ("Completeness", completeness), ("Provenance", f"imported:{engine}"), *extra_headers,
    ]  # fmt: skip
    return Game(sorted(headers, key=sort_key), events, [0] * len(events))

"""Types and helpers shared by the importers: `Imported`, `ImportProblem`, messages."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plancia_data import board, in_language
from plancia_data.extras import install_hint
from plancia_events import Game, Problem
from plancia_events.text.headers import COLOUR_HEADERS, sort_key

Item = TypeVar("Item")

Record = dict[str, Any]  # an object of another engine's log, as it wrote it
MESSAGES = {
    "kind": (
        "non si capisce che tipo di file è{what}: indicarlo con --from",
        "cannot tell what file this is{what}: name it with --from",
    ),
    "foreign-picture": (
        "è un'immagine: dare la partita come testo nella notazione, o i risultati come CSV o XLSX",
        "this is a picture: give the game as text in the notation, or results as CSV or XLSX",
    ),
    "foreign-document": (
        "è un documento (PDF, Word o simile): salvarlo come testo semplice, o una tabella come CSV o XLSX",
        "this is a document (PDF, Word or the like): save it as plain text, or a table as CSV or XLSX",
    ),
    "foreign-package": (
        "è un archivio compresso: scompattarlo, o dare un file .zip a plancia import",
        "this is a compressed archive: unpack it, or give a .zip file to plancia import",
    ),
    "foreign-database": (
        "è una base di dati SQLite: un archivio di Plancia si apre con -a FILE",
        "this is an SQLite database: an archive of Plancia is opened with -a FILE",
    ),
    "foreign-media": (
        "è un suono o un filmato: dare la partita come testo nella notazione",
        "this is sound or film: give the game as text in the notation",
    ),
    "foreign-movetext": (
        "è movetext, scritto per le persone: dare la partita nella notazione (RGN) da cui viene",
        "this is movetext, written for people: give the game in the notation (RGN) that it was made from",
    ),
    "foreign-binary": (
        "non è un file di testo: dare la partita come testo UTF-8 nella notazione",
        "this is no text file: give the game as UTF-8 text in the notation",
    ),
    "gzip": (
        "archivio gzip rovinato o incompleto ({what}): procurarsi di nuovo il file",
        "gzip file damaged or cut short ({what}): get the file again",
    ),
    "zip": (
        "file ZIP rovinato o incompleto: procurarsi di nuovo il file",
        "ZIP file damaged or cut short: get the file again",
    ),
    "too-large": (
        "più di {what} byte una volta scompattato: dividere il file",
        "more than {what} bytes once unpacked: split the file",
    ),
    "too-long": (
        "più di {what} righe in un foglio: dividerlo",
        "more than {what} lines in a sheet: split it",
    ),
    "too-wide": (
        "più di {what} colonne in un foglio: togliere quelle che non servono, anche se lontane e quasi vuote",
        "more than {what} columns in a sheet: take away those that are not needed, also far and nearly empty ones",
    ),
    "too-many": (
        "più di {what} file: dividere la raccolta",
        "more than {what} files: split the collection",
    ),
    "content": (
        "contenuto non capito ({what}): controllare che il file sia intero e del tipo indicato",
        "content not understood ({what}): check that the file is whole and of the kind named",
    ),
    "command": (
        "riga non prevista ({what}): controllare che il file venga da questo motore",
        "unexpected line ({what}): check that the file comes from this engine",
    ),
    "cut": (
        "il file finisce a metà di una riga ({what}): procurarsi il file intero",
        "the file ends in the middle of a line ({what}): get the whole file",
    ),
    "gap": (
        "prima di questa riga manca o si ripete qualcosa (n = {what}): procurarsi il file intero",
        "something before this line is missing or repeated (n = {what}): get the whole file",
    ),
    "second-game": (
        "qui comincia un'altra partita: un file di questo tipo ne tiene una, dividerlo",
        "another game begins here: a file of this kind holds one, split it",
    ),
    "map": (
        "plancia non conosciuta ({what}): si importano solo partite su risk.map e risiko.map",
        "unknown board ({what}): only games on risk.map and risiko.map can be imported",
    ),
    "extra": (install_hint("it"), install_hint("en")),
    "headings": (
        "mancano le intestazioni: una colonna per il giocatore e una per i punti (giocatore, punti)",
        "no headings: a column for the player and one for the points are needed (player, points)",
    ),
    "rounds": (
        "mancano le colonne del turno e del tavolo",
        "columns for the round and for the table are missing",
    ),
    "json": (
        "il JSON non si legge così com'è scritto{what}, e del file non si tiene niente: correggere e riprovare",
        "the JSON cannot be read as it is written{what}, and nothing of the file is kept: mend it and try again",
    ),
    "lines": (
        "punti non capiti {what}, il file non si importa: correggere e riprovare",
        "places not understood {what}, the file is not imported: mend what is told above and try again",
    ),
    "header": (
        "intestazione non valida {what}: per esempio Variant=monopoli@1",
        "header not valid {what}: for example Variant=monopoli@1",
    ),
    "variant": (
        "manca la variante: una colonna \"variante\", o --header Variant=monopoli@1",
        "the variant is missing: a column \"variant\", or --header Variant=monopoli@1",
    ),
    "empty": (
        "nessuna partita nel file: controllare che non sia vuoto",
        "no game in the file: check that it is not empty",
    ),
}  # fmt: skip

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

# Notes of importers about a game, by code: Italian, English.
NOTES = {
    "winner-points": (
        "vincitori presi dai punti, perché il foglio non ha una colonna vincitore: {what}",
        "winners taken from the points, as the sheet has no column winner: {what}",
    ),
    "winner-level": (
        "nessun vincitore, pari in testa {what}: aggiungere una colonna vincitore e segnarvi chi ha vinto",
        "no winner, level at the top are {what}: add a column winner and mark who won in it",
    ),
    "winner-unknown": (
        "nessun vincitore, punti non noti di {what}: aggiungere una colonna vincitore e segnarvi chi ha vinto",
        "no winner, points not known of {what}: add a column winner and mark who won in it",
    ),
    "winner-unmarked": (
        "nessun vincitore, la colonna vincitore è vuota per {what}: segnarvi chi ha vinto",
        "no winner, the column winner is empty for {what}: mark who won in it",
    ),
}

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
        message = in_language(lang, *MESSAGES[self.code]).format(what=self.what)
        head = f"{self.file}:{self.line}: {message}" if self.line else f"{self.file}: {message}"
        return "\n".join([*(problem.text(lang) for problem in self.problems), head])


@dataclass
class Imported:
    """A game, the parts that its conversion omitted (in English), and the problems of its text (notation only).

    `notes` are further notes for the user: (code of NOTES, value).
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
    texts = [in_language(lang, *NOTES["winner-points"]).format(what=", ".join(listed))] if by_points else []
    return texts + [
        in_language(lang, *NOTES[code]).format(what=value) for code, value in notes if code != "winner-points"
    ]


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

"""The tolerant reader of files: every problem in one pass, and what could be read is kept."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from plancia_events.errors import NotationError, Problem
from plancia_events.kinds.arbiter import Note
from plancia_events.text.event_text import NOTE_MOST, parse_event
from plancia_events.text.game import Game
from plancia_events.text.headers import COLOUR_HEADERS, REPEATABLE, Found, found_headers, missing, sort_key
from plancia_events.text.objective_names import meant

MOST_LINE = 4096
MOST_EVENTS = 20000
MOST_GAMES = 10000
MOST_PROBLEMS = 200
BLANKS = {ord(blank): " " for blank in "\t\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))}
UNREAD = "unread:"


@dataclass
class Reading:
    """What a file held: its games, and its problems in order of line."""

    games: list[Game] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True where everything was understood and there was a game."""
        return not self.problems and bool(self.games)


@dataclass
class Reader:
    """Reads one text, line by line."""

    name: str
    reading: Reading = field(default_factory=Reading)
    open: Game | None = None
    opened_at: int = 1
    full: bool = False
    wrong: set[str] = field(default_factory=set)  # headers of the open game whose value is not valid

    def problem(self, line: int, error: NotationError, source: str) -> None:
        """Keeps a problem; beyond the limit only the first ones are kept."""
        if len(self.reading.problems) < MOST_PROBLEMS:
            found = Problem(
                self.name, line, error.column, error.code, error.found, error.expected, source[:MOST_LINE], error.near
            )
            self.reading.problems.append(found)

    def line(self, number: int, text: str) -> None:
        """Reads one line."""
        stripped = text.strip()
        if not stripped or stripped.startswith(";"):
            return
        if not text.isascii() or "\t" in text:
            text = text.translate(BLANKS)
        try:
            if len(text) > MOST_LINE:
                raise NotationError("too-long", MOST_LINE + 1, str(len(text)), str(MOST_LINE))
            check_letters(text)
            if not stripped.startswith("["):
                self.event_line(number, text)
        except NotationError as error:
            self.problem(number, error, text[:MOST_LINE])
            if not stripped.startswith("[") and error.code != "too-many-events":
                self.quote(number, text)
            return
        if stripped.startswith("["):
            self.header_line(number, text)

    def header_line(self, number: int, text: str) -> None:
        """The headers of a line, each of them kept or a problem."""
        for found in found_headers(text):
            try:
                self.header(number, found)
            except NotationError as error:
                self.problem(number, error, text)

    def header(self, number: int, found: Found) -> None:
        """A header opens a game; [Notation ...] after events opens the next one. Raises NotationError."""
        if not found.name and found.problem:
            raise found.problem
        game = self.opened(number, found)
        name = found.name
        if len(game.events) > len(game.unread):
            raise NotationError("header-late", found.column, name)
        game.events, game.lines, game.unread = [], [], []  # lines not understood among the headers are no events
        if name not in REPEATABLE and game.header(name) is not None:
            raise NotationError("header-twice", found.column, name)
        if found.problem:
            self.wrong.add(name)
            raise found.problem
        if name == "Option":
            option, _, value = found.value.partition("=")
            before = [old for key, old in game.headers if key == name and old.partition("=")[0] == option]
            if found.value in before:
                return
            if before:
                raise NotationError("option-twice", found.column, f"{option}={value}", before[0])
        game.headers.append((name, found.value))

    def opened(self, number: int, found: Found) -> Game:
        """The game that a header belongs to. Raises NotationError beyond the limit of games."""
        game = self.open
        begun = game is not None and (
            len(game.events) > len(game.unread) or game.header("Notation") or "Notation" in self.wrong
        )
        if game is None or (found.name == "Notation" and begun):
            self.close()
            if len(self.reading.games) >= MOST_GAMES:
                raise NotationError("too-many-games", found.column, "", str(MOST_GAMES))
            game = self.open = Game([])
            self.opened_at = number
            self.full = False
            self.wrong = set()
        return game

    def event_line(self, number: int, text: str) -> None:
        """One event of the open game."""
        if self.open is None:
            self.open = Game([])
            self.opened_at = number
            self.wrong = set()
        if len(self.open.events) >= MOST_EVENTS:
            if not self.full:
                self.full = True
                raise NotationError("too-many-events", 1, "", str(MOST_EVENTS))
            return
        event = meant(parse_event(text), self.open)
        self.open.events.append(event)
        self.open.lines.append(number)

    def quote(self, number: int, text: str) -> None:
        """A line that is not understood keeps its number: a NOTE that quotes it stands in its place.

        So `for=41` and all other numbers of events go on to mean what they meant. Before the first header there is no
        game that it could belong to.
        """
        game = self.open
        if game is None or not game.headers or len(game.events) >= MOST_EVENTS:
            return
        game.events.append(quoted(text))
        game.lines.append(number)
        game.unread.append(len(game.events))

    def close(self) -> None:
        """Ends the open game: required headers are looked for, headers put in order."""
        game = self.open
        if game is None:
            return
        for name in missing(game.headers, self.wrong):
            code = "players" if name == "players" else "header-missing"
            self.problem(self.opened_at, NotationError(code, 1, "", name), "")
        game.headers.sort(key=sort_key)
        self.reading.games.append(game)
        self.open = None


def quoted(text: str) -> Note:
    """A note with a line as it stood; what no comment can hold is shown by another sign."""
    shown = "".join(letter if letter == " " or letter.isprintable() else "\ufffd" for letter in text)
    shown = " ".join(shown.replace("{", "(").replace("}", ")").split())
    return Note(actor="*", note=unicodedata.normalize("NFC", f"{UNREAD} {shown}")[:NOTE_MOST].rstrip())


def check_letters(text: str) -> None:
    """Refuses control characters, invisible marks and marks of direction. Raises NotationError."""
    if text.isascii() and text.isprintable():
        return
    for column, letter in enumerate(text, start=1):
        if not letter.isprintable():
            raise NotationError("control", column, f"U+{ord(letter):04X}")


def decoded(data: bytes, reader: Reader) -> str:
    """The text of a file; a wrong encoding is a problem and Latin-1 is tried, so that nothing is lost."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        source = data.split(b"\n", line)[line - 1][:200].decode("latin-1")
        reader.problem(line, NotationError("encoding", column, f"0x{data[error.start]:02X}", "UTF-8"), source)
        return data.decode("utf-8", errors="replace")


def read(data: bytes | str, name: str = "<text>", lang: str = "it") -> Reading:
    """Reads a file of games. Never raises: problems are listed, and games hold what could be read.

    `lang` is accepted for symmetry; a problem speaks either language when it is asked (`Problem.text`).
    """
    reader = Reader(name)
    text = decoded(data, reader) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    for number, line in enumerate(text.split("\n"), start=1):
        reader.line(number, line.rstrip("\r") if line.isascii() else unicodedata.normalize("NFC", line.rstrip("\r")))
    reader.close()
    if not reader.reading.games:
        reader.problem(1, NotationError("no-game", 1, "", '[Notation "rgn 1"]'), text[:60].split("\n")[0])
    reader.reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    return reader.reading


def seats(game: Game) -> list[str]:
    """The colours at the table in header order."""
    return [COLOUR_HEADERS[name] for name, _ in game.headers if name in COLOUR_HEADERS]

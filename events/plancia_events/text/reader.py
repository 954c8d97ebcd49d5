"""The tolerant reader of files: reports every problem in one pass, and returns whatever could be parsed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from plancia_events.errors import NotationError, Problem
from plancia_events.kinds.arbiter import Note
from plancia_events.text.event_text import MAX_NOTE_LENGTH, format_event, parse_event
from plancia_events.text.game import Game
from plancia_events.text.headers import REPEATABLE_HEADERS, ParsedHeader, missing_headers, parse_headers, sort_key
from plancia_events.text.objective_names import objective_names

MAX_LINE_LENGTH = 4096
SHORT_LENGTH = 1000  # a line that is not longer than this stays within the limit when it is written
MAX_EVENTS = 20000
MAX_GAMES = 10000
MAX_PROBLEMS = 200
BLANKS = {ord(blank): " " for blank in "\t\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))}
UNREAD_PREFIX = "unread:"


@dataclass
class Reading:
    """The result of reading a file: games, and problems in order of line."""

    games: list[Game] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if there is a game and no problem."""
        return not self.problems and bool(self.games)


@dataclass
class Reader:
    """Reads one text line by line; `open` is the game that lines are added to."""

    name: str
    reading: Reading = field(default_factory=Reading)
    open: Game | None = None
    first_line: int = 1
    is_full: bool = False
    invalid_headers: set[str] = field(default_factory=set)  # headers of the open game with an invalid value
    is_stored: bool = False
    has_ended: bool = False  # a game beyond the limit began: nothing after it is read

    def add_problem(self, line: int, error: NotationError, source: str) -> None:
        """Adds a problem, up to the limit of problems."""
        if len(self.reading.problems) < MAX_PROBLEMS:
            problem = Problem(
                self.name,
                line,
                error.column,
                error.code,
                error.found,
                error.expected,
                source[:MAX_LINE_LENGTH],
                error.near,
            )
            self.reading.problems.append(problem)

    def read_line(self, number: int, text: str) -> None:
        """Reads one line."""
        stripped_text = text.strip()
        if self.has_ended or not stripped_text or stripped_text.startswith(";"):
            return
        if not text.isascii() or "\t" in text:
            text = text.translate(BLANKS)
        if stripped_text.startswith("["):
            self.read_header_line(number, text)
        else:
            self.read_event_line(number, text)

    def read_header_line(self, number: int, text: str) -> None:
        """Reads the headers of a line; each is added to the game or is a problem."""
        try:
            check_characters(text)
        except NotationError as error:
            self.add_problem(number, error, text)
            return
        for parsed in parse_headers(text):
            try:
                self.add_header(number, parsed)
            except NotationError as error:
                self.add_problem(number, error, text)
            if self.has_ended:
                return

    def read_event_line(self, number: int, text: str) -> None:
        """Reads the line of an event, which opens a game where none is open."""
        game = self.open or self.open_game(number)
        is_beyond = len(game.events) >= MAX_EVENTS
        try:
            if is_beyond and not self.is_full:
                self.is_full = True
                raise NotationError("too-many-events", 1, "", str(MAX_EVENTS))
            check_characters(text)
            if not is_beyond:
                self.add_event(number, text, game)
        except NotationError as error:
            self.add_problem(number, error, text)
            if not is_beyond:
                self.add_quotation(number, text, game)

    def add_header(self, number: int, parsed: ParsedHeader) -> None:
        """Adds a header to the open game; [Notation ...] after events opens the next game. Raises NotationError."""
        if not parsed.name and parsed.problem:
            raise parsed.problem
        game = self.game_for(number, parsed)
        name = parsed.name
        if len(game.events) > len(game.unread):
            raise NotationError("header-late", parsed.column, name)
        game.events, game.lines, game.unread = [], [], []  # lines not understood among the headers are no events
        if name not in REPEATABLE_HEADERS and game.header(name) is not None:
            raise NotationError("header-twice", parsed.column, name)
        if parsed.problem:
            self.invalid_headers.add(name)
            raise parsed.problem
        if name == "Option":
            option, _, value = parsed.value.partition("=")
            earlier_values = [
                earlier for key, earlier in game.headers if key == name and earlier.partition("=")[0] == option
            ]
            if parsed.value in earlier_values:
                return
            if earlier_values:
                raise NotationError("option-twice", parsed.column, f"{option}={value}", earlier_values[0])
        game.headers.append((name, parsed.value))

    def game_for(self, number: int, parsed: ParsedHeader) -> Game:
        """Returns the game that a header belongs to, a new one if need be.

        Raises NotationError beyond the limit of games.
        """
        game = self.open
        has_begun = game is not None and (
            len(game.events) > len(game.unread) or game.header("Notation") or "Notation" in self.invalid_headers
        )
        if game is None or (parsed.name == "Notation" and has_begun):
            self.close_game()
            if len(self.reading.games) >= MAX_GAMES:
                self.has_ended = True
                raise NotationError("too-many-games", 1, "", str(MAX_GAMES))
            return self.open_game(number)
        return game

    def open_game(self, number: int) -> Game:
        """Opens a game at a line."""
        self.open = Game([])
        self.first_line = number
        self.is_full = False
        self.invalid_headers = set()
        return self.open

    def add_event(self, number: int, text: str, game: Game) -> None:
        """Adds the event of a line to a game. Raises NotationError."""
        event = parse_event(text, objective_names(game.headers, self.is_stored))
        if len(text) > SHORT_LENGTH and (length := len(format_event(event))) > MAX_LINE_LENGTH:
            raise NotationError("too-long", MAX_LINE_LENGTH + 1, str(length), str(MAX_LINE_LENGTH))
        game.events.append(event)
        game.lines.append(number)

    def add_quotation(self, number: int, text: str, game: Game) -> None:
        """Adds a NOTE that quotes an invalid line, so that the numbers of later events, as in `for=41`, stay right.

        Adds nothing before the first valid header.
        """
        if game.headers:
            game.events.append(quote_line(text))
            game.lines.append(number)
            game.unread.append(len(game.events))

    def close_game(self) -> None:
        """Ends the open game: reports missing headers and sorts the others."""
        game = self.open
        if game is None:
            return
        for name in missing_headers(game.headers, self.invalid_headers):
            code = "players" if name == "players" else "header-missing"
            self.add_problem(self.first_line, NotationError(code, 1, "", name), "")
        game.headers.sort(key=sort_key)
        self.reading.games.append(game)
        self.open = None


def quote_line(text: str) -> Note:
    """Returns a note with the text of a line; characters that a comment cannot hold are replaced."""
    quotation = "".join(letter if letter == " " or letter.isprintable() else "\ufffd" for letter in text)
    quotation = " ".join(quotation.replace("{", "(").replace("}", ")").split())
    return Note(actor="*", note=unicodedata.normalize("NFC", f"{UNREAD_PREFIX} {quotation}")[:MAX_NOTE_LENGTH].rstrip())


def check_letters(text: str) -> None:
    """Raises NotationError for control characters, invisible characters and bidirectional marks."""
    if text.isascii() and text.isprintable():
        return
    for column, letter in enumerate(text, start=1):
        if not letter.isprintable():
            raise NotationError("control", column, f"U+{ord(letter):04X}")


def check_characters(text: str) -> None:
    """Raises NotationError for a line that is too long or has a character that is refused."""
    if len(text) > MAX_LINE_LENGTH:
        raise NotationError("too-long", MAX_LINE_LENGTH + 1, str(len(text)), str(MAX_LINE_LENGTH))
    check_letters(text)


def decode_text(data: bytes, reader: Reader) -> str:
    """Decodes the text of a file; bytes that are not UTF-8 are reported and replaced by U+FFFD."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        source = data.split(b"\n", line)[line - 1][:200].decode("latin-1")
        reader.add_problem(line, NotationError("encoding", column, f"0x{data[error.start]:02X}", "UTF-8"), source)
        return data.decode("utf-8", errors="replace")


def read_continuation(text: str, game: Game) -> Reading:
    """Reads lines of events that follow a game, under its headers; the game of the result has the new events only.

    A header among them is a problem ("header-late").
    """
    reader = Reader("append", open=Game(list(game.headers)))
    for number, line in enumerate(text.split("\n"), start=1):
        normalised_line = line.rstrip("\r")
        normalised_line = (
            normalised_line if normalised_line.isascii() else unicodedata.normalize("NFC", normalised_line)
        )
        if normalised_line.lstrip().startswith("["):
            reader.add_problem(number, NotationError("header-late", 1, normalised_line.strip()[:20]), normalised_line)
        else:
            reader.read_line(number, normalised_line)
    assert reader.open is not None
    reader.reading.games.append(reader.open)
    return reader.reading


def read(data: bytes | str, name: str = "<text>", lang: str = "it", is_stored: bool = False) -> Reading:
    """Reads a file of games. Never raises: the result lists the problems, and its games hold what could be parsed.

    `name` is the file name in problems. `lang` is ignored: `Problem.text` takes the language. `is_stored` is for a text
    that an archive has kept: what was accepted then is read as it was.
    """
    reader = Reader(name, is_stored=is_stored)
    text = decode_text(data, reader) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    for number, line in enumerate(text.split("\n"), start=1):
        reader.read_line(
            number, line.rstrip("\r") if line.isascii() else unicodedata.normalize("NFC", line.rstrip("\r"))
        )
    reader.close_game()
    if not reader.reading.games:
        reader.add_problem(1, NotationError("no-game", 1, "", '[Notation "rgn 1"]'), text[:60].split("\n")[0])
    reader.reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    return reader.reading

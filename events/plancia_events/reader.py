"""The tolerant reader of files: every problem in one pass, and what could be read is kept."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from plancia_events.errors import NotationError, Problem
from plancia_events.game import Game
from plancia_events.headers import COLOUR_HEADERS, REPEATABLE, missing, read_headers, sort_key
from plancia_events.line import parse_event

MOST_LINE = 4096
MOST_EVENTS = 20000
MOST_GAMES = 10000
MOST_PROBLEMS = 200
HIDDEN = {"\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\ufeff", "\u061c",
          *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}  # fmt: skip


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

    def problem(self, line: int, error: NotationError, source: str) -> None:
        """Keeps a problem; beyond the limit only the first ones are kept."""
        if len(self.reading.problems) < MOST_PROBLEMS:
            self.reading.problems.append(
                Problem(self.name, line, error.column, error.code, error.found, error.expected, source[:MOST_LINE])
            )

    def line(self, number: int, text: str) -> None:
        """Reads one line."""
        stripped = text.strip()
        if not stripped or stripped.startswith(";"):
            return
        try:
            check_letters(text)
            if stripped.startswith("["):
                self.header_line(number, text)
            else:
                self.event_line(number, text)
        except NotationError as error:
            self.problem(number, error, text)

    def header_line(self, number: int, text: str) -> None:
        """Headers open a game; [Notation ...] after events opens the next one."""
        for name, value, column in read_headers(text):
            if self.open is None or (name == "Notation" and (self.open.events or self.open.header("Notation"))):
                self.close()
                if len(self.reading.games) >= MOST_GAMES:
                    raise NotationError("too-many-games", column, "", str(MOST_GAMES))
                self.open = Game([])
                self.opened_at = number
                self.full = False
            if self.open.events:
                raise NotationError("header-late", column, name)
            if name not in REPEATABLE and self.open.header(name) is not None:
                raise NotationError("header-twice", column, name)
            if name == "Option":
                option, _, text = value.partition("=")
                before = [old for key, old in self.open.headers if key == name and old.partition("=")[0] == option]
                if any(old != value for old in before):
                    raise NotationError("option-twice", column, f"{option}={text}", before[0])
            self.open.headers.append((name, value))

    def event_line(self, number: int, text: str) -> None:
        """One event of the open game."""
        if self.open is None:
            self.open = Game([])
            self.opened_at = number
        if len(self.open.events) >= MOST_EVENTS:
            if not self.full:
                self.full = True
                raise NotationError("too-many-events", 1, "", str(MOST_EVENTS))
            return
        event = parse_event(text)
        self.open.events.append(event)
        self.open.lines.append(number)

    def close(self) -> None:
        """Ends the open game: required headers are looked for, headers put in order."""
        game = self.open
        if game is None:
            return
        for name in missing(game.headers):
            code = "players" if name == "players" else "header-missing"
            self.problem(self.opened_at, NotationError(code, 1, "", name), "")
        game.headers.sort(key=sort_key)
        self.reading.games.append(game)
        self.open = None


def check_letters(text: str) -> None:
    """Refuses control characters, invisible marks and marks of direction. Raises NotationError."""
    if text.isascii() and text.isprintable():
        return
    for column, letter in enumerate(text, start=1):
        if letter == "\t" or letter.isprintable():
            continue
        if letter in HIDDEN or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
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
    text = decoded(data, reader) if isinstance(data, bytes) else data
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MOST_LINE:
            reader.problem(number, NotationError("too-long", MOST_LINE + 1, str(len(line)), str(MOST_LINE)), line[:200])
            continue
        reader.line(number, line.rstrip("\r") if line.isascii() else unicodedata.normalize("NFC", line.rstrip("\r")))
    reader.close()
    if not reader.reading.games:
        reader.problem(1, NotationError("no-game", 1, "", '[Notation "rgn 1"]'), text[:60].split("\n")[0])
    reader.reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    return reader.reading


def seats(game: Game) -> list[str]:
    """The colours at the table in header order."""
    return [COLOUR_HEADERS[name] for name, _ in game.headers if name in COLOUR_HEADERS]

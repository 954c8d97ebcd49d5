"""The parts of a written event: each reads its words from a line, writes them back and says what it expects."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from plancia_data import close_matches
from plancia_events.errors import NotationError
from plancia_events.names import colour, land

WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}\Z")
NUMBER = re.compile(r"[0-9]{1,6}\Z")
HEX = re.compile(r"#[0-9a-f]{64}\Z")
COMMAS = re.compile(r"[0-9](,[0-9])+\Z")
MOST_NUMBER = 99999


@dataclass
class Words:
    """The words of a line still to be read, each with its column."""

    items: list[tuple[str, int]]
    end: int
    place: int = 0
    joined: dict[int, list[int]] = field(default_factory=dict)  # word by its column -> columns of its letters

    def peek(self) -> str:
        """The next word, '' at the end."""
        return self.items[self.place][0] if self.place < len(self.items) else ""

    def column(self) -> int:
        """Where the next word stands."""
        return self.items[self.place][1] if self.place < len(self.items) else self.end

    def true_column(self, column: int) -> int:
        """Where in the line a column counted inside a joined word stands."""
        for start, letters in self.joined.items():
            if start <= column <= start + len(letters):
                return letters[column - start] if column < start + len(letters) else letters[-1] + 1
        return column

    def take(self, expected: str) -> tuple[str, int]:
        """The next word and its column. Raises NotationError at the end of the line."""
        if self.place >= len(self.items):
            raise NotationError("missing", self.end, "", expected)
        self.place += 1
        return self.items[self.place - 1]


class Part(Protocol):
    """One part of a form; those that are `Loose` stand after the others, in any order."""

    def read(self, words: Words, into: dict[str, Any]) -> None:
        """Takes words and sets fields. Raises NotationError."""

    def write(self, event: Any) -> str:
        """The part in canonical form, '' where it is absent."""


def chosen(text: str, column: int, choices: tuple[str, ...]) -> str:
    """One of a fixed list of words. Raises NotationError with those that are near."""
    if text.casefold() not in choices:
        raise NotationError("word", column, text[:40], "|".join(choices), close_matches(text, choices))
    return text.casefold()


@dataclass
class Loose:
    """A part that may stand anywhere after the fixed ones, and only once."""

    def read(self, words: Words, into: dict[str, Any]) -> None:
        """Takes its word where it is the next one, and sets its field. Raises NotationError."""
        raise NotImplementedError

    def write(self, event: Any) -> str:
        """The part in canonical form, '' where it is absent."""
        raise NotImplementedError

    def name_written(self) -> str:
        """Its word in a line, `key=` where a value follows."""
        return str(getattr(self, "word", "")) or f"{getattr(self, 'key', '')}="


def folded(text: str, capitals: bool) -> str:
    """A word in its one spelling."""
    return text.upper() if capitals else text.lower()


def number(text: str, column: int, most: int = MOST_NUMBER) -> int:
    """A natural number up to `most`. Raises NotationError."""
    if not NUMBER.match(text) or int(text) > most:
        raise NotationError("number", column, text, f"0..{most}")
    return int(text)


def card(text: str, column: int) -> str:
    """A card: a territory, JOL, ??? or a commitment. Raises NotationError."""
    if text.upper() in ("JOL", "JOLLY"):
        return "JOL"
    if text in ("???", "??", "?"):
        return "???"
    if text.startswith("#"):
        if not HEX.match(text.lower()):
            raise NotationError("card", column, text[:20], "#" + "64 hex")
        return text.lower()
    return land(text, column)


def dice(text: str, column: int, most: int = 3) -> list[int]:
    """Dice faces, sorted down; commas between them are left out. Raises NotationError."""
    if COMMAS.match(text):
        text = text.replace(",", "")
    if not 1 <= len(text) <= most or any(face not in "123456" for face in text):
        raise NotationError("dice", column, text, "1-6")
    return sorted((int(face) for face in text), reverse=True)


@dataclass
class Choice:
    """One word of a fixed list."""

    name: str
    choices: tuple[str, ...]
    optional: bool = False

    def read(self, words: Words, into: dict[str, Any]) -> None:
        if self.optional and words.peek().casefold() not in self.choices:
            return
        text, column = words.take("|".join(self.choices))
        into[self.name] = chosen(text, column, self.choices)

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None else str(value)


@dataclass
class Token:
    """One free word (a penalty, a rule's number) in small letters, or in `capitals`."""

    name: str
    capitals: bool = False

    def read(self, words: Words, into: dict[str, Any]) -> None:
        text, column = words.take("word")
        if not WORD.match(text):
            raise NotationError("word", column, text[:40], "A-Z a-z 0-9 _ . : / -")
        into[self.name] = folded(text, self.capitals)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Colour:
    """One colour, or a further actor of `also`."""

    name: str
    also: str = ""

    def read(self, words: Words, into: dict[str, Any]) -> None:
        text, column = words.take("R B G Y N V")
        into[self.name] = colour(text, column, self.also)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Colours:
    """One or more colours up to a named argument."""

    name: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        found: list[str] = []
        while not found or (words.peek() and "=" not in words.peek()):
            text, column = words.take("R B G Y N V")
            letter = colour(text, column)
            if letter in found:
                raise NotationError("colour", column, text, "-")
            found.append(letter)
        into[self.name] = found

    def write(self, event: Any) -> str:
        return " ".join(getattr(event, self.name))


@dataclass
class Throws:
    """Colours with the die each one threw: `R6 B4`."""

    name: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        found: list[tuple[str, int]] = []
        while not found or re.match(r"[A-Za-z]+[1-6]\Z", words.peek()):
            text, column = words.take("R6")
            if text[-1] not in "123456":
                raise NotationError("dice", column, text, "R6")
            found.append((colour(text[:-1], column), int(text[-1])))
        into[self.name] = found

    def write(self, event: Any) -> str:
        return " ".join(f"{letter}{die}" for letter, die in getattr(event, self.name))


@dataclass
class Land:
    """One territory."""

    name: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        text, column = words.take("territory")
        into[self.name] = land(text, column)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Cards:
    """Cards or territories up to a named argument; `cards` allows jolly and hidden ones, `most` bounds them."""

    name: str
    cards: bool = True
    least: int = 1
    stop: tuple[str, ...] = ()
    unsaid: str = ""  # the card meant where none is named

    def read(self, words: Words, into: dict[str, Any]) -> None:
        found: list[str] = []
        while words.peek() and "=" not in words.peek() and words.peek().casefold() not in self.stop:
            text, column = words.take("card")
            found.append(card(text, column) if self.cards else land(text, column))
        if not found and self.unsaid:
            found.append(self.unsaid)
        if len(found) < self.least:
            words.take("card" if self.cards else "territory")
            raise NotationError("missing", words.column(), "", "card")
        into[self.name] = found

    def write(self, event: Any) -> str:
        return " ".join(getattr(event, self.name))


@dataclass
class OneCard:
    """One card."""

    name: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        text, column = words.take("card")
        into[self.name] = card(text, column)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Arrow:
    """From one territory to another: `CIN>SIA`."""

    source: str
    target: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        text, column = words.take("CIN>SIA")
        one, mark, two = text.partition(">")
        if not mark:
            raise NotationError("form", column, text, "CIN>SIA")
        into[self.source] = land(one, column)
        into[self.target] = land(two, column + len(one) + 1)

    def write(self, event: Any) -> str:
        return f"{getattr(event, self.source)}>{getattr(event, self.target)}"


@dataclass
class Items:
    """Territories with armies: `CIN+2 SIA+1` (or with `-`)."""

    name: str
    sign: str = "+"

    def read(self, words: Words, into: dict[str, Any]) -> None:
        found: list[tuple[str, int]] = []
        while not found or (words.peek() and "=" not in words.peek()):
            text, column = words.take(f"CIN{self.sign}2")
            name, mark, count = text.rpartition(self.sign)
            if not mark:
                raise NotationError("form", column, text, f"CIN{self.sign}2")
            found.append((land(name, column), number(count, column + len(name) + 1)))
        into[self.name] = found

    def write(self, event: Any) -> str:
        return " ".join(f"{code}{self.sign}{count}" for code, count in getattr(event, self.name))


@dataclass
class Number:
    """A natural number; `optional` where it may be absent."""

    name: str
    optional: bool = False

    def read(self, words: Words, into: dict[str, Any]) -> None:
        if self.optional and not NUMBER.match(words.peek()):
            return
        text, column = words.take("number")
        into[self.name] = number(text, column)

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None else str(value)


@dataclass
class Flag(Loose):
    """A word that is there or not."""

    name: str
    word: str

    def read(self, words: Words, into: dict[str, Any]) -> None:
        if words.peek().casefold() == self.word:
            words.take(self.word)
            into[self.name] = True

    def write(self, event: Any) -> str:
        return self.word if getattr(event, self.name) else ""


@dataclass
class Named(Loose):
    """An optional `key=value`; `kind` says how the value is read: number, colour, word or one of `choices`.

    A word has small letters; a `list` of colours, or an `id`, has capitals.
    """

    key: str
    name: str
    kind: str = "number"
    choices: tuple[str, ...] = field(default_factory=tuple)
    default: Any = None

    def read(self, words: Words, into: dict[str, Any]) -> None:
        key, mark, text = words.peek().partition("=")
        if not mark or key.casefold() != self.key:
            return
        column = words.column() + len(key) + 1
        words.take(self.key)
        if self.kind == "number":
            into[self.name] = number(text, column)
        elif self.kind == "colour":
            into[self.name] = colour(text, column)
        elif self.choices:
            into[self.name] = chosen(text, column, self.choices)
        else:
            if not WORD.match(text.replace(",", "")) or text.startswith(",") or text.endswith(","):
                raise NotationError("word", column, text[:40], "A-Z a-z 0-9")
            into[self.name] = folded(text, self.kind in ("list", "id"))

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None or value == self.default else f"{self.key}={value}"

"""Parts that several kinds of event share; a part parses its words of a line and writes them in canonical form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from plancia_data import close_matches
from plancia_events.ascii_case import lower, upper
from plancia_events.errors import NotationError
from plancia_events.names import parse_colour, parse_land
from plancia_events.parts.objectives import ObjectiveNames

Fields = dict[str, Any]  # what was read of a line so far: members of its event, by name
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}\Z")
NUMBER = re.compile(r"[0-9]{1,6}\Z")
JOINED_WORD = re.compile("[1-6]:\\Z")  # with a number behind it: `x6: 5` is read as `x6:5`
JOINED_NUMBER = re.compile(r"(?=[0-9]{1,6}\Z)0*[1-6]")
COMMITMENT = re.compile(r"#[0-9a-f]{64}\Z")
COMMA_SEPARATED_DICE = re.compile(r"[0-9](,[0-9])+\Z")
MAX_NUMBER = 99999


@dataclass
class Words:
    """The words of a line, each with its column, and the index of the next one to read."""

    items: list[tuple[str, int]]
    end: int
    position: int = 0
    joined_columns: dict[int, list[int]] = field(
        default_factory=dict
    )  # by a joined word's column: columns of its letters
    objectives: ObjectiveNames | None = None  # of the game; None for a line without its game

    def peek(self) -> str:
        """Returns the next word; '' at the end."""
        return self.items[self.position][0] if self.position < len(self.items) else ""

    def column(self) -> int:
        """Returns the column of the next word, or of the end of the line."""
        return self.items[self.position][1] if self.position < len(self.items) else self.end

    def column_in_line(self, column: int) -> int:
        """Converts a column counted inside a joined word to the column in the line."""
        for start, letters in self.joined_columns.items():
            if start <= column <= start + len(letters):
                return letters[column - start] if column < start + len(letters) else letters[-1] + 1
        return column

    def take(self, expected: str) -> tuple[str, int]:
        """Returns the next word and its column, and advances. Raises NotationError at the end of the line."""
        if self.position >= len(self.items):
            raise NotationError("missing", self.end, "", expected)
        self.position += 1
        return self.items[self.position - 1]

    def take_value(self, expected: str) -> tuple[str, int]:
        """Takes the next word as `take` does. Raises NotationError, also for a word with `=` in its place."""
        if "=" in self.peek():
            raise NotationError("missing", self.column(), "", expected)
        return self.take(expected)


class Part(Protocol):
    """A part of an event's syntax; `KeywordPart`s follow the others, in any order."""

    def read(self, words: Words, fields: Fields) -> None:
        """Takes its words and sets their values in `fields`. Raises NotationError."""

    def write(self, event: Any) -> str:
        """Returns the part in canonical form; '' if it is absent."""


def parse_choice(text: str, column: int, choices: tuple[str, ...]) -> str:
    """Parses one of a fixed list of words, in lower case. Raises NotationError with suggestions."""
    if lower(text) not in choices:
        raise NotationError("word", column, text[:40], "|".join(choices), close_matches(text, choices))
    return choices[choices.index(lower(text))]  # the object of the default itself, which JSON omits by identity


@dataclass
class KeywordPart:
    """A part that may follow the positional ones in any order, at most once."""

    def read(self, words: Words, fields: Fields) -> None:
        """Takes the next word if it belongs to this part, and sets the field. Raises NotationError."""
        raise NotImplementedError

    def write(self, event: Any) -> str:
        """Returns the part in canonical form; '' if it is absent."""
        raise NotImplementedError

    def keyword(self) -> str:
        """Returns the word that introduces the part: a flag's word, or `key=`."""
        return str(getattr(self, "word", "")) or f"{getattr(self, 'key', '')}="


def change_case(text: str, capitals: bool) -> str:
    """Returns a word in upper or in lower case."""
    return upper(text) if capitals else lower(text)


def parse_number(text: str, column: int, maximum: int = MAX_NUMBER) -> int:
    """Parses a natural number up to `maximum`. Raises NotationError."""
    if not NUMBER.match(text) or int(text) > maximum:
        raise NotationError("number", column, text, f"0..{maximum}")
    return int(text)


def parse_card(text: str, column: int) -> str:
    """Parses a card: a territory, JOL, ??? or a commitment. Raises NotationError."""
    if upper(text) in ("JOL", "JOLLY"):
        return "JOL"
    if text in ("???", "??", "?"):
        return "???"
    if text.startswith("#"):
        if not COMMITMENT.match(lower(text)):
            raise NotationError("card", column, text[:20], "#" + "64 hex")
        return lower(text)
    return parse_land(text, column)


def parse_dice(text: str, column: int, maximum: int = 3) -> list[int]:
    """Parses up to `maximum` dice in descending order; commas are accepted. Raises NotationError."""
    if COMMA_SEPARATED_DICE.match(text):
        text = text.replace(",", "")
    if not 1 <= len(text) <= maximum or any(face not in "123456" for face in text):
        raise NotationError("dice", column, text, "1-6")
    return sorted((int(face) for face in text), reverse=True)


@dataclass
class Choice:
    """One word of a fixed list."""

    name: str
    choices: tuple[str, ...]
    optional: bool = False

    def read(self, words: Words, fields: Fields) -> None:
        if self.optional and lower(words.peek()) not in self.choices:
            return
        text, column = words.take("|".join(self.choices))
        fields[self.name] = parse_choice(text, column, self.choices)

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None else str(value)


@dataclass
class Token:
    """One free word (a penalty, a rule's number) in lower case, or in upper case with `capitals`.

    A number may follow where it is `counted`; a word that would be joined with it, as dice are, is refused.
    """

    name: str
    capitals: bool = False
    counted: bool = False

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("word")
        is_joined = self.counted and JOINED_WORD.search(text) and JOINED_NUMBER.match(words.peek())
        if is_joined or not WORD.match(text):
            raise NotationError("word", column, text[:40], "A-Z a-z 0-9 _ . : / -")
        fields[self.name] = change_case(text, self.capitals)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Colour:
    """One colour, or an actor that `extra_letters` allows."""

    name: str
    extra_letters: str = ""

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("R B G Y N V")
        fields[self.name] = parse_colour(text, column, self.extra_letters)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Colours:
    """One or more different colours up to a keyword."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        letters: list[str] = []
        while not letters or (words.peek() and "=" not in words.peek()):
            text, column = words.take("R B G Y N V")
            letter = parse_colour(text, column)
            if letter in letters:
                raise NotationError("colour", column, text, "-")
            letters.append(letter)
        fields[self.name] = letters

    def write(self, event: Any) -> str:
        return " ".join(getattr(event, self.name))


@dataclass
class Throws:
    """Colours, each with the die it threw: `R6 B4`."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        throws: list[tuple[str, int]] = []
        while not throws or re.match(r"[A-Za-z]+[1-6]\Z", words.peek()):
            text, column = words.take("R6")
            if text[-1] not in "123456":
                raise NotationError("dice", column, text, "R6")
            throws.append((parse_colour(text[:-1], column), int(text[-1])))
        fields[self.name] = throws

    def write(self, event: Any) -> str:
        return " ".join(f"{letter}{die}" for letter, die in getattr(event, self.name))


@dataclass
class Land:
    """One territory."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("territory")
        fields[self.name] = parse_land(text, column)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Cards:
    """Cards or territories up to a keyword, at least `minimum`; `cards` allows jolly and hidden cards."""

    name: str
    cards: bool = True
    minimum: int = 1
    stop: tuple[str, ...] = ()
    default: str = ""  # the card if none is written

    def read(self, words: Words, fields: Fields) -> None:
        cards: list[str] = []
        while words.peek() and "=" not in words.peek() and lower(words.peek()) not in self.stop:
            text, column = words.take("card")
            cards.append(parse_card(text, column) if self.cards else parse_land(text, column))
        if not cards and self.default:
            cards.append(self.default)
        if len(cards) < self.minimum:
            raise NotationError("missing", words.column(), "", "card" if self.cards else "territory")
        fields[self.name] = cards

    def write(self, event: Any) -> str:
        return " ".join(getattr(event, self.name))


@dataclass
class OneCard:
    """One card."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("card")
        fields[self.name] = parse_card(text, column)

    def write(self, event: Any) -> str:
        return str(getattr(event, self.name))


@dataclass
class Arrow:
    """From one territory to another: `CIN>SIA`."""

    source: str
    target: str

    def read(self, words: Words, fields: Fields) -> None:
        text, column = words.take("CIN>SIA")
        source, separator, target = text.partition(">")
        if not separator:
            raise NotationError("form", column, text, "CIN>SIA")
        fields[self.source] = parse_land(source, column)
        fields[self.target] = parse_land(target, column + len(source) + 1)

    def write(self, event: Any) -> str:
        return f"{getattr(event, self.source)}>{getattr(event, self.target)}"


@dataclass
class Items:
    """Territories with armies: `CIN+2 SIA+1` (or with `-`)."""

    name: str
    sign: str = "+"

    def read(self, words: Words, fields: Fields) -> None:
        items: list[tuple[str, int]] = []
        while not items or (words.peek() and "=" not in words.peek()):
            text, column = words.take(f"CIN{self.sign}2")
            name, separator, count = text.rpartition(self.sign)
            if not separator:
                raise NotationError("form", column, text, f"CIN{self.sign}2")
            items.append((parse_land(name, column), parse_number(count, column + len(name) + 1)))
        fields[self.name] = items

    def write(self, event: Any) -> str:
        return " ".join(f"{code}{self.sign}{count}" for code, count in getattr(event, self.name))


@dataclass
class Number:
    """A natural number; it may be absent if `optional`."""

    name: str
    optional: bool = False

    def read(self, words: Words, fields: Fields) -> None:
        if self.optional and not NUMBER.match(words.peek()):
            return
        text, column = words.take("number")
        fields[self.name] = parse_number(text, column)

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None else str(value)


@dataclass
class Flag(KeywordPart):
    """A word that is present or absent: a boolean field."""

    name: str
    word: str

    def read(self, words: Words, fields: Fields) -> None:
        if lower(words.peek()) == self.word:
            words.take(self.word)
            fields[self.name] = True

    def write(self, event: Any) -> str:
        return self.word if getattr(event, self.name) else ""


@dataclass
class KeyValue(KeywordPart):
    """An optional `key=value`.

    `kind` is the type of the value: number, colour, word, or one of `choices`. A word is written in lower case; a
    `list` of colours and an `id` in upper case.
    """

    key: str
    name: str
    kind: str = "number"
    choices: tuple[str, ...] = field(default_factory=tuple)
    default: Any = None

    def read(self, words: Words, fields: Fields) -> None:
        key, separator, text = words.peek().partition("=")
        if not separator or lower(key) != self.key:
            return
        column = words.column() + len(key) + 1
        words.take(self.key)
        if self.kind == "number":
            fields[self.name] = parse_number(text, column)
        elif self.kind == "colour":
            fields[self.name] = parse_colour(text, column)
        elif self.choices:
            fields[self.name] = parse_choice(text, column, self.choices)
        else:
            if not WORD.match(text.replace(",", "")) or text.startswith(",") or text.endswith(","):
                raise NotationError("word", column, text[:40], "A-Z a-z 0-9")
            fields[self.name] = change_case(text, self.kind in ("list", "id"))

    def write(self, event: Any) -> str:
        value = getattr(event, self.name)
        return "" if value is None or value == self.default else f"{self.key}={value}"

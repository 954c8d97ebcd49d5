"""Parse problems: file, line, column and caret, in Italian and English."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plancia_data import messages
from plancia_events.json_messages import json_text

PROBLEM_CODES = (
    "encoding", "control", "too-long", "too-many-events", "too-many-games", "header-form", "header-unknown",
    "header-value", "header-twice", "option-twice", "header-missing", "header-late", "notation-version", "players",
    "tag", "actor", "missing", "surplus", "land", "land-ambiguous", "colour", "number", "dice", "card", "word",
    "form", "losses", "comment", "time", "reason-missing", "correction", "board", "no-game", "twice",
    "seats", "salt", "dealt",
)  # fmt: skip

JSON_CODES = (  # of the product's own; the specification leaves them free
    "json-syntax", "json-form", "json-kind", "json-member", "json-twice", "json-lost", "json-moved", "json-added",
    "json-order",
)  # fmt: skip

TRANSLATED_CODES = ("json-form", "json-syntax")  # what json and msgspec say

RULES_HEADER = re.compile(r"\s*\[\s*(Variant|Board|Deck|Objectives|Option)\b", re.IGNORECASE)


class NotationError(ValueError):
    """A line that cannot be parsed.

    `column` counts from 1; `found` is the text at fault, `expected` the accepted form, `near` are suggestions.
    """

    def __init__(self, code: str, column: int, found: str, expected: str = "", near: tuple[str, ...] = ()) -> None:
        self.code = code
        self.column = column
        self.found = found
        self.expected = expected
        self.near = near
        super().__init__(f"{code} at {column}: {found!r}, expected {expected}")


class JsonFault(ValueError):
    """A value in JSON that is refused; `pointer` (RFC 6901) says which, the rest is as in `Problem`."""

    def __init__(
        self, code: str, pointer: str, found: str = "", expected: str = "", near: tuple[str, ...] = ()
    ) -> None:
        self.code = code
        self.pointer = pointer
        self.found = found
        self.expected = expected
        self.near = near
        super().__init__(f"{pointer}: {code} {found}")

    def message(self, lang: str = "it") -> str:
        """The pointer and the message."""
        text = Problem("", 0, 0, self.code, self.found, self.expected, "", self.near).message(lang)
        return f"{self.pointer}: {text}" if self.pointer else text


@dataclass(frozen=True)
class Problem:
    """A parse problem of a file; `source` is the line, truncated if it is very long."""

    file: str
    line: int
    column: int
    code: str
    found: str
    expected: str
    source: str
    near: tuple[str, ...] = ()
    pointer: str = ""  # RFC 6901, of a value in JSON
    cell: str = ""  # of a workbook: Sheet!C7

    @property
    def names_rules(self) -> bool:
        """True if the line is a header that determines the rules of the game."""
        return RULES_HEADER.match(self.source) is not None

    def message(self, lang: str = "it") -> str:
        """The message with suggestions, without the place."""
        templates = messages("notation", lang)
        found = json_text(self.found, lang) if self.code in TRANSLATED_CODES else self.found
        message = templates[self.code].format(found=found, expected=self.expected)
        return message + (f". {templates['near'].format(near=', '.join(self.near))}" if self.near else "")

    def text(self, lang: str = "it") -> str:
        """`FILE:LINE:COLUMN: message [code]`, or sheet and cell; then the line with a caret under the column."""
        location = f"{self.sentence(lang)} [{self.code}]"
        excerpt, column = self.excerpt()
        return f"{location}\n    {excerpt}\n    {' ' * (column - 1)}^" if excerpt else location

    def sentence(self, lang: str = "it") -> str:
        """The place and the message."""
        pointer = f"{self.pointer}: " if self.pointer else ""
        sheet, _, cell = self.cell.rpartition("!")
        place = messages("notation", lang)["cell"].format(sheet=sheet, cell=cell) if cell else ""
        where = f"{self.file}, {place}" if place else f"{self.file}:{self.line}:{self.column}"
        return f"{where}: {pointer}{self.message(lang)}"

    def excerpt(self) -> tuple[str, int]:
        """The part of the line around the column, with unprintable characters replaced, and the column in it."""
        start = max(0, self.column - 61)
        letters = (letter if letter.isprintable() else "\ufffd" for letter in self.source[start : start + 120])
        return "".join(letters), self.column - start

    def to_json(self, lang: str = "it") -> dict[str, object]:
        """The problem as a JSON object; `detail` is the message."""
        payload: dict[str, object] = {
            "file": self.file, "line": self.line, "column": self.column, "code": self.code, "found": self.found,
            "expected": self.expected, "detail": self.message(lang),
        }  # fmt: skip
        payload |= {"near": list(self.near)} if self.near else {}
        return payload | ({"pointer": self.pointer} if self.pointer else {})

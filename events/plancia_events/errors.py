"""What can be wrong with a text: problems with file, line, column and caret, in Italian and English."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plancia_data import messages

CODES = (
    "encoding", "control", "too-long", "too-many-events", "too-many-games", "header-form", "header-unknown",
    "header-value", "header-twice", "option-twice", "header-missing", "header-late", "notation-version", "players",
    "tag", "actor", "missing", "surplus", "land", "land-ambiguous", "colour", "number", "dice", "card", "word",
    "form", "losses", "comment", "time", "reason-missing", "correction", "board", "no-game", "named", "twice",
    "seats", "salt", "dealt",
)  # fmt: skip

RULES_HEADER = re.compile(r"\s*\[\s*(Variant|Board|Deck|Objectives|Option)\b", re.IGNORECASE)


class NotationError(ValueError):
    """A line that is not understood. `column` counts from 1; `found` and `expected` are words of the text.

    `near` are words that may have been meant.
    """

    def __init__(self, code: str, column: int, found: str, expected: str = "", near: tuple[str, ...] = ()) -> None:
        self.code = code
        self.column = column
        self.found = found
        self.expected = expected
        self.near = near
        super().__init__(f"{code} at {column}: {found!r}, expected {expected}")


@dataclass(frozen=True)
class Problem:
    """A malformed place of a file; `source` is the line as it stood (shortened where it is very long)."""

    file: str
    line: int
    column: int
    code: str
    found: str
    expected: str
    source: str
    near: tuple[str, ...] = ()

    @property
    def names_rules(self) -> bool:
        """Is it in a header that says under which rules the game was played?"""
        return RULES_HEADER.match(self.source) is not None

    def said(self, lang: str = "it") -> str:
        """What is wrong, and what may have been meant."""
        table = messages("notation", lang)
        said = table[self.code].format(found=self.found, expected=self.expected)
        return said + (f". {table['near'].format(near=', '.join(self.near))}" if self.near else "")

    def text(self, lang: str = "it") -> str:
        """The problem in words with its code, the line quoted and a caret under the place."""
        head = f"{self.file}:{self.line}:{self.column}: {self.said(lang)} [{self.code}]"
        shown, column = self.window()
        return f"{head}\n    {shown}\n    {' ' * (column - 1)}^" if shown else head

    def window(self) -> tuple[str, int]:
        """The part of the line around the place, and the column in it."""
        start = max(0, self.column - 61)
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in self.source[start : start + 120])
        return shown, self.column - start

    def to_json(self, lang: str = "it") -> dict[str, object]:
        """The problem as data."""
        made: dict[str, object] = {
            "file": self.file, "line": self.line, "column": self.column, "code": self.code, "found": self.found,
            "expected": self.expected, "detail": self.said(lang),
        }  # fmt: skip
        return made | ({"near": list(self.near)} if self.near else {})

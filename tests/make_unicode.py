"""Writes docs/rgn/unicode.json, the tables of Unicode that a tolerant reader needs: python3 -m tests.make_unicode.

They are those of Python's unicodedata, and are written only by a Python that has the version they state.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parents[1] / "docs" / "rgn" / "unicode.json"
VERSION = "14.0.0"
REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def letters() -> Iterator[str]:
    """All of Unicode in ascending order."""
    return map(chr, range(sys.maxunicode + 1))


def point(letter: str) -> str:
    """A code point in hexadecimal digits."""
    return f"{ord(letter):04X}"


def ranges(members: Iterable[str]) -> list[str]:
    """Letters in ascending order, as `FIRST` or `FIRST..LAST`."""
    found: list[list[int]] = []
    for number in map(ord, members):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [f"{first:04X}" if first == last else f"{first:04X}..{last:04X}" for first, last in found]


def decompositions() -> Iterator[tuple[str, str]]:
    """The canonical decompositions in full (NFD), without those of Hangul, which are computed."""
    for letter in letters():
        if unicodedata.decomposition(letter) and not unicodedata.decomposition(letter).startswith("<"):
            yield point(letter), " ".join(map(point, unicodedata.normalize("NFD", letter)))


def compositions() -> Iterator[tuple[str, str]]:
    """Pairs of code points that NFC puts together, with what they become; without those of Hangul."""
    for letter in letters():
        parts = unicodedata.decomposition(letter).split()
        if len(parts) == 2 and not parts[0].startswith("<") and unicodedata.normalize("NFC", letter) == letter:
            yield " ".join(parts), point(letter)


def tables() -> dict[str, Any]:
    """The content of the file."""
    by_class: dict[int, list[str]] = {}
    for letter in letters():
        if number := unicodedata.combining(letter):
            by_class.setdefault(number, []).append(letter)
    return {
        "unicode": VERSION,
        "refused": ranges(letter for letter in letters() if unicodedata.category(letter) in REFUSED),
        "nonspacing_marks": ranges(letter for letter in letters() if unicodedata.category(letter) == "Mn"),
        "combining_classes": {str(number): ranges(by_class[number]) for number in sorted(by_class)},
        "decompositions": dict(decompositions()),
        "compositions": dict(compositions()),
    }


if __name__ == "__main__":
    if unicodedata.unidata_version == VERSION:
        TABLES.write_text(json.dumps(tables(), indent=1) + "\n", "utf-8")

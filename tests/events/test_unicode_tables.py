"""docs/rgn/unicode.json: its tables alone give NFC, NFD and the refused characters of Unicode 14."""

from __future__ import annotations

import json
import unicodedata
from itertools import pairwise
from random import Random

import pytest

from tests.make_unicode import REFUSED, TABLES, VERSION

DATA = json.loads(TABLES.read_text("utf-8"))


def points(text: str) -> str:
    """The characters of code points in hexadecimal digits."""
    return "".join(chr(int(part, 16)) for part in text.split())


def members(ranges: list[str]) -> set[str]:
    """The characters of ranges."""
    ends = (part.partition("..") for part in ranges)
    return {chr(n) for first, _, last in ends for n in range(int(first, 16), int(last or first, 16) + 1)}


DECOMPOSED = {points(one): points(other) for one, other in DATA["decompositions"].items()}
COMPOSED = {points(pair): points(one) for pair, one in DATA["compositions"].items()}
CLASS = {letter: int(number) for number, ranges in DATA["combining_classes"].items() for letter in members(ranges)}


def nfd(text: str) -> str:
    """UAX #15 from the tables: decompose, then sort runs of marks by their class."""
    letters: list[str] = []
    for letter in "".join(DECOMPOSED.get(letter, letter) for letter in text):
        at = len(letters)
        while CLASS.get(letter, 0) and at and CLASS.get(letters[at - 1], 0) > CLASS[letter]:
            at -= 1
        letters.insert(at, letter)
    return "".join(letters)


def nfc(text: str) -> str:
    """UAX #15 from the tables: each letter joins the last starter, unless a mark of its class or more is between."""
    letters: list[str] = []
    starter, last = -1, 0
    for letter in nfd(text):
        number = CLASS.get(letter, 0)
        is_free = starter >= 0 and (last < number or (last == 0 and starter == len(letters) - 1))
        joined = COMPOSED.get(letters[starter] + letter) if is_free else None
        if joined:
            letters[starter] = joined
            continue
        if number == 0:
            starter = len(letters)
        last = number
        letters.append(letter)
    return "".join(letters)


@pytest.mark.skipif(unicodedata.unidata_version != VERSION, reason="another version of Unicode")
def test_the_tables_alone_give_what_the_reader_needs() -> None:
    random = Random(1)
    marks = sorted(CLASS)
    bases = [*DECOMPOSED, *"aeiou CIN"]
    assert members(DATA["nonspacing_marks"]) == {
        chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) == "Mn"
    }
    assert members(DATA["refused"]) == {chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) in REFUSED}
    texts = [*DECOMPOSED, *("".join(random.choices(bases, k=2) + random.choices(marks, k=3)) for _ in range(2000))]
    for text in texts:
        assert nfd(text) == unicodedata.normalize("NFD", text)
        assert nfc(text) == unicodedata.normalize("NFC", text)
    assert all(int(one, 16) < int(other, 16) for one, other in pairwise(DATA["decompositions"]))

"""Values of headers as people write them, to their one spelling; what is not understood stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from plancia_events.names import COLOUR_WORDS
from plancia_events.text.italian import VALUES

DAY_FIRST = re.compile(r"([0-9?]{1,2})([/.-])([0-9?]{1,2})\2([0-9?]{4}|[0-9]{2})\Z")
YEAR_FIRST = re.compile(r"([0-9?]{4})([/.-])([0-9?]{1,2})\2([0-9?]{1,2})\Z")
FIGURE = re.compile(r"0*([0-9]+)(?:[.,]([05]))?\Z")


def day(text: str) -> str:
    """A date, `YYYY-MM-DD`; with the day first, as in Italy, where the year is last: 27/11/2026."""
    match = DAY_FIRST.match(text)
    if match:
        year = match[4] if len(match[4]) == 4 else f"20{match[4]}"
        return f"{year}-{match[3]:0>2}-{match[1]:0>2}"
    match = YEAR_FIRST.match(text)
    return f"{match[1]}-{match[3]:0>2}-{match[4]:0>2}" if match else text


def variant(text: str) -> str:
    """A variant and its options, one blank on both sides of each `+`."""
    return " + ".join(part.strip() for part in text.lower().split("+"))


def option(text: str) -> str:
    """`rule.option=value`, the name in small letters and no blanks about the first `=`."""
    name, mark, value = text.partition("=")
    return f"{name.strip().lower()}{mark}{value.strip()}"


def team(text: str) -> str:
    """Colours that play together, in capitals."""
    return text.upper()


def virtual(text: str) -> str:
    """The letter of a colour."""
    return COLOUR_WORDS.get(text.casefold(), text.upper())


def result(text: str) -> str:
    """Letters and points in turn: names of colours, a comma before the half and needless zeros are mended."""
    return " ".join(points(word) if word[:1].isdecimal() else virtual(word) for word in text.split())


def points(text: str) -> str:
    """Points in figures, `.5` the only fraction."""
    match = FIGURE.match(text)
    return text if not match else match[1] + (".5" if match[2] == "5" else "")


def word_of(header: str) -> Callable[[str], str]:
    """The word of a header that Italian words may say too."""
    return lambda text: VALUES[header].get(text.casefold(), text.lower())


def source(text: str) -> str:
    """Where a record comes from; the name behind `imported:` keeps its letters."""
    kind, mark, name = text.partition(":")
    return f"{kind.lower()}{mark}{name}" if mark else word_of("Provenance")(text)

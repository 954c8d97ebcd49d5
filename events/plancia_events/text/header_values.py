"""Canonical spelling of header values as typed; a value that is not recognised is returned unchanged."""

from __future__ import annotations

import re
from collections.abc import Callable

from plancia_events.ascii_case import lower, upper
from plancia_events.names import COLOUR_WORDS
from plancia_events.text.italian_words import VALUE_BY_ITALIAN_WORD

DAY_FIRST = re.compile(r"([0-9?]{1,2})([/.-])([0-9?]{1,2})\2([0-9?]{4}|[0-9]{2})\Z")
YEAR_FIRST = re.compile(r"([0-9?]{4})([/.-])([0-9?]{1,2})\2([0-9?]{1,2})\Z")
POINTS_NUMBER = re.compile(r"([0-9]{1,5})(?:[.,]([05]))?\Z")


def canonical_date(text: str) -> str:
    """A date as `YYYY-MM-DD`; 27/11/2026 is read with the day first, as in Italy."""
    match = DAY_FIRST.match(text)
    if match:
        year = match[4] if len(match[4]) == 4 else f"20{match[4]}"
        return f"{year}-{match[3]:0>2}-{match[1]:0>2}"
    match = YEAR_FIRST.match(text)
    return f"{match[1]}-{match[3]:0>2}-{match[4]:0>2}" if match else text


def canonical_variant(text: str) -> str:
    """A variant and its options, one blank on both sides of each `+`."""
    return " + ".join(part.strip() for part in lower(text).split("+"))


def canonical_option(text: str) -> str:
    """`rule.option=value`, the name in lower case, no blanks around the first `=`."""
    name, separator, value = text.partition("=")
    return f"{lower(name.strip())}{separator}{value.strip()}"


def canonical_team(text: str) -> str:
    """Letters of colours that play together, in upper case."""
    return upper(text)


def canonical_colour(text: str) -> str:
    """The letter of a colour."""
    return COLOUR_WORDS.get(lower(text), upper(text))


def canonical_result(text: str) -> str:
    """Returns a result as letters and points (`A 12 B 7.5`).

    Colour names become letters, decimal commas points, leading zeros are dropped; points of another form are kept.
    """
    return " ".join(canonical_points(word) if word[:1].isdecimal() else canonical_colour(word) for word in text.split())


def canonical_points(text: str) -> str:
    """Points as a decimal number; `.5` is the only fraction."""
    match = POINTS_NUMBER.match(text)
    return text if not match else f"{int(match[1])}" + (".5" if match[2] == "5" else "")


def word_translator(header: str) -> Callable[[str], str]:
    """A function that translates the Italian words of a header's value."""
    return lambda text: VALUE_BY_ITALIAN_WORD[header].get(lower(text), lower(text))


def canonical_provenance(text: str) -> str:
    """The provenance of a record; the case of the name after `imported:` is preserved."""
    kind, separator, name = text.partition(":")
    return f"{lower(kind)}{separator}{name}" if separator else word_translator("Provenance")(text)

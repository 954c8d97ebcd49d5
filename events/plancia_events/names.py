"""Names of territories and colours as people type them: codes, Italian and English names, case, accents, prefixes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from plancia_data import board, close_matches
from plancia_events.errors import NotationError

LANDS: tuple[str, ...] = board("eg").codes
LAND_NUMBER: dict[str, int] = {code: number for number, code in enumerate(LANDS)}
JOLLY: Final = 42  # cards are numbered after their territories; these have none
UNKNOWN_CARD: Final = 43
COMMITTED_CARD: Final = 44  # hidden under a commitment, which a SHOW may open
LETTERS = "RBGYNV-*A"
ACTOR_NUMBER: dict[str, int] = {letter: number for number, letter in enumerate(LETTERS)}
COLOUR_WORDS = {
    "rosso": "R", "red": "R", "blu": "B", "blue": "B", "verde": "G", "green": "G", "giallo": "Y", "yellow": "Y",
    "nero": "N", "black": "N", "viola": "V", "violet": "V", "neutrale": "-", "neutral": "-", "tavolo": "*",
    "table": "*", "arbitro": "A", "arbiter": "A",
}  # fmt: skip
PARTS = str.maketrans("-_'\u2019", "    ")  # what may stand between the words of a name


def plain(text: str) -> str:
    """Lower case without accents, one blank for what parts words.

    Every other sign and every letter of another alphabet stays, so that it fits no name.
    """
    bare = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in bare if unicodedata.category(letter) != "Mn").translate(PARTS)


@cache
def known() -> dict[str, str]:
    """Plain name -> code, for codes, Italian and English names; a name of several words also without its blanks."""
    found = board("eg")
    table: dict[str, str] = {}
    for code, it, en in zip(found.codes, found.names_it, found.names_en, strict=True):
        for name in (plain(it), plain(en)):
            table[name] = table[name.replace(" ", "")] = code
    table.update({"terr nord ovest": "TNO", "southeast asia": "SIA", "south east asia": "SIA", "southeastasia": "SIA",
                  "terrnordovest": "TNO", "chita": "CIT"})  # fmt: skip
    table.update({code.lower(): code for code in found.codes})
    return table


@cache
def long_names() -> re.Pattern[str]:
    """Names of several words, which a reader joins before it splits a line into words."""
    found = board("eg")
    names = {name for name in (*found.names_it, *found.names_en) if " " in name}
    ordered = sorted(names, key=len, reverse=True)
    return re.compile("|".join(re.escape(name).replace(r"\ ", r"[ \t]+") for name in ordered), re.IGNORECASE)


@cache
def named(code: str) -> str:
    """A code with its Italian name, as an error shows it."""
    return f"{code} {board('eg').names_it[LAND_NUMBER[code]]}"


def land(text: str, column: int) -> str:
    """The code of a territory. Raises NotationError with the candidates where the name fits several or is not known."""
    if text in LAND_NUMBER:
        return text
    name = plain(text)
    table = known()
    if name in table:
        return table[name]
    whole = bool(name) and name == name.strip()
    fits = sorted({code for full, code in table.items() if whole and full.startswith(name)})
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise NotationError("land-ambiguous", column, text, ", ".join(named(code) for code in fits))
    meant = dict.fromkeys(table[full] for full in close_matches(name, table))
    raise NotationError("land", column, text, near=tuple(named(code) for code in meant))


def land_named(text: str) -> str | None:
    """The code of a territory by its whole name or code, None where it is none."""
    return known().get(plain(text))


def colour(text: str, column: int, also: str = "") -> str:
    """The letter of a colour, or one of the further actors allowed. Raises NotationError."""
    letter = text if text in ACTOR_NUMBER else COLOUR_WORDS.get(text.casefold(), text.upper())
    if len(letter) == 1 and (letter in "RBGYNV" or letter in also):
        return letter
    meant = tuple(name for name in close_matches(text, COLOUR_WORDS) if COLOUR_WORDS[name] in "RBGYNV" + also)
    raise NotationError("colour", column, text, " ".join("RBGYNV" + also), meant)

"""Names of territories and colours as people type them: codes, Italian and English names, case, accents, prefixes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from plancia_data import board
from plancia_events.errors import NotationError

LANDS: tuple[str, ...] = board("eg").codes
LAND_NUMBER: dict[str, int] = {code: number for number, code in enumerate(LANDS)}
LETTERS = "RBGYNV-*A"
ACTOR_NUMBER: dict[str, int] = {letter: number for number, letter in enumerate(LETTERS)}
COLOUR_WORDS = {
    "rosso": "R", "red": "R", "blu": "B", "blue": "B", "verde": "G", "green": "G", "giallo": "Y", "yellow": "Y",
    "nero": "N", "black": "N", "viola": "V", "violet": "V", "neutrale": "-", "neutral": "-", "tavolo": "*",
    "table": "*", "arbitro": "A", "arbiter": "A",
}  # fmt: skip


def plain(text: str) -> str:
    """Letters and digits only, lower case, without accents."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in bare if letter.isascii() and letter.isalnum())


@cache
def known() -> dict[str, str]:
    """Plain name -> code, for codes, ids, Italian and English names."""
    found = board("eg")
    table: dict[str, str] = {}
    for code, one, it, en in zip(found.codes, found.ids, found.names_it, found.names_en, strict=True):
        for name in (code, one, it, en):
            table[plain(name)] = code
    table.update({"terrnordovest": "TNO", "southeastasia": "SIA", "irkutsk": "CIT", "yakutsk": "JAC", "chita": "CIT"})
    return table


@cache
def long_names() -> re.Pattern[str]:
    """Names of several words, which a reader joins before it splits a line into words."""
    found = board("eg")
    names = {name for name in (*found.names_it, *found.names_en) if " " in name}
    ordered = sorted(names, key=len, reverse=True)
    return re.compile("|".join(re.escape(name).replace(r"\ ", r"[ \t]+") for name in ordered), re.IGNORECASE)


def land(text: str, column: int) -> str:
    """The code of a territory. Raises NotationError with the candidates where the name fits several."""
    if text in LAND_NUMBER:
        return text
    name = plain(text)
    table = known()
    if name in table:
        return table[name]
    fits = sorted({code for full, code in table.items() if name and full.startswith(name)})
    if len(fits) == 1:
        return fits[0]
    if fits:
        names = dict(zip(LANDS, board("eg").names_it, strict=True))
        raise NotationError("land-ambiguous", column, text, ", ".join(f"{code} {names[code]}" for code in fits))
    raise NotationError("land", column, text)


def colour(text: str, column: int, also: str = "") -> str:
    """The letter of a colour, or one of the further actors allowed. Raises NotationError."""
    letter = text if text in ACTOR_NUMBER else COLOUR_WORDS.get(text.casefold(), text.upper())
    if len(letter) == 1 and (letter in "RBGYNV" or letter in also):
        return letter
    raise NotationError("colour", column, text, " ".join("RBGYNV" + also))

"""Names of territories and colours as typed: codes, Italian and English names, in any case, prefixes, no accents."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from plancia_data import board, close_matches
from plancia_events.ascii_case import lower, upper
from plancia_events.errors import NotationError

LANDS: tuple[str, ...] = board("eg").codes
LAND_NUMBER: dict[str, int] = {code: number for number, code in enumerate(LANDS)}
JOLLY: Final = 42  # cards are numbered after their territories; these have none
UNKNOWN_CARD: Final = 43
COMMITTED_CARD: Final = 44  # hidden by a commitment, which a SHOW may reveal
ACTOR_LETTERS = "RBGYNV-*A"
ACTOR_NUMBER: dict[str, int] = {letter: number for number, letter in enumerate(ACTOR_LETTERS)}
COLOUR_WORDS = {
    "rosso": "R", "red": "R", "blu": "B", "blue": "B", "verde": "G", "green": "G", "giallo": "Y", "yellow": "Y",
    "nero": "N", "black": "N", "viola": "V", "violet": "V", "neutrale": "-", "neutral": "-", "tavolo": "*",
    "table": "*", "arbitro": "A", "arbiter": "A",
}  # fmt: skip
SEPARATORS = str.maketrans("-_'\u2019", "    ")  # between the words of a name


def normalize(text: str) -> str:
    """Lower case without accents, with blanks as separators of words.

    Other signs and letters of other alphabets stay, so that the text matches no name.
    """
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn").translate(SEPARATORS)


@cache
def codes_by_name() -> dict[str, str]:
    """Territory codes by normalised name: code, Italian and English name; long names also without blanks."""
    base_board = board("eg")
    codes: dict[str, str] = {}
    for code, it, en in zip(base_board.codes, base_board.names_it, base_board.names_en, strict=True):
        for name in (normalize(it), normalize(en)):
            codes[name] = codes[name.replace(" ", "")] = code
    codes.update({"terr nord ovest": "TNO", "southeast asia": "SIA", "south east asia": "SIA", "southeastasia": "SIA",
                  "terrnordovest": "TNO", "chita": "CIT"})  # fmt: skip
    codes.update({code.lower(): code for code in base_board.codes})
    return codes


@cache
def long_names() -> tuple[str, ...]:
    """The names of several words in both languages, the longest first."""
    base_board = board("eg")
    names = {name for name in (*base_board.names_it, *base_board.names_en) if " " in name}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@cache
def long_names_pattern() -> re.Pattern[str]:
    """Matches names of several words, which are joined before a line is split into words."""
    return re.compile("|".join(re.escape(name).replace(r"\ ", " +") for name in long_names()), re.IGNORECASE | re.ASCII)


@cache
def last_words_pattern() -> re.Pattern[str]:
    """Matches the last word of a name of several words, in capitals; no word of a canonical line is one."""
    return re.compile(" (?:" + "|".join(sorted({name.upper().split()[-1] for name in long_names()})) + ")")


def has_long_name_word(line: str) -> bool:
    """True if a line in capitals may have a name of several words."""
    return last_words_pattern().search(line) is not None


@cache
def code_and_name(code: str) -> str:
    """A code with its Italian name, for error messages."""
    return f"{code} {board('eg').names_it[LAND_NUMBER[code]]}"


def parse_land(text: str, column: int) -> str:
    """The code of a territory. Raises NotationError with candidates if the name is ambiguous or unknown."""
    if text in LAND_NUMBER:
        return text
    name = normalize(text)
    codes = codes_by_name()
    if name in codes:
        return codes[name]
    is_trimmed = bool(name) and name == name.strip()
    matches = sorted({code for known_name, code in codes.items() if is_trimmed and known_name.startswith(name)})
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise NotationError("land-ambiguous", column, text, ", ".join(code_and_name(code) for code in matches))
    suggestions = dict.fromkeys(codes[known_name] for known_name in close_matches(name, codes))
    raise NotationError("land", column, text, near=tuple(code_and_name(code) for code in suggestions))


def find_land(text: str) -> str | None:
    """The code of a territory by its full name or code; None if there is none."""
    return codes_by_name().get(normalize(text))


def parse_colour(text: str, column: int, extra_letters: str = "") -> str:
    """Parses a colour, or an actor that `extra_letters` allows. Raises NotationError with suggestions."""
    letter = text if text in ACTOR_NUMBER else COLOUR_WORDS.get(lower(text), upper(text))
    if len(letter) == 1 and (letter in "RBGYNV" or letter in extra_letters):
        return letter
    suggestions = tuple(
        name for name in close_matches(text, COLOUR_WORDS) if COLOUR_WORDS[name] in "RBGYNV" + extra_letters
    )
    raise NotationError("colour", column, text, " ".join("RBGYNV" + extra_letters), suggestions)

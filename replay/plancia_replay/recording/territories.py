"""Finds territories by abbreviations of their Italian or English names: beginnings of the words of a name.

`em` and `eur mer` mean Europa Meridionale, `tno` Territori del Nord Ovest; `si` is ambiguous (Siam, Siberia).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from plancia_data import board
from plancia_events.names import LAND_NUMBER, codes_by_name, normalize
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.tokens import Token

OPTIONAL_WORDS = {"del", "di", "of", "the", "uniti", "united", "states"}  # may be left out inside a name
MAX_NAME_WORDS = 5  # in a name


@cache
def territory_name_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns (code, words of the name) for each name of each territory."""
    standard_board = board("eg")
    names: dict[tuple[str, tuple[str, ...]], None] = {}
    for code, it, en in zip(standard_board.codes, standard_board.names_it, standard_board.names_en, strict=True):
        names |= dict.fromkeys((code, tuple(normalize(name).split())) for name in (it, en))
    names |= dict.fromkeys((code, tuple(name.split())) for name, code in codes_by_name().items() if " " in name)
    return (*names, ("AFG", ("afganistan",)))  # as the rulebook spells it


def matches_abbreviation(text: str, words: tuple[str, ...]) -> bool:
    """True if the text consists of beginnings of successive words, from the first word on."""
    if not text:
        return True
    if not words:
        return False
    for length in range(min(len(text), len(words[0])), 0, -1):
        if text[:length] == words[0][:length]:
            rest = text[length:]
            following = words[1:]
            if matches_abbreviation(rest, following):
                return True
            while following and following[0] in OPTIONAL_WORDS:
                following = following[1:]
                if matches_abbreviation(rest, following):
                    return True
    return False


@cache
def candidates(text: str) -> tuple[str, ...]:
    """Returns the codes of territories that a typed name may mean; a full name or a code in capitals means one."""
    if text in LAND_NUMBER:
        return (text,)
    name = "".join(normalize(text).split())
    if not name or len(name) > 60:
        return ()
    exact_code = codes_by_name().get(name)
    if exact_code and len(name) > 3:
        return (exact_code,)
    return tuple(dict.fromkeys(code for code, words in territory_name_words() if matches_abbreviation(name, words)))


def divisions(words: Sequence[Token], parts: int) -> Iterator[tuple[tuple[Token, ...], ...]]:
    """Returns the ways to divide words into `parts` successive parts."""
    if parts == 1:
        if 0 < len(words) <= MAX_NAME_WORDS:
            yield (tuple(words),)
        return
    for length in range(1, min(MAX_NAME_WORDS, len(words) - parts + 1) + 1):
        for rest in divisions(words[length:], parts - 1):
            yield (tuple(words[:length]), *rest)


def joined_text(part: Sequence[Token]) -> str:
    """Returns the texts of tokens with spaces between."""
    return " ".join(token.text for token in part)


def possible_readings(words: Sequence[Token], parts: int) -> list[tuple[str, ...]]:
    """Returns all tuples of `parts` territories that the words may mean."""
    tuples_found: dict[tuple[str, ...], None] = {}
    for division in divisions(words, parts):
        code_tuples: list[tuple[str, ...]] = [()]
        for part in division:
            codes = candidates(joined_text(part))
            code_tuples = [(*known, code) for known in code_tuples for code in codes]
        tuples_found |= dict.fromkeys(code_tuples)
    return list(tuples_found)


def resolve(words: Sequence[Token], parts: int, fits: Callable[..., bool]) -> tuple[str, ...]:
    """Returns the territories that words mean: the only reading, or the only one that `fits`. Raises Unclear."""
    all_readings = possible_readings(words, parts)
    if len(all_readings) == 1:
        return all_readings[0]
    fitting_readings = [codes for codes in all_readings if fits(*codes)]
    if len(fitting_readings) == 1:
        return fitting_readings[0]
    raise territory_error(words, parts, all_readings, fitting_readings)


def territory_error(
    words: Sequence[Token],
    parts: int,
    all_readings: Sequence[tuple[str, ...]],
    fitting_readings: Sequence[tuple[str, ...]],
) -> Unclear:
    """Returns the error for words that mean no territory or several."""
    column, text = words[0].column, joined_text(words)
    if not all_readings:
        for token in words:
            if not candidates(token.text):
                fits = similar_names(token.text)
                return Unclear("land" if fits else "land-unknown", token.column, token.text, fits)
        return Unclear("lands", column, text, count=parts)
    listed_readings = fitting_readings or all_readings
    if parts == 1:
        return Unclear("land-ambiguous", column, text, tuple(codes[0] for codes in listed_readings))
    first_codes = tuple(dict.fromkeys(codes[0] for codes in listed_readings))
    second_codes = tuple(dict.fromkeys(codes[1] for codes in listed_readings))
    if len(first_codes) > 1:
        return Unclear("land-ambiguous", column, text, first_codes)
    return Unclear("land-ambiguous", words[-1].column, text, second_codes)


def similar_names(text: str) -> tuple[str, ...]:
    """Returns the codes of territories with a similar name."""
    from plancia_data import close_matches

    names = codes_by_name()
    return tuple(dict.fromkeys(names[name] for name in close_matches(normalize(text), names)))

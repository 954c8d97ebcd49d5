"""Territories by the beginnings of the words of their names, in Italian and in English.

`em` and `eur mer` mean Europa Meridionale, `tno` Territori del Nord Ovest, `si` the Siam or the Siberia.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from plancia_data import board
from plancia_events.names import LAND_NUMBER, codes_by_name, normalize
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.tokens import Token

SMALL_WORDS = {"del", "di", "of", "the", "uniti", "united", "states"}  # may be left out inside a name
MOST_WORDS = 5  # in a name


@cache
def names_in_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every name of every territory as words, with its code."""
    layout = board("eg")
    names: dict[tuple[str, tuple[str, ...]], None] = {}
    for code, it, en in zip(layout.codes, layout.names_it, layout.names_en, strict=True):
        names |= dict.fromkeys((code, tuple(normalize(name).split())) for name in (it, en))
    names |= dict.fromkeys((code, tuple(name.split())) for name, code in codes_by_name().items() if " " in name)
    return (*names, ("AFG", ("afganistan",)))  # as the rulebook spells it


def begins(text: str, words: tuple[str, ...]) -> bool:
    """True if the text is made of beginnings of successive words, the first word among them."""
    if not text:
        return True
    if not words:
        return False
    for length in range(min(len(text), len(words[0])), 0, -1):
        if text[:length] == words[0][:length]:
            rest = text[length:]
            following = words[1:]
            if begins(rest, following):
                return True
            while following and following[0] in SMALL_WORDS:
                following = following[1:]
                if begins(rest, following):
                    return True
    return False


@cache
def candidates(text: str) -> tuple[str, ...]:
    """The codes of the territories that a typed name may mean: a full name, or a code in capitals, means one only."""
    if text in LAND_NUMBER:
        return (text,)
    name = "".join(normalize(text).split())
    if not name or len(name) > 60:
        return ()
    exact = codes_by_name().get(name)
    if exact and len(name) > 3:
        return (exact,)
    return tuple(dict.fromkeys(code for code, words in names_in_words() if begins(name, words)))


def divisions(words: Sequence[Token], parts: int) -> Iterator[tuple[tuple[Token, ...], ...]]:
    """The ways to divide words into that many successive parts."""
    if parts == 1:
        if 0 < len(words) <= MOST_WORDS:
            yield (tuple(words),)
        return
    for length in range(1, min(MOST_WORDS, len(words) - parts + 1) + 1):
        for rest in divisions(words[length:], parts - 1):
            yield (tuple(words[:length]), *rest)


def spelt(part: Sequence[Token]) -> str:
    """The text of some tokens."""
    return " ".join(token.text for token in part)


def readings(words: Sequence[Token], parts: int) -> list[tuple[str, ...]]:
    """All tuples of that many territories that the words may mean, those with a full name first."""
    found: dict[tuple[str, ...], None] = {}
    for division in divisions(words, parts):
        tuples: list[tuple[str, ...]] = [()]
        for part in division:
            codes = candidates(spelt(part))
            tuples = [(*known, code) for known in tuples for code in codes]
        found |= dict.fromkeys(tuples)
    return list(found)


def resolve(words: Sequence[Token], parts: int, fits: Callable[..., bool]) -> tuple[str, ...]:
    """The territories that the words mean: the only reading, else the only one that fits. Raises Unclear."""
    found = readings(words, parts)
    if len(found) == 1:
        return found[0]
    fitting = [codes for codes in found if fits(*codes)]
    if len(fitting) == 1:
        return fitting[0]
    raise unclear(words, parts, found, fitting)


def unclear(
    words: Sequence[Token], parts: int, found: Sequence[tuple[str, ...]], fitting: Sequence[tuple[str, ...]]
) -> Unclear:
    """The error for words that mean no territory, or several."""
    column, text = words[0].column, spelt(words)
    if not found:
        for token in words:
            if not candidates(token.text):
                fits = near(token.text)
                return Unclear("land" if fits else "land-unknown", token.column, token.text, fits)
        return Unclear("lands", column, text, count=parts)
    shown = fitting or found
    if parts == 1:
        return Unclear("land-ambiguous", column, text, tuple(codes[0] for codes in shown))
    first = tuple(dict.fromkeys(codes[0] for codes in shown))
    second = tuple(dict.fromkeys(codes[1] for codes in shown))
    if len(first) > 1:
        return Unclear("land-ambiguous", column, text, first)
    return Unclear("land-ambiguous", words[-1].column, text, second)


def near(text: str) -> tuple[str, ...]:
    """The codes of territories with a similar name."""
    from plancia_data import close_matches

    names = codes_by_name()
    return tuple(dict.fromkeys(names[name] for name in close_matches(normalize(text), names)))

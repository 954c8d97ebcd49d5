"""Names that look alike: whole names that differ by little, and word by word too: a first name alone is not enough."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

ALIKE = 82.0  # per cent of the letters that two names share in order
WORD_ALIKE = 70.0  # the same of each word, where both have as many
LONGEST = 120  # letters beyond which a name is compared with nothing


def shorter_than(length: int) -> tuple[int, int]:
    """The least and the greatest length of a name that can be alike to one of a length."""
    share = ALIKE / (200.0 - ALIKE)
    return int(length * share), int(length / share) + 1


def resembling(wanted: str, known: Iterable[str]) -> list[str]:
    """Those of the known names, all in plain letters, that may be the wanted one spelt otherwise."""
    if len(wanted) > LONGEST:
        return []
    least, most = shorter_than(len(wanted))
    near = [name for name in known if least <= len(name) <= min(most, LONGEST)]
    found = process.extract(wanted, near, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
    return [name for name, _, _ in found if words_match(wanted.split(), name.split())]


def words_match(mine: list[str], yours: list[str]) -> bool:
    """Has every word its own like one? Names of other numbers of words are compared as wholes alone."""
    if len(mine) != len(yours):
        return True
    left = list(yours)
    for word in mine:
        best = max(left, key=lambda other: fuzz.ratio(word, other))
        if fuzz.ratio(word, best) < WORD_ALIKE:
            return False
        left.remove(best)
    return True

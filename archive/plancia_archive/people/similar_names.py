"""Finds similar names by comparing them as a whole and word by word."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

MIN_RATIO = 82.0  # similarity of whole names, in per cent (rapidfuzz.fuzz.ratio)
MIN_WORD_RATIO = 70.0  # similarity of each word, if both names have the same number of words
MAX_LENGTH = 120  # longer names are not compared


def length_range(length: int) -> tuple[int, int]:
    """Returns the shortest and longest length that can reach MIN_RATIO with a name of this length."""
    ratio = MIN_RATIO / (200.0 - MIN_RATIO)
    return int(length * ratio), int(length / ratio) + 1


def similar_names(name: str, names: Iterable[str]) -> list[str]:
    """Returns those of `names` that are similar to `name`; all in the form of `people.normalise_name`."""
    if len(name) > MAX_LENGTH:
        return []
    min_length, max_length = length_range(len(name))
    candidates = [other for other in names if min_length <= len(other) <= min(max_length, MAX_LENGTH)]
    matches = process.extract(name, candidates, scorer=fuzz.ratio, score_cutoff=MIN_RATIO, limit=None)
    return [other for other, _, _ in matches if words_match(name.split(), other.split())]


def words_match(words: list[str], other_words: list[str]) -> bool:
    """Returns whether every word has a similar counterpart, or the numbers of words differ."""
    if len(words) != len(other_words):
        return True
    unmatched = list(other_words)
    for word in words:
        closest = max(unmatched, key=lambda other: fuzz.ratio(word, other))
        if fuzz.ratio(word, closest) < MIN_WORD_RATIO:
            return False
        unmatched.remove(closest)
    return True

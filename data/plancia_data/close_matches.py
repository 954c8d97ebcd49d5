"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MAX_MATCHES = 3
MIN_RATIO = 0.6  # accepts a code of three letters with one wrong, or with all three in another order
MAX_LENGTH = 60  # letters; a longer word is no misspelling, and comparing it is slow


def close_matches(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Returns at most three of `words` that are similar to `word`, the most similar first, regardless of case."""
    word_by_folded = {name.casefold(): name for name in words}
    if not word or len(word) > MAX_LENGTH:
        return ()
    return tuple(
        word_by_folded[name] for name in get_close_matches(word.casefold(), word_by_folded, MAX_MATCHES, MIN_RATIO)
    )

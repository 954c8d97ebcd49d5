"""Words that somebody may have meant, for what is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 3
ENOUGH = 0.6  # of a code of three letters two are right, or all three stand in another order
LONGEST = 60  # letters compared: a longer word is no slip of the pen


def near(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The few known words that are nearest to a word, the nearest first; upper and lower case are alike."""
    spelt = {name.casefold(): name for name in known}
    if not word or len(word) > LONGEST:
        return ()
    return tuple(spelt[name] for name in get_close_matches(word.casefold(), spelt, MOST, ENOUGH))

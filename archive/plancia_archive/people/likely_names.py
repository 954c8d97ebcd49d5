"""Finds capitalised words of free text that may be names of unregistered people; they are reported only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from plancia_archive.people.free_text import COMMENT, fold_word, is_free_text_header, ordinary_words
from plancia_data import variant_ids

WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])+")
OCCASION_HEADERS = ("Place", "Event", "Variant", "Game")  # whose words are places, clubs, occasions and labels
MAX_NAMES = 20  # reported for one text


@cache
def variant_words() -> frozenset[str]:
    """Returns the words of the names of variants, which events and places are called after."""
    return folded_words(variant_ids())


def folded_words(texts: Iterable[str]) -> frozenset[str]:
    """Returns the parts of all words of texts, folded."""
    return frozenset(part for text in texts for word in WORD.findall(text) for part in fold_word(word))


def is_likely_name(word: str, known: frozenset[str]) -> bool:
    """Returns whether a word is capitalised and neither an ordinary word, a variant, nor one of `known`."""
    parts = fold_word(word)
    return (
        word[0].isupper() and not word.isupper()
        and not all(part in ordinary_words() or part in variant_words() or part in known for part in parts)
    )  # fmt: skip


def likely_names_of_game(headers: Iterable[tuple[str, str]], lines: str) -> list[str]:
    """Returns the words of a game's free text that may be names of people, in order, each once.

    Of the header Event only words that stand side by side are returned, since they may be a name and a surname
    (`Memorial Mario Rossi`); a single one is rather a place or a sponsor.
    """
    values = dict(headers)
    texts = [value for name, value in values.items() if is_free_text_header(name) and name not in OCCASION_HEADERS]
    names = full_names(values.get("Event", ""), folded_words([values.get("Place", "")]))
    names += likely_names(texts, values) + likely_names_of_lines(values.items(), lines)
    return list(dict.fromkeys(names))[:MAX_NAMES]


def likely_names_of_lines(headers: Iterable[tuple[str, str]], lines: str) -> list[str]:
    """Returns the words of the comments of lines for a game with these headers that may be names of people."""
    return likely_names(COMMENT.findall(lines) if "{" in lines else [], dict(headers))[:MAX_NAMES]


def likely_names(texts: Iterable[str], headers: Mapping[str, str]) -> list[str]:
    """Returns the words of texts that may be names, but for words of the Place, Event and Variant of the game."""
    known = folded_words(headers.get(name, "") for name in OCCASION_HEADERS)
    return list(dict.fromkeys(word for text in texts for word in WORD.findall(text) if is_likely_name(word, known)))


def full_names(text: str, known: frozenset[str]) -> list[str]:
    """Returns the words of a text that may be names and stand beside another such word."""
    found = [match for match in WORD.finditer(text) if is_likely_name(match[0], known)]
    pairs = [(one, other) for one, other in pairwise(found) if text[one.end() : other.start()].strip() == ""]
    return list(dict.fromkeys(match[0] for pair in pairs for match in pair))

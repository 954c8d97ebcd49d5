"""Finds capitalised words of free text that may be names of unregistered people; they are reported only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from plancia_archive.registers.free_text import COMMENT, fold_word, is_free_text_header
from plancia_data import board, board_ids, languages, messages

WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])+")
EXCLUDED_HEADERS = ("Place", "Game")  # headers whose capitalised words are places and labels
MAX_NAMES = 20  # reported for one text


@cache
def ordinary_words() -> frozenset[str]:
    """Returns words in lower case that are capitalised without being names: of each language, and of the boards."""
    listed_words = " ".join(messages("ordinary", lang)["words"] for lang in languages())
    boards = [board(name) for name in board_ids()]
    names = [name for game_board in boards for name in (*game_board.names_it, *game_board.names_en)]
    names += [name for game_board in boards for continent in game_board.continents for name in continent[1:3]]
    return frozenset(
        part for word in (*listed_words.split(), *" ".join(names).replace("-", " ").split()) for part in fold_word(word)
    )


def likely_names(texts: Iterable[str]) -> list[str]:
    """Returns the capitalised words of texts that are not ordinary words, in order, each once."""
    names: dict[str, None] = {}
    for text in texts:
        for match in WORD.finditer(text):
            word = match[0]
            if word[0].isupper() and not word.isupper() and not ordinary_words().issuperset(fold_word(word)):
                names[word] = None
    return list(names)[:MAX_NAMES]


def free_texts(headers: Iterable[tuple[str, str]], lines: str) -> list[str]:
    """Returns the free texts of a game that may contain names of people."""
    texts = [value for name, value in headers if is_free_text_header(name) and name not in EXCLUDED_HEADERS]
    return texts + (COMMENT.findall(lines) if "{" in lines else [])

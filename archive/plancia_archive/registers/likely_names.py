"""Capitalised words of free text that may be names of people who are not registered: told, never refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from plancia_archive.registers.free_text import COMMENT, is_free_header, parts
from plancia_data import board, board_ids, languages, messages

WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])+")
PLACES = ("Place", "Game")  # headers whose capitalised words are places and labels
MOST = 20  # words told of one text


@cache
def ordinary_words() -> frozenset[str]:
    """Words in lower case that are capitalised without being names: of each language, and those of the boards."""
    told = " ".join(messages("ordinary", lang)["words"] for lang in languages())
    boards = [board(name) for name in board_ids()]
    names = [name for one in boards for name in (*one.names_it, *one.names_en)]
    names += [name for one in boards for continent in one.continents for name in continent[1:3]]
    return frozenset(
        part for word in (*told.split(), *" ".join(names).replace("-", " ").split()) for part in parts(word)
    )


def likely_names(texts: Iterable[str]) -> list[str]:
    """The capitalised words of texts that are not ordinary words, in their order, each once."""
    found: dict[str, None] = {}
    for text in texts:
        for match in WORD.finditer(text):
            word = match[0]
            if word[0].isupper() and not word.isupper() and not ordinary_words().issuperset(parts(word)):
                found[word] = None
    return list(found)[:MOST]


def free_texts(headers: Iterable[tuple[str, str]], lines: str) -> list[str]:
    """The free texts of a game in which names of people are looked for."""
    texts = [value for name, value in headers if is_free_header(name) and name not in PLACES]
    return texts + (COMMENT.findall(lines) if "{" in lines else [])

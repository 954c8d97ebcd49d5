"""The languages of all texts: those with files in `words/`; and what is read where a text lacks one of them.

Texts of the data are tables of languages (`{it = ..., en = ...}`), texts of the code stand in Italian and English.
A further language translates both in `words/texts_LANG.toml`, whose keys are the English texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from plancia_data import library

DEFAULT_LANGUAGE = "it"  # where nobody names one
FALLBACK_LANGUAGE = "en"  # of a text that lacks the language
BASE = (DEFAULT_LANGUAGE, FALLBACK_LANGUAGE)  # every text has these
WORD_FILE = re.compile(r"(?:[a-z]+_)?([a-z]{2,3})(?:\.toml)?")  # a folder `it` or a file `cli_it.toml`


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages: the default, English, then others that `words/` has in alphabetical order."""
    files = (WORD_FILE.fullmatch(entry.name) for entry in library.HERE.joinpath("words").iterdir())
    return (*BASE, *sorted({file[1] for file in files if file} - {*BASE}))


def language_of(tag: str) -> str:
    """The language of a locale or of a name (`en`, `en_GB.UTF-8`, `English_Ireland`); the default where it is none."""
    lowered = tag.casefold()
    return next((lang for lang in languages() if lowered.startswith(lang)), DEFAULT_LANGUAGE)


def text_in(texts: Mapping[str, str], lang: str) -> str:
    """One text of a table of languages: in this language, else its translation by the English text, else English."""
    return texts[lang] if lang in texts else in_language(lang, texts[DEFAULT_LANGUAGE], texts[FALLBACK_LANGUAGE])


def in_language(lang: str, italian: str, english: str) -> str:
    """One of two texts, or the translation of the English one where `words/` has it in another language."""
    if lang in BASE:
        return italian if lang == DEFAULT_LANGUAGE else english
    return translations(lang).get(english, english)


@cache
def translations(lang: str) -> dict[str, str]:
    """English text -> this language: from tables of variant files that have it, and from `words/texts_LANG.toml`."""
    found: dict[str, str] = {}
    for variant in library.variant_ids():
        for edition in (*library.editions(variant)[:-1], 0):
            source = library.variant_source(variant, edition)
            for entry in (source["variant"], *source.get("clause", [])):
                tables = (table for table in entry.values() if isinstance(table, dict))
                found |= {
                    table[FALLBACK_LANGUAGE]: table[lang] for table in tables if {FALLBACK_LANGUAGE, lang} <= {*table}
                }
    return found | library.messages("texts", lang)


def language_name(lang: str) -> str:
    """What speakers call a language: the word `language_name` of its pages, else its code."""
    return library.own_messages("api", lang).get("language_name", lang)

"""The available languages, those with files in `words/`, and the fallback for missing texts.

Texts in data files are tables by language (`{it = ..., en = ...}`); texts in code are Italian and English. A further
language translates both in `words/texts_LANG.toml`, whose keys are the English texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

from plancia_data import library

if TYPE_CHECKING:
    from plancia_data.forms import Words

DEFAULT_LANGUAGE = "it"
FALLBACK_LANGUAGE = "en"  # for a text that lacks the language
BASE_LANGUAGES = (DEFAULT_LANGUAGE, FALLBACK_LANGUAGE)  # every text has both
WORD_FILE = re.compile(r"(?:[a-z]+_)?([a-z]{2,3})(?:\.toml)?")  # a folder `it` or a file `cli_it.toml`


@cache
def languages() -> tuple[str, ...]:
    """Returns the language codes: the default, English, then the others in `words/` in alphabetical order."""
    files = (WORD_FILE.fullmatch(entry.name) for entry in library.PACKAGE_FILES.joinpath("words").iterdir())
    return (*BASE_LANGUAGES, *sorted({file[1] for file in files if file} - {*BASE_LANGUAGES}))


def language_of(tag: str) -> str:
    """Returns the language of a locale or a name (`en`, `en_GB.UTF-8`, `English_Ireland`), or the default."""
    folded_tag = tag.casefold()
    return next((lang for lang in languages() if folded_tag.startswith(lang)), DEFAULT_LANGUAGE)


def text_in(texts: Mapping[str, str] | Words, lang: str) -> str:
    """Returns a text from a table by language: in `lang`, else translated from the English text, else in English."""
    table = cast("Mapping[str, str]", texts)
    return table[lang] if lang in table else in_language(lang, table[DEFAULT_LANGUAGE], table[FALLBACK_LANGUAGE])


def in_language(lang: str, italian: str, english: str) -> str:
    """Returns the Italian or the English text; in a further language the translation of the English one, if any."""
    if lang in BASE_LANGUAGES:
        return italian if lang == DEFAULT_LANGUAGE else english
    return translations(lang).get(english, english)


@cache
def translations(lang: str) -> dict[str, str]:
    """Returns translations by English text, from variant files and from `words/texts_LANG.toml`."""
    translation_by_english: dict[str, str] = {}
    for variant in library.variant_ids():
        for edition in (*library.editions(variant)[:-1], 0):
            source = library.variant_source(variant, edition)
            for entry in (source["variant"], *source.get("clause", [])):
                tables = (table for table in entry.values() if isinstance(table, dict))
                translation_by_english |= {
                    table[FALLBACK_LANGUAGE]: table[lang] for table in tables if {FALLBACK_LANGUAGE, lang} <= {*table}
                }
    return translation_by_english | library.messages("texts", lang)


def language_name(lang: str) -> str:
    """Returns a language's own name, the message `language_name` of its pages; else its code."""
    return library.own_messages("api", lang).get("language_name", lang)

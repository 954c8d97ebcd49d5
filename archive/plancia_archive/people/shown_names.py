"""Replaces references by names in what is shown to a reader.

Texts that are hashed, proven or stored again (a game's canonical text, bundles, dumps, backups) keep the references.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from plancia_archive.people.free_text import (
    REFERENCE_PREFIX,
    REFERENCE_WORD,
    is_free_text_header,
    replace_in_comments,
    replace_in_headers,
)
from plancia_archive.people.register import REFERENCE, People, names_person, normalise_name
from plancia_data import in_language
from plancia_events import Game, read

# Members of rows and objects with free text, in any table or event; an integer under one of these names, such as the
# number of an event, is not changed.
FREE_FIELDS = frozenset({
    "note", "line", "text", "event", "place", "round", "match", "label", "title", "club", "team", "why", "claim",
    "about", "basis", "says", "original", "after",
})  # fmt: skip
REFERENCE_IN_NAME = re.compile(r"p-[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z])")
ERASED = "persona cancellata {}", "erased person {}"


class ShownNames:
    """The names that a reader sees, in a language.

    An erased person is shown as such, with the reference; without a language, for texts that may be stored again, as
    the reference alone.
    """

    def __init__(self, people: People, lang: str | None = None) -> None:
        self.people = people
        self.lang = lang
        self.known: dict[str, str] = {}

    def name(self, reference: str) -> str:
        """Returns the name of a person; the reference itself if it is unknown."""
        if reference not in self.known:
            name = self.people.name(reference)
            if name == reference and self.lang and self.people.was_erased(reference):
                name = in_language(self.lang, *ERASED).format(reference)
            self.known[reference] = name
        return self.known[reference]

    def text(self, text: str) -> str:
        """Returns a text with references replaced by names."""
        return REFERENCE_WORD.sub(lambda match: self.name(match[0]), text) if REFERENCE_PREFIX in text else text

    def value(self, value: Any, free: bool = False) -> Any:
        """Returns a JSON value with references replaced by names in its free texts.

        Free texts are the members of FREE_FIELDS and free-text headers; `free` tells that the value itself is one.
        """
        if isinstance(value, str):
            return self.text(value) if free else value
        if isinstance(value, Mapping):
            return {key: self.value(member, key in FREE_FIELDS) for key, member in value.items()}
        if isinstance(value, list | tuple):
            if len(value) == 2 and all(isinstance(item, str) for item in value) and is_free_text_header(value[0]):
                return [value[0], self.label(value[1]) if value[0] == "Game" else self.text(value[1])]
            return [self.value(item) for item in value]
        return value

    def rows(self, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Returns rows with references replaced by names in their free texts."""
        return [self.value(row) for row in rows]

    def label(self, text: str) -> str:
        """Returns a value of the header Game, which is ASCII only, with references replaced by names."""
        return REFERENCE_WORD.sub(lambda match: self.ascii_name(match[0]), text)

    def header(self, name: str) -> str:
        """Returns the name of an `X-` header with references replaced by names in ASCII; other names unchanged."""
        if not name.startswith("X-"):
            return name
        return REFERENCE_IN_NAME.sub(lambda match: self.ascii_name(match[0]), name)

    def ascii_name(self, written: str) -> str:
        """Returns a person's name in ASCII with hyphens; the reference if the name has letters outside ASCII."""
        name = self.people.name(written.replace("-", "_"))
        ascii_text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        words = re.findall(r"[A-Za-z0-9]+", ascii_text)
        return (
            "-".join(words)
            if words and not REFERENCE.match(name) and normalise_name(ascii_text) == normalise_name(name)
            else written
        )

    def game(self, game: Game) -> Game:
        """The game with names in headers and comments.

        A game that could not be read again, since a name has braces or makes a text too long, keeps references in its
        free text.
        """
        headers = [(key, self.name(value) if names_person(key, value) else value) for key, value in game.headers]
        headers = [(key, self.label(value) if key == "Game" else value) for key, value in headers]
        header_pairs = [(self.header(key), value) for key, value in replace_in_headers(self.text, headers)]
        text = Game(header_pairs, game.events).head() + replace_in_comments(self.text, game.body())
        reading = read(text, is_stored=True)
        return reading.games[0] if reading.ok else Game(headers, game.events)

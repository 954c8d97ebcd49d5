"""Names of people on the way out: in place of the references that the log has in free text.

Texts that are hashed, proven or stored again (a game's canonical text, bundles, dumps, backups) are never passed
through here: they keep the references.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from plancia_archive.registers.free_text import REFERENCE_WORD, in_comments, in_headers, is_free_header
from plancia_archive.registers.people import REFERENCE, People, names_person, plain
from plancia_data import in_language
from plancia_events import Game, read

# Members of rows and objects that hold free text, whichever table or event they are of; an integer under one of these
# names, such as the number of an event, is left alone.
FREE_FIELDS = frozenset({
    "note", "line", "text", "event", "place", "round", "match", "label", "title", "club", "team", "why", "claim",
    "about", "basis", "says", "original", "after",
})  # fmt: skip
REFERENCE_IN_NAME = re.compile(r"p-[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z])")
ERASED = "persona cancellata {}", "erased person {}"


class ShownNames:
    """Names as one reader is shown them.

    An erased person is shown as such, with the reference, in the language of the reader; without a language, for texts
    that may be stored again, the reference alone stands there.
    """

    def __init__(self, people: People, lang: str | None = None) -> None:
        self.people = people
        self.lang = lang
        self.known: dict[str, str] = {}

    def name(self, reference: str) -> str:
        """The name of a person; the reference itself for one who is not known."""
        if reference not in self.known:
            name = self.people.name(reference)
            if name == reference and self.lang and self.people.was_erased(reference):
                name = in_language(self.lang, *ERASED).format(reference)
            self.known[reference] = name
        return self.known[reference]

    def text(self, text: str) -> str:
        """The text with names in place of references."""
        return REFERENCE_WORD.sub(lambda match: self.name(match[0]), text) if "p_" in text else text

    def value(self, value: Any, free: bool = False) -> Any:
        """A JSON value with names in its free texts: members of FREE_FIELDS, and headers; `free`: it is such a text."""
        if isinstance(value, str):
            return self.text(value) if free else value
        if isinstance(value, Mapping):
            return {key: self.value(member, key in FREE_FIELDS) for key, member in value.items()}
        if isinstance(value, list | tuple):
            if len(value) == 2 and all(isinstance(item, str) for item in value) and is_free_header(value[0]):
                return [value[0], self.label(value[1]) if value[0] == "Game" else self.text(value[1])]
            return [self.value(item) for item in value]
        return value

    def rows(self, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Rows of a list with names in their free texts."""
        return [self.value(row) for row in rows]

    def label(self, text: str) -> str:
        """An id of a recorder (header Game), which takes ASCII letters alone, with names in place of references."""
        return REFERENCE_WORD.sub(lambda match: self.ascii_name(match[0]), text)

    def header(self, name: str) -> str:
        """The name of an `X-` header with names in their ASCII letters in place of references; others unchanged."""
        if not name.startswith("X-"):
            return name
        return REFERENCE_IN_NAME.sub(lambda match: self.ascii_name(match[0]), name)

    def ascii_name(self, written: str) -> str:
        """The name of a reference as it may stand in the name of a header; the reference where it has other letters."""
        name = self.people.name(written.replace("-", "_"))
        letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        words = re.findall(r"[A-Za-z0-9]+", letters)
        return "-".join(words) if words and not REFERENCE.match(name) and plain(letters) == plain(name) else written

    def game(self, game: Game) -> Game:
        """The game with names in headers and comments.

        A game that could not be read again, since a name has braces or makes a text too long, keeps references in its
        free text.
        """
        headers = [(key, self.name(value) if names_person(key, value) else value) for key, value in game.headers]
        headers = [(key, self.label(value) if key == "Game" else value) for key, value in headers]
        free = [(self.header(key), value) for key, value in in_headers(self.text, headers)]
        whole = Game(free, game.events).head() + in_comments(self.text, game.body())
        reading = read(whole)
        return reading.games[0] if reading.ok else Game(headers, game.events)

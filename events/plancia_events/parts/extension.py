"""The words of an event of the users' own: letters, digits and some signs, kept as written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from plancia_events.ascii_case import upper
from plancia_events.errors import NotationError
from plancia_events.parts.common import Fields, Words

EXTENSION_PREFIX = "X-"
EXTENSION_NAME = "X-[A-Z][A-Z0-9-]{0,31}"
EXTENSION_WORD = "[A-Za-z0-9_.:/>+=-]{1,64}"
NAME = re.compile(EXTENSION_NAME + r"\Z")
WORD = re.compile(EXTENSION_WORD + r"\Z")


def is_extension(tag: str) -> bool:
    """True for a tag of the users' own."""
    return upper(tag[:2]) == EXTENSION_PREFIX


def parse_name(tag: str, column: int) -> str:
    """Parses a tag `X-NAME`; small letters become capitals. Raises NotationError."""
    name = upper(tag)
    if not NAME.match(name):
        raise NotationError("tag", column, tag[:40], "X-NAME: A-Z 0-9 -, 1..32")
    return name


@dataclass
class ExtensionWords:
    """Free words up to the end of the line, or none."""

    name: str

    def read(self, words: Words, fields: Fields) -> None:
        free_words = []
        while words.peek():
            text, column = words.take("")
            if not WORD.match(text):
                raise NotationError("word", column, text[:40], "A-Z a-z 0-9 _ . : / - > + =")
            free_words.append(text)
        fields[self.name] = free_words

    def write(self, event: Any) -> str:
        return " ".join(getattr(event, self.name))

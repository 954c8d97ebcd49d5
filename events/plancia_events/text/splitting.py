"""A line split into words: a name of several words becomes a code, blanks around signs are dropped.

Each step works on what the one before has left, as the specification says; columns stay those of the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from plancia_events.kinds import KINDS, Corrected
from plancia_events.names import codes_by_name, has_long_name_word, long_names_pattern, normalize
from plancia_events.parts.common import KeywordPart, Words
from plancia_events.text.italian_words import TAG_BY_ITALIAN_WORD

KEYWORDS = {
    name[:-1]
    for kind in KINDS
    for part in kind.SYNTAX
    if isinstance(part, KeywordPart) and (name := part.keyword())[-1] == "="
}
SPACED_SIGN = re.compile(" [>+:=]|[>+:=,] ")
SPACED_SIGN_PATTERNS = (
    re.compile("(?<=[^ ]) *> *(?=[^ ])"),
    re.compile(r"(?<=[^ ]) *\+ *(?=[0-9])"),
    re.compile("(?<=[1-6]) *: *(?=[1-6])"),
    re.compile("= +"),
    re.compile(r"(?<=\+)[0-9]+ +="),
    re.compile("(?<![A-Za-z0-9_])(?:" + "|".join(sorted(KEYWORDS)) + ") +=", re.IGNORECASE | re.ASCII),
)
LIST_COMMA = re.compile(r"(?<=[A-Za-z0-9?\x80-\uFFFF]),(?= )")  # a comma between the members of a list
CORRECTION_TAGS = (
    Corrected.TAG,
    str(Corrected.__struct_config__.tag),
    *(word for word, tag in TAG_BY_ITALIAN_WORD.items() if tag == Corrected.TAG),
)
EXTENSION_LINE = re.compile(
    rf" *(?:(?:{'|'.join(CORRECTION_TAGS)}) +[^ ]+ +[^ ]+ +)?x-", re.IGNORECASE | re.ASCII
)  # its words are kept as written

Replaced = tuple[str, list[int]]  # a text in place of a match, and of each of its letters the place in the match


@dataclass(frozen=True)
class Line:
    """A text and, of each of its letters, the column in the line that it comes from."""

    text: str
    columns: list[int] | range

    def replace(self, pattern: re.Pattern[str], make: Callable[[str], Replaced]) -> Line:
        """The line with each match of a pattern replaced."""
        texts: list[str] = []
        columns: list[int] = []
        done = 0
        for match in pattern.finditer(self.text):
            text, offsets = make(match[0])
            texts += self.text[done : match.start()], text
            columns += self.columns[done : match.start()]
            columns += (self.columns[match.start() + offset] for offset in offsets)
            done = match.end()
        if not done:
            return self
        return Line("".join((*texts, self.text[done:])), [*columns, *self.columns[done:]])


def replace_name(name: str) -> Replaced:
    """The code of a territory, which stands from the beginning to the end of its name; an unknown name stays."""
    code = codes_by_name().get(normalize(" ".join(name.split())))
    return (code, [0, 0, len(name) - 1]) if code else (name, list(range(len(name))))


def without_blanks(text: str) -> Replaced:
    """The text without its blanks."""
    return text.replace(" ", ""), [place for place, letter in enumerate(text) if letter != " "]


def without_text(text: str) -> Replaced:
    """Nothing in place of the text."""
    return "", []


def prepared(text: str) -> Line:
    """The line with names of several words joined and blanks around signs dropped, unless it is of the users' own."""
    line = Line(text, range(1, len(text) + 1))
    if "-" in text and EXTENSION_LINE.match(text):
        return line
    if not text.isupper() or has_long_name_word(text):
        line = line.replace(long_names_pattern(), replace_name)
    if not SPACED_SIGN.search(line.text):
        return line
    for pattern in SPACED_SIGN_PATTERNS:
        line = line.replace(pattern, without_blanks)
    return line.replace(LIST_COMMA, without_text)


def split_words(text: str) -> Words:
    """The words of a line without its comment, with their columns."""
    line = prepared(text.replace("\t", " "))
    columns = line.columns
    words: list[tuple[str, int]] = []
    joined_columns: dict[int, list[int]] = {}
    end = 1
    for match in re.finditer("[^ ]+", line.text):
        start = columns[match.start()]
        words.append((match[0], start))
        end = columns[match.end() - 1] + 1
        if end - start != len(match[0]):
            joined_columns[start] = list(columns[match.start() : match.end()])
    return Words(words, end, joined_columns=joined_columns)

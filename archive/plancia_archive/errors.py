"""Errors of the archive; their sentences are data/plancia_data/words/archive_LANG.toml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plancia_data import close_matches, messages

if TYPE_CHECKING:
    from plancia_events import Problem

WORD = re.compile(r"<(disputes|columns):([a-z.=-]+)>")
CODES_WITH_SUGGESTIONS = ("no-statistic", "system", "t-class")  # errors for an unknown name that list the known ones


class ArchiveError(Exception):
    """An error of the archive. `code` is stable; `text(lang)` says what is wrong and what to do.

    `what` is the value that the message is about, `nameless` the same with references in place of names, for readers
    who may not see names. A word of it such as `<disputes:state.ruled>` stands for that of a word file.
    """

    def __init__(self, code: str, what: str = "") -> None:
        self.code = code
        self.what = self.nameless = what
        super().__init__(self.text("en"))

    def text(self, lang: str = "it") -> str:
        """Returns the sentence, with similar names if `what` is an unknown name and the known ones in parentheses."""
        sentence = messages("archive", lang)[self.code].format(what=in_words(self.what, lang))
        name, separator, known_names = self.what.partition(" (")
        if (
            not separator
            or self.code not in CODES_WITH_SUGGESTIONS
            or not (suggestions := close_matches(name, known_names.rstrip(")").split(", ")))
        ):
            return sentence
        return f"{sentence}. {messages('notation', lang)['near'].format(near=', '.join(suggestions))}"


def in_words(what: str, lang: str) -> str:
    """Returns a text with the words of word files that it names; the end of a name that no file has."""
    return WORD.sub(lambda found: messages(found[1], lang).get(found[2], re.split("[.=]", found[2])[-1]), what)


class Conflict(ArchiveError):
    """An append expected another version; `current` is the version of the game (or tournament)."""

    def __init__(self, current: int, code: str = "conflict") -> None:
        self.current = current
        super().__init__(code, str(current))


class Malformed(ArchiveError):
    """Lines that cannot be parsed; `problems` has all problems, with line and column."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("malformed", problems[0].text("en").strip() if problems else "-")

    def text(self, lang: str = "it") -> str:
        """Returns the sentence, with the first problem, in a language."""
        first_problem = self.problems[0].text(lang).strip() if self.problems else "-"
        return messages("archive", lang)[self.code].format(what=first_problem)

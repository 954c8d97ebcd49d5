"""What the reader expects at each place of a line, for pages that explain problems without asking the server.

Each part of each kind of event is given wrong words, and the texts of its own problems are kept, so that the words of a
page are those of the server.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from plancia_events.errors import NotationError
from plancia_events.kinds import KIND_BY_TAG, KINDS
from plancia_events.parts.common import KeywordPart, Words
from plancia_events.text import reader
from plancia_events.text.event_text import parse_event
from plancia_events.text.headers import HEADER_ORDER, MAX_VALUE_LENGTH, NOTATION, VALUE_SYNTAX, parse_headers
from plancia_events.text.italian_words import TAG_BY_ITALIAN_WORD

WRONG_WORDS = ("!", "!>!", "9:9", "9v9", "CIN+!", "CIN-!", "!6", "#!")
SIGNS = ":v+-"  # a word with one of them may be expected in another form
WRONG_LINES = {
    "time": "TURN R @9", "reason-missing": "NOTE R", "comment": "TURN R {", "correction": "FIX A 1 !",
    "dealt": "DEAL * CIN", "tag": "! R", "extension": "X-! R",
}  # fmt: skip


def problem_of(part: Any, words: list[tuple[str, int]]) -> NotationError | None:
    """The problem of a part with some words; None where it takes or leaves them."""
    try:
        part.read(Words(words, 1), {})
    except NotationError as error:
        return error
    return None


def forms(part: Any, prefix: str = "") -> dict[str, str]:
    """What a part expects, by the code of a problem, and by code and sign where words with a sign differ."""
    found: dict[str, str] = {}
    missing = problem_of(part, [])
    if missing is not None:
        found["missing"] = missing.expected
    for word in WRONG_WORDS:
        error = problem_of(part, [(prefix + word, 1)])
        if error is None or not error.expected or found.setdefault(error.code, error.expected) == error.expected:
            continue
        sign = next((sign for sign in SIGNS if sign in word), "")
        found.setdefault(error.code + sign, error.expected)
    return found


def expected_on(line: str) -> str:
    """What the problem of a line expects."""
    try:
        parse_event(line)
    except NotationError as error:
        return error.expected
    raise AssertionError(line)


@cache
def expected_forms() -> dict[str, Any]:
    """Kinds by tag with actors, positional arguments and named ones; headers by name; other problems by code."""
    kinds = {}
    for kind in KINDS:
        named = [part for part in kind.SYNTAX if isinstance(part, KeywordPart)]
        kinds[kind.TAG if kind.TAG.isalpha() else "X-"] = {
            "actors": " ".join(kind.ACTORS),
            "args": [forms(part) for part in kind.SYNTAX if part not in named],
            "named": [part.keyword() for part in named],
            "keys": {part.keyword()[:-1]: forms(part, part.keyword())
                     for part in named if part.keyword().endswith("=")},
        }  # fmt: skip
    (header_form,) = [header.problem for header in parse_headers("[") if header.problem]
    return {
        "kinds": kinds,
        "tags": {**{tag: tag for tag in KIND_BY_TAG}, **TAG_BY_ITALIAN_WORD},
        "headers": {name: syntax for name, (_, syntax) in VALUE_SYNTAX.items()},
        "codes": {
            **{code: expected_on(line) for code, line in WRONG_LINES.items()},
            "encoding": "UTF-8", "too-long": str(reader.MAX_LINE_LENGTH), "too-many-events": str(reader.MAX_EVENTS),
            "too-many-games": str(reader.MAX_GAMES), "header-form": header_form.expected,
            "header-unknown": ", ".join(HEADER_ORDER), "header-value": f"1..{MAX_VALUE_LENGTH}",
            "notation-version": NOTATION, "no-game": f'[Notation "{NOTATION}"]',
            "note-length": expected_on("TURN R {}"), "actor": "R B G Y N V * A",
        },
    }  # fmt: skip

"""One event as a line of the notation: tolerant parsing, canonical formatting."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import msgspec

from plancia_data import close_matches
from plancia_events.ascii_case import lower, upper
from plancia_events.errors import NotationError
from plancia_events.kinds import KIND_BY_NAME, KIND_BY_TAG, Corrected, Event, Extension
from plancia_events.kinds.arbiter import Voided
from plancia_events.names import parse_colour
from plancia_events.parts.common import Fields, KeywordPart, Words
from plancia_events.parts.extension import is_extension, parse_name
from plancia_events.parts.objectives import ObjectiveNames
from plancia_events.text.italian_words import TAG_BY_ITALIAN_WORD
from plancia_events.text.splitting import split_words

TIME_OF_DAY = re.compile(r"@([01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?\Z")
MAX_NOTE_LENGTH = 1000


def split_note(line: str) -> tuple[str, str | None]:
    """Splits a line into the line without its comment, and the comment or None.

    Raises NotationError for unmatched braces.
    """
    start = line.find("{")
    if start < 0:
        if "}" in line:
            raise NotationError("comment", line.index("}") + 1, "}", "{...}")
        return line, None
    end = line.find("}")
    if end < start or line[end + 1 :].strip() or "{" in line[start + 1 : end]:
        raise NotationError("comment", start + 1, line[start : start + 20], "{...}")
    note = " ".join(line[start + 1 : end].split())
    if not note or len(note) > MAX_NOTE_LENGTH:
        raise NotationError("comment", start + 1, f"{{{note[:20]}}}", f"{{1..{MAX_NOTE_LENGTH}}}")
    return line[:start], note


def find_kind(tag: str, column: int) -> type[Any]:
    """Returns the kind of event of a tag, or of its Italian or English name. Raises NotationError with suggestions."""
    if is_extension(tag):
        return Extension
    kind = KIND_BY_TAG.get(upper(tag))
    if kind is None:
        kind = KIND_BY_NAME.get(lower(tag)) or KIND_BY_TAG.get(TAG_BY_ITALIAN_WORD.get(lower(tag), ""))
    if kind is None:
        suggestions = (
            name if name in KIND_BY_TAG else TAG_BY_ITALIAN_WORD[name]
            for name in close_matches(tag, (*KIND_BY_TAG, *TAG_BY_ITALIAN_WORD))
        )
        raise NotationError("tag", column, tag[:20], " ".join(KIND_BY_TAG), tuple(dict.fromkeys(suggestions)))
    return kind


def read_event(words: Words, note: str | None) -> Event:
    """Parses the words of a line. Raises NotationError."""
    tag, column = words.take("TAG")
    kind = find_kind(tag, column)
    own_values = {"name": parse_name(tag, column)} if kind is Extension else {}
    actor, column = words.take("R B G Y N V * A")
    try:
        values: Fields = {"actor": parse_colour(actor, column, "-*A"), **own_values}
    except NotationError as error:
        raise NotationError("actor", column, actor[:20], " ".join(kind.ACTORS), error.near) from error
    if values["actor"] not in kind.ACTORS:
        raise NotationError("actor", column, actor, " ".join(kind.ACTORS))
    if words.items[-1][0].startswith("@"):
        values["at"] = parse_time(*words.items.pop())
    keyword_parts: list[KeywordPart] = []
    for part in kind.SYNTAX:
        if isinstance(part, KeywordPart):
            keyword_parts.append(part)
        else:
            part.read(words, values)
    read_keyword_parts(keyword_parts, words, values)
    if kind is Corrected:
        values["replacement"] = read_replacement(words)
    event: Event = kind(**values, note=note)
    if event.accepted_form():
        raise NotationError("dealt", column, actor, event.accepted_form())
    if words.peek():
        raise surplus_error(keyword_parts, words)
    if note is None and kind.NEEDS_NOTE:
        raise NotationError("reason-missing", words.end, "", "{...}")
    return event


def read_keyword_parts(parts: list[KeywordPart], words: Words, values: Fields) -> None:
    """Parses keywords and flags, in any order, each at most once."""
    remaining = list(parts)
    while remaining and words.peek():
        start = words.position
        for part in remaining:
            part.read(words, values)
            if words.position > start:
                remaining.remove(part)
                break
        else:
            return


def surplus_error(parts: list[KeywordPart], words: Words) -> NotationError:
    """Returns the error for a surplus word, with similar keywords as suggestions."""
    word, column = words.take("")
    names = [part.keyword() for part in parts]
    keyword = lower(word.partition("=")[0])
    similar_keywords = close_matches(keyword, [key for name in names if (key := name.rstrip("=")) != keyword])
    return NotationError(
        "surplus", column, word[:40], near=tuple(name for name in names if name.rstrip("=") in similar_keywords)
    )


def parse_time(text: str, column: int) -> str:
    """Parses the time of day of the word `@HH:MM` or `@HH:MM:SS`. Raises NotationError."""
    if not TIME_OF_DAY.match(text):
        raise NotationError("time", column, text[:20], "@HH:MM | @HH:MM:SS")
    return text[1:]


def read_replacement(words: Words) -> Event:
    """Parses the replacement event of a correction; it cannot be a correction itself. Raises NotationError."""
    column = words.column()
    try:
        kind = find_kind(words.peek(), column)
    except NotationError as error:
        raise NotationError("correction", column, words.peek()[:20], "TAG", error.near) from error
    if kind in (Corrected, Voided):
        raise NotationError("correction", column, words.peek()[:20], "TAG")
    last_word, last_column = words.items[-1]
    if last_word.startswith("@"):  # the time is that of the correction, which has been read
        raise NotationError("surplus", last_column, last_word[:40])
    replacement_words = replace(words, items=words.items[words.position :], position=0)
    event = read_event(replacement_words, "-")
    words.position = len(words.items)
    return msgspec.structs.replace(event, note=None)


def parse_event(line: str, objectives: ObjectiveNames | None = None) -> Event:
    """Parses one line, tolerant of case, names, accents and blanks. Raises NotationError.

    `objectives` are those of its game; without them their names and numbers stay as they are.
    """
    text, note = split_note(line)
    words = split_words(text)
    words.objectives = objectives
    try:
        return read_event(words, note)
    except NotationError as error:
        error.column = words.column_in_line(error.column)
        raise


def format_event(event: Event) -> str:
    """Returns the canonical line of an event, without the line feed."""
    kind = type(event)
    words = [event.written_tag(), event.actor, *(part.write(event) for part in kind.SYNTAX)]
    if isinstance(event, Corrected):
        words.append(format_event(event.replacement))
    if event.at:
        words.append(f"@{event.at}")
    if event.note:
        words.append(f"{{{event.note}}}")
    return " ".join(word for word in words if word)

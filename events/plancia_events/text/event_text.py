"""One event as a line of the notation: tolerant parsing, canonical formatting."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from plancia_data import close_matches
from plancia_events.errors import NotationError
from plancia_events.kinds import KIND_BY_NAME, KIND_BY_TAG, KINDS, Corrected, Event, Extension
from plancia_events.kinds.arbiter import Voided
from plancia_events.names import codes_by_name, has_long_name_word, long_names_pattern, normalize, parse_colour
from plancia_events.parts.common import KeywordPart, Words
from plancia_events.parts.extension import is_extension, parse_name
from plancia_events.text.italian_words import TAG_BY_ITALIAN_WORD

KEYWORDS = {
    name[:-1]
    for kind in KINDS
    for part in kind.SYNTAX
    if isinstance(part, KeywordPart) and (name := part.keyword())[-1] == "="
}
DROPPED_CHARACTER = "\x00"  # replaces a character to drop, so that columns stay right
SPACED_SIGN = re.compile(r"[ \t][>+:=]|[>+:=,][ \t]")
SPACED_SIGN_PATTERNS = (
    re.compile(r"(?<=[^ \t])[ \t]*>[ \t]*(?=[^ \t])"),
    re.compile(r"(?<=[^ \t])[ \t]*\+[ \t]*(?=[0-9])"),
    re.compile(r"(?<=[1-6])[ \t]*:[ \t]*(?=[1-6])"),
    re.compile(r"=[ \t]+"),
    re.compile(r"(?<=[+\x00])[0-9]+[ \t]+=|\b(?:" + "|".join(sorted(KEYWORDS)) + r")[ \t]+=", re.IGNORECASE),
)
LIST_COMMA = re.compile(r"(?<=[A-Za-z0-9?]),(?=[ \t])")  # a comma between the members of a list
CORRECTION_TAGS = (
    Corrected.TAG,
    str(Corrected.__struct_config__.tag),
    *(word for word, tag in TAG_BY_ITALIAN_WORD.items() if tag == Corrected.TAG),
)
EXTENSION_LINE = re.compile(
    rf"[ \t]*(?:(?:{'|'.join(CORRECTION_TAGS)})[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+)?x-", re.IGNORECASE
)  # its words are kept as written
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
    end = line.find("}", start)
    if end < 0 or line[end + 1 :].strip() or "{" in line[start + 1 : end]:
        raise NotationError("comment", start + 1, line[start : start + 20], "{...}")
    note = " ".join(line[start + 1 : end].split())
    if not note or len(note) > MAX_NOTE_LENGTH:
        raise NotationError("comment", start + 1, f"{{{note[:20]}}}", f"{{1..{MAX_NOTE_LENGTH}}}")
    return line[:start], note


def split_words(text: str) -> Words:
    """The words with their columns; a name of several words becomes one word, blanks around signs are dropped.

    Raises NotationError.
    """
    if DROPPED_CHARACTER in text:
        raise NotationError("control", text.index(DROPPED_CHARACTER) + 1, "U+0000")
    joined = text
    is_kept = "-" in text and EXTENSION_LINE.match(text) is not None
    if not is_kept and (not text.isupper() or has_long_name_word(text)):
        joined = long_names_pattern().sub(replace_name, text)
    if not is_kept and SPACED_SIGN.search(joined):
        for sign in SPACED_SIGN_PATTERNS:
            joined = sign.sub(
                lambda match: match.group(0).replace(" ", DROPPED_CHARACTER).replace("\t", DROPPED_CHARACTER), joined
            )
        joined = LIST_COMMA.sub(DROPPED_CHARACTER, joined)
    words: list[tuple[str, int]] = []
    columns: dict[int, list[int]] = {}
    for match in re.finditer(r"[^ \t]+", joined):
        word, start = match.group(0), match.start() + 1
        words.append((word.replace(DROPPED_CHARACTER, ""), start))
        if DROPPED_CHARACTER in word:
            columns[start] = [start + i for i, letter in enumerate(word) if letter != DROPPED_CHARACTER]
    return Words(words, len(text.rstrip()) + 1, joined_columns=columns)


def replace_name(name: re.Match[str]) -> str:
    """Returns the territory's code for a matched name, padded to the same length; the name itself if it is unknown."""
    code = codes_by_name().get(normalize(" ".join(name.group(0).split())))
    return code.ljust(len(name.group(0)), DROPPED_CHARACTER) if code else name.group(0)


def find_kind(tag: str, column: int) -> type[Any]:
    """Returns the kind of event of a tag, or of its Italian or English name. Raises NotationError with suggestions."""
    if is_extension(tag):
        return Extension
    kind = KIND_BY_TAG.get(tag.upper())
    if kind is None and tag.isascii():
        kind = KIND_BY_NAME.get(tag.lower()) or KIND_BY_TAG.get(TAG_BY_ITALIAN_WORD.get(tag.lower(), ""))
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
        values: dict[str, Any] = {"actor": parse_colour(actor, column, "-*A"), **own_values}
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
    if words.peek():
        raise surplus_error(keyword_parts, words)
    if note is not None:
        values["note"] = note
    elif kind.NEEDS_NOTE:
        raise NotationError("reason-missing", words.end, "", "{...}")
    event: Event = kind(**values)
    if event.accepted_form():
        raise NotationError("dealt", column, actor, event.accepted_form())
    return event


def read_keyword_parts(parts: list[KeywordPart], words: Words, values: dict[str, Any]) -> None:
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
    keyword = word.partition("=")[0].lower()
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
    replacement_words = Words(words.items[words.position :], words.end, joined_columns=words.joined_columns)
    event = read_event(replacement_words, "-")
    words.position = len(words.items)
    return msgspec.structs.replace(event, note=None)


def parse_event(line: str) -> Event:
    """Parses one line, tolerant of case, names, accents and blanks. Raises NotationError."""
    text, note = split_note(line)
    words = split_words(text)
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

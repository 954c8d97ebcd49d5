"""One line of the notation: reading it tolerantly, writing it canonically."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from plancia_events.errors import NotationError
from plancia_events.kinds import BY_TAG, Corrected, Event
from plancia_events.names import colour, known, long_names, plain
from plancia_events.parts import Words

TIME = re.compile(r"@([01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?\Z")
NOTE_MOST = 1000


def split_note(line: str) -> tuple[str, str | None]:
    """The line without its comment, and the comment. Raises NotationError where braces do not match."""
    start = line.find("{")
    if start < 0:
        if "}" in line:
            raise NotationError("comment", line.index("}") + 1, "}", "{...}")
        return line, None
    end = line.find("}", start)
    if end < 0 or line[end + 1 :].strip() or "{" in line[start + 1 : end]:
        raise NotationError("comment", start + 1, line[start : start + 20], "{...}")
    note = " ".join(line[start + 1 : end].split())
    if not note or len(note) > NOTE_MOST:
        raise NotationError("comment", start + 1, f"{len(note)}", f"1..{NOTE_MOST}")
    return line[:start], note


def split_words(text: str) -> Words:
    """Words with their columns; a name of several words becomes one word."""
    joined = text
    if not text.isupper() or " DEL " in text:
        joined = long_names().sub(lambda match: known()[plain(match.group(0))].ljust(len(match.group(0)), "\x00"), text)
    items = [
        (match.group(0).replace("\x00", ""), match.start() + 1) for match in re.finditer(r"[^ \t]+", joined)
    ]
    return Words(items, len(text.rstrip()) + 1)


def read_event(words: Words, note: str | None) -> Event:
    """The event of the words of a line. Raises NotationError."""
    tag, column = words.take("TAG")
    kind = BY_TAG.get(tag.upper())
    if kind is None:
        raise NotationError("tag", column, tag[:20], " ".join(BY_TAG))
    actor, column = words.take("R B G Y N V * A")
    try:
        values: dict[str, Any] = {"actor": colour(actor, column, "-*A")}
    except NotationError as error:
        raise NotationError("actor", column, actor[:20], " ".join(kind.ACTORS)) from error
    if values["actor"] not in kind.ACTORS:
        raise NotationError("actor", column, actor, " ".join(kind.ACTORS))
    if words.items[-1][0].startswith("@"):
        values["at"] = time_of(*words.items.pop())
    for part in kind.FORM:
        part.read(words, values)
    if kind is Corrected:
        values["replacement"] = read_replacement(words)
    if words.peek():
        raise NotationError("surplus", words.column(), words.peek()[:40])
    if note is not None:
        values["note"] = note
    elif kind.NEEDS_NOTE:
        raise NotationError("reason-missing", words.end, "", "{...}")
    made: Event = kind(**values)
    return made


def time_of(text: str, column: int) -> str:
    """The time of day at the end of a line. Raises NotationError."""
    if not TIME.match(text):
        raise NotationError("time", column, text[:20], "@HH:MM | @HH:MM:SS")
    return text[1:]


def read_replacement(words: Words) -> Event:
    """The event that a correction puts in the place of another: never itself a correction."""
    column = words.column()
    if BY_TAG.get(words.peek().upper(), Corrected) is Corrected or words.peek().upper() == "VOID":
        raise NotationError("correction", column, words.peek()[:20], "TAG")
    inner = Words(words.items[words.place :], words.end)
    event = read_event(inner, "-")
    words.place = len(words.items)
    return msgspec.structs.replace(event, note=None)


def parse_event(line: str) -> Event:
    """The event of one line, tolerant of case, names, accents and blanks. Raises NotationError."""
    text, note = split_note(line)
    return read_event(split_words(text), note)


def format_event(event: Event) -> str:
    """The one canonical line of an event, without its line feed."""
    kind = type(event)
    words = [kind.TAG, event.actor, *(part.write(event) for part in kind.FORM)]
    if isinstance(event, Corrected):
        words.append(format_event(event.replacement))
    if event.at:
        words.append(f"@{event.at}")
    if event.note:
        words.append(f"{{{event.note}}}")
    return " ".join(word for word in words if word)

"""One line of the notation: reading it tolerantly, writing it canonically."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from plancia_data import close_matches
from plancia_events.errors import NotationError
from plancia_events.kinds import BY_NAME, BY_TAG, KINDS, Corrected, Event
from plancia_events.names import colour, known, long_names, plain
from plancia_events.parts.common import Loose, Words
from plancia_events.text.italian import TAGS

KEYS = {
    name[:-1]
    for kind in KINDS
    for part in kind.FORM
    if isinstance(part, Loose) and (name := part.name_written())[-1] == "="
}
GONE = "\x00"  # in the place of a letter that belongs to no word
SPACED = re.compile(r"[ \t][>+:=]|[>+:=,][ \t]")
SIGNS = (
    re.compile(r"(?<=[^ \t])[ \t]*>[ \t]*(?=[^ \t])"),
    re.compile(r"(?<=[^ \t])[ \t]*\+[ \t]*(?=[0-9])"),
    re.compile(r"(?<=[1-6])[ \t]*:[ \t]*(?=[1-6])"),
    re.compile(r"=[ \t]+"),
    re.compile(r"(?<=[+\x00])[0-9]+[ \t]+=|\b(?:" + "|".join(sorted(KEYS)) + r")[ \t]+=", re.IGNORECASE),
)
LISTED = re.compile(r"(?<=[A-Za-z0-9?]),(?=[ \t])")  # a comma between the members of a list
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
        raise NotationError("comment", start + 1, f"{{{note[:20]}}}", f"{{1..{NOTE_MOST}}}")
    return line[:start], note


def split_words(text: str) -> Words:
    """Words with their columns; a name of several words becomes one word, blanks about signs go.

    Raises NotationError.
    """
    if GONE in text:
        raise NotationError("control", text.index(GONE) + 1, "U+0000")
    joined = text
    if not text.isupper() or " DEL " in text:
        joined = long_names().sub(as_code, text)
    if SPACED.search(joined):
        for sign in SIGNS:
            joined = sign.sub(lambda match: match.group(0).replace(" ", GONE).replace("\t", GONE), joined)
        joined = LISTED.sub(GONE, joined)
    items: list[tuple[str, int]] = []
    columns: dict[int, list[int]] = {}
    for match in re.finditer(r"[^ \t]+", joined):
        word, start = match.group(0), match.start() + 1
        items.append((word.replace(GONE, ""), start))
        if GONE in word:
            columns[start] = [start + place for place, letter in enumerate(word) if letter != GONE]
    return Words(items, len(text.rstrip()) + 1, joined=columns)


def as_code(name: re.Match[str]) -> str:
    """A name of several words as the territory's code, as long as it was; itself where a letter is another one."""
    code = known().get(plain(" ".join(name.group(0).split())))
    return code.ljust(len(name.group(0)), GONE) if code else name.group(0)


def kind_of(tag: str, column: int) -> type[Any]:
    """The kind of a tag, of its Italian or its English name. Raises NotationError with those that are near."""
    kind = BY_TAG.get(tag.upper())
    if kind is None and tag.isascii():
        kind = BY_NAME.get(tag.lower()) or BY_TAG.get(TAGS.get(tag.lower(), ""))
    if kind is None:
        meant = (name if name in BY_TAG else TAGS[name] for name in close_matches(tag, (*BY_TAG, *TAGS)))
        raise NotationError("tag", column, tag[:20], " ".join(BY_TAG), tuple(dict.fromkeys(meant)))
    return kind


def read_event(words: Words, note: str | None) -> Event:
    """The event of the words of a line. Raises NotationError."""
    tag, column = words.take("TAG")
    kind = kind_of(tag, column)
    actor, column = words.take("R B G Y N V * A")
    try:
        values: dict[str, Any] = {"actor": colour(actor, column, "-*A")}
    except NotationError as error:
        raise NotationError("actor", column, actor[:20], " ".join(kind.ACTORS), error.near) from error
    if values["actor"] not in kind.ACTORS:
        raise NotationError("actor", column, actor, " ".join(kind.ACTORS))
    if words.items[-1][0].startswith("@"):
        values["at"] = time_of(*words.items.pop())
    loose: list[Loose] = []
    for part in kind.FORM:
        if isinstance(part, Loose):
            loose.append(part)
        else:
            part.read(words, values)
    read_loose(loose, words, values)
    if kind is Corrected:
        values["replacement"] = read_replacement(words)
    if words.peek():
        raise surplus(loose, words)
    if note is not None:
        values["note"] = note
    elif kind.NEEDS_NOTE:
        raise NotationError("reason-missing", words.end, "", "{...}")
    made: Event = kind(**values)
    if made.misfit():
        raise NotationError("dealt", column, actor, made.misfit())
    return made


def read_loose(parts: list[Loose], words: Words, values: dict[str, Any]) -> None:
    """Named arguments and flags, in any order, each once."""
    left = list(parts)
    while left and words.peek():
        before = words.place
        for part in left:
            part.read(words, values)
            if words.place > before:
                left.remove(part)
                break
        else:
            return


def surplus(parts: list[Loose], words: Words) -> NotationError:
    """A word that is one too many, with the name of an argument that may have been meant."""
    word, column = words.take("")
    names = [part.name_written() for part in parts]
    typed = word.partition("=")[0].lower()
    meant = close_matches(typed, [key for name in names if (key := name.rstrip("=")) != typed])
    return NotationError("surplus", column, word[:40], near=tuple(name for name in names if name.rstrip("=") in meant))


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
    inner = Words(words.items[words.place :], words.end, joined=words.joined)
    event = read_event(inner, "-")
    words.place = len(words.items)
    return msgspec.structs.replace(event, note=None)


def parse_event(line: str) -> Event:
    """The event of one line, tolerant of case, names, accents and blanks. Raises NotationError."""
    text, note = split_note(line)
    words = split_words(text)
    try:
        return read_event(words, note)
    except NotationError as error:
        error.column = words.true_column(error.column)
        raise


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

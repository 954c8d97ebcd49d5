"""Reader of canonical texts in one pass: lines become packed rows, events are parsed on first access.

A text that is not one canonical game, to the byte, is left to the tolerant reader: `read_canonical` returns None.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from plancia_events.errors import NotationError
from plancia_events.kinds import Event
from plancia_events.kinds.base import pack
from plancia_events.names import LANDS
from plancia_events.packed.log import Log
from plancia_events.packed.scanner import Scanner
from plancia_events.text.canonical_lines import CanonicalLines, parse_cached_event
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.game import Game
from plancia_events.text.headers import REPEATABLE_HEADERS, format_headers, missing_headers, sort_key
from plancia_events.text.objective_names import objective_names
from plancia_events.text.reader import BLANKS, MAX_EVENTS, MAX_LINE_LENGTH, Reader, check_letters

FIVE_DIGITS = re.compile(rb"[ +=-][0-9]{5}")  # the scanner reads greater numbers than some of the parts may have
HEADER_DEPENDENT = ("OBJ", "SHOW", "FIX")  # what they mean depends on the headers of their game


class NotCanonical(Exception):
    """Raised for a line that is not in the form of the canonical writer."""


@lru_cache(maxsize=8192)
def canonical_event(line: bytes) -> Event:
    """Parses the event of a line. Raises NotationError, and NotCanonical if the line is not in canonical form."""
    text = line.decode()
    if not text or len(text) > MAX_LINE_LENGTH or text[0] in "[; ":
        raise NotCanonical(text)
    check_letters(text)
    if not text.isascii() and (text.translate(BLANKS) != text or not unicodedata.is_normalized("NFC", text)):
        raise NotCanonical(text)
    event = parse_cached_event(text)
    if format_event(event) != text:
        raise NotCanonical(text)
    return event


@lru_cache(maxsize=8192)
def canonical_header(line: str) -> tuple[str, str]:
    """Parses the header of a line. Raises NotCanonical."""
    reader = Reader("<header>")
    reader.read_line(1, line)
    headers = reader.open.headers if reader.open else []
    if reader.reading.problems or len(headers) != 1 or format_headers(headers) != line + "\n":
        raise NotCanonical(line)
    if not line.isascii() and not unicodedata.is_normalized("NFC", line):
        raise NotCanonical(line)
    return headers[0]


def pack_other_line(line: bytes, log: Log) -> None:
    """Packs a line that the scanner does not handle. Raises NotationError, NotCanonical."""
    pack(canonical_event(line), log)


SCANNER = Scanner(list(LANDS), "RBGYNV", pack_other_line)


def read_headers(head: str) -> list[tuple[str, str]]:
    """Parses the headers of a canonical block, which are complete and in order. Raises NotCanonical."""
    headers = [canonical_header(line) for line in head.split("\n")]
    single_names = [name for name, _ in headers if name not in REPEATABLE_HEADERS]
    options = [value.partition("=")[0] for name, value in headers if name in REPEATABLE_HEADERS]
    if len(set(single_names)) < len(single_names) or len(set(options)) < len(options):
        raise NotCanonical(head)
    if missing_headers(headers) or headers != sorted(headers, key=sort_key):
        raise NotCanonical(head)
    return headers


def read_lines(body: str, opening: Game, is_stored: bool) -> CanonicalLines:
    """Parses canonical lines of events for a game with these headers. Raises NotCanonical, NotationError."""
    data = body.encode()
    texts = body.split("\n")
    if (
        texts.pop()
        or len(texts) > MAX_EVENTS
        or FIVE_DIGITS.search(data)
        or max(map(len, texts), default=0) > MAX_LINE_LENGTH
    ):
        raise NotCanonical("")
    log = Log()
    SCANNER.scan(data, 0, log)
    lines = CanonicalLines(texts, log, opening.headers)
    names = objective_names(opening.headers, is_stored)
    for number in lines.numbers_of(HEADER_DEPENDENT):
        if format_event(parse_event(texts[number - 1], names)) != texts[number - 1]:
            raise NotCanonical(texts[number - 1])
    return lines


def read_canonical(text: str, is_stored: bool = False) -> Game | None:
    """Parses the game of a canonical text; None for any other text, whose problems `read` reports.

    `is_stored` is for a text that an archive has kept, as in `read`.
    """
    end = text.find("\n\n")
    if end < 0 or not text.startswith("[Notation "):
        return None
    try:
        opening = Game(read_headers(text[:end]))
        lines = read_lines(text[end + 2 :], opening, is_stored)
    except (NotCanonical, NotationError, UnicodeError):
        return None
    first_line = text.count("\n", 0, end) + 3
    return Game(opening.headers, lines, list(range(first_line, first_line + len(lines))))  # type: ignore[arg-type]


def pack_rare_line(line: bytes, log: Log) -> None:
    """Packs a line that the scanner does not handle. Raises NotationError."""
    pack(parse_cached_event(line.decode()), log)


PACKING_SCANNER = Scanner(list(LANDS), "RBGYNV", pack_rare_line)


def pack_canonical(text: bytes, log: Log | None = None) -> Log:
    """Packs a canonical text, without its headers, into a log; appends to `log` if given. Raises NotationError."""
    target = log if log is not None else Log()
    start = text.find(b"\n\n") + 2 if text.startswith(b"[") else 0
    PACKING_SCANNER.scan(text, start, target)
    return target

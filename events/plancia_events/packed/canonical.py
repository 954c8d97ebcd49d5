"""Packs canonical text directly, without event objects for frequent lines."""

from __future__ import annotations

from functools import lru_cache

from plancia_events.kinds import Event
from plancia_events.names import LANDS
from plancia_events.packed.log import Log
from plancia_events.packed.pack import pack
from plancia_events.packed.scanner import Scanner
from plancia_events.text.event_text import parse_event


@lru_cache(maxsize=4096)
def parse_rare_line(line: bytes) -> Event:
    """Parses the event of a line, cached: order throws, eliminations and endings recur from game to game."""
    return parse_event(line.decode("utf-8"))


def pack_rare_line(line: bytes, log: Log) -> None:
    """Packs a line that the scanner does not handle. Raises NotationError."""
    pack(parse_rare_line(line), log)


SCANNER = Scanner(list(LANDS), "RBGYNV", pack_rare_line)


def pack_canonical(text: bytes, log: Log | None = None) -> Log:
    """Packs a canonical text, without its headers, into a log; appends to `log` if given. Raises NotationError."""
    target = log if log is not None else Log()
    start = text.find(b"\n\n") + 2 if text.startswith(b"[") else 0
    SCANNER.scan(text, start, target)
    return target

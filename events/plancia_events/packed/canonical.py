"""Canonical text straight into a packed log, by the fast scanner."""

from __future__ import annotations

from functools import lru_cache

from plancia_events.kinds import Event
from plancia_events.names import LANDS
from plancia_events.packed.log import Log
from plancia_events.packed.pack import pack
from plancia_events.packed.scanner import Scanner
from plancia_events.text.event_text import parse_event


@lru_cache(maxsize=4096)
def cold_event(line: bytes) -> Event:
    """The event of a line; orders, eliminations and endings are few and come again from game to game."""
    return parse_event(line.decode("utf-8"))


def read_cold(line: bytes, log: Log) -> None:
    """Reads a line that the scanner leaves aside. Raises NotationError."""
    pack(cold_event(line), log)


SCANNER = Scanner(list(LANDS), "RBGYNV", read_cold)


def packed(text: bytes, log: Log | None = None) -> Log:
    """The packed log of a canonical text (headers are skipped). Raises NotationError."""
    made = log if log is not None else Log()
    start = text.find(b"\n\n") + 2 if text.startswith(b"[") else 0
    SCANNER.scan(text, start, made)
    return made

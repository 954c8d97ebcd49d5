"""The facts: kinds of event, the written notation with its reader and writer, the JSON form, packed logs.

May import `plancia_data`. The notation is specified in docs/notation.md.
"""

from plancia_events.again import read_again
from plancia_events.canonical import packed
from plancia_events.errors import NotationError, Problem
from plancia_events.game import Game, changed, event_from_json, games_from_json, games_from_jsonl
from plancia_events.headers import NOTATION
from plancia_events.kinds import KINDS, Event
from plancia_events.line import format_event, parse_event
from plancia_events.pack import pack
from plancia_events.reader import Reading, read

__all__ = [
    "KINDS",
    "NOTATION",
    "Event",
    "Game",
    "NotationError",
    "Problem",
    "Reading",
    "changed",
    "event_from_json",
    "format_event",
    "games_from_json",
    "games_from_jsonl",
    "pack",
    "packed",
    "parse_event",
    "read",
    "read_again",
]

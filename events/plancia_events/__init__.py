"""Events: their kinds, the written notation with its reader and writer, the JSON form, packed logs.

Imports `plancia_data` only. The notation is specified in docs/notation.md.
"""

from plancia_events.errors import NotationError, Problem
from plancia_events.kinds import KINDS, Event
from plancia_events.packed.canonical import packed
from plancia_events.packed.pack import pack
from plancia_events.text.canonical_reader import read_canonical
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.game import Game, changed, event_from_json, games_from_json, games_from_jsonl
from plancia_events.text.headers import NOTATION
from plancia_events.text.reader import Reading, read
from plancia_events.text.reread import read_again

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
    "read_canonical",
]

"""Events: their kinds, the written notation with its reader and writer, the JSON form, packed logs.

Imports `plancia_data` only. The notation is specified in docs/rgn/specification.md.
"""

from plancia_events.errors import NotationError, Problem
from plancia_events.kinds import KINDS, Event
from plancia_events.packed.canonical import pack_canonical
from plancia_events.packed.pack import pack
from plancia_events.text.canonical_reader import read_canonical
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.game import Game, event_from_json, games_from_json, games_from_jsonl, replace_fields
from plancia_events.text.headers import NOTATION
from plancia_events.text.reader import Reading, read
from plancia_events.text.round_trips import round_trip

__all__ = [
    "KINDS",
    "NOTATION",
    "Event",
    "Game",
    "NotationError",
    "Problem",
    "Reading",
    "event_from_json",
    "format_event",
    "games_from_json",
    "games_from_jsonl",
    "pack",
    "pack_canonical",
    "parse_event",
    "read",
    "read_canonical",
    "replace_fields",
    "round_trip",
]

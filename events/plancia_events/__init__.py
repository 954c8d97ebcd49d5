"""Events: their kinds, the written notation with its reader and writer, the JSON form, packed logs.

Imports `plancia_data` only. The notation is specified in docs/rgn/specification.md.
"""

from plancia_events.errors import JsonFault, NotationError, Problem
from plancia_events.kinds import KINDS, Event
from plancia_events.kinds.base import pack
from plancia_events.text.canonical_reader import pack_canonical, read_canonical
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.game import Game, replace_fields
from plancia_events.text.headers import NOTATION
from plancia_events.text.json_reader import event_from_json, read_json, read_json_value, round_trip
from plancia_events.text.reader import Reading, read
from plancia_events.text.strict_json import parse_json

__all__ = [
    "KINDS",
    "NOTATION",
    "Event",
    "Game",
    "JsonFault",
    "NotationError",
    "Problem",
    "Reading",
    "event_from_json",
    "format_event",
    "pack",
    "pack_canonical",
    "parse_event",
    "parse_json",
    "read",
    "read_canonical",
    "read_json",
    "read_json_value",
    "replace_fields",
    "round_trip",
]

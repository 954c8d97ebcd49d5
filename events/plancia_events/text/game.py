"""A recorded game: headers and events, with its text, JSON and JSON Lines forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from plancia_events.kinds import Event
from plancia_events.text.canonical_lines import CanonicalLines
from plancia_events.text.event_text import format_event
from plancia_events.text.headers import COLOUR_HEADERS, format_headers, sort_key

EventRow = dict[str, Any]  # number and line of an event, and its members, which its kind says


@dataclass(repr=False)
class Game:
    """Headers (event 0) and the events from 1 on; `lines[i]` is the source line of `events[i]`.

    `unread` are the numbers of the NOTE events that quote lines which could not be parsed. The events of a canonical
    text are parsed lazily, each on first access; they are then an immutable sequence instead of a list.
    """

    headers: list[tuple[str, str]]
    events: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list, compare=False)

    def __repr__(self) -> str:
        """Returns one line: header Game, variant, players by colour, number of events."""
        seated = " ".join(f"{colour}={name}" for colour, name in self.players.items())
        named = " ".join(filter(None, (self.header("Game"), self.header("Variant"), seated)))
        return f"<Game {named or '?'}: {len(self.events)} events>"

    def header(self, name: str) -> str | None:
        """Returns the value of a header; None if it is absent."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def players(self) -> dict[str, str]:
        """Player references (or names, if the text has names) by colour letter."""
        return {COLOUR_HEADERS[key]: value for key, value in self.headers if key in COLOUR_HEADERS}

    @property
    def version(self) -> int:
        """The number of events, counting the opening; an append may state it as the expected version."""
        return len(self.events) + 1

    def head(self) -> str:
        """The header block, with the blank line after it."""
        return format_headers(self.headers) + "\n"

    def body(self) -> str:
        """The canonical lines of the events."""
        if (lines := self.canonical_lines()) is not None:
            return lines.body()
        return "".join(format_event(event) + "\n" for event in self.events)

    def canonical_lines(self) -> CanonicalLines | None:
        """The events as canonical lines, where the game was read from such (`read_canonical`)."""
        events: Any = self.events
        return events if isinstance(events, CanonicalLines) else None

    def numbers_of(self, *tags: str) -> list[int]:
        """The numbers of the recorded events of some kinds, in order."""
        if (lines := self.canonical_lines()) is not None:
            return lines.numbers_of(tags)
        return [number for number, event in enumerate(self.events, start=1) if event.TAG in tags]

    def events_of_kinds(self, *tags: str) -> list[Any]:
        """The recorded events of some kinds, in order."""
        return [self.events[number - 1] for number in self.numbers_of(*tags)]

    def text(self) -> str:
        """The canonical text."""
        return self.head() + self.body()

    def to_json(self) -> dict[str, Any]:
        """The game as one JSON object: headers as pairs in canonical order, events as objects."""
        return {
            "notation": "rgn 1",
            "headers": [list(header) for header in sorted(self.headers, key=sort_key)],
            "events": msgspec.to_builtins(list(self.events)),
        }

    def rows(self, after: int = 0, limit: int | None = None) -> list[EventRow]:
        """Returns at most `limit` events after a number.

        Each with its own number, its canonical line and its JSON members.
        """
        last = self.version - 1 if limit is None else min(after + limit, self.version - 1)
        events = self.events[after : max(after, last)]
        return [
            {"event": number, "line": format_event(event), **msgspec.to_builtins(event)}
            for number, event in enumerate(events, start=after + 1)
        ]

    def to_jsonl(self) -> str:
        """The game as JSON Lines: the opening, then one object per event."""
        opening = {"kind": "game_opened", "headers": [list(header) for header in sorted(self.headers, key=sort_key)]}
        encode = msgspec.json.encode
        return "".join(encode(part).decode() + "\n" for part in (opening, *self.events))


def replace_fields(event: Event, /, **fields: Any) -> Event:
    """Returns the same event with other values in some fields."""
    return msgspec.structs.replace(event, **fields)

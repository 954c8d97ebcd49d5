"""A recorded game: headers and events, as text, as JSON, as JSON Lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from plancia_events.headers import COLOUR_HEADERS, format_headers, sort_key
from plancia_events.kinds import AnyEvent, Event
from plancia_events.line import format_event


@dataclass
class Game:
    """Headers (event 0) and the events from 1 on; `lines[i]` is the source line of `events[i]`."""

    headers: list[tuple[str, str]]
    events: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def header(self, name: str) -> str | None:
        """The value of a header, None where absent."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def players(self) -> dict[str, str]:
        """Colour letter -> player reference (or name, where a text was typed with names)."""
        return {COLOUR_HEADERS[key]: value for key, value in self.headers if key in COLOUR_HEADERS}

    @property
    def version(self) -> int:
        """Number of events, the opening included: what an append states as expected."""
        return len(self.events) + 1

    def head(self) -> str:
        """The header block and its blank line."""
        return format_headers(self.headers) + "\n"

    def text(self) -> str:
        """The canonical text."""
        return self.head() + "".join(format_event(event) + "\n" for event in self.events)

    def to_json(self) -> dict[str, Any]:
        """One object: headers as pairs in canonical order, events as objects."""
        return {
            "notation": "rgn 1",
            "headers": [list(header) for header in sorted(self.headers, key=sort_key)],
            "events": msgspec.to_builtins(self.events),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Game:
        """The game of `to_json`. Raises msgspec.ValidationError where an event does not fit its kind."""
        shape = msgspec.convert(data, GameJson)
        return cls([(name, value) for name, value in shape.headers], list(shape.events), [0] * len(shape.events))

    def to_jsonl(self) -> str:
        """JSON Lines: the opening, then one object an event."""
        opening = {"kind": "game_opened", "headers": [list(header) for header in sorted(self.headers, key=sort_key)]}
        encode = msgspec.json.encode
        return "".join(encode(thing).decode() + "\n" for thing in (opening, *self.events))


class GameJson(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a game."""

    notation: str
    headers: list[tuple[str, str]]
    events: list[AnyEvent]


def changed(event: Event, **fields: Any) -> Event:
    """The same event with other values in some fields."""
    return msgspec.structs.replace(event, **fields)


def event_from_json(data: Any) -> Event:
    """One event from its JSON object. Raises msgspec.ValidationError."""
    return msgspec.convert(data, AnyEvent)  # type: ignore[no-any-return]


def games_from_jsonl(text: str) -> list[Game]:
    """Games from JSON Lines. Raises msgspec.MsgspecError or ValueError with the line number."""
    games: list[Game] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            data = msgspec.json.decode(line)
            if isinstance(data, dict) and data.get("kind") == "game_opened":
                games.append(Game([(str(name), str(value)) for name, value in data["headers"]]))
            elif games:
                games[-1].events.append(event_from_json(data))
                games[-1].lines.append(number)
            else:
                raise ValueError("no game_opened before the first event")
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"line {number}: {error}") from error
    return games

"""A recorded game: headers and events, with its text, JSON and JSON Lines forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from plancia_events.kinds import AnyEvent, Corrected, Event
from plancia_events.text.canonical_lines import CanonicalLines
from plancia_events.text.event_text import format_event
from plancia_events.text.headers import COLOUR_HEADERS, NOTATION, format_headers, sort_key


@dataclass
class Game:
    """Headers (event 0) and the events from 1 on; `lines[i]` is the source line of `events[i]`.

    `unread` are the numbers of the NOTE events that quote lines which could not be parsed. The events of a canonical
    text are parsed lazily, each on first access; they are then an immutable sequence instead of a list.
    """

    headers: list[tuple[str, str]]
    events: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list, compare=False)

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

    def rows(self, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
        """Returns at most `limit` events after a number.

        Each with its own number, its canonical line and its JSON members.
        """
        last = self.version - 1 if limit is None else min(after + limit, self.version - 1)
        events = self.events[after : max(after, last)]
        return [
            {"event": number, "line": format_event(event), **msgspec.to_builtins(event)}
            for number, event in enumerate(events, start=after + 1)
        ]

    @classmethod
    def from_json(cls, data: Any) -> Game:
        """The inverse of `to_json`. Raises msgspec.ValidationError or ValueError for invalid data."""
        parsed = msgspec.convert(data, GameJson)
        if parsed.notation != NOTATION:
            raise ValueError(f"notation {parsed.notation[:20]}: {NOTATION}")
        for payload, event in zip(data["events"], parsed.events, strict=True):
            reject_unknown_members(payload, event)
        return cls([(name, value) for name, value in parsed.headers], list(parsed.events), [0] * len(parsed.events))

    def to_jsonl(self) -> str:
        """The game as JSON Lines: the opening, then one object per event."""
        opening = {"kind": "game_opened", "headers": [list(header) for header in sorted(self.headers, key=sort_key)]}
        encode = msgspec.json.encode
        return "".join(encode(part).decode() + "\n" for part in (opening, *self.events))


class GameJson(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a game."""

    notation: str
    headers: list[tuple[str, str]]
    events: list[AnyEvent]


def replace_fields(event: Event, /, **fields: Any) -> Event:
    """Returns the same event with other values in some fields."""
    return msgspec.structs.replace(event, **fields)


class OpeningJson(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a game in JSON Lines."""

    kind: str
    headers: list[tuple[str, str]]


def event_from_json(data: Any) -> Event:
    """An event from its JSON object. Raises msgspec.ValidationError, and ValueError for unknown members."""
    event: Event = msgspec.convert(data, AnyEvent)
    reject_unknown_members(data, event)
    return event


def reject_unknown_members(data: Any, event: Event) -> None:
    """Raises ValueError for members that the event does not have: a misspelt one would be lost."""
    if unknown := set(data) - {*event.__struct_encode_fields__, "kind"}:
        raise ValueError(f"{data['kind']}: +{', '.join(sorted(map(str, unknown)))}"[:200])
    if isinstance(event, Corrected):
        reject_unknown_members(data["replacement"], event.replacement)


def games_from_json(text: str) -> list[Game]:
    """Games from the JSON form of one game or of a list of games. Raises msgspec.MsgspecError, ValueError."""
    data = msgspec.json.decode(text)
    return [Game.from_json(payload) for payload in (data if isinstance(data, list) else [data])]


def games_from_jsonl(text: str) -> list[Game]:
    """Games from JSON Lines. Raises ValueError with the line number."""
    games: list[Game] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = msgspec.json.decode(line)
            if isinstance(data, dict) and data.get("kind") == "game_opened":
                games.append(Game(list(msgspec.convert(data, OpeningJson).headers)))
            elif games:
                games[-1].events.append(event_from_json(data))
                games[-1].lines.append(number)
            else:
                raise ValueError("no game_opened before the first event")
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise ValueError(f"line {number}: {error}") from error
    return games

"""The events of a canonical text: its lines, its packed rows, and lazily parsed events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

from plancia_events.kinds import Event
from plancia_events.packed.log import Log
from plancia_events.packed.pack import pack
from plancia_events.text.event_text import format_event, parse_event


@lru_cache(maxsize=8192)
def event_of(text: str) -> Event:
    """The event of a line, memoised since rare lines recur in other games. Raises NotationError."""
    return parse_event(text)


class Lines(Sequence[Any]):
    """The events of canonical lines, each parsed when it is first read; `log` has the packed rows of all of them.

    `headers` are those that the lines were read under: under others a line might mean something else.
    """

    def __init__(self, texts: list[str], log: Log, headers: list[tuple[str, str]]) -> None:
        self.texts = texts
        self.log = log
        self.headers = tuple(headers)
        self.parsed: list[Event | None] = [None] * len(texts)
        self.places: dict[str, list[int]] | None = None

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self.texts)))]
        event = self.parsed[place]
        if event is None:
            event = self.parsed[place] = event_of(self.texts[place])
        return event

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self.texts)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Lines):
            return self.texts == other.texts
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]

    def extended(self, events: list[Event]) -> Lines:
        """These events followed by more, which were read under the same headers."""
        log = self.log.copy()
        for event in events:
            pack(event, log)
        lines = Lines([*self.texts, *map(format_event, events)], log, list(self.headers))
        lines.parsed = [*self.parsed, *events]
        return lines

    def body(self) -> str:
        """The lines as they are stored."""
        return "".join(text + "\n" for text in self.texts)

    def numbers_of(self, tags: tuple[str, ...]) -> list[int]:
        """The numbers of the events of some kinds, in order; none of them is parsed."""
        places = self.places
        if places is None:
            places = {}
            for number, text in enumerate(self.texts, start=1):
                places.setdefault(text.partition(" ")[0], []).append(number)
            self.places = places  # once it is complete: other threads may read the same game
        return sorted(number for tag in tags for number in places.get(tag, ()))

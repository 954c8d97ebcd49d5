"""The events of a canonical text: its lines, its packed rows, and lazily parsed events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

from plancia_events.kinds import Event, Extension
from plancia_events.kinds.base import pack
from plancia_events.packed.log import Log
from plancia_events.parts.extension import is_extension
from plancia_events.text.event_text import format_event, parse_event


@lru_cache(maxsize=8192)
def parse_cached_event(text: str) -> Event:
    """Parses the event of a line; memoised, since rare lines recur in other games. Raises NotationError."""
    return parse_event(text)


class CanonicalLines(Sequence[Any]):
    """The events of canonical lines, each parsed on first access; `log` has the packed rows of all of them.

    `headers` are those that the lines were read under: other headers might change the meaning of a line.
    """

    def __init__(self, texts: list[str], log: Log, headers: list[tuple[str, str]]) -> None:
        self.texts = texts
        self.log = log
        self.headers = tuple(headers)
        self.parsed: list[Event | None] = [None] * len(texts)
        self.numbers_by_tag: dict[str, list[int]] | None = None

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self.texts)))]
        event = self.parsed[index]
        if event is None:
            event = self.parsed[index] = parse_cached_event(self.texts[index])
        return event

    def __iter__(self) -> Iterator[Any]:
        return (self[index] if event is None else event for index, event in enumerate(self.parsed))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CanonicalLines):
            return self.texts == other.texts
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]

    def with_events(self, events: list[Event]) -> CanonicalLines:
        """Returns these events followed by others that were read under the same headers."""
        log = self.log.copy()
        for event in events:
            pack(event, log)
        lines = CanonicalLines([*self.texts, *map(format_event, events)], log, list(self.headers))
        lines.parsed = [*self.parsed, *events]
        return lines

    def body(self) -> str:
        """Returns the lines as they are stored."""
        return "".join(text + "\n" for text in self.texts)

    def numbers_of(self, tags: tuple[str, ...]) -> list[int]:
        """Returns the numbers of the events of some kinds, in order; parses none of them."""
        numbers_by_tag = self.numbers_by_tag
        if numbers_by_tag is None:
            numbers_by_tag = {}
            for number, text in enumerate(self.texts, start=1):
                numbers_by_tag.setdefault(text.partition(" ")[0], []).append(number)
            for tag in [*filter(is_extension, numbers_by_tag)]:
                numbers = numbers_by_tag.setdefault(Extension.TAG, []) + numbers_by_tag.pop(tag)
                numbers_by_tag[Extension.TAG] = numbers
            self.numbers_by_tag = numbers_by_tag  # once it is complete: other threads may read the same game
        return sorted(number for tag in tags for number in numbers_by_tag.get(tag, ()))

"""Validates games and event lines before they are stored: the parser must accept all of their text."""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError, Malformed
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.event_references import check_references
from plancia_events import Game, format_event, read, round_trip
from plancia_events.ops import FIX, VOID
from plancia_events.text.reader import MAX_EVENTS, read_continuation


def check_corrections(game: Game, events: list[Any]) -> None:
    """Raises ArchiveError `correction` if the current author is a recorder and corrects a line before the current turn.

    The current turn begins with the last TURN line, or with the first line where there is none. After OVER a recorder
    may correct nothing.
    """
    if AUTHOR.get().role != "recorder":
        return
    start, over = max(game.numbers_of("TURN"), default=1), bool(game.numbers_of("OVER"))
    for number, event in enumerate(events, start=len(game.events) + 1):
        if event.OP in (VOID, FIX) and (over or event.event < start):
            raise ArchiveError("correction", str(event.event))
        if event.TAG == "TURN":
            start = number
        over = over or event.TAG == "OVER"


def canonical_game(game: Game) -> Game:
    """Returns a game as parsed from its own canonical text. Raises Malformed with all problems."""
    lines = game.canonical_lines()
    if lines is not None and lines.headers == tuple(game.headers):
        return game
    reading = round_trip(game, game.header("Game") or "<game>")
    if not reading.ok:
        raise Malformed(reading.problems)
    return reading.games[0]


def parse_new_events(lines: list[str], game: Game) -> list[Any]:
    """Parses event lines to be appended to a game. Raises Malformed, ArchiveError for a header or no events."""
    text = "".join(line.rstrip("\r\n") + "\n" for line in lines)
    reading = read_continuation(text, game)
    if any(problem.code == "header-late" for problem in reading.problems):
        raise ArchiveError("header-late")
    if reading.problems:
        raise Malformed(reading.problems)
    if not reading.games[0].events:
        raise ArchiveError("malformed", "-")
    return reading.games[0].events


def extend_game(game: Game, events: list[Any]) -> Game:
    """Returns a game with new events appended. Raises Malformed, ArchiveError for a line with an invalid reference."""
    lines = game.canonical_lines()
    if lines is None or len(lines) + len(events) > MAX_EVENTS:
        added = "".join(format_event(event) + "\n" for event in events)
        reading = read(game.text() + added, game.header("Game") or "game", is_stored=True)
        if not reading.ok:
            raise Malformed(reading.problems)
        extended = reading.games[0]
    else:
        first = game.lines[-1] + 1 if game.lines else game.head().count("\n") + 1
        numbers = [*game.lines, *range(first, first + len(events))]
        extended = Game(game.headers, lines.with_events(events), numbers)  # type: ignore[arg-type]
    check_references(extended, game.version)
    return extended

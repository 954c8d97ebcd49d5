"""What is asked of games and of lines before anything is kept: the reader of texts has to understand all of it."""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError, Malformed
from plancia_archive.log.event_references import refuse_aimless
from plancia_events import Game, format_event, read, round_trip
from plancia_events.text.reader import MAX_EVENTS, read_continuation


def canonical_game(game: Game) -> Game:
    """A game as the reader of texts reads it, whichever way it came in. Raises Malformed with every problem."""
    lines = game.canonical_lines()
    if lines is not None and lines.headers == tuple(game.headers):
        return game
    reading = round_trip(game, game.header("Game") or "<game>")
    if not reading.ok:
        raise Malformed(reading.problems)
    return reading.games[0]


def new_events(lines: list[str], game: Game) -> list[Any]:
    """Event lines for a game, parsed as such. Raises Malformed, and ArchiveError where there are none or a header."""
    text = "".join(line.rstrip("\r\n") + "\n" for line in lines)
    reading = read_continuation(text, game)
    if any(problem.code == "header-late" for problem in reading.problems):
        raise ArchiveError("header-late")
    if reading.problems:
        raise Malformed(reading.problems)
    if not reading.games[0].events:
        raise ArchiveError("malformed", "-")
    return reading.games[0].events


def continued(game: Game, events: list[Any]) -> Game:
    """A game with new events behind it. Raises Malformed, or ArchiveError for a line that can mean nothing."""
    lines = game.canonical_lines()
    if lines is None or len(lines) + len(events) > MAX_EVENTS:
        added = "".join(format_event(event) + "\n" for event in events)
        reading = read(game.text() + added, game.header("Game") or "game")
        if not reading.ok:
            raise Malformed(reading.problems)
        whole = reading.games[0]
    else:
        first = game.lines[-1] + 1 if game.lines else game.head().count("\n") + 1
        numbers = [*game.lines, *range(first, first + len(events))]
        whole = Game(game.headers, lines.with_events(events), numbers)  # type: ignore[arg-type]
    refuse_aimless(whole, game.version)
    return whole

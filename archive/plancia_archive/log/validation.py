"""What is asked of games and of lines before anything is kept: the reader of texts has to understand all of it."""

from __future__ import annotations

from dataclasses import replace

from plancia_archive.errors import ArchiveError, Malformed
from plancia_archive.log.event_references import refuse_aimless
from plancia_events import Game, read, read_again
from plancia_events.text.headers import format_headers

OPENING = {"Notation": "rgn 1", "Completeness": "full", "Provenance": "live", "Red": "p", "Blue": "q"}
LISTS = ("Variant", "Objectives")  # headers that say which objective a number or a name means


def canonical_game(game: Game) -> Game:
    """A game as the reader of texts reads it, whichever way it came in. Raises Malformed with every problem."""
    lines = game.canonical_lines()
    if lines is not None and lines.headers == tuple(game.headers):
        return game
    reading = read_again(game, game.header("Game") or "<game>")
    if not reading.ok:
        raise Malformed(reading.problems)
    return reading.games[0]


def canonical_lines(lines: list[str], game: Game) -> str:
    """Event lines for a game in canonical form. Raises ArchiveError naming the first line that is not understood."""
    listed = [(name, game.header(name) or "eg@1") for name in LISTS if name == "Variant" or game.header(name)]
    opening = format_headers([*OPENING.items(), *listed]) + "\n"
    text = "".join(line.rstrip("\r\n") + "\n" for line in lines)
    reading = read(opening + text, "append")
    if reading.problems:
        raise Malformed([replace(problem, line=problem.line - opening.count("\n")) for problem in reading.problems])
    if len(reading.games) != 1 or reading.games[0].head() != opening:
        raise ArchiveError("header-late")
    found = reading.games[0]
    body = found.text()[len(found.head()) :]
    if not body:
        raise ArchiveError("malformed", "-")
    return body


def continued(game: Game, added: str) -> Game:
    """A game with canonical lines behind it. Raises Malformed, or ArchiveError for a line that can mean nothing."""
    reading = read(game.text() + added, game.header("Game") or "game")
    if not reading.ok:
        raise Malformed(reading.problems)
    refuse_aimless(reading.games[0], game.version)
    return reading.games[0]

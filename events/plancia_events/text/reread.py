"""Games that came in another way than as text: the one reader of files reads them too, so that all keep one form."""

from __future__ import annotations

from dataclasses import replace

from plancia_events.errors import Problem
from plancia_events.text.event_text import format_event
from plancia_events.text.game import Game
from plancia_events.text.headers import canonical_name, format_headers, sort_key
from plancia_events.text.reader import Reading, read

WRONG = (LookupError, TypeError, ValueError, AttributeError)  # what a value out of its range makes of a form


def read_again(game: Game, name: str = "<game>") -> Reading:
    """What the reader of files makes of a game in memory: the same game in canonical form, or the problems of it.

    Every header and every event is written on one line and read back. A value that breaks its line, a header that is
    not known or stands there twice, a number out of its range is a problem at its line: that of the source where
    `game.lines` knows it, else that of the text.
    """
    headers = sorted(game.headers, key=sort_key)
    problems: list[Problem] = []
    lines: list[str] = []
    for key, value in headers:
        lines.append(format_headers([(key, value)]).removesuffix("\n"))
        if canonical_name(key) != key:
            problems.append(Problem(name, len(lines), 1, "header-unknown", key[:60], "", lines[-1]))
    lines.append("")
    for number, event in enumerate(game.events, start=1):
        try:
            lines.append(format_event(event))
        except WRONG as error:
            lines.append("")
            found = f"{type(event).__name__} {number}: {error}"[:80]
            problems.append(Problem(name, len(lines), 1, "form", found, type(event).TAG, ""))
    problems += [
        Problem(name, number, line.index("\n") + 1, "control", "U+000A", "", line)
        for number, line in enumerate(lines, start=1) if "\n" in line
    ]  # fmt: skip
    reading = read("\n".join(lines) + "\n", name) if not problems else Reading([], problems)
    if reading.problems:
        return Reading([], [at_source(problem, game, len(headers)) for problem in reading.problems])
    made = reading.games[0]
    made.lines = list(game.lines) if len(game.lines) == len(made.events) else made.lines
    return reading


def at_source(problem: Problem, game: Game, headers: int) -> Problem:
    """A problem with the line of the source in place of that of the text, where it is known, and no half letters."""
    problem = replace(problem, found=whole(problem.found), source=whole(problem.source))
    known = [line for line in game.lines if line > 0]
    number = problem.line - headers - 2
    if not known or len(game.lines) != len(game.events) or number >= len(game.lines):
        return problem
    return replace(problem, line=game.lines[number] if number >= 0 else max(1, min(known) - 1))


def whole(text: str) -> str:
    """A text without half letters (surrogates), which no file can hold."""
    return text.encode("utf-8", errors="replace").decode()

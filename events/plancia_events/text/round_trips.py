"""Validates games that were not read from text: they are written and read back by the reader of files."""

from __future__ import annotations

from dataclasses import replace

from plancia_data import close_matches
from plancia_events.errors import Problem
from plancia_events.text.event_text import format_event
from plancia_events.text.game import Game
from plancia_events.text.headers import HEADER_ORDER, canonical_name, format_headers, sort_key
from plancia_events.text.reader import Reading, read

FORMAT_ERRORS = (LookupError, TypeError, ValueError, AttributeError)  # raised for a value out of its range


def round_trip(game: Game, name: str = "<game>") -> Reading:
    """Writes a game in memory and reads it back: the same game in canonical form, or its problems.

    A value with a line feed, an unknown or repeated header, a number out of range is a problem, at the line of
    `game.lines` if it has one, else at the line of the written text.
    """
    headers = sorted(game.headers, key=sort_key)
    problems: list[Problem] = []
    lines: list[str] = []
    for key, value in headers:
        lines.append(format_headers([(key, value)]).removesuffix("\n"))
        if canonical_name(key) != key:
            known = ", ".join(HEADER_ORDER)
            near = close_matches(key, HEADER_ORDER)
            problems.append(Problem(name, len(lines), 1, "header-unknown", key[:60], known, lines[-1], near))
    lines.append("")
    for number, event in enumerate(game.events, start=1):
        try:
            lines.append(format_event(event))
        except FORMAT_ERRORS as error:
            lines.append("")
            description = f"{type(event).__name__} {number}: {error}"[:80]
            problems.append(Problem(name, len(lines), 1, "form", description, type(event).TAG, ""))
    problems += [
        Problem(name, number, line.index("\n") + 1, "control", "U+000A", "", line)
        for number, line in enumerate(lines, start=1) if "\n" in line
    ]  # fmt: skip
    reading = read("\n".join(lines) + "\n", name) if not problems else Reading([], problems)
    if reading.problems:
        return Reading([], [locate_in_source(problem, game, len(headers)) for problem in reading.problems])
    canonical = reading.games[0]
    canonical.lines = list(game.lines) if len(game.lines) == len(canonical.events) else canonical.lines
    return reading


def locate_in_source(problem: Problem, game: Game, headers: int) -> Problem:
    """Returns a problem with the line of the source, if known, instead of that of the text; without surrogates."""
    problem = replace(problem, found=without_surrogates(problem.found), source=without_surrogates(problem.source))
    source_lines = [line for line in game.lines if line > 0]
    number = problem.line - headers - 2
    if not source_lines or len(game.lines) != len(game.events) or number >= len(game.lines):
        return problem
    return replace(problem, line=game.lines[number] if number >= 0 else max(1, min(source_lines) - 1))


def without_surrogates(text: str) -> str:
    """Returns a text with surrogates replaced: they cannot be encoded."""
    return text.encode("utf-8", errors="replace").decode()

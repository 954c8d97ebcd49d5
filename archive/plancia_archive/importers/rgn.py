"""Importer for the notation rgn: text, JSON Lines, or the JSON form of one or several games."""

from __future__ import annotations

import re

from plancia_archive.importers.base import Imported, ImportProblem
from plancia_events import Game, read, read_canonical, read_json
from plancia_events.text.headers import starts_with_header
from plancia_events.text.json_reader import OPENING, is_json_lines

JSON_START = re.compile(rb"\s*(\[\s*)?\{")
MAX_OPENING = 20_000  # bytes of the first line of JSON Lines
ONE_GAME_START = re.compile(rb'\s*(\[\s*)?\{\s*"(notation|headers|events)"\s*:')


def sniff(data: bytes) -> bool:
    """Returns True for text that starts with a header, JSON Lines that open a game, or a game in JSON."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n;")[:MAX_OPENING]
    if starts_with_header(data) or ONE_GAME_START.match(start):
        return True
    opening = start.decode("utf-8", errors="replace")
    return f'"{OPENING}"' in opening.partition("\n")[0] and is_json_lines(opening)


def convert(data: bytes, name: str) -> list[Imported]:
    """Reads the games of the file, each with its problems."""
    if JSON_START.match(data.removeprefix(b"\xef\xbb\xbf")):
        return from_json(data, name)
    if (game := parse_canonical(data)) is not None:
        return [Imported(game)]
    reading = read(data, name)
    if not reading.games:
        raise ImportProblem(name, 1, "empty")
    imported = [Imported(game) for game in reading.games]
    starts = [min(game.lines, default=1) for game in reading.games]
    for problem in reading.problems:
        game_index = max((index for index, start in enumerate(starts) if start <= problem.line), default=0)
        imported[game_index].problems.append(problem)
    return imported


def parse_canonical(data: bytes) -> Game | None:
    """Parses a file that is canonical to the byte; None for any other file."""
    try:
        return read_canonical(data.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def from_json(data: bytes, name: str) -> list[Imported]:
    """Reads games in JSON or JSON Lines. Raises ImportProblem with all problems: nothing of such a file is kept."""
    try:
        reading = read_json(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise ImportProblem(name, 0, "content", str(error)[:300]) from error
    if reading.problems:
        raise ImportProblem(name, 0, "json", problems=reading.problems)
    return [Imported(game) for game in reading.games]

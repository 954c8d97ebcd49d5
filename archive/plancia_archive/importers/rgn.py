"""Importer for the notation rgn: text, JSON Lines, or the JSON form of one or several games."""

from __future__ import annotations

import re

from plancia_archive.importers.base import Imported, ImportProblem
from plancia_events import Game, games_from_json, games_from_jsonl, read, read_canonical, round_trip
from plancia_events.text.headers import starts_with_header

JSON_START = re.compile(rb"\s*(\[\s*)?\{")
JSON_LINES_START = re.compile(rb'\s*\{[^\n]*"kind"\s*:\s*"game_opened"')
ONE_GAME_START = re.compile(rb'\s*(\[\s*)?\{\s*"(notation|headers|events)"\s*:')


def sniff(data: bytes) -> bool:
    """Returns True for text that starts with a header, JSON Lines that open a game, or a game in JSON."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n;")[:4000]
    return (
        starts_with_header(data) or JSON_LINES_START.match(start) is not None or ONE_GAME_START.match(start) is not None
    )


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
    """Reads games in JSON and passes each through the text reader, whose problems are reported."""
    try:
        text = data.decode("utf-8-sig")
        games = (
            games_from_json(text)
            if ONE_GAME_START.match(data.removeprefix(b"\xef\xbb\xbf"))
            else games_from_jsonl(text)
        )
    except ValueError as error:
        raise ImportProblem(name, 0, "content", str(error)[:300]) from error
    imported: list[Imported] = []
    for game in games:
        reading = round_trip(game, name)
        imported.append(Imported(reading.games[0] if reading.ok else game, problems=reading.problems))
    return imported

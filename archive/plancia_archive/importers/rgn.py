"""The archive's own notation: text or JSON Lines."""

from __future__ import annotations

from plancia_archive.importers.shape import Imported, ImportProblem
from plancia_events import games_from_jsonl, read


def tells(data: bytes) -> bool:
    """Text that opens with a header, or JSON Lines that open a game."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n;")[:400]
    return start.startswith(b"[Notation") or start.startswith(b'{"kind":"game_opened"') or b"\n[Notation" in data[:4000]


def convert(data: bytes, name: str) -> list[Imported]:
    """Every game of the file; problems stay with the games they lie in."""
    if data.lstrip().startswith(b"{"):
        try:
            return [Imported(game) for game in games_from_jsonl(data.decode("utf-8"))]
        except ValueError as error:
            raise ImportProblem(name, 0, "content", str(error)) from error
    reading = read(data, name)
    if not reading.games:
        raise ImportProblem(name, 1, "empty")
    made = [Imported(game) for game in reading.games]
    starts = [min(game.lines, default=1) for game in reading.games]
    for problem in reading.problems:
        place = max((i for i, start in enumerate(starts) if start <= problem.line), default=0)
        made[place].problems.append(problem)
    return made

"""How the files of expectations of the conformance suite are laid out: one event, problem or state on a line."""

from __future__ import annotations

import json
from typing import Any


def one_line(value: Any) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def listed(values: list[Any], indent: str) -> str:
    """A list with one member on a line."""
    return "[" + ",".join(f"\n{indent} {one_line(value)}" for value in values) + f"\n{indent}]" if values else "[]"


def format_game(game: dict[str, Any], indent: str) -> str:
    """The JSON of a game, one header and one event on a line."""
    inner = indent + " "
    return (
        f'{{\n{inner}"notation": {one_line(game["notation"])},\n{inner}"headers": {listed(game["headers"], inner)},\n'
        f'{inner}"events": {listed(game["events"], inner)}\n{indent}}}'
    )


def format_read(read: dict[str, Any]) -> str:
    """The answer that is expected to `read`."""
    parts = []
    for name, value in read.items():
        if name == "games":
            games = ", ".join(format_game(game, "  ") for game in value)
            parts.append(f'  "games": [{games}]')
        elif name == "problems":
            parts.append(f'  "problems": {listed(value, "  ")}')
        else:
            parts.append(f'  "{name}": {one_line(value)}')
    return "{\n" + ",\n".join(parts) + "\n }"


def format_expected(expected: dict[str, Any]) -> str:
    """The file of a test."""
    parts = []
    for name, value in expected.items():
        if name == "read":
            parts.append(f' "read": {format_read(value)}')
        elif name in ("states", "make"):
            parts.append(f' "{name}": {listed(value, " ")}')
        else:
            parts.append(f' "{name}": {one_line(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"

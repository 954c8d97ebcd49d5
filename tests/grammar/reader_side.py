"""What the reader and the writer say of a text and of a value in JSON, to hold grammar and schema against."""

from __future__ import annotations

import json
from typing import Any

from plancia_events import Game, read, read_json


def is_canonical(data: bytes | str) -> bool:
    """Is a text, byte for byte, what the writer writes of it?"""
    reading = read(data)
    text = "\n".join(game.text() for game in reading.games)
    return reading.ok and (text if isinstance(data, str) else text.encode()) == data


def json_form(game: Game) -> Any:
    """The JSON form of a game, as it is after JSON."""
    return json.loads(json.dumps(game.to_json()))


def read_again(value: Any) -> list[Any] | None:
    """The JSON forms of the games that the reader makes of a value; None if it refuses it."""
    reading = read_json(json.dumps(value))
    return [json_form(game) for game in reading.games] if reading.ok else None


def is_read_as_it_stands(game: Any) -> bool:
    """Does the reader take a game in JSON and give the same? `2.0` is read as 2, which is written otherwise."""
    again = read_again(game)
    return again is not None and json.dumps(again, sort_keys=True) == json.dumps([game], sort_keys=True)

"""Bodies of requests: unpacked, decoded, read as JSON of bounded depth, as games or as lines of the notation."""

from __future__ import annotations

import json
import zlib
from typing import Any

from flask import request

from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.validation_messages import wrong_json
from plancia_data import in_language
from plancia_events import Game, event_from_json, format_event, read, read_again

BODY_MOST = 4 * 1024 * 1024
DEEPEST = 20
WRONG = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # what reading JSON may raise
TEXTS = ("text/plain", "text/x-rgn", "application/json")


def body_bytes() -> bytes:
    """The body as it is meant: one of Content-Encoding gzip unpacked, within the size of all. Raises Problem."""
    coding = request.headers.get("Content-Encoding", "").strip().casefold()
    data = request.get_data()
    if coding in ("", "identity"):
        return data
    if coding not in ("gzip", "x-gzip"):
        problem = Problem("unsupported-type", f"Content-Encoding: {coding[:40]} (gzip, identity)")
        problem.headers["Accept-Encoding"] = "gzip, identity"
        raise problem
    unpacking = zlib.decompressobj(31)
    try:
        found = unpacking.decompress(data, BODY_MOST + 1)
    except zlib.error as error:
        raise Problem("bad-request", f"gzip: {error}"[:200]) from error
    if len(found) > BODY_MOST:
        raise Problem("too-large")
    if not unpacking.eof or unpacking.unused_data:
        raise Problem("bad-request", "gzip: incomplete or more than one member")
    return found


def body_text(*kinds: str) -> str:
    """The body as text, of one of these content types. Raises Problem."""
    kinds = kinds or TEXTS
    if request.mimetype not in kinds:
        raise Problem("unsupported-type", ", ".join(kinds))
    try:
        return body_bytes().decode("utf-8-sig")  # the mark before a text is none of its letters
    except UnicodeDecodeError as error:
        raise Problem("bad-request", f"UTF-8: byte {error.start}") from error


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object each of whose members stands there once: of two the first would be lost. Raises ValueError."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"Invalid value {next(name for name in names if names.count(name) > 1)[:100]!r}")
    return made


def no_number(name: str) -> Any:
    """NaN and Infinity are no JSON. Raises ValueError."""
    raise ValueError(f"Invalid value {name}")


def parsed(text: str) -> Any:
    """The JSON of a body. Raises ValueError, also where it is nested deeper than anything that we take."""
    data = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    level = [data]
    for _ in range(DEEPEST):
        level = [one for item in level if isinstance(item, (dict, list))
                 for one in (item.values() if isinstance(item, dict) else item)]  # fmt: skip
        if not level:
            return data
    raise RecursionError("maximum recursion depth exceeded")


def games_of_body(text: str, several: bool = False) -> list[Game]:
    """The games of a body, as JSON a list only of `several`. Raises Problem with every line that is not understood."""
    if request.mimetype == "application/json":
        try:
            data = parsed(text)
            given = [Game.from_json(unjudged(one)) for one in (data if several and isinstance(data, list) else [data])]
            for game in given:
                game.text().encode()
            readings = [read_again(game, "body") for game in given]
        except WRONG as error:
            raise Problem("malformed", wrong_json(error, language())) from error
    else:
        readings = [read(text, "body")]
    if wrong := [problem for reading in readings for problem in reading.problems]:
        raise Problem("malformed", "", [problem.to_json(language()) for problem in wrong[:50]])
    return [game for reading in readings for game in reading.games]


JUDGED = {  # what an answer about a game says beside the game itself
    "game", "version", "variant", "rules", "completeness", "verdicts", "end", "final", "hands", "scores", "declared",
    "kernel", "assumptions", "undecidable", "impossible",
}  # fmt: skip


def unjudged(data: Any) -> Any:
    """A game as an answer gave it, without what the answer said of it; anything else as it is."""
    if isinstance(data, dict) and {"notation", "headers", "events"} <= set(data):
        return {key: value for key, value in data.items() if key not in JUDGED}
    return data


def game_of_body() -> Game:
    """The one game of a body. Raises Problem."""
    games = games_of_body(body_text())
    if len(games) != 1:
        count = len(games)
        words = in_language(language(), "{} partite: mandarle a bulk/games", "{} games: send them to bulk/games")
        raise Problem("malformed", words.format(count))
    return games[0]


def lines_of(data: Any) -> list[str]:
    """The lines of a JSON body, which has either `lines` or `events`. Raises ValueError and what JSON may be wrong in.

    A member that an event does not have is refused: a misspelt one would be lost from the record.
    """
    (name, items), *more = data.items() or [("{}", None)]
    if more or name not in ("lines", "events") or not isinstance(items, list):
        raise ValueError(f"Invalid value {', '.join(map(str, data))[:100] or '{}'}")
    if name == "events":
        items = [line_of(event) for event in items]
    if bad := [line for line in items if not isinstance(line, str) or "\n" in line or "\r" in line]:
        raise ValueError(f"Invalid value {bad[0]!r:.100}")
    "\n".join(items).encode()
    return items


def line_of(data: Any) -> str:
    """The line of an event of our JSON, also of one as lists have it, with its number and line. Raises ValueError."""
    if not (isinstance(data, dict) and {"event", "line"} <= set(data)):
        return format_event(event_from_json(data))
    line = format_event(event_from_json({key: value for key, value in data.items() if key not in ("event", "line")}))
    if data["line"] != line:
        raise ValueError(f"Invalid value {data['line']!r:.100}")
    return line


def lines_of_body() -> list[str]:
    """The lines of a body, as text or as JSON. Raises Problem."""
    text = body_text()
    if request.mimetype != "application/json":
        return text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    try:
        return lines_of(parsed(text))
    except WRONG as error:
        told = wrong_json(error, language())
        raise Problem("malformed", f'{{"lines": ["..."]}}, {{"events": [...]}}: {told}'[:300]) from error

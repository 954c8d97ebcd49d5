"""Request bodies: decompression, decoding, JSON of bounded depth, games and lines of the notation.

RFC 9110 sections 8.3 (Content-Type) and 8.4 (Content-Encoding), RFC 1952 (gzip), RFC 8259 (JSON).
"""

from __future__ import annotations

import zlib
from typing import Any

from flask import request

from plancia_api.evidence_files import evidence_list
from plancia_api.language import language
from plancia_api.problems import Problem, json_error_message, schema_error_message, with_suggestion
from plancia_archive.disputes.correction_evidence import Evidence
from plancia_data import in_language
from plancia_events import Game, JsonFault, event_from_json, format_event, parse_json, read, read_json_value
from plancia_events.text.json_reader import GAME_MEMBERS

MAX_BODY_BYTES = 4 * 1024 * 1024  # bytes, before and after decompression
INVALID_JSON = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # raised by unexpected values
GAME_FORM = f"{{{', '.join(GAME_MEMBERS)}}}"
TEXT_TYPES = ("text/plain", "text/x-rgn", "application/json")

MISSING = "Missing data for required field."  # as marshmallow says it of a query
TYPE_WORDS: dict[type, tuple[str, str]] = {
    str: ("non è un testo", "not a text"), bool: ("true o false", "true or false"),
    int: ("non è un numero intero", "not a whole number"), float: ("non è un numero", "not a number"),
    list: ("non è una lista", "not a list"), dict: ("non è un oggetto", "not an object"),
}  # fmt: skip
LISTING_MEMBERS = ("event", "line", "author", "role")  # what lists of events add to an event


def body_bytes() -> bytes:
    """Returns the body, decompressed if its Content-Encoding is gzip. Raises Problem 413, 415 or 400."""
    content_coding = request.headers.get("Content-Encoding", "").strip().casefold()
    data = request.get_data()
    if content_coding in ("", "identity"):
        return data
    if content_coding not in ("gzip", "x-gzip"):
        problem = Problem("unsupported-type", f"Content-Encoding: {content_coding[:40]} (gzip, identity)")
        problem.headers["Accept-Encoding"] = "gzip, identity"  # RFC 9110, 15.5.16
        raise problem
    decompressor = zlib.decompressobj(31)  # gzip header and trailer
    try:
        body = decompressor.decompress(data, MAX_BODY_BYTES + 1)
    except zlib.error as error:
        raise Problem("bad-request", f"gzip: {error}"[:200]) from error
    if len(body) > MAX_BODY_BYTES:
        raise Problem("too-large")
    if not decompressor.eof or decompressor.unused_data:
        raise Problem("bad-request", "gzip: incomplete or more than one member")
    return body


def body_text(*content_types: str) -> str:
    """Returns the body as text. Raises Problem 415 for a content type not in `content_types`, 400 for invalid UTF-8."""
    content_types = content_types or TEXT_TYPES
    if request.mimetype not in content_types:
        raise Problem("unsupported-type", ", ".join(content_types))
    try:
        return body_bytes().decode("utf-8-sig")  # without a byte-order mark
    except UnicodeDecodeError as error:
        raise Problem("bad-request", f"UTF-8: byte {error.start}") from error


def parse_members(members: dict[str, type]) -> dict[str, Any]:
    """Parses a JSON object; `members` has the type of each member by name, with `?` before optional names.

    Raises Problem 422 for a member that is missing, unknown or of another type.
    """
    type_by_name = {name.lstrip("?"): kind for name, kind in members.items()}
    try:
        values = parse_json(body_text("application/json"))
        if not isinstance(values, dict):
            raise TypeError
    except INVALID_JSON as error:
        raise Problem("malformed", f"{{{', '.join(type_by_name)}}}: {json_error_message(error, language())}") from error
    lang = language()
    faults = {name: schema_error_message(MISSING, lang) for name in members if name[0] != "?" and name not in values}
    for name, value in values.items():
        if name not in type_by_name:
            unknown = in_language(lang, "membro sconosciuto", "unknown member")
            faults[name[:40]] = with_suggestion(unknown, name, type_by_name)
        elif type(value) is not type_by_name[name]:
            faults[name] = in_language(lang, *TYPE_WORDS[type_by_name[name]])
    if faults:
        detail = "; ".join(f"{name}: {why}" for name, why in faults.items())
        known = ", ".join(name if name[0] != "?" else f"[{name[1:]}]" for name in members)
        pointers = [
            {"pointer": "/" + name.replace("~", "~0").replace("/", "~1"), "detail": why} for name, why in faults.items()
        ]
        raise Problem("invalid", f"{detail} ({known})", pointers)
    return values


def parse_games(text: str) -> list[Game]:
    """Parses the games of a body: text, a game in JSON or a list of them. Raises Problem 422 with all problems."""
    if request.mimetype == "application/json":
        try:
            data = parse_json(text)
        except INVALID_JSON as error:
            raise Problem("malformed", f"{GAME_FORM}: {json_error_message(error, language())}") from error
        value = list(map(without_judgement, data)) if isinstance(data, list) else without_judgement(data)
        reading = read_json_value(value, text, "body")
    else:
        reading = read(text, "body")
    if reading.problems:
        detail = ""
        if request.mimetype == "application/json":
            first = reading.problems[0]
            detail = f"{first.pointer or GAME_FORM}: {first.message(language())}"
        raise Problem("malformed", detail, [problem.to_json(language()) for problem in reading.problems[:50]])
    return reading.games


JUDGEMENT_MEMBERS = {  # members of the answer `one_game` besides those of a game
    "game", "version", "variant", "rules", "completeness", "verdicts", "end", "final", "hands", "scores", "declared",
    "kernel", "assumptions", "undecidable", "impossible", "status", "disputes", "withdrawn", "superseded_by",
    "supersedes", "confirmed",
}  # fmt: skip


def without_judgement(data: Any) -> Any:
    """Returns a game as `GET /games/{game_id}` answers it, without its judgement; anything else unchanged."""
    if isinstance(data, dict) and {"notation", "headers", "events"} <= set(data):
        return {key: value for key, value in data.items() if key not in JUDGEMENT_MEMBERS}
    return data


def parse_game() -> Game:
    """Parses the only game of the body. Raises Problem 422 for none or several."""
    games = parse_games(body_text())
    if len(games) != 1:
        count = len(games)
        template = in_language(language(), "{} partite: mandarle a bulk/games", "{} games: send them to bulk/games")
        raise Problem("malformed", template.format(count))
    return games[0]


def lines_from_json(data: Any) -> list[str]:
    """Returns the event lines of a JSON body with either `lines` or `events`, and nothing else but `evidence`.

    Unknown members of an event are rejected, since a misspelt one would be lost from the record. Raises one of
    INVALID_JSON.
    """
    members = [(name, items) for name, items in data.items() if name != "evidence"]
    (name, items), *extra_members = members or [("{}", None)]
    if extra_members or name not in ("lines", "events") or not isinstance(items, list):
        raise ValueError(f"Invalid value {', '.join(map(str, data))[:100] or '{}'}")
    if name == "events":
        items = [numbered_line(place, event) for place, event in enumerate(items)]
    if invalid_lines := [line for line in items if not isinstance(line, str) or "\n" in line or "\r" in line]:
        raise ValueError(f"Invalid value {invalid_lines[0]!r:.100}")
    "\n".join(items).encode()  # raises for lone surrogates
    return items


def numbered_line(place: int, event: Any) -> str:
    """Returns the line of an event in the member `events`, and names its place there where it is refused."""
    try:
        return line_from_json(event)
    except JsonFault as fault:
        fault.pointer = f"/events/{place}{fault.pointer}"
        raise


def line_from_json(data: Any) -> str:
    """Returns the line of an event object, which may have the members that lists of events add. Raises ValueError."""
    if not (isinstance(data, dict) and {"event", "line"} <= set(data)):
        return format_event(event_from_json(data))
    line = format_event(event_from_json({key: value for key, value in data.items() if key not in LISTING_MEMBERS}))
    if data["line"] != line:
        raise ValueError(f"Invalid value {data['line']!r:.100}")
    return line


def parse_event_lines() -> tuple[list[str], list[Evidence]]:
    """Returns the event lines of the body, from text or JSON, and the evidence of corrections. Raises Problem."""
    text = body_text()
    if request.mimetype != "application/json":
        return text.replace("\r\n", "\n").removesuffix("\n").split("\n"), []
    try:
        data = parse_json(text)
        return lines_from_json(data), evidence_list(data.get("evidence", []))
    except JsonFault as fault:
        place = [{"pointer": fault.pointer, "detail": fault.message(language())}]
        raise Problem("malformed", fault.message(language()), place) from fault
    except INVALID_JSON as error:
        detail = json_error_message(error, language())
        raise Problem("malformed", f'{{"lines": ["..."]}}, {{"events": [...]}}: {detail}'[:300]) from error

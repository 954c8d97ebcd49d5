"""JSON as RFC 8259 means it, with nothing lost: a member given twice is refused. Places in it are RFC 6901 pointers."""

from __future__ import annotations

import json
import re
from typing import Any

from plancia_events.errors import JsonFault

MAX_DEPTH = 20  # levels of nested lists and objects
ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
BLANKS = re.compile(r"[ \t\r\n]*")


def parse_json(text: str) -> Any:
    """Parses a JSON text. Raises JsonFault for a member given twice, ValueError, and RecursionError for deep nesting.

    ValueError also for NaN, Infinity and lone surrogates, which no text can hold.
    """
    repeated: list[tuple[Any, str]] = []

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            names = [name for name, _ in pairs]
            repeated.append((members, next(name for name in names if names.count(name) > 1)))
        return members

    data = json.loads(text, object_pairs_hook=make_object, parse_constant=reject_constant)
    if ESCAPED_SURROGATE.search(text):
        json.dumps(data, ensure_ascii=False).encode()  # raises: no such text can be stored or answered
    check_depth(data)
    for members, name in repeated:
        if (pointer := pointer_to(data, members)) is not None:
            raise JsonFault("json-twice", pointer + pointer_token(name), name[:60])
    return data


def reject_constant(name: str) -> Any:
    """Raises ValueError: NaN and Infinity are not JSON."""
    raise ValueError(f"Invalid value {name}")


def check_depth(data: Any) -> None:
    """Raises RecursionError beyond the maximum depth."""
    nested_values = [data]
    for _ in range(MAX_DEPTH):
        nested_values = [child for item in nested_values if isinstance(item, (dict, list))
                 for child in (item.values() if isinstance(item, dict) else item)]  # fmt: skip
        if not nested_values:
            return
    raise RecursionError("maximum recursion depth exceeded")


def pointer_token(name: str | int) -> str:
    """A member's name or an index as the next step of a pointer."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def pointer_to(data: Any, wanted: Any, pointer: str = "") -> str | None:
    """The pointer to an object, found by identity; None where it is not part of the value."""
    if data is wanted:
        return pointer
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in steps:
        if (found := pointer_to(value, wanted, pointer + pointer_token(name))) is not None:
            return found
    return None


def offset_of(text: str, pointer: str) -> int:
    """Where the value of a pointer begins in a JSON text; the nearest value around it where it does not exist."""
    decoder = json.JSONDecoder()
    at = skip_blanks(text, 0)
    for token in pointer.split("/")[1:]:
        inner = find_step(text, at, token.replace("~1", "/").replace("~0", "~"), decoder)
        if inner < 0:
            break
        at = inner
    return at


def find_step(text: str, at: int, token: str, decoder: json.JSONDecoder) -> int:
    """Where the member or item of a name begins, of the object or list that begins at a place; -1 if there is none."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return -1
    index, at = 0, skip_blanks(text, at + 1)
    while text[at] not in "}]":
        name = str(index)
        if opening == "{":
            name, at = decoder.raw_decode(text, at)
            at = skip_blanks(text, skip_blanks(text, at) + 1)
        if name == token:
            return at
        at = skip_blanks(text, decoder.raw_decode(text, at)[1])
        if text[at] == ",":
            at = skip_blanks(text, at + 1)
        index += 1
    return -1


def skip_blanks(text: str, at: int) -> int:
    """The next place that is no blank."""
    match = BLANKS.match(text, at)
    return match.end() if match else at

"""Strict parser of untrusted JSON (RFC 8259): numbers keep their digits, a repeated member is an error."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring
from typing import Any

MAX_DEPTH = 64
MAX_SAFE_INTEGER = 2**53 - 1  # the largest integer that every JSON parser represents exactly (RFC 7493, 2.2)
NATURAL_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
JsonObject = dict[str, Any]  # an object of an untrusted file: what it holds is checked member by member


class JsonError(ValueError):
    """A text that is not accepted: `kind` is syntax, depth, duplicate or surrogate; `at` is an offset in characters."""

    def __init__(self, kind: str, at: int | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.at = at


class NumberText(str):
    """A number, as the text has it."""

    __slots__ = ()


def parse_json(text: str) -> Any:
    """Parses a JSON text, with numbers as NumberText. Raises JsonError."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=unique_members,
            parse_int=NumberText,
            parse_float=NumberText,
            parse_constant=refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise JsonError("syntax", error.pos) from error
    except RecursionError as error:
        raise JsonError("depth") from error
    check_depth(value)
    if "\\u" in text:  # a lone surrogate can only be written as an escape
        check_surrogates(value)
    return value


def unique_members(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Returns the members of an object. Raises JsonError `duplicate` for a repeated name."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise JsonError("duplicate")
    return members


def refuse_constant(name: str) -> Any:
    """Raises JsonError `syntax` for NaN and Infinity, which are not JSON."""
    raise JsonError("syntax")


def check_depth(value: Any) -> None:
    """Raises JsonError `depth` for values nested deeper than MAX_DEPTH levels."""
    values = [value]
    for _ in range(MAX_DEPTH + 1):
        values = [item for parent in values if isinstance(parent, (dict, list)) for item in child_values(parent)]
        if not values:
            return
    raise JsonError("depth")


def check_surrogates(value: Any) -> None:
    """Raises JsonError `surrogate` for a value with a text that UTF-8 cannot encode."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            check_text(item)
        elif isinstance(item, (dict, list)):
            if isinstance(item, dict):
                check_text("".join(item))
            pending.extend(child_values(item))


def check_text(text: str) -> None:
    """Raises JsonError `surrogate` for a text that UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise JsonError("surrogate") from error


def child_values(value: JsonObject | list[Any]) -> list[Any]:
    """Returns the values in an object or a list."""
    return list(value.values()) if isinstance(value, dict) else value


def canonical_json(value: Any) -> str:
    """Serialises a value with sorted keys, no whitespace and minimal escaping; numbers keep their digits."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{encode_basestring(key)}:{canonical_json(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical_json(item) for item in value) + "]"
    if isinstance(value, NumberText):
        return str(value)
    return encode_basestring(value) if isinstance(value, str) else json.dumps(value)


def natural_number(value: Any) -> int | None:
    """Returns the value of an integer from 0 to 2^53 - 1; None for any other value."""
    if not isinstance(value, NumberText) or not NATURAL_NUMBER.fullmatch(value) or int(value) > MAX_SAFE_INTEGER:
        return None
    return int(value)


def to_plain_values(value: Any) -> Any:
    """Converts a parsed value to plain JSON: integers up to 2^53 - 1 as numbers, other numbers as text."""
    if isinstance(value, dict):
        return {key: to_plain_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_plain_values(item) for item in value]
    if isinstance(value, NumberText):
        magnitude = natural_number(NumberText(value.removeprefix("-")))
        return str(value) if magnitude is None else -magnitude if value.startswith("-") else magnitude
    return value

"""Strict JSON (RFC 8259) of unknown origin: numbers keep their digits, a repeated member is an error."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring
from typing import Any

DEEPEST = 64
LARGEST = 2**53 - 1  # what every JSON reader holds exactly (RFC 7493, 2.2)
NATURAL = re.compile(r"0|[1-9][0-9]{0,15}")


class JsonError(ValueError):
    """Why a text is not accepted: `kind` is syntax, depth, duplicate or surrogate; `at` counts characters from 0."""

    def __init__(self, kind: str, at: int | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.at = at


class Digits(str):
    """A number as it is written."""

    __slots__ = ()


def parse_json(text: str) -> Any:
    """The value of a JSON text, numbers as Digits. Raises JsonError."""
    try:
        value = json.loads(
            text, object_pairs_hook=members, parse_int=Digits, parse_float=Digits, parse_constant=refuse_constant
        )
    except json.JSONDecodeError as error:
        raise JsonError("syntax", error.pos) from error
    except RecursionError as error:
        raise JsonError("depth") from error
    check_depth(value)
    if "\\u" in text:  # the only way to write half of a surrogate pair in UTF-8
        check_surrogates(value)
    return value


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object. Raises JsonError for a repeated name."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise JsonError("duplicate")
    return found


def refuse_constant(name: str) -> Any:
    """NaN and Infinity are not JSON."""
    raise JsonError("syntax")


def check_depth(value: Any) -> None:
    """Raises JsonError `depth` for more than DEEPEST levels."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [item for one in level if isinstance(one, (dict, list)) for item in items_of(one)]
        if not level:
            return
    raise JsonError("depth")


def check_surrogates(value: Any) -> None:
    """Raises JsonError `surrogate` for a text that UTF-8 cannot encode."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            check_text(one)
        elif isinstance(one, (dict, list)):
            if isinstance(one, dict):
                check_text("".join(one))
            waiting.extend(items_of(one))


def check_text(text: str) -> None:
    """Raises JsonError `surrogate`."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise JsonError("surrogate") from error


def items_of(value: dict[str, Any] | list[Any]) -> list[Any]:
    """The items of an object or a list."""
    return list(value.values()) if isinstance(value, dict) else value


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks, nothing escaped that need not be; numbers as they were written."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{encode_basestring(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, Digits):
        return str(value)
    return encode_basestring(value) if isinstance(value, str) else json.dumps(value)


def natural(value: Any) -> int | None:
    """The value of a whole number from 0 to 2^53 - 1; None for anything else."""
    if not isinstance(value, Digits) or not NATURAL.fullmatch(value) or int(value) > LARGEST:
        return None
    return int(value)


def plain(value: Any) -> Any:
    """A parsed value for an answer: whole numbers up to 2^53 - 1 as numbers, others as text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Digits):
        number = natural(Digits(value.removeprefix("-")))
        return str(value) if number is None else -number if value.startswith("-") else number
    return value

"""ABNF of a regular expression: the patterns of header values become rules of the grammar."""

from __future__ import annotations

import re
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MAX_REPEAT = constants.MAXREPEAT


def abnf_of_pattern(pattern: re.Pattern[str]) -> str:
    """The ABNF of a pattern of literals, classes, groups, alternatives, repetitions. Raises ValueError for others."""
    return alternatives_or_sequence(parser.parse(pattern.pattern))


def alternatives_or_sequence(items: Any) -> str:
    """The ABNF of a sequence; adjacent literals become one string."""
    parts: list[str] = []
    literal = ""
    for op, argument in [*items, (None, None)]:
        if op is constants.LITERAL:
            literal += chr(argument)
            continue
        if literal:
            parts.append(quote(literal))
            literal = ""
        if op is not None and op is not constants.AT:
            parts.append(one(op, argument))
    return " ".join(parts)


def one(op: Any, argument: Any) -> str:
    """The ABNF of an item."""
    if op is constants.IN:
        return group([code_range(kind, value) for kind, value in argument])
    if op is constants.SUBPATTERN:
        inner = alternatives_or_sequence(argument[3])
        return f"( {inner} )" if " " in inner and not inner.startswith("( ") else inner
    if op is constants.BRANCH:
        return group([alternatives_or_sequence(branch) for branch in argument[1]])
    if op is constants.MAX_REPEAT:
        least, most, items = argument
        return repeat(alternatives_or_sequence(items), least, None if most is MAX_REPEAT else most)
    raise ValueError(f"{op} has no ABNF")


def code_range(kind: Any, value: Any) -> str:
    """The ABNF of a member of a class."""
    if kind is constants.RANGE:
        return "DIGIT" if value == (48, 57) else f"%x{value[0]:02X}-{value[1]:02X}"
    if kind is constants.LITERAL:
        return quote(chr(value))
    raise ValueError(f"{kind} has no ABNF")


def group(alternatives: list[str]) -> str:
    """Alternatives in brackets, where there are several."""
    return f"( {' / '.join(alternatives)} )" if len(alternatives) > 1 else alternatives[0]


def repeat(inner: str, least: int, most: int | None) -> str:
    """A repetition; at most one is optional."""
    if (least, most) == (0, 1):
        return f"[ {inner[2:-2] if is_group(inner) else inner} ]"
    inner = f"( {inner} )" if " " in inner and not is_group(inner) else inner
    if least == most:
        return f"{least}{inner}"
    return f"{least or ''}*{'' if most is None else most}{inner}"


def is_group(text: str) -> bool:
    """True for one group in brackets from the first character to the last."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return text.startswith("( ")


def quote(text: str) -> str:
    """A string, in its case where it has letters (RFC 7405); the quotation mark by its number."""
    if '"' in text:
        return " ".join("DQUOTE" if part == '"' else quote(part) for part in re.split('(")', text) if part)
    return f'%s"{text}"' if any(letter.isalpha() for letter in text) else f'"{text}"'

"""Tokens of a line by a TextMate grammar, with Python's `re`: what the grammar of this project uses of the format.

Rules of one line only: match, begin and end, captures, include. Ties go to the end, then to the first rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

Rule = dict[str, Any]
Token = tuple[int, int, tuple[str, ...]]  # from, to, scopes


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled once."""
    return re.compile(pattern)


def rules(grammar: Rule, patterns: list[Rule]) -> Iterator[Rule]:
    """The rules of a list with those that it includes."""
    for one in patterns:
        if "include" in one:
            included = grammar["repository"][one["include"].removeprefix("#")]
            yield from rules(grammar, included["patterns"] if set(included) == {"patterns"} else [included])
        else:
            yield one


def captured(found: re.Match[str], captures: dict[str, Rule], scopes: tuple[str, ...]) -> Iterator[Token]:
    """The tokens of a match: its groups with their scopes, and what is between them."""
    at = found.start()
    for number in sorted(map(int, captures)):
        start, end = found.span(number)
        if start < 0:
            continue
        yield at, start, scopes
        yield start, end, (*scopes, captures[str(number)]["name"])
        at = end
    yield at, found.end(), scopes


def tokens(grammar: Rule, line: str) -> list[Token]:
    """The tokens of a line that are not empty, in order."""
    stack: list[tuple[Rule, tuple[str, ...]]] = [(grammar, (grammar["scopeName"],))]
    made: list[Token] = []
    at = 0
    while True:
        top, scopes = stack[-1]
        candidates = [(top, compiled(top["end"]).search(line, at))] if "end" in top else []
        candidates += [
            (one, compiled(one.get("match") or one["begin"]).search(line, at))
            for one in rules(grammar, top["patterns"])
        ]
        found = [(rule, match) for rule, match in candidates if match]
        if not found:
            break
        chosen, match = min(found, key=lambda pair: pair[1].start())
        made.append((at, match.start(), scopes))
        at = match.end()
        if chosen is top:
            stack.pop()
            continue
        inner = (*scopes, chosen["name"]) if "name" in chosen else scopes
        made += captured(match, chosen.get("captures") or chosen.get("beginCaptures") or {}, inner)
        if "begin" in chosen:
            stack.append((chosen, inner))
    made.append((at, len(line), stack[-1][1]))
    return [token for token in made if token[0] < token[1]]

"""The headers of a game: their order, their form, what is required."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from plancia_data import close_matches
from plancia_events.errors import NotationError
from plancia_events.text.header_values import day, option, result, source, team, variant, virtual, word_of
from plancia_events.text.italian import HEADERS, VALUES

NOTATION = "rgn 1"
COLOUR_HEADERS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
ORDER = (
    "Notation", "Game", "Variant", "Rules", "Event", "Place", "Date", "Round", "Table", "Match", "Leg", "Arbiter",
    *COLOUR_HEADERS, "Team", "Virtual", "Board", "Deck", "Objectives", "Option", "Completeness", "Provenance",
    "Result",
)  # fmt: skip
SPELLINGS: dict[str, Callable[[str], str]] = {
    "Notation": str.lower, "Variant": variant, "Rules": str.lower, "Date": day, "Team": team, "Virtual": virtual,
    "Option": option, "Result": result, "Provenance": source, "Completeness": word_of("Completeness"),
}  # fmt: skip
REPEATABLE = ("Option",)
REQUIRED = ("Notation", "Variant", "Completeness", "Provenance")
COMPLETENESS = ("full", "no-dice", "turns-only", "final-board", "result-only")
LINE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9-]*)\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
FORMS: dict[str, tuple[re.Pattern[str], str]] = {
    "Notation": (re.compile(r"rgn 1\Z"), NOTATION),
    "Rules": (re.compile(r"[0-9a-f]{64}\Z"), "64 hex"),
    "Variant": (re.compile(r"[a-z][a-z0-9-]*(@[0-9]+)?( ?\+ ?[a-z0-9:@-]+)*\Z"), "monopoli@1 + ..."),
    "Date": (re.compile(r"([0-9?]{4}-[0-9?]{2}-[0-9?]{2}|\?|-)\Z"), "YYYY-MM-DD"),
    "Completeness": (re.compile("(" + "|".join(COMPLETENESS) + r")\Z"), "|".join(COMPLETENESS)),
    "Provenance": (
        re.compile(r"(live|sheet|reconstructed|synthetic|imported:[A-Za-z0-9._-]{1,40})\Z"),
        "live|sheet|reconstructed|synthetic|imported:NAME",
    ),
    "Result": (
        re.compile(r"(\?|-|[RBGYNV] ([0-9]{1,5}(\.5)?|\?)( [RBGYNV] ([0-9]{1,5}(\.5)?|\?))*)\Z"),
        "R 31 B 24.5 G ?",
    ),
    "Team": (re.compile(r"[RBGYNV]+( [RBGYNV]+)*\Z"), "RG BN"),
    "Virtual": (re.compile(r"[RBGYNV]\Z"), "N"),
    "Option": (
        re.compile(r"[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+=[A-Za-z0-9:_.-]+( [A-Za-z0-9:_.-]+)*\Z"),
        "rule.option=value",
    ),
    "Game": (re.compile(r"[A-Za-z0-9._-]{1,64}\Z"), "A-Z a-z 0-9 . _ -"),
}


@dataclass(frozen=True)
class Found:
    """A header on a line: its name, its value ("" where it is not valid), its column, and what is wrong with it."""

    name: str
    value: str
    column: int
    problem: NotationError | None = None


def canonical_name(name: str) -> str | None:
    """The header's name in its own spelling, None where unknown; `X-...` are the users' own."""
    if name.casefold().startswith("x-") and len(name) > 2:
        return "X-" + name[2:]
    found = next((known for known in ORDER if known.casefold() == name.casefold()), None)
    return found or HEADERS.get(name.casefold())


def canonical_value(name: str, text: str, column: int = 1) -> str:
    """A header's value in its one spelling. Raises NotationError where the header cannot have it."""
    value = " ".join(text.split())
    spell = SPELLINGS.get(name)
    value = spell(value) if spell else value
    form = FORMS.get(name)
    if name == "Notation" and value and value != NOTATION:
        raise NotationError("notation-version", column, value[:60], NOTATION)
    if not value or len(value) > 500 or (form and not form[0].match(value)):
        words = VALUES.get(name, {}).values()
        raise NotationError(
            "header-value", column, value[:60], form[1] if form else "1..500", close_matches(value, words)
        )
    return value


def opens_game(data: bytes) -> bool:
    """Does a file begin as a game does: a header of ours in its first lines, however it is spelt?"""
    start = data.removeprefix(b"\xef\xbb\xbf")[:4000].decode("utf-8", errors="replace")
    matches = (LINE.match(line.strip()) for line in start.split("\n"))
    return any(match is not None and canonical_name(match[1]) is not None for match in matches)


def found_headers(line: str) -> Iterator[Found]:
    """The headers on a line, each with its problem where it has one; what stands between them is one too."""
    at = 0
    while line[at:].strip():
        at += len(line[at:]) - len(line[at:].lstrip())
        match = LINE.match(line, at)
        if not match:
            yield Found("", "", at + 1, NotationError("header-form", at + 1, line[at : at + 40], '[Key "value"]'))
            at = line.find("[", at + 1)
            if at < 0:
                return
            continue
        yield one_header(match)
        at = match.end()


def one_header(match: re.Match[str]) -> Found:
    """A header that has its brackets and quotes."""
    column = match.start(1) + 1
    name = canonical_name(match[1])
    if name is None:
        spelt = HEADERS | {known.casefold(): known for known in ORDER}
        meant = tuple(dict.fromkeys(spelt[one] for one in close_matches(match[1], spelt)))
        return Found("", "", column, NotationError("header-unknown", column, match[1], ", ".join(ORDER), meant))
    text = re.sub(r'\\(["\\])', r"\1", match[2])
    try:
        return Found(name, canonical_value(name, text, match.start(2) + 1), column)
    except NotationError as error:
        return Found(name, "", column, error)


def read_headers(line: str) -> list[tuple[str, str, int]]:
    """The headers on a line as (name, value, column). Raises NotationError at the first that is not understood."""
    found = list(found_headers(line))
    for one in found:
        if one.problem:
            raise one.problem
    return [(one.name, one.value, one.column) for one in found]


def sort_key(header: tuple[str, str]) -> tuple[int, str]:
    """Canonical order: the fixed names, then the users' own by name."""
    name, value = header
    if name in ORDER:
        return ORDER.index(name), value if name in REPEATABLE else ""
    return len(ORDER), name


def format_headers(headers: list[tuple[str, str]]) -> str:
    """The header block in canonical form, each on its line."""
    ordered = sorted(headers, key=sort_key)
    escaped = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in ordered)
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped)


def missing(headers: list[tuple[str, str]], seen: Collection[str] = ()) -> list[str]:
    """Required headers that are absent; "players" where fewer than two are named.

    `seen` stand there with a value that is not valid, which is another problem.
    """
    names: list[Any] = [*(name for name, _ in headers), *seen]
    lacking = [name for name in REQUIRED if name not in names]
    if sum(1 for name in names if name in COLOUR_HEADERS) < 2:
        lacking.append("players")
    return lacking

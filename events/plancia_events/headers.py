"""The headers of a game: their order, their form, what is required."""

from __future__ import annotations

import re
from typing import Any

from plancia_events.errors import NotationError

NOTATION = "rgn 1"
COLOUR_HEADERS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
ORDER = (
    "Notation", "Game", "Variant", "Rules", "Event", "Place", "Date", "Round", "Table", "Match", "Leg", "Arbiter",
    *COLOUR_HEADERS, "Team", "Virtual", "Board", "Deck", "Objectives", "Option", "Completeness", "Provenance",
    "Result",
)  # fmt: skip
REPEATABLE = ("Option",)
REQUIRED = ("Notation", "Variant", "Completeness", "Provenance")
COMPLETENESS = ("full", "no-dice", "turns-only", "final-board", "result-only")
LINE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9-]*)\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
FORMS: dict[str, tuple[re.Pattern[str], str]] = {
    "Notation": (re.compile(r"rgn 1\Z"), NOTATION),
    "Rules": (re.compile(r"[0-9a-f]{64}\Z"), "64 hex"),
    "Variant": (re.compile(r"[a-z][a-z0-9-]*(@[0-9]+)?( ?\+ ?[a-z0-9:@-]+)*\Z"), "monopoli@1 + ..."),
    "Date": (
        re.compile(
            r"([0-9?]{4}-(0[1-9]|1[0-2]|[01]\?|\?[0-9]|\?\?)-(0[1-9]|[12][0-9]|3[01]|[0-3]\?|\?[0-9]|\?\?)|\?|-)\Z"
        ),
        "YYYY-MM-DD",
    ),
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
    "Option": (re.compile(r"[a-z_.-]+=[A-Za-z0-9 :_.-]*\Z"), "rule.option=value"),
    "Game": (re.compile(r"[A-Za-z0-9._-]{1,64}\Z"), "A-Z a-z 0-9 . _ -"),
}


def canonical_name(name: str) -> str | None:
    """The header's name in its own spelling, None where unknown; `X-...` are the users' own."""
    if name.casefold().startswith("x-") and len(name) > 2:
        return "X-" + name[2:]
    return next((known for known in ORDER if known.casefold() == name.casefold()), None)


def read_headers(line: str) -> list[tuple[str, str, int]]:
    """The headers on a line as (name, value, column). Raises NotationError."""
    found: list[tuple[str, str, int]] = []
    at = 0
    while line[at:].strip():
        at += len(line[at:]) - len(line[at:].lstrip())
        match = LINE.match(line, at)
        if not match:
            raise NotationError("header-form", at + 1, line[at : at + 40], '[Key "value"]')
        name = canonical_name(match[1])
        if name is None:
            raise NotationError("header-unknown", match.start(1) + 1, match[1], ", ".join(ORDER))
        value = " ".join(match[2].replace('\\"', '"').replace("\\\\", "\\").split())
        if name == "Variant":
            value = " + ".join(part.strip() for part in value.lower().split("+"))
        form = FORMS.get(name)
        if not value or len(value) > 500 or (form and not form[0].match(value)):
            raise NotationError("header-value", match.start(2) + 1, value[:60], form[1] if form else "1..500")
        found.append((name, value, match.start(1) + 1))
        at = match.end()
    return found


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


def missing(headers: list[tuple[str, str]]) -> list[str]:
    """Required headers that are absent; "players" where fewer than two are named."""
    names: list[Any] = [name for name, _ in headers]
    lacking = [name for name in REQUIRED if name not in names]
    if sum(1 for name in names if name in COLOUR_HEADERS) < 2:
        lacking.append("players")
    return lacking

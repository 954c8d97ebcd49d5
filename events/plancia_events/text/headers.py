"""The headers of a game: names, order, value syntax, required ones; parsing and formatting."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from plancia_data import close_matches
from plancia_events.ascii_case import lower, upper
from plancia_events.errors import NotationError
from plancia_events.names import COLOUR_WORDS
from plancia_events.text.italian_words import HEADER_BY_ITALIAN_WORD, VALUE_BY_ITALIAN_WORD

DAY_FIRST = re.compile(r"([0-9?]{1,2})([/.-])([0-9?]{1,2})\2([0-9?]{4}|[0-9]{2})\Z")
YEAR_FIRST = re.compile(r"([0-9?]{4})([/.-])([0-9?]{1,2})\2([0-9?]{1,2})\Z")
POINTS_NUMBER = re.compile(r"([0-9]{1,5})(?:[.,]([05]))?\Z")


def canonical_date(text: str) -> str:
    """A date as `YYYY-MM-DD`; 27/11/2026 is read with the day first, as in Italy."""
    match = DAY_FIRST.match(text)
    if match:
        year = match[4] if len(match[4]) == 4 else f"20{match[4]}"
        return f"{year}-{match[3]:0>2}-{match[1]:0>2}"
    match = YEAR_FIRST.match(text)
    return f"{match[1]}-{match[3]:0>2}-{match[4]:0>2}" if match else text


def canonical_variant(text: str) -> str:
    """A variant and its options, one blank on both sides of each `+`."""
    return " + ".join(part.strip() for part in lower(text).split("+"))


def canonical_option(text: str) -> str:
    """`rule.option=value`, the name in lower case, no blanks around the first `=`."""
    name, separator, value = text.partition("=")
    return f"{lower(name.strip())}{separator}{value.strip()}"


def canonical_team(text: str) -> str:
    """Letters of colours that play together, in upper case."""
    return upper(text)


def canonical_colour(text: str) -> str:
    """The letter of a colour."""
    return COLOUR_WORDS.get(lower(text), upper(text))


def canonical_result(text: str) -> str:
    """Returns a result as letters and points (`A 12 B 7.5`).

    Colour names become letters, decimal commas points, leading zeros are dropped; points of another form are kept.
    """
    return " ".join(canonical_points(word) if word[:1].isdecimal() else canonical_colour(word) for word in text.split())


def canonical_points(text: str) -> str:
    """Points as a decimal number; `.5` is the only fraction."""
    match = POINTS_NUMBER.match(text)
    return text if not match else f"{int(match[1])}" + (".5" if match[2] == "5" else "")


def word_translator(header: str) -> Callable[[str], str]:
    """A function that translates the Italian words of a header's value."""
    return lambda text: VALUE_BY_ITALIAN_WORD[header].get(lower(text), lower(text))


def canonical_provenance(text: str) -> str:
    """The provenance of a record; the case of the name after `imported:` is preserved."""
    kind, separator, name = text.partition(":")
    return f"{lower(kind)}{separator}{name}" if separator else word_translator("Provenance")(text)


NOTATION = "rgn 1"
COLOUR_HEADERS = {"Red": "R", "Blue": "B", "Green": "G", "Yellow": "Y", "Black": "N", "Violet": "V"}
HEADER_ORDER = (
    "Notation", "Game", "Variant", "Rules", "Event", "Place", "Date", "Round", "Table", "Match", "Leg", "Arbiter",
    *COLOUR_HEADERS, "Team", "Virtual", "Board", "Deck", "Objectives", "Option", "Completeness", "Provenance",
    "Result",
)  # fmt: skip
CANONICAL_SPELLING: dict[str, Callable[[str], str]] = {
    "Notation": lower, "Variant": canonical_variant, "Rules": lower, "Date": canonical_date,
    "Team": canonical_team, "Virtual": canonical_colour, "Option": canonical_option, "Result": canonical_result,
    "Provenance": canonical_provenance, "Completeness": word_translator("Completeness"),
}  # fmt: skip
REPEATABLE_HEADERS = ("Option",)
HEADER_BY_SPELLING = HEADER_BY_ITALIAN_WORD | {lower(header): header for header in HEADER_ORDER}
REQUIRED_HEADERS = ("Notation", "Variant", "Completeness", "Provenance")
COMPLETENESS_VALUES = ("full", "no-dice", "turns-only", "final-board", "result-only")
HEADER_PATTERN = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9-]*)\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
MAX_VALUE_LENGTH = 500
POINTS = r"((0|[1-9][0-9]{0,4})(\.5)?|\?)"
VALUE_SYNTAX: dict[str, tuple[re.Pattern[str], str]] = {  # of canonical values
    "Notation": (re.compile(r"rgn 1\Z"), NOTATION),
    "Rules": (re.compile(r"[0-9a-f]{64}\Z"), "64 hex"),
    "Variant": (re.compile(r"[a-z][a-z0-9-]*(@[0-9]+)?( \+ [a-z0-9:@-]+)*\Z"), "monopoli@1 + ..."),
    "Date": (re.compile(r"([0-9?]{4}-[0-9?]{2}-[0-9?]{2}|\?|-)\Z"), "YYYY-MM-DD"),
    "Completeness": (re.compile("(" + "|".join(COMPLETENESS_VALUES) + r")\Z"), "|".join(COMPLETENESS_VALUES)),
    "Provenance": (
        re.compile(r"(live|sheet|reconstructed|synthetic|imported:[A-Za-z0-9._-]{1,40})\Z"),
        "live|sheet|reconstructed|synthetic|imported:NAME",
    ),
    "Result": (re.compile(rf"(\?|-|[RBGYNV] {POINTS}( [RBGYNV] {POINTS})*)\Z"), "R 31 B 24.5 G ?"),
    "Team": (re.compile(r"[RBGYNV]+( [RBGYNV]+)*\Z"), "RG BN"),
    "Virtual": (re.compile(r"[RBGYNV]\Z"), "N"),
    "Option": (
        re.compile(r"[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+=[A-Za-z0-9:_.-]+( [A-Za-z0-9:_.-]+)*\Z"),
        "rule.option=value",
    ),
    "Game": (re.compile(r"[A-Za-z0-9._-]{1,64}\Z"), "A-Z a-z 0-9 . _ -"),
}


@dataclass(frozen=True)
class ParsedHeader:
    """A parsed header: name, value ("" if invalid), column, and its problem if there is one."""

    name: str
    value: str
    column: int
    problem: NotationError | None = None


def canonical_name(name: str) -> str | None:
    """The canonical spelling of a header's name; None if unknown. `X-...` names are free for users."""
    if lower(name).startswith("x-") and len(name) > 2:
        return "X-" + name[2:]
    return HEADER_BY_SPELLING.get(lower(name))


def canonical_value(name: str, text: str, column: int = 1) -> str:
    """The canonical spelling of a header's value. Raises NotationError if it is invalid."""
    typed = " ".join(text.split())
    to_canonical = CANONICAL_SPELLING.get(name)
    value = to_canonical(typed) if to_canonical else typed
    syntax = VALUE_SYNTAX.get(name)
    if name == "Notation" and value and value != NOTATION:
        raise NotationError("notation-version", column, value[:60], NOTATION)
    is_too_long = max(len(typed), len(value)) > MAX_VALUE_LENGTH  # what is written is read again
    if not value or is_too_long or (syntax and not syntax[0].match(value)):
        words = VALUE_BY_ITALIAN_WORD.get(name, {}).values()
        raise NotationError(
            "header-value",
            column,
            value[:60],
            syntax[1] if syntax else f"1..{MAX_VALUE_LENGTH}",
            close_matches(value, words),
        )
    return value


def starts_with_header(data: bytes) -> bool:
    """True if the first lines of a file contain a header of the notation, in any spelling."""
    start = data.removeprefix(b"\xef\xbb\xbf")[:4000].decode("utf-8", errors="replace")
    matches = (HEADER_PATTERN.match(line.strip()) for line in start.split("\n"))
    return any(match is not None and canonical_name(match[1]) is not None for match in matches)


def parse_headers(line: str) -> Iterator[ParsedHeader]:
    """Yields the headers on a line, with their problems; text between headers is a problem of its own."""
    at = 0
    while line[at:].strip():
        at += len(line[at:]) - len(line[at:].lstrip())
        match = HEADER_PATTERN.match(line, at)
        if not match:
            yield ParsedHeader(
                "", "", at + 1, NotationError("header-form", at + 1, line[at : at + 40], '[Key "value"]')
            )
            at = line.find("[", at + 1)
            if at < 0:
                return
            continue
        yield parse_header(match)
        at = match.end()


def parse_header(match: re.Match[str]) -> ParsedHeader:
    """The header of a match of `LINE`."""
    column = match.start(1) + 1
    name = canonical_name(match[1])
    if name is None:
        found = close_matches(match[1], HEADER_BY_SPELLING)
        suggestions = tuple(dict.fromkeys(HEADER_BY_SPELLING[name] for name in found))
        return ParsedHeader(
            "", "", column, NotationError("header-unknown", column, match[1], ", ".join(HEADER_ORDER), suggestions)
        )
    text = re.sub(r'\\(["\\])', r"\1", match[2])
    try:
        return ParsedHeader(name, canonical_value(name, text, match.start(2) + 1), column)
    except NotationError as error:
        return ParsedHeader(name, "", column, error)


def read_headers(line: str) -> list[tuple[str, str, int]]:
    """The headers on a line as (name, value, column). Raises NotationError for the first invalid one."""
    headers = list(parse_headers(line))
    for header in headers:
        if header.problem:
            raise header.problem
    return [(header.name, header.value, header.column) for header in headers]


def sort_key(header: tuple[str, str]) -> tuple[int, str]:
    """Returns the sort key of the canonical order: the standard names, then the users' own by name."""
    name, value = header
    if name in HEADER_ORDER:
        return HEADER_ORDER.index(name), value if name in REPEATABLE_HEADERS else ""
    return len(HEADER_ORDER), name


def format_headers(headers: list[tuple[str, str]]) -> str:
    """The header block in canonical form, one header per line."""
    ordered = sorted(headers, key=sort_key)
    escaped = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in ordered)
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped)


def missing_headers(headers: list[tuple[str, str]], invalid: Collection[str] = ()) -> list[str]:
    """The required headers that are absent; "players" if fewer than two players are named.

    `invalid` are headers that are present with an invalid value, which is a problem of its own.
    """
    names = {*(name for name, _ in headers), *invalid}
    missing = [name for name in REQUIRED_HEADERS if name not in names]
    if len(names.intersection(COLOUR_HEADERS)) < 2:
        missing.append("players")
    return missing

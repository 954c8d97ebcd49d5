"""ABNF of the headers, from their order, the patterns of their values and what is required."""

from __future__ import annotations

from plancia_events.text.headers import (
    COLOUR_HEADERS,
    HEADER_ORDER,
    REPEATABLE_HEADERS,
    REQUIRED_HEADERS,
    VALUE_SYNTAX,
)
from tests.grammar.patterns import abnf_of_pattern, quote


def rule_name(header: str) -> str:
    """The name of a header's rule."""
    return f"{header.lower()}-header"


def header_rule(header: str) -> str:
    """The line of a header."""
    syntax = VALUE_SYNTAX.get(header)
    value = abnf_of_pattern(syntax[0]) if syntax else "free-value"
    return f'{quote("[" + header)} SP DQUOTE {value} DQUOTE "]" LF'


def place_in_block(header: str) -> str:
    """A header where it stands in the block: required, optional or repeated."""
    name = rule_name(header)
    return name if header in REQUIRED_HEADERS else f"*{name}" if header in REPEATABLE_HEADERS else f"[ {name} ]"


def header_rules() -> list[tuple[str, str]]:
    """The rules of the header block."""
    names = list(HEADER_ORDER)
    colours = list(COLOUR_HEADERS)
    first, last = names.index(colours[0]), names.index(colours[-1])
    block = [*map(place_in_block, names[:first]), f"two-{colours[0].lower()}",
             *map(place_in_block, names[last + 1 :]), "*own-header"]  # fmt: skip
    rules = [("headers", " ".join(block))]
    rules += player_rules(colours)
    rules += [(rule_name(header), header_rule(header)) for header in names]
    return [*rules, ("own-header", '"[" %s"X-" 1*( ALPHA / DIGIT / "-" ) SP DQUOTE free-value DQUOTE "]" LF')]


def player_rules(colours: list[str]) -> list[tuple[str, str]]:
    """At least two players in order: `two-red` is two or more from Red on, `one-red` one or more, `any-red` any."""
    rules = []
    for place, colour in enumerate(colours):
        name, header = colour.lower(), rule_name(colour)
        following = colours[place + 1].lower() if place + 1 < len(colours) else ""
        if following:
            rules.append((f"any-{name}", f"[ {header} ] any-{following}"))
            rules.append((f"one-{name}", f"{header} any-{following} / one-{following}"))
        else:
            rules += [(f"any-{name}", f"[ {header} ]"), (f"one-{name}", header)]
        if place + 2 < len(colours):
            rules.append((f"two-{name}", f"{header} one-{following} / two-{following}"))
        elif following:
            rules.append((f"two-{name}", f"{header} one-{following}"))
    return rules[2:] if colours else rules  # any- and one- of the first colour are not used

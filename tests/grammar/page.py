"""The text of docs/rgn/rgn.abnf: the grammar of a canonical file, and what a grammar cannot say beside it."""

from __future__ import annotations

from tests.grammar.constraints import CONSTRAINTS
from tests.grammar.headers import header_rules
from tests.grammar.lines import line_rules
from tests.grammar.terminals import terminal_rules

HEAD = """; RGN, the canonical form (version `rgn 1`). Made by `python -m tests.make_grammar` from what the reader and
; the writer declare, and held equal to them by a test. Public domain: CC0 1.0.
;
; ABNF of RFC 5234 with the case-sensitive strings of RFC 7405, over Unicode code points (of a text decoded from UTF-8).
; The core rules ALPHA, DIGIT, DQUOTE, LF and SP are those of RFC 5234. The rule of a file is `rgn-file`.
;
; A text is canonical where the grammar accepts it and it breaks none of these constraints:
;
"""
WIDTH = 118
SECTIONS = {
    "rgn-file": "Files and games", "headers": "Headers", "event": "Events", "at": "Times, comments and words",
}  # fmt: skip


def rules() -> list[tuple[str, str]]:
    """All rules in the order of the page."""
    return [
        ("rgn-file", "game *( LF game )"), ("game", "headers LF *( event LF )"),
        *header_rules(), *line_rules(), *terminal_rules(),
    ]  # fmt: skip


def wrap(text: str, first: str, following: str) -> str:
    """Words of a text in lines of at most WIDTH characters; a quoted string is one word."""
    lines, line = [], first
    for word in text.split(" "):
        if len(line) + len(word) + 1 > WIDTH and line.strip(" ;"):
            lines.append(line.rstrip())
            line = following
        line += word + " "
    return "\n".join([*lines, line.rstrip()])


def page() -> str:
    """The whole file."""
    parts = [HEAD]
    parts += [wrap(f"{name}: {constraint.says}", ";   ", ";     ") + "\n" for name, constraint in CONSTRAINTS.items()]
    for name, definition in rules():
        if name in SECTIONS:
            parts.append(f"\n; {SECTIONS[name]}\n\n")
        parts.append(wrap(definition, f"{name} = ", "    ") + "\n")
    return "".join(parts)

"""ABNF of what lines are made of: colours, territories, cards, numbers, dice, words, times, comments."""

from __future__ import annotations

from plancia_events.kinds.setup import Deal, Pick
from plancia_events.names import LANDS
from plancia_events.parts.common import MAX_NUMBER, KeyValue
from tests.grammar.lines import COLOURS
from tests.grammar.patterns import quote

SMALL, CAPITAL = "%x61-7A / DIGIT", "%x41-5A / DIGIT"
SIGNS = '"_" / "." / ":" / "/" / "-"'
LETTERS_OF_A_WORD = 64


def dice_rules(most_dice: int) -> list[tuple[str, str]]:
    """`dice-3-6`: one to three dice, none above six, the highest first."""
    rules = []
    for count in range(most_dice, 0, -1):
        for face in range(6, 0, -1):
            following = f" [ dice-{count - 1}-{face} ]" if count > 1 else ""
            lower = f" / dice-{count}-{face - 1}" if face > 1 else ""
            rules.append((f"dice-{count}-{face}", f'"{face}"{following}{lower}'))
    return rules


def number_rules() -> list[tuple[str, str]]:
    """Numbers without leading zeros: up to `MAX_NUMBER`, of two to four digits, and without a default."""
    digits = len(str(MAX_NUMBER))
    defaults = {part.default for kind in (Deal, Pick) for part in kind.SYNTAX
                if isinstance(part, KeyValue) and isinstance(part.default, int)}  # fmt: skip
    rules = [("number", f'"0" / %x31-39 *{digits - 1}DIGIT')]
    rules += [(f"number-{count}", f'"0" / %x31-39 *{count - 1}DIGIT') for count in (4, 3, 2)]
    rules += [(f"number-but-{default}", f'"0" / %x32-39 / %x31-39 1*{digits - 1}DIGIT') for default in defaults]
    if defaults != {1}:
        raise ValueError(f"number-but: a rule for the defaults {defaults}")
    return rules


def terminal_rules() -> list[tuple[str, str]]:
    """The rules in the order of the page."""
    return [
        ("at", '"@" ( ( "0" / "1" ) DIGIT / "2" %x30-33 ) ":" %x30-35 DIGIT [ ":" %x30-35 DIGIT ]'),
        ("comment", '"{" comment-letter *( [ SP ] comment-letter ) "}"'),
        ("comment-letter", "%x21-7A / %x7C / %x7E / %xA1-D7FF / %xE000-10FFFF"),
        ("free-value", "value-letter *( [ SP ] value-letter )"),
        ("value-letter", '%x21 / %x23-5B / %x5D-7E / %xA1-D7FF / %xE000-10FFFF / "\\" ( DQUOTE / "\\" )'),
        ("small-word", f"( {SMALL} ) *{LETTERS_OF_A_WORD - 1}( {SMALL} / {SIGNS} )"),
        ("capital-word", f"( {CAPITAL} ) *{LETTERS_OF_A_WORD - 1}( {CAPITAL} / {SIGNS} )"),
        ("small-list", f'( {SMALL} ) *{LETTERS_OF_A_WORD - 1}( *"," ( {SMALL} / {SIGNS} ) )'),
        ("capital-list", f'( {CAPITAL} ) *{LETTERS_OF_A_WORD - 1}( *"," ( {CAPITAL} / {SIGNS} ) )'),
        ("free-word", f'1*64( ALPHA / DIGIT / {SIGNS} / ">" / "+" / "=" )'),
        ("name-letter", "%x41-5A"),
        ("colour", " / ".join(map(quote, COLOURS))),
        ("territory", " / ".join(map(quote, LANDS))),
        ("card", 'territory / %s"JOL" / "???" / commitment'),
        ("commitment", '"#" 64hex'),
        ("hex", "DIGIT / %x61-66"),
        ("cell", '( colour / "-" ) number-4 / "?"'),
        ("die", "%x31-36"),
        ("count", '%x31-33 / "?"'),
        ("void-throw", '( %s"a" / %s"d" ) dice-6-6'),
        *number_rules(),
        *dice_rules(6),
    ]

"""ABNF of the line of each kind of event, from the parts of its SYNTAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plancia_events.kinds import KINDS, Corrected, Extension
from plancia_events.kinds.arbiter import Voided
from plancia_events.kinds.setup import UNASSIGNED_DEAL_METHODS, Deal
from plancia_events.parts import common, specific
from plancia_events.parts.extension import ExtensionWords
from tests.grammar.patterns import group, quote

COLOURS = "RBGYNV"
PartGrammar = Callable[[Any], str]


def choices(words: tuple[str, ...], without: Any = None) -> str:
    """One of some words."""
    return group([quote(word) for word in words if word != without])


def key_value(part: common.KeyValue) -> str:
    """`[ SP key=value ]`; a value that is the default is not written."""
    if part.kind == "number":
        value = "number" if part.default is None else f"number-but-{part.default}"
    elif part.kind == "colour":
        value = "colour"
    elif part.choices:
        value = choices(part.choices, part.default)
    else:
        value = "capital-list" if part.kind in ("list", "id") else "small-list"
    return f"[ SP {quote(part.key + '=')} {value} ]"


def cards(part: common.Cards) -> str:
    """Cards or territories, each after a blank."""
    return f"{part.minimum or ''}*( SP {'card' if part.cards else 'territory'} )"


PARTS: dict[type, PartGrammar] = {
    common.Choice: lambda p: f"[ SP {choices(p.choices)} ]" if p.optional else f"SP {choices(p.choices)}",
    common.Token: lambda p: "SP capital-word" if p.capitals else "SP small-word",
    common.Colour: lambda p: f"SP {actors('RBGYNV' + p.extra_letters)}",
    common.Colours: lambda p: "1*6( SP colour )",
    common.Throws: lambda p: "1*( SP colour die )",
    common.Land: lambda p: "SP territory",
    common.Cards: cards,
    common.OneCard: lambda p: "SP card",
    common.Arrow: lambda p: 'SP territory ">" territory',
    common.Items: lambda p: f"1*( SP territory {quote(p.sign)} number )",
    common.Number: lambda p: "[ SP number ]" if p.optional else "SP number",
    common.Flag: lambda p: f"[ SP {quote(p.word)} ]",
    common.KeyValue: key_value,
    specific.Throw: lambda p: 'SP ( dice-3-6 ":" dice-3-6 / count %s"v" count )',
    specific.Losses: lambda p: 'SP "-" number-3 "-" number-3',
    specific.VoidThrows: lambda p: '[ SP %s"void=" void-throw *( "," void-throw ) ]',
    specific.ReinforcementSum: lambda p: 'SP number-4 "+" number-4 "+" number-4 "=" number',
    specific.SetValue: lambda p: 'SP ( "=" number-4 "+" number-4 / "=?" )',
    specific.BoardText: lambda p: f"SP {len(common_lands())}cell",
    specific.Hands: lambda p: '[ SP %s"hands=" colour number-2 *( "," colour number-2 ) ]',
    specific.Points: lambda p: 'SP number [ ".5" ]',
    specific.Transfer: lambda p: f'SP colour ">" ( colour / {" / ".join(map(quote, specific.CARD_PILES))} )',
    specific.EndDice: lambda p: "SP dice-2-6",
    specific.ObjectiveName: lambda p: 'SP ( small-word / "???" / commitment )',
    specific.RevealedValue: lambda p: 'SP ( territory / %s"JOL" / small-word )',
    specific.Salt: lambda p: f"[ SP {quote(p.key + '=')} 16*64hex ]",
    ExtensionWords: lambda p: "*( SP free-word )",
}


def common_lands() -> tuple[str, ...]:
    """The codes of the territories."""
    from plancia_events.names import LANDS

    return LANDS


def actors(letters: str) -> str:
    """The actors of a kind."""
    others = [letter for letter in letters if letter not in COLOURS]
    return group((["colour"] if set(COLOURS) <= set(letters) else []) + [quote(letter) for letter in others])


def body(kind: type[Any]) -> str:
    """The line of a kind without time and comment."""
    if kind is Corrected:
        return f"{quote(kind.TAG)} SP {actors(kind.ACTORS)} SP number SP ( unnoted / noted-other )"
    parts = [PARTS[type(part)](part) for part in kind.SYNTAX]
    if kind is Extension:
        return " ".join(['"X-"', "name-letter", '*31( name-letter / DIGIT / "-" )', "SP", actors(kind.ACTORS), *parts])
    if kind is Deal:  # the table deals only cards that give nobody a territory
        without_table = " ".join([quote(kind.TAG), "SP", actors(kind.ACTORS.replace("*", "")), *parts])
        table_parts = [*parts[:-1], f"SP {quote('how=')} {choices(UNASSIGNED_DEAL_METHODS)}"]
        return without_table + " / " + " ".join([quote(kind.TAG), "SP", '"*"', *table_parts])
    return " ".join([quote(kind.TAG), "SP", actors(kind.ACTORS), *parts])


def rule_name(kind: type[Any]) -> str:
    """The name of a kind's rule: that of the kind, with hyphens."""
    return str(kind.__struct_config__.tag).replace("_", "-") + "-event"


def line_rules() -> list[tuple[str, str]]:
    """The rules of events: the line, the kinds without and with a required comment, and one for each kind."""
    noted = [kind for kind in KINDS if kind.NEEDS_NOTE]
    others = [rule_name(kind) for kind in noted if kind not in (Corrected, Voided)]
    rules = [
        ("event", "unnoted [ SP at ] [ SP comment ] / noted [ SP at ] SP comment"),
        ("unnoted", " / ".join(rule_name(kind) for kind in KINDS if not kind.NEEDS_NOTE)),
        ("noted", " / ".join(["noted-other", rule_name(Voided), rule_name(Corrected)])),
        ("noted-other", " / ".join(others)),
    ]
    return rules + [(rule_name(kind), body(kind)) for kind in KINDS]

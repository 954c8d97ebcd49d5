"""The TextMate grammar of the notation for editors, from the parts of each kind's SYNTAX and the words of the reader.

Its patterns keep to what Oniguruma (editors) and Python's `re` (tests) understand alike. A line of an event opens with
its tag and actor; inside, only the arguments of that kind are coloured.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from plancia_data import board
from plancia_events.kinds import KIND_BY_NAME, KINDS, Corrected, Extension
from plancia_events.kinds.arbiter import Voided
from plancia_events.names import COLOUR_WORDS, LANDS, codes_by_name
from plancia_events.parts import common, specific
from plancia_events.parts.common import KeywordPart
from plancia_events.parts.extension import EXTENSION_NAME, EXTENSION_WORD, ExtensionWords
from plancia_events.text.headers import COMPLETENESS_VALUES, HEADER_ORDER
from plancia_events.text.italian_words import HEADER_BY_ITALIAN_WORD, TAG_BY_ITALIAN_WORD, VALUE_BY_ITALIAN_WORD

Rule = dict[str, Any]
COLOURS = "RBGYNV"
NO_FOLDING = (
    r"(?!\S*[\u00df\u0130\u0131\u017f\u1e9e\u212a\ufb00-\ufb06])"  # letters that engines take for s, ss, k, fi...
)
BEFORE, AFTER = r"(?<!\S)", r"(?=,?[\s{]|,?$)"  # a comma may stand between the members of a list
HEADER_VALUES = {
    "Completeness": COMPLETENESS_VALUES,
    "Provenance": ("live", "sheet", "reconstructed", "synthetic", "imported:[A-Za-z0-9._-]{1,40}"),
}
SCOPES = {
    "operator": "keyword.operator.rgn", "territory": "constant.other.territory.rgn", "number": "constant.numeric.rgn",
    "colour": "variable.language.colour.rgn", "card": "constant.language.card.rgn", "dice": "constant.numeric.dice.rgn",
    "word": "support.constant.rgn", "key": "variable.parameter.rgn", "flag": "storage.modifier.rgn",
    "free": "string.unquoted.rgn", "hash": "constant.other.hash.rgn", "name": "entity.name.section.rgn",
    "tag": "keyword.control.rgn", "actor": "variable.language.actor.rgn", "time": "constant.other.time.rgn",
    "quote": "punctuation.definition.string.rgn", "bracket": "punctuation.section.brackets.rgn",
    "value": "string.quoted.double.rgn", "known": "constant.language.rgn",
    "brace": "punctuation.definition.comment.rgn", "comment": "comment.block.rgn", "bad": "invalid.illegal.rgn",
}  # fmt: skip


def one_of(words: Any) -> str:
    """Any of some words in any case, the longest first."""
    return NO_FOLDING + "(?i:" + "|".join(sorted(dict.fromkeys(words), key=lambda word: (-len(word), word))) + ")"


def colour_names(letters: str) -> str:
    """The letters of actors and their names."""
    names = [*letters, *(word for word, letter in COLOUR_WORDS.items() if letter in letters)]
    return one_of(re.escape(name) for name in names)


def territory_names() -> str:
    """Codes and names of territories in both languages; between two words any separator."""
    plan = board("eg")
    names = {name.lower() for name in (*plan.codes, *plan.names_it, *plan.names_en)} | set(codes_by_name())
    return one_of("[ \\t_'\u2019-]+".join(map(re.escape, re.split(r"[ '-]", name))) for name in names)


COLOUR, LAND = colour_names(COLOURS), territory_names()
PLACE = rf"(?:{LAND}|(?:[^\W\d_]|[\u0300-\u036f])+)"  # the beginning of a name is read, too
NUMBER, CARD = "[0-9]{1,6}", r"(?i:jolly|jol)|\?{1,3}"
COMMITMENT = "#(?i:[0-9a-f]{64})"
FREE_TEXT = r"[^\s{}=@#]+"


SHARED: dict[str, list[Rule]] = {}  # rules with the names of all territories, which several kinds include


def shared(name: str, rules: list[Rule]) -> list[Rule]:
    """The same rules, to be included by their name."""
    SHARED[name] = rules
    return [{"include": f"#{name}"}]


def rule(pattern: str, *scopes: str, after: str = AFTER) -> Rule:
    """A match of whole words; each scope is that of a group, a single one without a group that of the whole."""
    if re.compile(pattern).groups == 0:
        return {"match": BEFORE + pattern + after, "name": SCOPES[scopes[0]]}
    captures = {str(number): {"name": SCOPES[scope]} for number, scope in enumerate(scopes, start=1) if scope}
    return {"match": BEFORE + pattern + after, "captures": captures}


def keyed(key: str, value: str, scope: str) -> list[Rule]:
    """`key=value`; blanks may stand about the sign."""
    return [rule(rf"({one_of([key])})\s*(=)\s*({value})", "key", "operator", scope)]


def key_value(part: common.KeyValue) -> list[Rule]:
    """A named argument with the type of its value."""
    if part.kind == "number":
        return keyed(part.key, NUMBER, "number")
    if part.kind == "colour":
        return keyed(part.key, COLOUR, "colour")
    if part.choices:
        return keyed(part.key, one_of(part.choices), "word")
    return keyed(part.key, "[A-Za-z0-9][A-Za-z0-9_.:/,-]*", "word")


def choice(part: common.Choice) -> list[Rule]:
    """A word of a list."""
    return [rule(one_of(part.choices), "word")]


def territories() -> list[Rule]:
    """Names of territories."""
    return shared("territory", [rule(LAND, "territory")])


def cards(part: common.Cards | common.OneCard) -> list[Rule]:
    """Cards or territories."""
    hidden = [rule(COMMITMENT, "hash"), rule(f"(?:{CARD})", "card")] if getattr(part, "cards", True) else []
    return [*hidden, *territories()]


def between(first: str, sign: str, second: str, one: str, other: str) -> list[Rule]:
    """Two values about a sign, with or without blanks."""
    return [rule(rf"({first})\s*({sign})\s*({second})", one, "operator", other)]


NUMBERS = [rule(NUMBER, "number")]
COLOUR_RULES = [rule(COLOUR, "colour")]
DICE = "[1-6](?:,?[1-6]){0,2}"
SUM = r"([0-9]{1,4})\s*(\+)\s*([0-9]{1,4})\s*(\+)\s*([0-9]{1,4})\s*(=)\s*([0-9]{1,5})"
PARTS: dict[type, Callable[[Any], list[Rule]]] = {
    common.Choice: choice,
    common.Token: lambda p: [rule("[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}", "word")],
    common.Colour: lambda p: COLOUR_RULES,
    common.Colours: lambda p: COLOUR_RULES,
    common.Throws: lambda p: [rule(f"({COLOUR})([1-6])", "colour", "dice")],
    common.Land: lambda p: territories(),
    common.Cards: cards,
    common.OneCard: cards,
    common.Arrow: lambda p: shared("route", between(PLACE, ">", PLACE, "territory", "territory")),
    common.Items: lambda p: shared(
        "placed" if p.sign == "+" else "taken", between(PLACE, re.escape(p.sign), NUMBER, "territory", "number")
    ),
    common.Number: lambda p: NUMBERS,
    common.Flag: lambda p: [rule(one_of([p.word]), "flag")],
    common.KeyValue: key_value,
    specific.Throw: lambda p: [*between(DICE, ":", DICE, "dice", "dice"), rule("[1-3?][vV][1-3?]", "dice")],
    specific.Losses: lambda p: [rule("-[0-9]{1,3}-[0-9]{1,3}", "number")],
    specific.VoidThrows: lambda p: keyed(p.key, "(?i:[ad][1-6]{1,6}(?:,[ad][1-6]{1,6})*)", "dice"),
    specific.ReinforcementSum: lambda p: [rule(SUM, *["number", "operator"] * 3, "number")],
    specific.SetValue: lambda p: [
        rule(r"(=)\s*([0-9]{1,4})\s*(\+)\s*([0-9]{1,4})", "operator", "number", "operator", "number"),
        rule(r"(=)\s*([0-9]{1,4}|\?)", "operator", "number"),
    ],
    specific.BoardText: lambda p: [rule(rf"(?:(?i:[{COLOURS}-])[0-9]{{1,4}}|\?){{{len(LANDS)}}}", "free")],
    specific.Hands: lambda p: keyed(p.key, rf"{COLOUR}[0-9]{{1,6}}(?:,{COLOUR}[0-9]{{1,6}})*", "number"),
    specific.Points: lambda p: [rule("[0-9]{1,5}(?:[.,][05])?", "number")],
    specific.Transfer: lambda p: [
        *between(COLOUR, ">", one_of(specific.CARD_PILES), "colour", "word"),
        *between(COLOUR, ">", COLOUR, "colour", "colour"),
    ],
    specific.EndDice: lambda p: [rule("[1-6](?:,?[1-6])?", "dice")],
    specific.ObjectiveName: lambda p: [
        rule(COMMITMENT, "hash"), rule(r"\?{1,3}", "card"), rule(FREE_TEXT, "free", after=r"(?=[\s{]|$)"),
    ],
    specific.RevealedValue: lambda p: [
        rule("(?i:jolly|jol)", "card"), *territories(), rule(FREE_TEXT, "free", after=r"(?=[\s{]|$)"),
    ],
    specific.Salt: lambda p: keyed(p.key, "(?i:[0-9a-f]{16,64})", "hash"),
    ExtensionWords: lambda p: [rule(EXTENSION_WORD, "free")],
}  # fmt: skip
LATE = (common.Token, specific.ObjectiveName, specific.RevealedValue)  # they take any word that is left


def words_of(kind: type[Any]) -> str:
    """The tag of a kind and its other names."""
    if kind is Extension:
        return f"(?i:{EXTENSION_NAME})"
    other = [word for word, tag in TAG_BY_ITALIAN_WORD.items() if tag == kind.TAG]
    return one_of([kind.TAG, *(name for name, named in KIND_BY_NAME.items() if named is kind), *other])


def ordered_parts(kind: type[Any]) -> list[Any]:
    """The parts of a kind, those first whose words would also fit another."""
    return sorted(kind.SYNTAX, key=lambda part: (not isinstance(part, KeywordPart), isinstance(part, LATE)))


def event(kind: type[Any]) -> Rule:
    """The rule of a kind: tag, actor, then arguments in any place."""
    arguments: list[Rule] = []
    for part in ordered_parts(kind):
        arguments += [one for one in PARTS[type(part)](part) if one not in arguments]
    actor = rf"(?:\s+(?:({colour_names(kind.ACTORS)})(?=[\s{{]|$)|([^\s{{]+)))?"
    if kind is Corrected:  # the number of the event is followed by another event
        actor = rf"\s+(?:({colour_names(kind.ACTORS)})|([^\s{{]+))\s+({NUMBER})(?!\S)"
        arguments = [{"include": "#replacements"}]
    captures = {"1": "tag", "2": "actor", "3": "bad"} | ({"4": "number"} if kind is Corrected else {})
    return {
        "begin": rf"(?:^\s*|(?<=\s))({words_of(kind)})(?=[\s{{]|$){actor}",
        "beginCaptures": {number: {"name": SCOPES[scope]} for number, scope in captures.items()},
        "end": "$",
        "name": f"meta.event.{kind.__struct_config__.tag}.rgn",
        "patterns": [{"include": "#comment"}, {"include": "#time"}, *arguments],
    }


def header(name: str, value: str, name_scope: str, value_scope: str) -> Rule:
    """A header with its value."""
    pattern = rf'(\[)\s*({name})\s+(")({value})(")\s*(\])'
    scopes = ("bracket", name_scope, "quote", value_scope, "quote", "bracket")
    return {
        "match": pattern,
        "captures": {str(number): {"name": SCOPES[scope]} for number, scope in enumerate(scopes, start=1)},
    }


def headers() -> list[Rule]:
    """The headers: those with listed values, the known ones, the others, and text that is none."""
    text = r'(?:[^"\\]|\\["\\])*'
    rules = []
    for name, values in HEADER_VALUES.items():
        italian = [word for word, meant in HEADER_BY_ITALIAN_WORD.items() if meant == name]
        words = [*values, *VALUE_BY_ITALIAN_WORD.get(name, {})]
        rules += [
            header(one_of([name, *italian]), rf"\s*{one_of(words)}\s*", "name", "known"),
            header(one_of([name, *italian]), text, "name", "bad"),
        ]
    known = one_of([*HEADER_ORDER, *HEADER_BY_ITALIAN_WORD, "x-[A-Za-z0-9-]+"])
    return [
        *rules,
        header(known, text, "name", "value"),
        header("[A-Za-z][A-Za-z0-9-]*", text, "bad", "value"),
        {"match": r"[^\s\[]+|\[", "name": SCOPES["bad"]},
    ]


def unknown(before: str) -> Rule:
    """A tag that there is not, and the rest of its line."""
    return {
        "begin": before + r"([^\s{}@]+)", "beginCaptures": {"1": {"name": "invalid.illegal.tag.rgn"}}, "end": "$",
        "name": "meta.unknown.rgn", "patterns": [{"include": "#comment"}, {"include": "#time"}],
    }  # fmt: skip


def grammar() -> Rule:
    """The whole grammar."""
    names = {kind: f"event-{kind.__struct_config__.tag}" for kind in KINDS}
    events = {name: event(kind) for kind, name in names.items()}
    replaced = [kind for kind in KINDS if kind not in (Corrected, Voided)]
    return {
        "information_for_contributors": ["Made by `python -m tests.make_grammar` from the reader. CC0 1.0."],
        "name": "RGN", "scopeName": "source.rgn", "fileTypes": ["rgn"],
        "patterns": [
            {"match": r"^\s*;.*$", "name": "comment.line.semicolon.rgn"},
            {"begin": r"^\s*(?=\[)", "end": "$", "name": "meta.headers.rgn", "patterns": [{"include": "#headers"}]},
            {"include": "#events"},
            unknown(r"^\s*"),
            {"match": r"^\s*[{}].*$", "name": "invalid.illegal.comment.rgn"},
        ],
        "repository": {
            "headers": {"patterns": headers()},
            "comment": {"patterns": [
                {"match": r"(\{)(\s*[^\s{}][^{}]*)(\})(?=\s*$)", "name": SCOPES["comment"],
                 "captures": {"1": {"name": SCOPES["brace"]}, "3": {"name": SCOPES["brace"]}}},
                {"match": "[{}].*$", "name": "invalid.illegal.comment.rgn"},
            ]},
            "time": {"patterns": [
                {"match": BEFORE + r"@(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?=\s*(?:\{|$))",
                 "name": SCOPES["time"]},
                {"match": BEFORE + r"@[^\s{]*", "name": "invalid.illegal.time.rgn"},
            ]},
            "events": {"patterns": [{"include": f"#{name}"} for name in names.values()]},
            "replacements": {"patterns": [*({"include": f"#{names[kind]}"} for kind in replaced), unknown(r"(?<=\s)")]},
            **{name: {"patterns": rules} for name, rules in SHARED.items()},
            **events,
        },
    }  # fmt: skip


def page() -> str:
    """The file."""
    return json.dumps(grammar(), ensure_ascii=False, indent=1) + "\n"

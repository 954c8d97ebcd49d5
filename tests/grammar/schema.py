"""JSON Schema (2020-12) of a game and of a line of JSON Lines, from the parts of each kind's SYNTAX and the headers."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from plancia_events.kinds import KIND_BY_NAME, KINDS, Corrected
from plancia_events.kinds.arbiter import Voided
from plancia_events.kinds.setup import UNASSIGNED_DEAL_METHODS, Deal
from plancia_events.names import LANDS
from plancia_events.parts import common, specific
from plancia_events.parts.extension import EXTENSION_NAME, EXTENSION_WORD, ExtensionWords
from plancia_events.text.event_text import MAX_NOTE_LENGTH
from plancia_events.text.headers import (
    COLOUR_HEADERS,
    HEADER_ORDER,
    MAX_VALUE_LENGTH,
    NOTATION,
    REPEATABLE_HEADERS,
    REQUIRED_HEADERS,
    VALUE_SYNTAX,
)
from plancia_events.text.reader import MAX_EVENTS
from tests.grammar.json_constraints import JSON_CONSTRAINTS

Schema = dict[str, Any]
Fields = dict[str, tuple[Schema, bool]]  # by the field's name: its schema, and whether it is required
COLOURS = "RBGYNV"
SMALL, CAPITAL, SIGNS = "a-z0-9", "A-Z0-9", "_.:/-"
WORD_LENGTH = 64
TEXT_LETTER = r"[^\u0000-\u0020\u007f-\u00a0{}]"  # of a comment: no blank, control character or brace
VALUE_LETTER = r"[^\u0000-\u0020\u007f-\u00a0]"


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def integer(maximum: int, minimum: int = 0) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": minimum, "maximum": maximum}


def pattern(text: str, **more: Any) -> Schema:
    """A string of a pattern, from its first character to its last."""
    return {"type": "string", "pattern": f"^{text}$", **more}


def list_of(items: Schema, minimum: int = 1, **more: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": items, "minItems": minimum, **more}


def pair(first: Schema, second: Schema) -> Schema:
    """A list of two."""
    return {"type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2}


def sorted_dice(most: int) -> Schema:
    """One to `most` dice, the highest first."""
    throws = (faces for count in range(1, most + 1) for faces in combinations_with_replacement(range(6, 0, -1), count))
    return {"enum": [list(faces) for faces in throws]}


def key_value(part: common.KeyValue) -> Fields:
    """The field of a `key=value`; it has no default as its value."""
    if part.kind == "number":
        schema = ref("number") if part.default is None else {**ref("number"), "not": {"const": part.default}}
    elif part.kind == "colour":
        schema = ref("colour")
    elif part.choices:
        schema = {"enum": [word for word in part.choices if word != part.default]}
    else:
        letters = CAPITAL if part.kind in ("list", "id") else SMALL
        schema = pattern(f"[{letters}](,*[{letters}{SIGNS}]){{0,{WORD_LENGTH - 1}}}")
    return {part.name: (schema, False)}


def throw(_: Any) -> Fields:
    """The dice of both sides with their numbers, or the numbers alone; see `throw_forms`."""
    return {
        "attack_dice": (ref("dice-3"), False), "defence_dice": (ref("dice-3"), False),
        "attack_count": (integer(3, 1), False), "defence_count": (integer(3, 1), False),
    }  # fmt: skip


def throw_forms() -> Schema:
    """Both sides have dice, each as many as its count says, or neither has."""
    counted = [
        {"anyOf": [{"properties": {f"{side}_dice": {"minItems": n, "maxItems": n}, f"{side}_count": {"const": n}}}
                   for n in (1, 2, 3)]} for side in ("attack", "defence")
    ]  # fmt: skip
    names = [f"{side}_{what}" for side in ("attack", "defence") for what in ("dice", "count")]
    return {"anyOf": [{"required": names, "allOf": counted},
                      {"properties": {"attack_dice": False, "defence_dice": False}}]}  # fmt: skip


def cards(part: common.Cards) -> Fields:
    """A list of cards or territories."""
    return {part.name: (list_of(ref("card" if part.cards else "territory")), part.minimum > 0)}


PARTS: dict[type, Callable[[Any], Fields]] = {
    common.Choice: lambda p: {p.name: ({"enum": list(p.choices)}, not p.optional)},
    common.Token: lambda p: {p.name: (ref("capital-word" if p.capitals else "small-word"), True)},
    common.Colour: lambda p: {p.name: ({"enum": list(COLOURS + p.extra_letters)}, True)},
    common.Colours: lambda p: {p.name: (list_of(ref("colour"), uniqueItems=True), True)},
    common.Throws: lambda p: {p.name: (list_of(pair(ref("colour"), integer(6, 1))), True)},
    common.Land: lambda p: {p.name: (ref("territory"), True)},
    common.Cards: cards,
    common.OneCard: lambda p: {p.name: (ref("card"), True)},
    common.Arrow: lambda p: {p.source: (ref("territory"), True), p.target: (ref("territory"), True)},
    common.Items: lambda p: {p.name: (list_of(pair(ref("territory"), ref("number"))), True)},
    common.Number: lambda p: {p.name: (ref("number"), not p.optional)},
    common.Flag: lambda p: {p.name: ({"const": True}, False)},
    common.KeyValue: key_value,
    specific.Throw: throw,
    specific.Losses: lambda p: {name: (integer(999), True) for name in ("attack_losses", "defence_losses")},
    specific.VoidThrows: lambda p: {"void": (list_of(pattern("[ad]6*5*4*3*2*1*", minLength=2, maxLength=7)), False)},
    specific.ReinforcementSum: lambda p: {
        **{name: (integer(9999), True) for name in ("territories", "continents", "cards")},
        "total": (ref("number"), True),
    },
    specific.SetValue: lambda p: {name: (integer(9999), False) for name in ("base", "bonus")},
    specific.BoardText: lambda p: {
        "board": (pattern(rf"([RBGYNV-](0|[1-9][0-9]{{0,3}})|\?){{{len(LANDS)}}}"), True)
    },
    specific.Hands: lambda p: {"hands": (list_of(pair(ref("colour"), integer(99))), False)},
    specific.Points: lambda p: {"half_points": (integer(2 * common.MAX_NUMBER + 1), True)},
    specific.Transfer: lambda p: {
        "giver": (ref("colour"), True), "to": ({"enum": [*COLOURS, *specific.CARD_PILES]}, True),
    },
    specific.EndDice: lambda p: {"dice": (sorted_dice(2), True)},
    specific.ObjectiveName: lambda p: {
        p.name: ({"anyOf": [ref("small-word"), {"const": "???"}, ref("commitment")]}, True)
    },
    specific.RevealedValue: lambda p: {
        p.name: ({"anyOf": [ref("territory"), {"const": "JOL"}, ref("small-word")]}, True)
    },
    specific.Salt: lambda p: {p.name: (pattern("[0-9a-f]{16,64}"), False)},
    ExtensionWords: lambda p: {"name": (pattern(EXTENSION_NAME), True),
                               p.name: (list_of(pattern(EXTENSION_WORD)), False)},
}  # fmt: skip


def kind_schema(kind: type[Any]) -> Schema:
    """The object of a kind. The comment that some kinds require is required of an event, not of a replacement."""
    encoded = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    name = str(kind.__struct_config__.tag)
    properties: Schema = {"kind": {"const": name}, "actor": {"enum": list(kind.ACTORS)}, "at": ref("time"),
                          "note": ref("comment")}  # fmt: skip
    required = ["kind", "actor"]
    for part in kind.SYNTAX:
        for field, (schema, is_required) in PARTS[type(part)](part).items():
            properties[encoded[field]] = schema
            required += [encoded[field]] if is_required else []
    if kind is Corrected:
        properties["replacement"] = ref("replacement")
        required.append("replacement")
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {**schema, **further_rules(kind)}


def further_rules(kind: type[Any]) -> Schema:
    """What the fields of a kind demand of each other."""
    parts = {type(part) for part in kind.SYNTAX}
    if specific.Throw in parts:
        return throw_forms()
    if specific.SetValue in parts:
        return {"dependentRequired": {"base": ["bonus"], "bonus": ["base"]}}
    if kind is Deal:  # the table deals only cards that give nobody a territory
        unassigned = {"required": ["how"], "properties": {"how": {"enum": list(UNASSIGNED_DEAL_METHODS)}}}
        return {"if": {"properties": {"actor": {"const": "*"}}, "required": ["actor"]}, "then": unassigned}
    return {}


def header_schemas() -> tuple[Schema, Schema]:
    """A header (name and value), and the list of headers."""
    forms = [pair({"const": name}, value_schema(name)) for name in HEADER_ORDER]
    forms.append(pair(pattern("X-[A-Za-z0-9-]+"), ref("free-value")))
    single = [name for name in HEADER_ORDER if name not in REPEATABLE_HEADERS]
    counts = [
        {"contains": named({"const": name}), "minContains": int(name in REQUIRED_HEADERS), "maxContains": 1}
        for name in single
    ]
    players = {"contains": named({"enum": list(COLOUR_HEADERS)}), "minContains": 2}
    return {"anyOf": forms}, {"type": "array", "items": ref("header"), "uniqueItems": True, "allOf": [*counts, players]}


def named(name: Schema) -> Schema:
    """A header of some name."""
    return {"type": "array", "prefixItems": [name]}


def value_schema(name: str) -> Schema:
    """The value of a header in canonical spelling."""
    if name not in VALUE_SYNTAX:
        return ref("free-value")
    text = VALUE_SYNTAX[name][0].pattern.removesuffix(r"\Z")
    return pattern(text, maxLength=MAX_VALUE_LENGTH)


def words(letters: str) -> Schema:
    """A word of small letters or of capitals."""
    return pattern(f"[{letters}][{letters}{SIGNS}]{{0,{WORD_LENGTH - 1}}}")


def definitions() -> Schema:
    """All definitions, the kinds last."""
    header, headers = header_schemas()
    noted = [name for name, kind in KIND_BY_NAME.items() if kind.NEEDS_NOTE]
    not_replacing = [str(kind.__struct_config__.tag) for kind in (Corrected, Voided)]
    return {
        "game": {
            "description": "A game as one object.",
            "type": "object",
            "properties": {"notation": {"const": NOTATION}, "headers": ref("headers"),
                           "events": list_of(ref("event"), 0, maxItems=MAX_EVENTS)},
            "required": ["notation", "headers", "events"],
            "additionalProperties": False,
        },
        "line": {
            "description": "A line of JSON Lines: the opening of a game, or an event of the game opened last.",
            "anyOf": [ref("opening"), ref("event")],
        },
        "opening": {
            "type": "object",
            "properties": {"kind": {"const": "game_opened"}, "headers": ref("headers")},
            "required": ["kind", "headers"],
            "additionalProperties": False,
        },
        "headers": headers,
        "header": header,
        "event": {
            **ref("any-kind"),
            "if": {"properties": {"kind": {"enum": noted}}, "required": ["kind"]},
            "then": {"required": ["note"]},
        },
        "replacement": {
            **ref("any-kind"),
            "properties": {"kind": {"not": {"enum": not_replacing}}, "at": False, "note": False},
        },
        "any-kind": {"anyOf": [ref(name) for name in KIND_BY_NAME]},
        "time": pattern("([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"),
        "comment": pattern(f"{TEXT_LETTER}+( {TEXT_LETTER}+)*", maxLength=MAX_NOTE_LENGTH),
        "free-value": pattern(f"{VALUE_LETTER}+( {VALUE_LETTER}+)*", maxLength=MAX_VALUE_LENGTH),
        "number": integer(common.MAX_NUMBER),
        "colour": {"enum": list(COLOURS)},
        "territory": {"enum": list(LANDS)},
        "card": {"anyOf": [ref("territory"), {"enum": ["JOL", "???"]}, ref("commitment")]},
        "commitment": pattern("#[0-9a-f]{64}"),
        "dice-3": sorted_dice(3),
        "small-word": words(SMALL),
        "capital-word": words(CAPITAL),
        **{str(kind.__struct_config__.tag): kind_schema(kind) for kind in KINDS},
    }  # fmt: skip


def schema() -> Schema:
    """The whole schema: of a game or of a list of games; `#/$defs/line` is that of a line of JSON Lines."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "RGN, the JSON form (version rgn 1)",
        "description": "Made by `python -m tests.make_grammar` from what the reader and the writer declare. A value is "
        "the JSON form of a canonical game where this schema accepts it and it breaks none of x-constraints.",
        "x-constraints": {name: constraint.says for name, constraint in JSON_CONSTRAINTS.items()},
        "anyOf": [ref("game"), {**list_of(ref("game"))}],
        "$defs": definitions(),
    }


WIDTH = 118


def formatted(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON on lines of at most WIDTH characters where it can be; `before` characters stand before it on its line."""
    text = json.dumps(value, ensure_ascii=True)
    if len(text) + before + 1 <= WIDTH or not isinstance(value, dict | list):
        return text
    blanks = " " * (indent + 1)
    if isinstance(value, dict):
        names = {name: f"{blanks}{json.dumps(name)}: " for name in value}
        rows = [names[name] + formatted(item, indent + 1, len(names[name])) for name, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    rows = [""]
    for place, item in enumerate(value):
        comma = "," if place < len(value) - 1 else ""
        one = formatted(item, indent + 1, indent + 2) + comma
        if rows[-1] and (len(rows[-1]) + len(one) + 1 > WIDTH or "\n" in one or "\n" in rows[-1]):
            rows.append("")
        rows[-1] += f" {one}" if rows[-1] else blanks + one
    return "[\n" + "\n".join(rows) + "\n" + " " * indent + "]"


def page() -> str:
    """The whole file."""
    return formatted(schema()) + "\n"

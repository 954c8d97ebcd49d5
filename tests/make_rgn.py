"""Makes what docs/rgn states of the declared kinds: arguments of each kind, registry tables, names.json."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from plancia_data import board, objectives, variant_ids, variant_source
from plancia_data.board import load_toml
from plancia_data.library import board_of, objective_list_of
from plancia_events.kinds import KIND_BY_NAME, KIND_BY_TAG, KINDS, Corrected, Extension
from plancia_events.names import ACTOR_LETTERS, COLOUR_WORDS, codes_by_name
from plancia_events.parts.common import KeywordPart
from plancia_events.text.headers import HEADER_ORDER, REQUIRED_HEADERS
from plancia_events.text.italian_words import HEADER_BY_ITALIAN_WORD, TAG_BY_ITALIAN_WORD, VALUE_BY_ITALIAN_WORD
from plancia_events.text.objective_names import LISTS_OF_VARIANT, NAMED_LISTS
from plancia_events.text.splitting import KEYWORDS
from plancia_replay.rulesets.registry import options_of, rule_classes

FOLDER = Path(__file__).parents[1] / "docs" / "rgn"
SPECIFICATION, REGISTRY, NAMES = FOLDER / "specification.md", FOLDER / "registry.md", FOLDER / "names.json"
BLOCK = re.compile(r"(<!-- made: ([a-z-]+)(?: ([A-Z-]+))? -->\n).*?(<!-- end -->)", re.S)
Row = tuple[str, str, str, str]  # text, JSON names, type, default
ACTOR_PHRASES = {
    "RBGYNV": "a colour",
    "RBGYNV*A": "a colour, `*` or `A`",
    "*A": "`*` or `A`",
    "RBGYNV-": "a colour or `-`",
    "RBGYNV-*": "a colour or `-`; `*` only with `how=skipped` or `how=redraw`",
    "RBGYNV-*A": "any actor",
}


def code(text: str) -> str:
    """The text as code."""
    return f"`{text}`"


def one_of(choices: tuple[str, ...]) -> str:
    """The words of a fixed list."""
    return ", ".join(map(code, choices))


def default_of(kind: Any, name: str) -> str:
    """The default of a JSON field; "required" where there is none."""
    field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
    if field.default is msgspec.NODEFAULT:
        return "required" if field.default_factory is msgspec.NODEFAULT else "none"
    return "none" if field.default in (None, False) else code(str(field.default))


def value_type(part: Any) -> str:
    """The type of the value of a `key=value`."""
    types = {"number": "number", "colour": "colour", "word": "named word", "list": "named capital word",
             "id": "named capital word"}  # fmt: skip
    return one_of(part.choices) if part.choices else types[part.kind]


def rows_of(kind: Any) -> Iterator[Row]:
    """The arguments of a kind in the order of its line. Raises KeyError for a part that is not described here."""
    for part in kind.SYNTAX:
        text, names, described = DESCRIPTIONS[type(part).__name__](part)
        first, *others = names.split(", ")
        is_optional = (
            isinstance(part, KeywordPart) or getattr(part, "optional", False) or not getattr(part, "minimum", 1)
        )
        default = default_of(kind, first) if is_optional or first == "words" else "required"
        default = code("???") if getattr(part, "default", None) == "???" else default
        yield text, ", ".join(code(encoded(kind, name)) for name in (first, *others)), described, default
    if kind is Corrected:
        yield "event line", "`replacement`", "an [event](#fix) without time and comment", "required"


def encoded(kind: Any, name: str) -> str:
    """The JSON name of a field."""
    return str(kind.__struct_encode_fields__[kind.__struct_fields__.index(name)])


DESCRIPTIONS: dict[str, Callable[[Any], tuple[str, str, str]]] = {
    "Choice": lambda part: ("word", part.name, one_of(part.choices)),
    "Token": lambda part: ("word", part.name, "capital word" if part.capitals else "word"),
    "Colour": lambda part: ("colour", part.name, "colour"),
    "Colours": lambda part: ("`R B`", part.name, "one or more different colours"),
    "Throws": lambda part: ("`R6 B4`", part.name, "one or more throws; JSON: pairs `[\"R\", 6]`"),
    "Land": lambda part: ("`CIN`", part.name, "territory"),
    "Cards": lambda part: (
        "`CIN SIA`", part.name,
        f"{'no or more' if not part.minimum else 'one or more'} {'cards' if part.cards else 'territories'}",
    ),
    "OneCard": lambda part: ("`CIN`", part.name, "card"),
    "Arrow": lambda part: ("`CIN>SIA`", f"{part.source}, {part.target}", "two territories"),
    "Items": lambda part: (
        f"`CIN{part.sign}2`", part.name, "one or more territories with a number; JSON: pairs `[\"CIN\", 2]`",
    ),
    "Number": lambda part: ("number", part.name, "number"),
    "Flag": lambda part: (code(part.word), part.name, "flag; JSON: `true`"),
    "KeyValue": lambda part: (code(part.key + "="), part.name, value_type(part)),
    "Throw": lambda part: (
        "`62:531`, `3v2`, `?v?`", "attack_dice, defence_dice, attack_count, defence_count", "[throw](#throw)",
    ),
    "Losses": lambda part: ("`-1-1`", "attack_losses, defence_losses", "losses"),
    "VoidThrows": lambda part: ("`void=`", "void", "void throws; JSON: list of `\"a654\"`"),
    "ReinforcementSum": lambda part: (
        "`3+5+10=18`", "territories, continents, cards, total", "three addends and the total",
    ),
    "SetValue": lambda part: ("`=10+2`, `=?`", "base, bonus", "[value of a set](#set-value)"),
    "BoardText": lambda part: ("BOARD", "board", "[position](#board)"),
    "Hands": lambda part: ("`hands=R3,B2`", "hands", "sizes of hands, 0 to 99; JSON: pairs `[\"R\", 3]`"),
    "Points": lambda part: ("`31.5`", "half_points", "points; JSON: their double, an integer"),
    "Transfer": lambda part: ("`G>R`", "giver, to", "colour `>` colour, `deck`, `pile` or `out`"),
    "EndDice": lambda part: ("`62`", "dice", "one or two dice; JSON: list of integers"),
    "ObjectiveName": lambda part: ("`ciclista`", part.name, "objective, `???` or commitment"),
    "RevealedValue": lambda part: ("`CIN`", part.name, "card or objective"),
    "ExtensionWords": lambda part: ("words", part.name, "no or more words"),
    "Salt": lambda part: ("`salt=`", part.name, "16 to 64 hexadecimal digits"),
}  # fmt: skip


def arguments(tag: str) -> str:
    """What is declared of a kind: its JSON name, who may act, its arguments, whether a comment is required."""
    kind = KIND_BY_TAG[tag]
    lines = [f"JSON kind `{kind.__struct_config__.tag}`. Actor: {ACTOR_PHRASES[kind.ACTORS]}."]
    if kind is Extension:
        lines[0] += " JSON: `name` is the tag."
    if kind.NEEDS_NOTE:
        lines[0] += " The comment is required."
    rows = list(rows_of(kind))
    if rows:
        lines += ["", "| argument | JSON | type | default |", "| --- | --- | --- | --- |"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def table(heads: str, rows: Sequence[tuple[str, ...]]) -> str:
    """A table of a page."""
    columns = heads.split(" | ")
    lines = [f"| {heads} |", "| " + " | ".join("---" for _ in columns) + " |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def kinds_table(_: str) -> str:
    """The kinds by tag, with a link to each."""
    rows = [
        (f"[{kind.TAG}](#{kind.TAG.lower()})", code(str(kind.__struct_config__.tag)), ACTOR_PHRASES[kind.ACTORS])
        for kind in KINDS
    ]
    return table("tag | JSON kind | actor", rows)


def territories_table(_: str) -> str:
    """The territories of the standard board."""
    plan = board("eg")
    names = zip(plan.codes, plan.names_it, plan.names_en, strict=True)
    rows = [(str(number), code(land), it, en) for number, (land, it, en) in enumerate(names)]
    return table("number | code | Italian | English", rows)


def variants_table(_: str) -> str:
    """The variants with their editions, boards and lists of objectives."""
    rows = []
    for name in variant_ids():
        head = variant_source(name)["variant"]
        lists = (code(board_of(name) or "-"), code(objective_list_of(name) or "-"))
        rows.append((code(name), str(head["edition"]), head["title"]["en"], *lists))
    return table("variant | edition | what it is | board | objectives", rows)


def choices_table(_: str) -> str:
    """The options that a variant's name may be followed by."""
    rows = [
        (code(name), code(clause["alternative"]), clause["rule_id"], clause["says"]["en"])
        for name in variant_ids() for clause in variant_source(name)["clause"] if clause.get("alternative")
    ]  # fmt: skip
    return table("variant | option | rule | what it says", rows)


def written(value: object) -> str:
    """A default of an option as a header writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def options_table(_: str) -> str:
    """The options of rules, with their defaults."""
    rows = []
    for rule in sorted(rule_classes()):
        options = [f"`{name}`" + (f" ({text})" if (text := written(value)) else "")
                   for name, value in options_of(rule).items()]  # fmt: skip
        if options:
            rows.append((code(rule), ", ".join(options)))
    return table("rule | options (default)", rows)


def objective_lists() -> list[str]:
    """The ids of the lists of objectives."""
    data = load_toml("objectives.toml")
    return [*data["list"], *data["list-change"]]


def objectives_table(_: str) -> str:
    """The objectives of each list: id, number and names."""
    rows = [
        (code(list_id), str(entry["number"]), code(entry["id"]), entry["it"], entry["en"])
        for list_id in objective_lists() for entry in objectives(list_id)
    ]  # fmt: skip
    return table("list | number | id | Italian | English", rows)


BLOCKS: dict[str, Callable[[str], str]] = {
    "arguments": arguments,
    "kinds": kinds_table,
    "territories": territories_table,
    "variants": variants_table,
    "choices": choices_table,
    "options": options_table,
    "objectives": objectives_table,
}


def filled(text: str) -> str:
    """The text of a page with its made blocks written again."""
    return BLOCK.sub(lambda found: found[1] + BLOCKS[found[2]](found[3] or "") + found[4], text)


def names() -> dict[str, Any]:
    """Every word that a tolerant reader knows beside the canonical ones."""
    plan = board("eg")
    lists = {
        list_id: [
            {key: entry[key] for key in ("id", "number", "it", "en")}
            | {"territories": [plan.codes[number] for number in entry["territories"]]}
            for entry in objectives(list_id)
        ]
        for list_id in NAMED_LISTS
    }
    joined = {name for name in (*plan.names_it, *plan.names_en) if " " in name}
    return {
        "notation": "rgn 1",
        "territories": [
            {"code": land, "it": it, "en": en}
            for land, it, en in zip(plan.codes, plan.names_it, plan.names_en, strict=True)
        ],
        "territory_names": dict(sorted(codes_by_name().items())),
        "joined_names": sorted(joined, key=lambda name: (-len(name), name)),
        "actors": ACTOR_LETTERS,
        "actor_words": COLOUR_WORDS,
        "tags": {kind.TAG: str(kind.__struct_config__.tag) for kind in KINDS if kind is not Extension},
        "tag_words": {
            **{name: kind.TAG for name, kind in KIND_BY_NAME.items() if kind is not Extension},
            **TAG_BY_ITALIAN_WORD,
        },
        "keys": sorted(KEYWORDS),
        "header_order": list(HEADER_ORDER),
        "required_headers": list(REQUIRED_HEADERS),
        "header_words": HEADER_BY_ITALIAN_WORD,
        "value_words": VALUE_BY_ITALIAN_WORD,
        "objective_lists": lists,
        "objectives_of_variant": LISTS_OF_VARIANT,
    }


def made() -> dict[Path, str]:
    """The files of docs/rgn that are made, or have made parts."""
    return {
        NAMES: json.dumps(names(), ensure_ascii=False, indent=1) + "\n",
        **{page: filled(page.read_text("utf-8")) for page in (SPECIFICATION, REGISTRY)},
    }


def main() -> None:
    """Writes them."""
    for path, text in made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

"""Facts and findings in words, from the sentence templates of the data room."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from plancia_data import board, told, words

if TYPE_CHECKING:
    from plancia_replay.ruleset import RuleSet

LAND_CODES: tuple[str, ...] = tuple(board("eg").codes)
CARD_CODES: tuple[str, ...] = (*LAND_CODES, "JOL", "???", "#")
LETTERS = "RBGYNV-*A"
LANDS_FACTS = ("source", "target", "territory")
COLOUR_FACTS = ("owner", "player", "expected")


class Gaps(dict[str, Any]):
    """A mapping that prints `?` for what a template asks and the facts do not hold."""

    def __missing__(self, key: str) -> object:
        return told("?")


def stated(facts: dict[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Kernel facts with codes and letters in place of indices; -1 becomes None."""
    made: dict[str, Any] = {}
    for key, value in facts.items():
        if key.startswith("half_"):
            whole = int(value)
            made[key[5:]] = whole // 2 if whole % 2 == 0 else whole / 2
        elif key in LANDS_FACTS:
            made[key] = LAND_CODES[value] if 0 <= value < 42 else None
        elif key in COLOUR_FACTS:
            made[key] = LETTERS[value] if 0 <= value < len(LETTERS) else None
        elif key == "continent":
            made[key] = rules.content["board"]["continents"][value]
        elif key == "cards":
            made[key] = [CARD_CODES[card] for card in value]
        elif key == "card":
            made[key] = CARD_CODES[value] if 0 <= value < len(CARD_CODES) else None
        elif key == "order":
            made[key] = [LETTERS[colour] for colour in value]
        else:
            made[key] = None if isinstance(value, int) and not isinstance(value, bool) and value < 0 else value
    return made


@cache
def vocabulary(lang: str) -> dict[str, Any]:
    """The templates of a language."""
    return words("en" if lang == "en" else "it")


@cache
def place_names(lang: str) -> dict[str, str]:
    """Territory code -> name."""
    found = board("eg")
    return dict(zip(found.codes, found.names_en if lang == "en" else found.names_it, strict=True))


def shown(facts: dict[str, Any], lang: str) -> Gaps:
    """The facts as a sentence shows them: names of places and colours instead of codes, numbers that choose words."""
    made = Gaps()
    colours = vocabulary(lang)
    for key, value in facts.items():
        if value is None:
            made[key] = colours["nobody"] if key in COLOUR_FACTS else told("?")
        elif key in LANDS_FACTS or key == "card":
            made[key] = place_names(lang).get(value, value)
        elif key in COLOUR_FACTS or (key in ("declared", "computed") and value in tuple(LETTERS)):
            made[key] = told(colours.get(f"colour.{value}", value))
        elif isinstance(value, list):
            made[key] = told(", ".join(place_names(lang).get(item, str(item)) for item in value))
        else:
            made[key] = told(value)
    return made


def said(clause: dict[str, Any], facts: dict[str, Any], verdict: str, lang: str) -> str:
    """The sentence of a verdict: what was wrong for an illegal event, else what cannot be told and why."""
    table = vocabulary(lang)
    template = table.get(str(clause["rule"]))
    if "territory" not in facts:
        template = table.get(f"{clause['rule']}.hand", template)
    if facts.get("needed") in (0, "none"):
        template = table.get(f"{clause['rule']}.none", template)
    own = clause["says"]["en" if lang == "en" else "it"]
    sentence = str(template).format_map(shown(facts, lang)) if template else own
    if verdict in ("undecidable", "assumed"):
        supposed = ", ".join(f"{name} = {value}" for name, value in dict(facts.get("assumes") or {}).items())
        if supposed and template:
            return f"{sentence} ({table['verdict.assumes']} {supposed})"
        return f"{table.get('verdict.' + verdict, verdict)}: {own}"
    return sentence


def spoken_end(reason: str, lang: str) -> str:
    """An end reason in words."""
    return str(vocabulary(lang).get(f"end.{reason}", reason))


IMPOSSIBLE = {
    1: "losses", 2: "armies", 3: "defended", 4: "player", 5: "unassigned", 6: "removal", 7: "same", 8: "replaced",
}  # fmt: skip


def spoken_impossible(reason: int, lang: str) -> str:
    """Why an event cannot be applied, in words."""
    return str(vocabulary(lang).get(f"impossible.{IMPOSSIBLE[reason]}", IMPOSSIBLE[reason]))

"""Facts and findings in words, from the sentence templates of the data room."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from plancia_data import board, in_language, text_in, told, words

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

LAND_CODES: tuple[str, ...] = tuple(board("eg").codes)
CARD_CODES: tuple[str, ...] = (*LAND_CODES, "JOL", "???", "#")
LETTERS = "RBGYNV-*A"
LANDS_FACTS = ("source", "target", "territory")
COLOUR_FACTS = ("owner", "player", "expected", "by")


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
        elif key == "account":
            made[key] = [named_line(line, rules) for line in value]
        elif key == "lands":
            made[key] = [LAND_CODES[land] for land in value]
        elif key == "cards":
            made[key] = [CARD_CODES[card] for card in value]
        elif key == "card":
            made[key] = CARD_CODES[value] if 0 <= value < len(CARD_CODES) else None
        elif key == "order":
            made[key] = [LETTERS[colour] for colour in value]
        else:
            made[key] = None if isinstance(value, int) and not isinstance(value, bool) and value < 0 else value
    return made


def named_line(line: str, rules: RuleSet) -> str:
    """A line of the account of armies due, with the continent by its name."""
    what, _, count = line.rpartition("=")
    kind, _, rest = what.partition(":")
    return f"{rules.content['board']['continents'][int(rest)]}={count}" if kind == "continent" else line


def spoken_line(line: str, lang: str) -> str:
    """A line of the account of armies due in words: what, and how many armies."""
    what, _, count = line.rpartition("=")
    return f"{spoken_account(what, lang)} {count}"


@cache
def vocabulary(lang: str) -> dict[str, Any]:
    """The templates of a language."""
    return words(lang)


@cache
def place_names(lang: str) -> dict[str, str]:
    """Territory code -> name."""
    found = board("eg")
    names = zip(found.names_it, found.names_en, strict=True)
    return {code: in_language(lang, it, en) for code, (it, en) in zip(found.codes, names, strict=True)}


@cache
def continent_names(lang: str) -> dict[str, str]:
    """Continent id -> name."""
    return {name: in_language(lang, it, en) for name, it, en, _, _ in board("eg").continents}


def spoken_account(what: str, lang: str) -> str:
    """What a line of an account is for, in words: a territory, a continent, or a reason with the place it is about."""
    kind, _, rest = what.partition(":")
    names = place_names(lang)
    if not rest:
        known = names.get(what) or continent_names(lang).get(what)
        return known or str(vocabulary(lang).get(f"account.{what}", what))
    place = names[LAND_CODES[int(rest)]] if rest.isdigit() and int(rest) < len(LAND_CODES) else rest
    template = vocabulary(lang).get(f"account.{kind}.at")
    return str(template).format(place=place) if template else what


def spoken_value(key: str, value: object, lang: str) -> object:
    """A value as a sentence shows it: letters of winners by name, words of the notation in the reader's language."""
    if not isinstance(value, str) or key == "objective":
        return value
    table = vocabulary(lang)
    if key in ("closed", "instead"):
        return spoken_end(value, lang)
    letters = value.split()
    if key in ("declared", "computed") and letters and all(letter in LETTERS for letter in letters):
        return ", ".join(str(table[f"colour.{letter}"]) for letter in letters)
    return table.get(f"value.{value}", value)


def shown(facts: dict[str, Any], lang: str) -> Gaps:
    """The facts as a sentence shows them: names of places and colours instead of codes, numbers that choose words."""
    made = Gaps()
    colours = vocabulary(lang)
    for key, value in facts.items():
        if value is None:
            made[key] = colours["nobody"] if key in COLOUR_FACTS else told("?")
        elif key in LANDS_FACTS or key == "card":
            made[key] = place_names(lang).get(value, value)
        elif key == "continent":
            made[key] = told(continent_names(lang).get(value, value))
        elif key in COLOUR_FACTS:
            made[key] = told(colours.get(f"colour.{value}", value))
        elif key == "account" and isinstance(value, list):
            made[key] = told(", ".join(spoken_line(line, lang) for line in value) or colours["account.nothing"])
        elif isinstance(value, list):
            made[key] = told(", ".join(place_names(lang).get(item, str(item)) for item in value))
        else:
            made[key] = told(spoken_value(key, value, lang))
    return made


def said(clause: dict[str, Any], facts: dict[str, Any], verdict: str, lang: str) -> str:
    """The sentence of a verdict: what was wrong, on what supposition, or what cannot be told and why.

    Where there is none the clause says what it asks, after the kind of verdict and of whom.
    """
    table = vocabulary(lang)
    template = template_of(table, str(clause["rule"]), facts, verdict)
    if template:
        supposed = supposition(dict(facts.get("assumes") or {})) if verdict == "assumed" else ""
        sentence = template.format_map(shown(facts, lang))
        sentence = sentence[:1].upper() + sentence[1:]
        if facts.get("slip"):
            sentence = f"{sentence}; {table['verdict.slip']}: {facts['slip']}"
        return f"{sentence} ({table['verdict.assumes']} {supposed})" if supposed else sentence
    own = text_in(clause["says"], lang)
    if verdict not in ("undecidable", "assumed"):
        return own
    whom = f" ({shown(facts, lang)['player']})" if facts.get("player") else ""
    return f"{table['verdict.' + verdict]}{whom}: {own}"


def template_of(table: dict[str, Any], rule: str, facts: dict[str, Any], verdict: str) -> str | None:
    """The template for a rule, chosen by its facts."""
    key = key_of(table, rule, facts, verdict)
    return str(table[key]) if key else None


def key_of(table: dict[str, Any], rule: str, facts: dict[str, Any], verdict: str) -> str:
    """The key of the template for a rule, chosen by its facts (one may name its `wording`); empty where there is none.

    What cannot be decided has a template of its own, which claims nothing.
    """
    worded = f"{rule}.{facts['wording']}" if facts.get("wording") else rule
    if verdict == "undecidable":
        keys = [f"{worded}.undecided", f"{rule}.undecided"]
    else:
        keys = [f"{worded}.none"] if facts.get("needed") in (0, "none") else []
        keys += [f"{worded}.hand"] if "territory" not in facts else []
        keys += [worded, rule]
    return next((key for key in keys if key in table), "")


HEADERS = {"board": "Board", "objectives": "Objectives", "objective.listed": "Objectives"}  # they have their own


def supposition(assumes: dict[str, Any]) -> str:
    """What a finding supposes, as a header's Option writes it: `name=value`; of a whole rule the options it uses.

    A rule without such options is supposed to hold: `rule=true`.
    """
    parts = []
    for name, value in assumes.items():
        if isinstance(value, dict):
            used = [f"{name}.{key}={option(item)}" for key, item in value.items()
                    if item not in ("", 0, False, None) and not key.endswith("_among")]  # fmt: skip
            parts += used or [f"{name}=true"]
        else:
            parts.append(name if value is None else f"{HEADERS.get(name, name)}={option(value)}")
    return ", ".join(parts)


def option(value: Any) -> str:
    """An option's value as a header writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def spoken_end(reason: str, lang: str) -> str:
    """An end reason in words."""
    return str(vocabulary(lang).get(f"end.{reason}", reason))


IMPOSSIBLE = {
    1: "losses", 2: "armies", 3: "defended", 4: "player", 5: "unassigned", 6: "removal", 7: "same", 8: "replaced",
}  # fmt: skip


def spoken_impossible(reason: int, lang: str) -> str:
    """Why an event cannot be applied, in words."""
    return str(vocabulary(lang).get(f"impossible.{IMPOSSIBLE[reason]}", IMPOSSIBLE[reason]))

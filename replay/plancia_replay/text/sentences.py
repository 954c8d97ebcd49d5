"""Facts and findings in words, by the sentence templates of `plancia_data`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from plancia_data import board, decimal_text, gendered, in_language, text_in, words, wrap_number
from plancia_events.names import JOLLY
from plancia_replay.kernel import facts as types
from plancia_replay.rulesets.clauses import ResolvedClause
from plancia_replay.text.fact_values import ACTOR_LETTERS, CARD_CODES, FACT_TYPES, LAND_CODES, Assumed, Facts

NO_SEATS: Mapping[str, str] = {}
LOSSES = re.compile(r"-(\d+)-(\d+)")  # of an attack as the notation writes them
JOLLY_CODE = CARD_CODES[JOLLY]


class TemplateFacts(dict[str, object]):
    """A mapping that prints `?` for what a template asks and the facts do not hold."""

    def __missing__(self, key: str) -> object:
        return wrap_number("?")


def account_line_text(line: str, lang: str) -> str:
    """A line of an account in words: what, and how many armies or points."""
    source, _, count = line.rpartition("=")
    return f"{account_source_text(source, lang)} {decimal_text(count, lang)}"


@cache
def vocabulary(lang: str) -> dict[str, str]:
    """The templates of a language."""
    return words(lang)


@cache
def place_names(lang: str) -> dict[str, str]:
    """Territory code -> name."""
    layout = board("eg")
    names = zip(layout.names_it, layout.names_en, strict=True)
    return {code: in_language(lang, it, en) for code, (it, en) in zip(layout.codes, names, strict=True)}


@cache
def continent_names(lang: str) -> dict[str, str]:
    """Continent id -> name."""
    return {name: in_language(lang, it, en) for name, it, en, _, _ in board("eg").continents}


def account_source_text(source: str, lang: str) -> str:
    """The source of a line of an account, in words: a territory, a continent, or a reason with its place."""
    kind, _, place_text = source.partition(":")
    names = place_names(lang)
    if not place_text:
        place_name = names.get(source) or continent_names(lang).get(source)
        keys = (f"account.{source}", f"account.{source.partition('-')[0]}")  # a row of a table may have its number
        return place_name or next((str(vocabulary(lang)[key]) for key in keys if key in vocabulary(lang)), source)
    place = (
        names[LAND_CODES[int(place_text)]] if place_text.isdigit() and int(place_text) < len(LAND_CODES) else place_text
    )
    named = vocabulary(lang).get(f"account.{kind}.{LAND_CODES[int(place_text)]}") if place in names.values() else None
    if named:
        return str(named)  # a region with a name of its own, by its first territory
    template = vocabulary(lang).get(f"account.{kind}.at")
    return str(template).format(place=place) if template else source


def value_text(value: object, lang: str, seats: Mapping[str, str] = NO_SEATS) -> object:
    """A value without a type as a sentence shows it: letters of colours and words of the notation by their names.

    Halves have the decimal mark of the language.
    """
    if isinstance(value, float):
        return decimal_text(value, lang)
    if not isinstance(value, str):
        return value
    table = vocabulary(lang)
    if losses := LOSSES.fullmatch(value):
        return str(table["losses"]).format(attacker=losses[1], defender=losses[2])
    letters = value.split()
    if letters and all(letter in ACTOR_LETTERS for letter in letters):
        return ", ".join(seats.get(letter) or str(table[f"colour.{letter}"]) for letter in letters)
    return table.get(f"value.{value}", value)


def fact_text(kind: type | None, value: Any, lang: str, seats: Mapping[str, str] = NO_SEATS) -> object:
    """A fact as a sentence shows it, by its type; None where it has none."""
    if kind is types.Colour and value in seats:
        return seats[value]
    if kind is types.Colours and value:
        return value_text(" ".join(value), lang, seats)
    if kind in TEXT_BY_TYPE and value is not None:
        return TEXT_BY_TYPE[kind](value, lang)
    if value is None:
        return str(vocabulary(lang)["nobody"]) if kind is types.Colour else "?"
    return list_text(value, lang) if isinstance(value, list) else value_text(value, lang, seats)


def list_text(items: list[Any], lang: str) -> str:
    """Letters in order, or numbers of which one holds: "105, 120 or 150"."""
    words_of_items = [str(vocabulary(lang).get(f"value.{item}", item)) for item in items]
    if len(items) > 1 and all(type(item) is int for item in items):
        words_of_items[-2:] = [f" {vocabulary(lang)['or']} ".join(words_of_items[-2:])]
    return ", ".join(words_of_items)


def place_text(code: str, lang: str) -> str:
    """A territory by its name, with its gender and number in the language (`feminine`, `plural` of its words)."""
    words = vocabulary(lang)
    name = place_names(lang).get(code, code)
    return gendered(name, code in str(words["feminine"]).split(), code in str(words["plural"]).split())


def place_list_text(codes: list[str], lang: str) -> str:
    """Territories by their names."""
    return ", ".join(place_names(lang).get(code, code) for code in codes)


def card_text(code: str, lang: str) -> str:
    """A card by the name of its territory, as a jolly or as hidden."""
    figure = {JOLLY_CODE: "jolly", "???": "hidden", "#": "hidden"}.get(code)
    return str(vocabulary(lang)[f"figure.{figure}"]) if figure else place_names(lang).get(code, code)


def account_text(lines: list[str], lang: str) -> str:
    """The account of armies due, line by line."""
    return ", ".join(account_line_text(line, lang) for line in lines) or str(vocabulary(lang)["account.nothing"])


def end_reason_text(reason: str, lang: str) -> str:
    """An end reason in words."""
    return str(vocabulary(lang).get(f"end.{reason}", reason))


def end_text(reason: str, lang: str, key: str, letters: list[str], supposed: Assumed) -> str:
    """An end in words; by its `key`, who is level at the top, that the record alone says so, or what it supposes."""
    players = ", ".join(str(vocabulary(lang).get(f"colour.{letter}", letter)) for letter in letters)
    supposition = f"{vocabulary(lang)['verdict.assumes']} {supposition_text(supposed, lang)}"
    sentence = str(vocabulary(lang).get(key, "{reason}"))
    return sentence.format(reason=end_reason_text(reason, lang), players=players, supposition=supposition)


TEXT_BY_TYPE: dict[type | None, Callable[[Any, str], object]] = {
    types.Land: place_text,
    types.Card: card_text,
    types.Lands: place_list_text,
    types.Cards: lambda codes, lang: ", ".join(card_text(code, lang) for code in codes),
    types.Colour: lambda letter, lang: vocabulary(lang).get(f"colour.{letter}", letter),
    types.Figures: lambda names, lang: ", ".join(str(vocabulary(lang)[f"figure.{name}"]) for name in names),
    types.Continent: lambda name, lang: continent_names(lang).get(name, name),
    types.Continents: lambda names, lang: ", ".join(str(continent_names(lang).get(name, name)) for name in names),
    types.Account: account_text,
    types.Ending: end_reason_text,
    types.Objective: lambda word, _: word,
}


def fact_words(facts: Facts, lang: str, seats: Mapping[str, str] = NO_SEATS) -> TemplateFacts:
    """The facts as a sentence shows them: names of places and colours instead of codes, numbers that choose words.

    `seats` has the words for the player of a colour, where there are any.
    """
    texts = {name: fact_text(FACT_TYPES.get(name), value, lang, seats) for name, value in facts.items()}
    if "counts" in facts:
        names = ("counts", "dues") if "dues" in facts else ("counts",)
        texts |= {f"each_{name}": each_text(facts, str(facts[name]), lang, seats) for name in names}
    return TemplateFacts((name, wrap_number(value)) for name, value in texts.items())


def each_text(facts: Facts, numbers: str, lang: str, seats: Mapping[str, str]) -> str:
    """The number of each of several players or territories, or of each player in a continent."""
    if "players" in facts:
        names = [str(value_text(letter, lang, seats)) for letter in str(facts["players"]).split()]
    else:
        names = [place_list_text([code], lang) for code in facts["lands"]]
    continents = [f" ({continent_names(lang).get(name, name)})" for name in facts.get("continents", [])]
    told = zip(names, numbers.split(", "), continents or [""] * len(names), strict=True)
    return ", ".join(f"{name} {number}{continent}" for name, number, continent in told)


def verdict_sentence(
    clause: ResolvedClause, facts: Facts, verdict: str, lang: str, seats: Mapping[str, str] = NO_SEATS
) -> str:
    """The sentence of a verdict: what was wrong, on what supposition, or what cannot be decided and why.

    Where the word files have none it is that of the clause, after the kind of verdict and the player concerned.
    `seats` has the words for the player of a colour, where there are any.
    """
    table = vocabulary(lang)
    key = template_key(table, str(clause["rule"]), facts, verdict)
    if key:
        assumption_words = supposition_text(dict(facts.get("assumes") or {}), lang) if verdict == "assumed" else ""
        sentence = str(table[key]).format_map(fact_words(facts, lang, seats))
        sentence = sentence[:1].upper() + sentence[1:]
        if facts.get("slip"):
            sentence = f"{sentence}; {table['verdict.slip']}: {facts['slip']}"
        return f"{sentence} ({table['verdict.assumes']} {assumption_words})" if assumption_words else sentence
    sentence_of_clause = text_in(clause["says"], lang)
    if verdict not in ("undecidable", "assumed"):
        return sentence_of_clause
    player = f" ({fact_words(facts, lang, seats)['player']})" if facts.get("player") else ""
    return f"{table['verdict.' + verdict]}{player}: {sentence_of_clause}"


def template_key(table: dict[str, str], rule: str, facts: Facts, verdict: str) -> str:
    """The key of the template for a rule, chosen by its facts (one may name its `wording`); empty where there is none.

    What cannot be decided has a template of its own, which claims nothing.
    """
    worded_rule = f"{rule}.{facts['wording']}" if facts.get("wording") else rule
    if verdict == "undecidable":
        keys = [f"{worded_rule}.undecided", f"{rule}.undecided"]
    else:
        keys = [f"{worded_rule}.none"] if facts.get("needed") in (0, "none") else []
        keys += [f"{worded_rule}.hand"] if "territory" not in facts else []
        keys += [worded_rule, rule]
    return next((key for key in keys if key in table), "")


MOST_OPTIONS = 3  # of a rule that is assumed as a whole; with more of them it is named alone

HEADER_BY_ASSUMPTION = {
    "board": "Board",
    "objectives": "Objectives",
    "objective.listed": "Objectives",
}  # they have their own


def assumed_options(assumes: Assumed) -> list[str]:
    """The assumptions of a finding, each as `name=value`; for a rule the options it uses.

    A rule without such options is supposed to hold: `rule=true`.
    """
    parts = []
    for name, value in assumes.items():
        if isinstance(value, dict):
            used_options = [f"{name}.{key}={format_option(item)}" for key, item in value.items()
                    if item not in ("", 0, False, None) and not key.endswith("_among")]  # fmt: skip
            parts += used_options if 0 < len(used_options) <= MOST_OPTIONS else [f"{name}=true"]
        else:
            parts.append(name if value is None else f"{HEADER_BY_ASSUMPTION.get(name, name)}={format_option(value)}")
    return parts


def assumption_headers(assumes: Assumed) -> str:
    """The header lines that settle what a finding supposes, as they are written in a record."""
    lines = []
    for option in assumed_options(assumes):
        name, _, value = option.partition("=")
        lines.append(f'[{name} "{value}"]' if name in HEADER_BY_ASSUMPTION.values() else f'[Option "{option}"]')
    return " ".join(lines)


def supposition_text(assumes: Assumed, lang: str) -> str:
    """What a finding supposes, in words; `assumption_headers` has what settles it."""
    table = vocabulary(lang)
    told: dict[str, None] = {}
    for name, value in assumes.items():
        keys = [f"supposed.{name}.{format_option(value)}", f"supposed.{name}", "supposed.base"]
        template = next(str(table[key]) for key in keys if key in table)
        told[template.format(value=wrap_number(value if type(value) is int else format_option(value)))] = None
    return str(table["verdict.assumes_too"]).join(told)


def format_option(value: Any) -> str:
    """An option's value as a header writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


IMPOSSIBLE_KEYS = {
    1: "losses", 2: "armies", 3: "defended", 4: "player", 5: "unassigned", 6: "removal", 7: "same", 8: "replaced",
}  # fmt: skip


def impossible_text(reason: int, lang: str) -> str:
    """Why an event cannot be applied, in words."""
    return str(vocabulary(lang).get(f"impossible.{IMPOSSIBLE_KEYS[reason]}", IMPOSSIBLE_KEYS[reason]))

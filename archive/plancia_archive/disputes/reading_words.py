"""Names the readings of a recomputation in words: the clause that is changed, with its sentence, and how."""

from __future__ import annotations

import re
from typing import Any

from plancia_data import messages, text_in, variant_source
from plancia_events import Game
from plancia_replay import RuleSet
from plancia_replay.text.sentences import vocabulary

FIELD = re.compile(r"\{[^{}:]*(?::(?P<words>[^{}]*))?\}")


def describe_reading(game: Game, rules: RuleSet, name: str, lang: str) -> str:
    """Returns the words of a reading that `disputes.readings.other_readings` names; the name itself if it is unknown.

    `rules` are those of the game as played.
    """
    words = messages("disputes", lang)
    if name == "objectives":
        return str(words["reading-objectives"])
    if name.startswith("+ "):
        return describe_alternative(game, name.removeprefix("+ "), words, lang)
    key, _, value = name.partition("=")
    for clause in rules.content["clauses"]:
        sentence = sentence_of_clause(clause, lang)
        if key in clause["use"]:
            return str(words["reading-without"]).format(clause=describe_part(clause, key, words, lang) or sentence)
        if key.rpartition(".")[0] in clause["use"]:
            change = words.get(f"reading.{name}") or str(words.get(f"reading.{key}", name)).format(value=value)
            return str(words["reading-otherwise"]).format(clause=sentence, change=change)
    return name


def sentence_of_clause(clause: dict[str, Any], lang: str) -> str:
    """Returns the number of a clause and its sentence in quotation marks."""
    return f"{clause['rule_id']} \u201c{text_in(clause['says'], lang)}\u201d"


def describe_part(clause: dict[str, Any], rule: str, words: dict[str, Any], lang: str) -> str:
    """Returns the number of a clause and what of it a rule judges, by the sentence of its finding.

    Empty for a clause of one rule, which is told by its own sentence.
    """
    if len(clause["use"]) == 1:
        return ""
    template = vocabulary(lang).get(rule) or words.get(f"part.{rule}")
    part = f"\u201c{FIELD.sub(blank_of_field, str(template))}\u201d" if template else rule
    return str(words["reading-part"]).format(rule_id=clause["rule_id"], part=part)


def blank_of_field(match: re.Match[str]) -> str:
    """Returns what stands for a field of a sentence: dots, with the plural of the words that its number chooses."""
    plural = (match["words"] or "#").rpartition("|")[2].removeprefix("-")
    return plural.replace("#", "\u2026") if "#" in plural else f"\u2026 {plural}"


def describe_alternative(game: Game, name: str, words: dict[str, Any], lang: str) -> str:
    """Returns the words of an alternative of the game's variant: its option and the sentence of its clause."""
    variant = (game.header("Variant") or "").partition("+")[0].strip().partition("@")[0]
    clause = next(clause for clause in variant_source(variant)["clause"] if clause.get("alternative") == name)
    return str(words["reading-alternative"]).format(option=name, says=text_in(clause["says"], lang))

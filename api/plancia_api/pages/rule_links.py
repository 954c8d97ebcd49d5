"""Addresses of rule numbers: every page that names a rule leads to its clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import quote

from flask import Blueprint
from markupsafe import Markup, escape

from plancia_api.language import language
from plancia_data import text_in, variant_ids, variant_source
from plancia_replay import RuleSet
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.text.spoken_sources import spoken_citation

TOPICS = ("setup", "turn", "combat", "cards", "garrisons", "objectives", "endings", "scoring", "record", "other")


def rule_choices(rules: RuleSet, lang: str, cited: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Topics with the numbers and sentences of their rules, in the order of the document.

    Rules that the variant takes over from another one, and those of the notation, are left out, except the one `cited`.
    """
    by_topic: dict[str, dict[str, str]] = {topic: {} for topic in TOPICS}
    variant, topic = str(rules.content["name"]).partition(" + ")[0], "other"
    for clause in rules.content["clauses"]:
        topic = topic_of(clause["use"]) or topic  # a clause that no rule judges explains the one before
        rule_id = clause["rule_id"]
        is_listed = any(rule_id in choices for choices in by_topic.values())
        if (clause["variant"] == variant or rule_id == cited) and not is_listed:
            by_topic[topic][rule_id] = str(text_in(clause["says"], lang))
    return [(topic, list(choices.items())) for topic, choices in by_topic.items() if choices]


def topic_of(uses: Iterable[str]) -> str:
    """The topic of the first of the rules that judge a clause: the folder of its module; empty without one."""
    classes = rule_classes()
    modules = (classes[name].__module__.split(".") for name in uses if name in classes)
    return next((parts[2] for parts in modules if len(parts) > 3 and parts[2] in TOPICS), "")


blueprint = Blueprint("rule_links", "plancia_api")
RULE_NUMBER = re.compile(r"\b[A-Z]{2,5}-[0-9]{2}[a-z]?\b")
ON_RULES_PAGE = ("eg", "record")  # the variants whose clauses are on /rules


@cache
def rule_paths() -> dict[str, str]:
    """The page and anchor of every rule number; a variant that restores a rule of another one does not move it."""
    paths: dict[str, str] = {}
    by_number: dict[str, list[str]] = {}
    for variant in variant_ids():
        for clause in variant_source(variant).get("clause", []):
            by_number.setdefault(str(clause["rule_id"]), []).append(variant)
    for number, variants in by_number.items():
        own = [name for name in variants if own_number(number, name)] or variants
        page = "/rules" if own[0] in ON_RULES_PAGE else f"/variants/{own[0]}"
        paths[number] = f"{page}#{quote(number)}"
    return paths


def own_number(number: str, variant: str) -> bool:
    """True if a number has the prefix of a variant's first clause."""
    return number.partition("-")[0] == str(variant_source(variant)["clause"][0]["rule_id"]).partition("-")[0]


@blueprint.app_template_filter("rule_link")
def rule_link(number: str | None) -> Markup | str:
    """A rule number as a link to its clause; unchanged where no variant has it."""
    path = rule_paths().get(number or "")
    return Markup('<a href="{}">{}</a>').format(path, number) if path else number or ""


@blueprint.app_template_filter("rule_text")
def rule_text(text: str) -> Markup:
    """A text whose rule numbers are links."""
    return Markup(RULE_NUMBER.sub(lambda match: str(rule_link(match[0])), str(escape(text))))


@blueprint.app_template_filter("source_link")
def source_link(cite: str, number: str = "", with_number: bool = False) -> Markup | str:
    """A citation by the title of its document and its line, as a link to the clause of the rule `number`.

    Without one it is that of the first rule number in the citation. `with_number` puts the number before the title.
    """
    if not number and (found := RULE_NUMBER.search(cite)):
        number = found[0]
    text = spoken_citation(cite, language())
    text = f"{number}, {text}" if with_number and number else text
    path = rule_paths().get(number)
    return Markup('<a href="{}">{}</a>').format(path, text) if path else text

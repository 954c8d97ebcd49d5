"""Addresses of rule numbers: every page that names a rule leads to its clause."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import quote

from flask import Blueprint
from markupsafe import Markup, escape

from plancia_api.language import language
from plancia_data import variant_ids, variant_source
from plancia_replay.text.spoken_sources import spoken_citation

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

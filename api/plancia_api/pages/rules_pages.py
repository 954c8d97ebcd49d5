"""The pages of rules: the base game, the list of variants, a variant clause by clause, two variants side by side."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, redirect, request

from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.pages.rule_choices import TOPICS, topic_of
from plancia_api.pages.rule_clauses import BASE_GAME, ShownClause, changes_of_base, shown_clauses
from plancia_api.pages.rule_comparison import compare_variants
from plancia_api.pages.rule_links import rule_paths
from plancia_api.problems import Problem
from plancia_data import messages, sources, text_in, variant_ids, variant_source
from plancia_replay import RuleSet, RuleSetError, load_ruleset
from plancia_replay.rulesets.clauses import load_variant
from plancia_replay.rulesets.coverage import BASE_VARIANTS, documented_variants

blueprint = Blueprint("rules_pages", "plancia_api", template_folder="templates")
DOCS_LINK = re.compile(r" \(\[[^]]+\]\([^)]+\)\)")  # of docs/sources, which pages do not have
GROUPS = ("documents", "base", "programs")


@blueprint.get("/rules")
def base_rules() -> Response:
    """The rules of the base game by topic, what variants put in their place, and what every record must keep."""
    topics: dict[str, list[tuple[str, list[ShownClause]]]] = {topic: [] for topic in TOPICS}
    topic = "other"
    for number, clauses in shown_clauses(BASE_GAME, language()):
        topic = topic_of({"use": dict(clauses[0].rules)}) or topic
        topics[topic].append((number, clauses))
    topics["record"] += shown_clauses("record", language())
    head = variant_source(BASE_GAME)["variant"]
    return page(
        "rules.html", say=rule_words(), topics=[(name, rules) for name, rules in topics.items() if rules],
        changes=changes_of_base(language()), titles=variant_titles(), head=head, source=source_of(head),
    )  # fmt: skip


@blueprint.get("/rules/<string:number>")
def one_rule(number: str) -> Any:
    """Leads from a rule number to its clause."""
    if number not in rule_paths():
        raise Problem("not-found")
    return redirect(rule_paths()[number])


@blueprint.get("/variants")
def variants() -> Response:
    """Every variant with its document, those of clubs first."""
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    documented = documented_variants()
    for name in [*documented, *(name for name in variant_ids() if name not in documented and name != "record")]:
        source = variant_source(name)
        head = source["variant"]
        group = "base" if name in BASE_VARIANTS else "documents" if name in documented else "programs"
        groups[group].append({
            "id": name, "name": f"{name}@{head['edition']}", "title": text_in(head["title"], language()),
            "source": source_of(head), "extends": base_of(head), "clauses": len(source.get("clause", [])),
        })  # fmt: skip
    return page("variants.html", say=rule_words(), groups=groups, titles=variant_titles())


@blueprint.get("/variants/<string:name>")
def one_variant(name: str) -> Response:
    """A variant clause by clause, or with `with` beside another one."""
    rules = variant_rules(name)
    if other := request.args.get("with", "").strip():
        second = load_or_refuse(other)
        return page(
            "variants_compared.html", say=rule_words(), names=variant_ids(), titles=variant_titles(),
            sides=[(one.id, full_title(one)) for one in (rules, second)],
            found=compare_variants(rules, second, rule_words(), language()),
        )  # fmt: skip
    head = load_variant(rules.id.split("+")[0].strip())[0]["variant"]
    return page(
        "variant.html", say=rule_words(), rules=rules, head=head, source=source_of(head), base=base_of(head),
        rule_groups=shown_clauses(rules.id, language()), titles=variant_titles(), names=variant_ids(),
    )  # fmt: skip


def variant_rules(name: str) -> RuleSet:
    """The rule-set that a path names. Raises Problem 404 for an unknown one."""
    try:
        return load_ruleset(name)
    except RuleSetError as error:
        raise Problem("not-found", error.text(language())) from error


def load_or_refuse(name: str) -> RuleSet:
    """The rule-set that a query names. Raises Problem 422 for an unknown one."""
    try:
        return load_ruleset(name)
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error


def rule_words() -> dict[str, str]:
    """The words of these pages."""
    return messages("rules", language())


def variant_titles() -> dict[str, str]:
    """The title of every variant by id."""
    return {name: text_in(variant_source(name)["variant"]["title"], language()) for name in variant_ids()}


def full_title(rules: RuleSet) -> str:
    """The title of a variant, with the choices that its name has."""
    name, _, choices = rules.id.partition(" + ")
    return variant_titles()[name.partition("@")[0]] + (f" + {choices}" if choices else "")


def base_of(head: dict[str, Any]) -> str:
    """The id of the variant that a head is based on; empty without one."""
    return str(head.get("extends", "")).partition("@")[0]


def source_of(head: dict[str, Any]) -> dict[str, str]:
    """What is known of a variant's document, in the reader's language; only its name where it is not described."""
    document = str(head.get("document", ""))
    entry: dict[str, Any] = sources().get(document, {})
    texts = {
        str(key): DOCS_LINK.sub("", text_in(entry[key], language()))
        for key in ("title", "author", "year", "what", "known")
        if key in entry
    }
    return {"document": document, **texts}

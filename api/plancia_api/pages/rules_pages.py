"""The pages of rules: the base game, the list of variants, a variant clause by clause, two variants side by side."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from flask import Blueprint, Response, redirect, request

from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.pages.rule_links import TOPICS, rule_paths, topic_of
from plancia_api.problems import Problem
from plancia_data import case_index, messages, sources, text_in, variant_ids, variant_source
from plancia_data.forms import VariantClause, VariantHead, VariantSource
from plancia_replay import RuleSet, RuleSetError, compare_rulesets, load_ruleset
from plancia_replay.rulesets.clauses import flatten, load_variant, resolve_bases
from plancia_replay.rulesets.coverage import BASE_VARIANTS, coverage_row, documented_variants
from plancia_replay.text.sentences import place_names

blueprint = Blueprint("rules_pages", "plancia_api", template_folder="templates")
DOCS_LINK = re.compile(r" \(\[[^]]+\]\([^)]+\)\)")  # of docs/sources, which pages do not have
GROUPS = ("documents", "base", "programs")
BASE_GAME = "eg"
Side = tuple[str, str]  # number of a clause and its sentence


@blueprint.get("/rules")
def base_rules() -> Response:
    """The rules of the base game by topic, what variants put in their place, and what every record must keep."""
    topics: dict[str, list[tuple[str, list[ShownClause]]]] = {topic: [] for topic in TOPICS}
    topic = "other"
    for number, clauses in shown_clauses(BASE_GAME, language()):
        topic = topic_of(dict(clauses[0].rules)) or topic
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
    groups: dict[str, list[dict[str, object]]] = {group: [] for group in GROUPS}
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
    rules = load_or_refuse(name, "not-found")
    if other := request.args.get("with", "").strip():
        second = load_or_refuse(other, "rules")
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


def load_or_refuse(name: str, code: str) -> RuleSet:
    """The rule-set that a path or a query names. Raises Problem with the code for an unknown one."""
    try:
        return load_ruleset(name)
    except RuleSetError as error:
        raise Problem(code, error.text(language())) from error


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


def base_of(head: VariantHead) -> str:
    """The id of the variant that a head is based on; empty without one."""
    return str(head.get("extends", "")).partition("@")[0]


def source_of(head: VariantHead) -> dict[str, str]:
    """What is known of a variant's document, in the reader's language; only its name where it is not described."""
    document = str(head.get("document", ""))
    entry = sources().get(document)
    known = entry and {key: entry[key] for key in ("title", "author", "year", "what", "known")}
    texts = {key: DOCS_LINK.sub("", text_in(words, language())) for key, words in (known or {}).items()}
    return {"document": document, **texts}


@dataclass(frozen=True)
class ShownClause:
    """One clause in a language.

    `alternative` is the choice that it belongs to ("" for a main clause) and `chosen` whether the page's variant names
    it; `instead` are the numbers of the clauses that it takes the place of; `choices` the other clauses that take its
    own; `rules` are rules of the judge with their options; `cases` the files that try it.
    """

    number: str
    line: int
    document: str
    says: str
    alternative: str
    chosen: bool
    instead: list[str]
    choices: list[tuple[str, str]]
    reading: str
    confidence: str
    silent: str
    rules: list[tuple[str, str]]
    cases: list[str]


def shown_clauses(name: str, lang: str) -> list[tuple[str, list[ShownClause]]]:
    """The clauses of a variant (`rcm@1 + no-strip`) by rule number, in the order of their first lines.

    Raises RuleSetError for an unknown variant or edition.
    """
    parts = [part.strip() for part in name.split("+")]
    source, _ = load_variant(parts[0])
    grouped: dict[str, list[ShownClause]] = {}
    for clause in source.get("clause", []):
        grouped.setdefault(str(clause["rule_id"]), []).append(shown_clause(source, clause, parts[1:], lang))
    return list(grouped.items())


def shown_clause(source: VariantSource, clause: VariantClause, chosen: Collection[str], lang: str) -> ShownClause:
    """Returns one clause of a variant's source in a language."""
    head, alternative = source["variant"], str(clause.get("alternative", ""))
    row = coverage_row(head["id"], clause, case_index())
    document = str(clause.get("document", ""))
    texts = {key: text_of(clause.get(key), lang) for key in ("says", "reading", "reworded", "confidence", "silent")}
    texts["reading"] = texts.pop("reworded") or texts["reading"]
    return ShownClause(
        number=str(clause["rule_id"]),
        line=int(clause.get("line", 0)),
        document=document_title(document, lang) if document not in ("", head.get("document")) else "",
        alternative=alternative,
        chosen=bool(alternative) and alternative in {option.rpartition(":")[2] for option in chosen},
        instead=replaced_numbers(head, clause),
        choices=[
            (str(other["alternative"]), str(other["rule_id"]))
            for other in source["clause"]
            if not alternative and other.get("replaces") == clause["rule_id"]
        ],
        rules=[
            (name, " ".join(f"{key}={value}" for key, value in options.items()))
            for name, options in flatten(clause.get("use", {})).items()
        ],
        cases=[path.removeprefix("tests/cases/").removesuffix(".toml") for path in row["cases"]],
        **texts,
    )


def text_of(texts: Any, lang: str) -> str:
    """A text of a clause in a language; empty for none."""
    return str(text_in(texts, lang)) if isinstance(texts, dict) else str(texts or "")


def document_title(document: str, lang: str) -> str:
    """The title of a document; its name in the data where it is not described."""
    return str(text_in(sources()[document]["title"], lang)) if document in sources() else document


def replaced_numbers(head: VariantHead, clause: VariantClause) -> list[str]:
    """The numbers of the clauses whose rules a clause binds again or drops: the base's, for a choice its variant's."""
    rules = {*flatten(clause.get("use", {})), *clause.get("drop", [])}
    base = f"{head['id']}@{head['edition']}" if clause.get("alternative") else str(head.get("extends", ""))
    numbers = [number for rule, number in bound_rules(base).items() if rule in rules] if base else []
    numbers = [*([str(clause["replaces"])] if clause.get("replaces") else []), *numbers]
    return [number for number in dict.fromkeys(numbers) if number != clause["rule_id"]]


@cache
def bound_rules(name: str) -> dict[str, str]:
    """The rules of a variant with its bases, each with the number of the clause that binds it."""
    return {rule: clause.rule_id for clause in resolve_bases(name)[1] for rule in clause.use}


def changes_of_base(lang: str) -> dict[str, list[tuple[str, str, str]]]:
    """For each number of the base game the clauses of other variants in its place: variant, number, sentence."""
    changes: dict[str, list[tuple[str, str, str]]] = {}
    for variant in variant_ids():
        source = variant_source(variant)
        for clause in source.get("clause", []):
            for number in replaced_numbers(source["variant"], clause):
                entry = (variant, str(clause["rule_id"]), text_of(clause["says"], lang))
                if number.startswith("EG-") and entry not in changes.setdefault(number, []):
                    changes[number].append(entry)
    return changes


@dataclass
class Pair:
    """A clause of each variant on the same matter, None where one has none; `options` are rule options that differ."""

    first: Side | None
    second: Side | None
    options: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Comparison:
    """What differs between two variants, in words: settings, pairs by topic; `shared` are clauses equal in both."""

    settings: list[tuple[str, str, str]]
    pairs: list[tuple[str, list[Pair]]]
    shared: list[tuple[str, list[Side]]]


def compare_variants(first: RuleSet, second: RuleSet, words: Mapping[str, str], lang: str) -> Comparison:
    """Compares two rule-sets for a page; `words` are those of the pages of rules."""
    changes = compare_rulesets(first, second)
    pairs: dict[str, dict[tuple[Side | None, Side | None], Pair]] = {topic: {} for topic in TOPICS}
    entries = [
        *((entry["rule"], entry["first"], entry["second"], entry["options"]) for entry in changes["changed"]),
        *((entry["rule"], entry, None, {}) for entry in changes["only_first"]),
        *((entry["rule"], None, entry, {}) for entry in changes["only_second"]),
    ]
    for rule, one, two, options in entries:
        sides = side_of(one, lang), side_of(two, lang)
        pair = pairs[rule_topic(rule)].setdefault(sides, Pair(*sides))
        pair.options += [
            (f"{rule}.{name}", spoken(values[0], words), spoken(values[1], words)) for name, values in options.items()
        ]
    differing = {rule for rule, *_ in entries}
    shared: dict[str, dict[Side, None]] = {topic: {} for topic in TOPICS}
    for clause in first.clauses:
        if clause["rule"] not in differing and not clause["rule"].startswith("record."):
            shared[rule_topic(clause["rule"])].setdefault((clause["rule_id"], str(text_in(clause["says"], lang))))
    return Comparison(
        settings=[
            (words[f"setting.{key}"], setting_text(key, values[0], lang), setting_text(key, values[1], lang))
            for key, values in changes["setting"].items()
            if f"setting.{key}" in words
        ],
        pairs=[(topic, list(found.values())) for topic, found in pairs.items() if found],
        shared=[(topic, list(found)) for topic, found in shared.items() if found],
    )


def setting_text(key: str, value: str, lang: str) -> str:
    """One side of a setting; borders by the names of their territories."""
    words = value.split()
    if key == "borders":
        places = place_names(lang)
        words = ["–".join(places[code] for code in word.split("-")) for word in words]
    return ", ".join(words) or "–"


def side_of(entry: Mapping[str, Any] | None, lang: str) -> Side | None:
    """The number and the sentence of one side of a difference."""
    return None if entry is None else (str(entry["rule_id"]), str(text_in(entry["says"], lang)))


def rule_topic(rule: str) -> str:
    """The topic of a rule of the judge."""
    return topic_of({"use": {rule: {}}}) or "other"


def spoken(value: Any, words: Mapping[str, str]) -> str:
    """The value of an option in words."""
    if isinstance(value, bool):
        return words["yes"] if value else words["no"]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value) or "–"

"""The clauses of a variant as pages show them: by rule number, with what they replace, their choices and cases."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from plancia_data import case_index, sources, text_in, variant_ids, variant_source
from plancia_replay.rulesets.clauses import flatten, load_variant, resolve_bases
from plancia_replay.rulesets.coverage import coverage_row

BASE_GAME = "eg"


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


def shown_clause(
    source: Mapping[str, Any], clause: Mapping[str, Any], chosen: Collection[str], lang: str
) -> ShownClause:
    """Returns one clause of a variant's source in a language."""
    head, alternative = source["variant"], str(clause.get("alternative", ""))
    row = coverage_row(head["id"], dict(clause), case_index())
    document = str(clause.get("document", ""))
    texts = {key: text_of(clause.get(key), lang) for key in ("says", "reading", "confidence", "silent")}
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


def replaced_numbers(head: Mapping[str, Any], clause: Mapping[str, Any]) -> list[str]:
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

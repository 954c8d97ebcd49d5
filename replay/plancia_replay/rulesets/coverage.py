"""The table of every clause of every document: its rule, its cases, its status."""

from __future__ import annotations

from typing import Literal, TypedDict

from plancia_data import case_index, variant_ids, variant_source
from plancia_data.forms import VariantClause, Words
from plancia_replay.rulesets.clauses import flatten

BASE_VARIANTS = ("eg", "torneo", "firk")
Status = Literal["checked", "choice", "carried", "reason", "hole"]


class ClauseCoverage(TypedDict):
    rule_id: str
    document: str
    line: int
    says: Words
    rule: list[str]
    variant: str
    alternative: str
    cases: list[str]
    status: Status
    reason: Words | None


def documented_variants() -> list[str]:
    """The variants that come from a document, and the base sets, in the order of their documents."""
    with_document = [
        name for name in variant_ids() if variant_source(name)["variant"].get("document", "")[:3].isdigit()
    ]
    return [*sorted(with_document, key=lambda name: variant_source(name)["variant"]["document"]), *BASE_VARIANTS]


def clause_coverage() -> list[ClauseCoverage]:
    """One row per clause: rule_id, document, line, says, rule, variant, alternative, cases, status, reason.

    `status` is "checked" (rules, tried by cases), "choice" (an option that only takes rules away or changes options),
    "carried" (no rule of its own: the reason names where it is judged, and cases of its number try it),
    "reason" (no rule, and the clause says why; `unjudged` where others of its number are judged),
    or "hole". `reason` is None where the clause has rules.
    """
    cases = case_index()
    return [
        coverage_row(name, clause, cases)
        for name in documented_variants()
        for clause in variant_source(name).get("clause", [])
    ]


def coverage_row(variant: str, clause: VariantClause, cases: dict[str, list[str]]) -> ClauseCoverage:
    """The row of one clause."""
    rules = sorted({*flatten(clause.get("use", {})), *flatten(clause.get("cites", {}))})
    folder = f"tests/cases/{variant}/"
    case_paths = [path for path in cases.get(clause["rule_id"], []) if path.startswith(folder)] or cases.get(
        clause["rule_id"], []
    )
    return {
        "rule_id": clause["rule_id"],
        "document": clause.get("document", variant_source(variant)["variant"]["document"]),
        "line": clause.get("line", 0), "says": clause["says"], "rule": rules,
        "variant": f"{variant}@{variant_source(variant)['variant']['edition']}",
        "alternative": clause.get("alternative", ""), "cases": case_paths,
        "status": clause_status(clause, rules, case_paths), "reason": clause.get("silent"),
    }  # fmt: skip


def clause_status(clause: VariantClause, rules: list[str], cases: list[str]) -> Status:
    """The status of a clause, as `clause_coverage` lists it."""
    if rules:
        return "checked" if cases else "hole"
    if clause.get("silent"):
        return "carried" if cases and not clause.get("unjudged") else "reason"
    return "choice" if clause.get("drop") or clause.get("adjust") else "hole"

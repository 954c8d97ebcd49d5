"""The table of every clause of every document: its rule, its cases, its status."""

from __future__ import annotations

from typing import Any

from plancia_data import case_index, variant_ids, variant_source
from plancia_replay.clauses import flatten

BASES = ("eg", "torneo", "firk")


def documented() -> list[str]:
    """The variants that come from a document, and the base sets, in the order of their documents."""
    found = [name for name in variant_ids() if variant_source(name)["variant"].get("document", "")[:3].isdigit()]
    return [*sorted(found, key=lambda name: variant_source(name)["variant"]["document"]), *BASES]


def table() -> list[dict[str, Any]]:
    """One row a clause: rule_id, document, line, says, rule, variant, alternative, cases, status.

    `status` is "checked" (rules, tried by cases), "choice" (an option that only takes rules away or changes options),
    "reason" (no rule, and the clause says why), or "hole".
    """
    cases = case_index()
    return [row(name, clause, cases) for name in documented() for clause in variant_source(name).get("clause", [])]


def row(variant: str, clause: dict[str, Any], cases: dict[str, list[str]]) -> dict[str, Any]:
    """The row of one clause."""
    rules = sorted(flatten(clause.get("use", {})))
    folder = f"tests/cases/{variant}/"
    tried = [path for path in cases.get(clause["rule_id"], []) if path.startswith(folder)] or cases.get(
        clause["rule_id"], []
    )
    return {
        "rule_id": clause["rule_id"],
        "document": clause.get("document", variant_source(variant)["variant"]["document"]),
        "line": clause.get("line", 0),
        "says": clause["says"],
        "rule": rules,
        "variant": f"{variant}@{variant_source(variant)['variant']['edition']}",
        "alternative": clause.get("alternative", ""),
        "cases": tried,
        "status": status(clause, rules, tried),
    }


def status(clause: dict[str, Any], rules: list[str], cases: list[str]) -> str:
    """How far a clause is carried."""
    if rules:
        return "checked" if cases else "hole"
    if clause.get("silent"):
        return "reason"
    return "choice" if clause.get("drop") or clause.get("adjust") else "hole"

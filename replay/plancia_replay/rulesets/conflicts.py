"""Choices that exclude each other (rules.md 2.2): refused when a rule-set is made, with their reason."""

from __future__ import annotations

from typing import Any

from plancia_data import conflicts
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.registry import options_of


def refuse_conflicts(variant: str, clauses: list[dict[str, Any]]) -> None:
    """Raises RuleSetError ("inconsistent") for the first combination of choices that `conflicts.toml` excludes.

    `clauses` are those of a rule-set of this variant text, one for each rule bound (`RuleSet.clauses`).
    """
    options_by_rule = {
        clause["rule"]: {**options_of(clause["rule"]), **clause["use"][clause["rule"]]} for clause in clauses
    }
    names = option_names(variant)
    for entry in conflicts():
        if all(condition[1:] in names if condition.startswith("+") else condition_holds(options_by_rule, condition)
               for condition in entry["all"]):  # fmt: skip
            raise RuleSetError("inconsistent", variant, entry["id"], entry["id"], dict(entry["says"]))


def option_names(spec: str) -> list[str]:
    """The options that a variant text names, without their owners."""
    return [part.strip().rpartition(":")[2] for part in spec.split("+")[1:]]


def refuse_conflicting_options(variant: str, names: list[str]) -> None:
    """Raises RuleSetError for options of one header that exclude each other by name."""
    for entry in conflicts():
        if all(condition.startswith("+") and condition[1:] in names for condition in entry["all"]):
            raise RuleSetError("inconsistent", variant, entry["id"], entry["id"], dict(entry["says"]))


def condition_holds(options_by_rule: dict[str, dict[str, Any]], condition: str) -> bool:
    """One condition on the rules bound: "rule", "!rule", "rule.option=value" or "rule.option>value"."""
    if condition.startswith("!"):
        return not condition_holds(options_by_rule, condition[1:])
    for sign in ("=", ">"):
        if sign in condition:
            name, _, operand = condition.partition(sign)
            rule, _, option = name.rpartition(".")
            if rule not in options_by_rule:
                return False
            value = options_by_rule[rule].get(option)
            if sign == ">":
                return isinstance(value, int) and value > int(operand)
            return str(value).lower() == operand.lower()
    return condition in options_by_rule

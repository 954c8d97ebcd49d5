"""Differences between two rule-sets by clause and option."""

from __future__ import annotations

from typing import Any, TypedDict

from plancia_data.forms import Setting, Words
from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.rulesets.clauses import Options, ResolvedClause
from plancia_replay.rulesets.registry import options_of
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import LAND_CODES

SYMBOLS = ("infantry", "cavalry", "cannon")


class ClauseEntry(TypedDict):
    """A rule with its clause."""

    rule: str
    rule_id: str
    cite: str
    says: Words
    options: Options


class ChangedRule(TypedDict):
    """A rule that both rule-sets have, and the options in which it differs: of the first, of the second."""

    rule: str
    options: dict[str, list[Setting]]
    first: ClauseEntry
    second: ClauseEntry


class RuleSetChanges(TypedDict):
    first: str
    second: str
    setting: dict[str, list[Any]]
    only_first: list[ClauseEntry]
    only_second: list[ClauseEntry]
    changed: list[ChangedRule]


def compare_rulesets(first: RuleSet, second: RuleSet) -> RuleSetChanges:
    """Rules only in one (`only_first`, `only_second`) or with other options (`changed`).

    `setting` tells board, deck and objectives. Record rules are left out: they hold for every game.
    """
    first_clauses, second_clauses = clauses_by_rule(first), clauses_by_rule(second)
    return {
        "first": first.id,
        "second": second.id,
        "setting": setting_differences(first, second),
        "only_first": [clause_entry(first_clauses[name]) for name in first_clauses if name not in second_clauses],
        "only_second": [clause_entry(second_clauses[name]) for name in second_clauses if name not in first_clauses],
        "changed": [
            changed_rule(first_clauses[name], second_clauses[name])
            for name in first_clauses
            if name in second_clauses and options_differ(first_clauses, second_clauses, name)
        ],
    }


def clauses_by_rule(rules: RuleSet) -> dict[str, ResolvedClause]:
    """Maps rule names to their clauses, in the order of the rule-set; without record rules."""
    return {str(clause["rule"]): clause for clause in rules.clauses if not clause["rule"].startswith("record.")}


def clause_options(clause: ResolvedClause) -> Options:
    """All options of a clause's rule, defaults included."""
    return {**options_of(clause["rule"]), **clause["use"][clause["rule"]]}


def options_differ(first: dict[str, ResolvedClause], second: dict[str, ResolvedClause], name: str) -> bool:
    """True if the options of a rule differ."""
    return clause_options(first[name]) != clause_options(second[name])


def clause_entry(clause: ResolvedClause) -> ClauseEntry:
    """A rule with its clause as a difference shows it."""
    return {"rule": clause["rule"], "rule_id": clause["rule_id"], "cite": cite(clause), "says": clause["says"],
            "options": clause_options(clause)}  # fmt: skip


def changed_rule(first: ResolvedClause, second: ResolvedClause) -> ChangedRule:
    """A rule that both have, with the options that differ: option -> [first, second]."""
    first_options, second_options = clause_options(first), clause_options(second)
    return {
        "rule": first["rule"],
        "options": {
            key: [first_options[key], second_options[key]]
            for key in first_options
            if first_options[key] != second_options[key]
        },
        "first": clause_entry(first),
        "second": clause_entry(second),
    }


def setting_differences(first: RuleSet, second: RuleSet) -> dict[str, list[str]]:
    """Differences in board, deck and objectives: their names, then the members that only one side has."""
    first_names, second_names = setting_names(first), setting_names(second)
    differences = {
        key: [first_names[key], second_names[key]] for key in first_names if first_names[key] != second_names[key]
    }
    for key, parts in (
        ("borders", border_codes),
        ("incomes", continent_incomes),
        ("cards", card_symbols),
        ("goals", objective_territories),
    ):
        first_values, second_values = parts(first), parts(second)
        if first_values != second_values:
            differences[key] = [only_in_first(first_values, second_values), only_in_first(second_values, first_values)]
    return differences


def only_in_first(first: dict[str, object], second: dict[str, object]) -> str:
    """The members that the second lacks or has with another value, as `name` or `name=value`."""
    return " ".join(
        f"{name}={value}" if isinstance(value, int | str) else name
        for name, value in first.items() if name not in second or second[name] != value
    )  # fmt: skip


def setting_names(rules: RuleSet) -> dict[str, str]:
    """Board, deck and list of objectives of a rule-set."""
    content = rules.content
    return {"board": content["board"]["id"], "deck": content["deck"]["id"], "objectives": content["goals_id"]}


def border_codes(rules: RuleSet) -> dict[str, object]:
    """The borders of the board, such as "EGI-MEO"."""
    return {f"{LAND_CODES[source]}-{LAND_CODES[target]}": None for source, target in rules.content["board"]["borders"]}


def continent_incomes(rules: RuleSet) -> dict[str, object]:
    """The income of every continent."""
    plan = rules.content["board"]
    return dict(zip(plan["continents"], plan["incomes"], strict=True))


def card_symbols(rules: RuleSet) -> dict[str, object]:
    """The symbol on every card, and the number of jollies."""
    deck = rules.content["deck"]
    symbols = {LAND_CODES[land]: SYMBOLS[symbol] for land, symbol in enumerate(deck["symbols"])}
    return {**symbols, "jolly": deck["jolly"]}


def objective_territories(rules: RuleSet) -> dict[str, object]:
    """The territories of every objective."""
    return {name: sorted(lands) for name, lands in rules.content["goals"].items()}

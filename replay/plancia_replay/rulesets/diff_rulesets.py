"""Two rule-sets clause by clause: what only one has, and what both have with other options."""

from __future__ import annotations

from typing import Any

from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.rulesets.registry import options_of
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import LAND_CODES

SYMBOLS = ("infantry", "cavalry", "cannon")


def difference(one: RuleSet, other: RuleSet) -> dict[str, Any]:
    """Rules only in one (`only_first`, `only_second`) or with other options (`changed`).

    `setting` tells board, deck and objectives. Record rules are left out: they hold for every game.
    """
    left, right = clauses_by_rule(one), clauses_by_rule(other)
    return {
        "first": one.id,
        "second": other.id,
        "setting": setting(one, other),
        "only_first": [entry(left[name]) for name in left if name not in right],
        "only_second": [entry(right[name]) for name in right if name not in left],
        "changed": [changed(left[name], right[name]) for name in left if name in right and differ(left, right, name)],
    }


def clauses_by_rule(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """Maps rule names to their clauses, in the order of the rule-set; without record rules."""
    return {str(clause["rule"]): clause for clause in rules.clauses if not clause["rule"].startswith("record.")}


def options(clause: dict[str, Any]) -> dict[str, Any]:
    """All options of a clause's rule, defaults included."""
    return {**options_of(clause["rule"]), **clause["use"][clause["rule"]]}


def differ(left: dict[str, dict[str, Any]], right: dict[str, dict[str, Any]], name: str) -> bool:
    """True if the options of a rule differ."""
    return options(left[name]) != options(right[name])


def entry(clause: dict[str, Any]) -> dict[str, Any]:
    """A rule with its clause as a difference shows it."""
    return {"rule": clause["rule"], "rule_id": clause["rule_id"], "cite": cite(clause), "says": clause["says"],
            "options": options(clause)}  # fmt: skip


def changed(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """A rule that both have, with the options that differ: option -> [first, second]."""
    mine, yours = options(left), options(right)
    return {
        "rule": left["rule"],
        "options": {key: [mine[key], yours[key]] for key in mine if mine[key] != yours[key]},
        "first": entry(left),
        "second": entry(right),
    }


def setting(one: RuleSet, other: RuleSet) -> dict[str, list[str]]:
    """What differs in board, deck and objectives: their names, then what one side alone has in them."""
    left, right = names(one), names(other)
    found = {key: [left[key], right[key]] for key in left if left[key] != right[key]}
    for key, parts in (("borders", borders), ("incomes", incomes), ("cards", cards), ("goals", goals)):
        mine, yours = parts(one), parts(other)
        if mine != yours:
            found[key] = [alone(mine, yours), alone(yours, mine)]
    return found


def alone(these: dict[str, object], those: dict[str, object]) -> str:
    """What the first has and the second has not, or has otherwise; with its value where that is short."""
    return " ".join(
        f"{name}={value}" if isinstance(value, int | str) else name
        for name, value in these.items() if name not in those or those[name] != value
    )  # fmt: skip


def names(rules: RuleSet) -> dict[str, str]:
    """Board, deck and list of objectives of a rule-set."""
    content = rules.content
    return {"board": content["board"]["id"], "deck": content["deck"]["id"], "objectives": content["goals_id"]}


def borders(rules: RuleSet) -> dict[str, object]:
    """The borders of the board, such as "EGI-MEO"."""
    return {f"{LAND_CODES[one]}-{LAND_CODES[two]}": None for one, two in rules.content["board"]["borders"]}


def incomes(rules: RuleSet) -> dict[str, object]:
    """The income of every continent."""
    plan = rules.content["board"]
    return dict(zip(plan["continents"], plan["incomes"], strict=True))


def cards(rules: RuleSet) -> dict[str, object]:
    """The symbol on every card, and the number of jollies."""
    found = rules.content["deck"]
    printed = {LAND_CODES[land]: SYMBOLS[symbol] for land, symbol in enumerate(found["symbols"])}
    return {**printed, "jolly": found["jolly"]}


def goals(rules: RuleSet) -> dict[str, object]:
    """The territories of every objective."""
    return {name: sorted(lands) for name, lands in rules.content["goals"].items()}

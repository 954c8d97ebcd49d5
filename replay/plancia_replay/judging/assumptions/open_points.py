"""What a rule-set supposes where its document is silent, and how a clause is cited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_data import board, citation, source_page, text_in
from plancia_events.ops import OVER_END_ROLL
from plancia_replay.rulesets.registry import options_of, rule_classes

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet


LEFT_OVER = "cards.by_hand_size.leftover"
LIST = "objective.listed"  # supposed is the list by its name, as the rule has no options
EXCHANGES = ("cards.set_value", "cards.by_hand_size", "cards.any_three", "cards.no_territory_bonus",
             "cards.territory_bonus")  # fmt: skip


def cite(clause: dict[str, Any]) -> str:
    """File name and line of a clause's document; of a base rule, its page at the clause's number."""
    return citation(str(clause["document"]), clause["line"], clause["rule_id"])


def page_of(clause: dict[str, Any]) -> str:
    """The page of the project that says what the cited place says, for readers who want to open it."""
    return source_page(str(clause["document"]), clause["line"] or clause["rule_id"])


def reading_of(clause: dict[str, Any], verdict: str, facts: dict[str, Any], lang: str) -> str:
    """How the doubtful text was understood that a finding hangs on, and what else it could mean; else empty.

    What is assumed, or only a warning, hangs on the reading of its clause; what is illegal where the clause says so
    (`read_for`).
    """
    found = clause.get("reading", "")
    named = (clause["rule"], f"{clause['rule']}.{facts.get('wording')}")
    if verdict not in ("assumed", "warning") and not any(name in clause.get("read_for", []) for name in named):
        return ""
    return text_in(found, lang) if isinstance(found, dict) else str(found)


def rests_on(rules: RuleSet, clause: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """What a finding supposes because the document leaves it open: parameter -> value; empty where nothing.

    A finding that says on which `option` of its rule it was decided rests on no other; one that says that it `rests`
    on another rule rests on that and not on its own, also where its own is open as a whole ("": on none). One may hang
    on options of other rules or on the "sets" (`hangs_on`: names, all of which have to be supposed). An end by closing
    throws rests on what is supposed of when they are thrown, what comes after it (`ended_by`) also on their threshold,
    and a number of armies that differs only by what the sets were counted for (`by_sets`) on the values of the sets.
    """
    found: dict[str, Any] = {}
    for name in clause.get("open", []) if "rests" not in facts else []:
        rule, _, option = name.rpartition(".")
        if rule == clause["rule"] and option in rule_classes()[rule].READINGS:
            continue  # every other reading is known and tried by itself
        if name == clause["rule"] or (rule == clause["rule"] and option == facts.get("option", option)):
            found[name] = rules.content["goals_id"] if name == LIST else value_of(clause, name)
    if {facts.get("source"), facts.get("target")} == {"MEO", "EGI"} and clause["rule"].endswith(".adjacent"):
        found.update(board_supposed(rules))
    if facts.get("reason") == OVER_END_ROLL and clause["rule"] == "record.end":
        found.update(of_rule(rules, "end_roll.due", {"option": "from_round"}))
    if facts.get("ended_by") == OVER_END_ROLL:
        found.update(of_rule(rules, "end_roll.due", {"option": "from_round"}))
        found.update(of_rule(rules, "end_roll.threshold", {}))
    if facts.get("by_sets"):
        found.update(of_sets(rules, facts))
    if facts.get("rests"):
        found.update(of_rule(rules, str(facts["rests"]), {}))
    names = str(facts.get("hangs_on", "")).split()
    parts = [of_sets(rules, facts) if name == "sets" else of_option(rules, name) for name in names]
    for part in parts if all(parts) else []:
        found.update(part)
    if clause["rule"] == "record.score":
        for term in rules.terms.get("score", []):
            found.update(rests_on(rules, rules.clauses[term.index], {}))
    return found


def missing_border(rules: RuleSet, clause: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """The stage of a finding about two territories which border each other on the base board, but not on this one."""
    if not clause["rule"].endswith(".adjacent") or rules.content["board"]["id"] == "eg":
        return {}
    base = board("eg")
    pair = {base.codes.index(code) for code in (facts.get("source"), facts.get("target")) if code in base.codes}
    return {"stage": "no-border"} if tuple(sorted(pair)) in base.borders else {}


def settled_by_header(rules: RuleSet, facts: dict[str, Any]) -> bool:
    """Has the header set every option that a rule names by which it only assumes its finding (`supposes`)?"""
    names = str(facts.get("supposes", "")).split()
    return bool(names) and all(name in rules.content["options"] for name in names)


def named_options(rules: RuleSet, facts: dict[str, Any]) -> dict[str, Any]:
    """What a rule that only assumes its finding names as supposed (`supposes`: names of options) -> value."""
    found: dict[str, Any] = {}
    for name in str(facts.get("supposes", "")).split():
        clause = next((clause for clause in rules.clauses if clause["rule"] == name.rpartition(".")[0]), None)
        if clause is not None:
            found[name] = value_of(clause, name)
    return found


def of_rule(rules: RuleSet, name: str, facts: dict[str, Any]) -> dict[str, Any]:
    """What a finding of another rule would suppose; empty where that rule is not in play."""
    found: dict[str, Any] = {}
    for clause in rules.clauses:
        if clause["rule"] == name:
            found.update(rests_on(rules, clause, facts))
    return found


def of_sets(rules: RuleSet, facts: dict[str, Any]) -> dict[str, Any]:
    """What is supposed of the values of the sets; of cards left over only where such were counted (`left_over`)."""
    found: dict[str, Any] = {}
    for name in EXCHANGES:
        found.update(of_rule(rules, name, {}))
    if not facts.get("left_over"):
        found.pop(LEFT_OVER, None)
    return found


def of_option(rules: RuleSet, name: str) -> dict[str, Any]:
    """An option "RULE.OPTION", or a whole "RULE", with its value, where it is supposed."""
    rule, _, option = name.rpartition(".")
    return of_rule(rules, rule, {"option": option}) or of_rule(rules, name, {})


def board_supposed(rules: RuleSet) -> dict[str, Any]:
    """The board, where the rule-set supposes it; empty where the document or the header says it."""
    return {a["parameter"]: a["value"] for a in assumptions(rules) if a["parameter"] == "board"}


def value_of(clause: dict[str, Any], name: str) -> Any:
    """The value supposed for an open parameter: the option given, else the rule's default, else all its options."""
    rule, _, option = name.rpartition(".")
    if name in clause["use"]:
        return {**options_of(name), **clause["use"][name]}
    return clause["use"].get(rule, {}).get(option, options_of(rule).get(option) if rule in clause["use"] else None)


def assumptions(rules: RuleSet) -> list[dict[str, Any]]:
    """Everything that the rule-set supposes where its document is silent and the header did not say."""
    found = []
    for clause in rules.content["clauses"]:
        for name in clause.get("open", []):
            named = {"board": rules.content["board"]["id"], "objectives": rules.content["goals_id"]}
            value = named.get("objectives" if name == LIST else name) or value_of(clause, name)
            found.append({"parameter": name, "value": value, "rule_id": clause["rule_id"], "cite": cite(clause)})
    return found

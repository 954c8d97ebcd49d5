"""What a rule-set supposes where its document is silent, and how a clause is cited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_data import board, citation, open_border, source_page, text_in
from plancia_replay.rulesets.registry import options_of, rule_classes

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet


def cite(clause: dict[str, Any]) -> str:
    """File name and line of a clause's document; of a base rule, its page at the clause's number."""
    return citation(str(clause["document"]), clause["line"], clause["rule_id"])


def page_of(clause: dict[str, Any]) -> str:
    """The project's page on the place cited, for readers who want to open it."""
    return source_page(str(clause["document"]), clause["line"] or clause["rule_id"])


def reading_of(clause: dict[str, Any], verdict: str, facts: dict[str, Any], lang: str) -> str:
    """How the doubtful text behind a finding was understood, and what else it could mean; empty where none is doubtful.

    What is assumed, or only a warning, depends on the reading of its clause; what is illegal where the clause says so
    (`read_for`).
    """
    found = clause.get("reading", "")
    named = (clause["rule"], f"{clause['rule']}.{facts.get('wording')}")
    if verdict not in ("assumed", "warning") and not any(name in clause.get("read_for", []) for name in named):
        return ""
    return text_in(found, lang) if isinstance(found, dict) else str(found)


def rests_on(rules: RuleSet, clause: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """What a finding supposes because the document leaves it open: parameter -> value; empty where nothing.

    A finding that names the `option` of its rule on which it was decided rests on no other. One that `rests` on another
    rule rests on that and not on its own, also where its own is open as a whole ("": on none). One may depend on
    options of other rules or on the "sets" (`hangs_on`: names, all of which have to be supposed), or on any of some
    (`also`: names, each where it is supposed). `by_sets`: it differs only by what the sets were counted for;
    `by_scores`: it compares scores, so it rests on what the terms of the score rest on.
    """
    found: dict[str, Any] = {}
    for name in clause.get("open", []) if "rests" not in facts else []:
        rule, _, option = name.rpartition(".")
        if rule == clause["rule"] and option in rule_classes()[rule].READINGS:
            continue  # every other reading is known and tried by itself
        if name == clause["rule"] or (rule == clause["rule"] and option == facts.get("option", option)):
            found[name] = supposed_value(rules, clause, name)
    if rule_classes()[clause["rule"]].NEEDS_BORDER and {facts.get("source"), facts.get("target")} == set(open_border()):
        found.update(board_supposed(rules))
    for name in str(facts.get("also", "")).split():
        found.update(of_option(rules, name))
    if facts.get("by_sets"):
        found.update(of_sets(rules, facts))
    if facts.get("rests"):
        found.update(of_rule(rules, str(facts["rests"]), {}))
    names = str(facts.get("hangs_on", "")).split()
    parts = [of_sets(rules, facts) if name == "sets" else of_option(rules, name) for name in names]
    for part in parts if all(parts) else []:
        found.update(part)
    if facts.get("by_scores"):
        for term in rules.terms.get("score", []):
            found.update(rests_on(rules, rules.clauses[term.index], {}))
    return found


def missing_border(rules: RuleSet, facts: dict[str, Any]) -> dict[str, Any]:
    """The stage of a finding about two territories which border each other on the base board, but not on this one."""
    if rules.content["board"]["id"] == "eg":
        return {}
    base = board("eg")
    pair = {base.codes.index(code) for code in (facts.get("source"), facts.get("target")) if code in base.codes}
    return {"stage": "no-border"} if tuple(sorted(pair)) in base.borders else {}


def settled_by_header(rules: RuleSet, facts: dict[str, Any]) -> bool:
    """True if the header sets every option by which a rule only assumes its finding (`supposes`)."""
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
    for clause in rules.clauses:
        kind = rule_classes()[clause["rule"]]
        if kind.COUNTS_SETS:
            found.update(rests_on(rules, clause, {}))
            for option in [] if facts.get("left_over") else kind.LEFTOVER_OPTIONS:
                found.pop(f"{kind.NAME}.{option}", None)
    return found


def of_option(rules: RuleSet, name: str) -> dict[str, Any]:
    """An option "RULE.OPTION", or a whole "RULE", with its value, where it is supposed."""
    rule, _, option = name.rpartition(".")
    return of_rule(rules, rule, {"option": option}) or of_rule(rules, name, {})


def board_supposed(rules: RuleSet) -> dict[str, Any]:
    """The board, where the rule-set supposes it; empty where the document or the header says it."""
    return {a["parameter"]: a["value"] for a in assumptions(rules) if a["parameter"] == "board"}


def supposed_value(rules: RuleSet, clause: dict[str, Any], name: str) -> Any:
    """What is supposed of an open parameter: a part of the rule-set's content (`Rule.VALUE`), else a rule's option."""
    if name == "board":
        return rules.content["board"]["id"]
    kind = rule_classes().get(name)
    part = "goals_id" if name == "objectives" else kind.VALUE if kind else ""
    return (rules.content[part] if part else "") or value_of(clause, name)


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
            value = supposed_value(rules, clause, name)
            found.append({"parameter": name, "value": value, "rule_id": clause["rule_id"], "cite": cite(clause)})
    return found

"""Assumptions of a rule-set on the open points of its document, and citations of clauses."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from plancia_data import board, citation, open_border, text_in, variant_ids
from plancia_replay.judging.forms import Assumption
from plancia_replay.rulesets.clauses import (
    Options,
    ResolvedClause,
    load_variant,
    newest_clauses,
    read_clauses,
    reading_words,
)
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.fact_values import Assumed, Facts

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet


def cite(clause: ResolvedClause) -> str:
    """File name and line of a clause's document; of a base rule, its page at the clause's number."""
    return citation(str(clause["document"]), clause["line"], clause["rule_id"])


def clause_reading(clause: ResolvedClause, verdict: str, facts: Facts, lang: str) -> str:
    """The reading of the doubtful text behind a finding, and its alternatives; empty if the text is not doubtful.

    What is assumed, or only a warning, depends on the reading of its clause; what is illegal where the clause says so
    (`read_for`, `told_for`), or its rule at this stage (`Rule.READ_AT`).
    """
    reading = reading_words(clause)
    names = (clause["rule"], f"{clause['rule']}.{facts.get('wording')}")
    is_read = any(name in clause.get("read_for", []) or name in told_for(clause) for name in names)
    if rule_class := rule_classes().get(clause["rule"]):
        is_read = is_read or facts.get("stage") in rule_class.READ_AT
    if verdict not in ("assumed", "warning") and not is_read:
        return ""
    text = text_in(reading, lang) if reading else ""
    return "; ".join(
        part for number, part in enumerate(reading_parts(text), 1) if bears_on(clause, verdict, facts, number)
    )


def reading_parts(text: str) -> list[str]:
    """The statements of a reading, which semicolons part; one within brackets belongs to its statement."""
    return re.split(r"; (?![^()]*\))", text)


def count_parts(reading: Any) -> int:
    """How many statements a reading has."""
    return len(reading_parts(text_in(reading, "en") if isinstance(reading, dict) else str(reading or "")))


def bears_on(clause: ResolvedClause, verdict: str, facts: Facts, part: int) -> bool:
    """True where a part of the clause's reading bears on a finding (`Clause.bears`), or the clause does not say.

    What supposes something has the parts of that (a whole rule under `RULE=true`); else the closest name of the finding
    counts. The newest edition speaks for a clause that has the same reading, or one of as many parts.
    """
    found = sorted(newest_clauses(clause), key=lambda newest: newest.reading != clause.get("reading"))
    count = count_parts(clause.get("reading"))
    bears = next((newest.bears for newest in found if count_parts(newest.reading) == count), {})
    assumes = [f"{name}=true" if name in rule_classes() else name for name in facts.get("assumes") or {}]
    supposed = [bears[name] for name in assumes if name in bears]
    rule = clause["rule"]
    names = (*(f"{rule}.{word}" for word in (facts.get("wording"), facts.get("stage"), verdict)), rule)
    told = [bears[name] for name in names if name in bears]
    return any(part in parts for parts in supposed or told[:1]) or not (supposed or told)


def finding_assumptions(rules: RuleSet, clause: ResolvedClause, facts: Facts) -> Assumed:
    """The assumptions of a finding on open points of the document: parameter -> value; empty for none.

    A finding that names the `option` of its rule on which it was decided rests on no other. One that `rests` on another
    rule rests on that and not on its own, also where its own is open as a whole ("": on none). One may depend on
    options of other rules or on the "sets" (`hangs_on`: names, all of which have to be supposed), or on any of some
    (`also`: names, each where it is supposed). `by_sets`: it differs only by what the sets were counted for;
    `by_scores`: it compares scores, so it rests on what the terms of the score rest on.
    """
    assumed: Assumed = {}
    for name in open_names(rules, clause) if "rests" not in facts else []:
        rule, _, option = name.rpartition(".")
        if name in left_open(rules, clause) or (rule == clause["rule"] and option in rule_classes()[rule].READINGS):
            continue  # every other reading is known and tried by itself
        if name == clause["rule"] or (rule == clause["rule"] and option == facts.get("option", option)):
            assumed[name] = assumed_value(rules, clause, name)
    if rule_classes()[clause["rule"]].REPORTS_MISSING_BORDER and {facts.get("source"), facts.get("target")} == set(
        open_border()
    ):
        assumed.update(board_assumption(rules))
    for name in str(facts.get("also", "")).split():
        assumed.update(option_assumptions(rules, name))
    if facts.get("by_sets"):
        assumed.update(set_assumptions(rules, facts))
    if facts.get("rests"):
        assumed.update(rule_assumptions(rules, str(facts["rests"]), {}))
    names = str(facts.get("hangs_on", "")).split()
    assumption_groups = [
        set_assumptions(rules, facts) if name == "sets" else option_assumptions(rules, name) for name in names
    ]
    for group in assumption_groups if all(assumption_groups) else []:
        assumed.update(group)
    if facts.get("by_scores"):
        for term in rules.terms.get("score", []):
            assumed.update(finding_assumptions(rules, rules.clauses[term.index], {}))
    return assumed


def missing_border_stage(rules: RuleSet, facts: Facts) -> Facts:
    """The stage of a finding about two territories which border each other on the base board, but not on this one."""
    if rules.content["board"]["id"] == "eg":
        return {}
    base_board = board("eg")
    pair = {
        base_board.codes.index(code) for code in (facts.get("source"), facts.get("target")) if code in base_board.codes
    }
    return {"stage": "no-border"} if tuple(sorted(pair)) in base_board.borders else {}


def is_settled_by_header(rules: RuleSet, facts: Facts) -> bool:
    """True if the header sets every option by which a rule only assumes its finding (`supposes`)."""
    names = str(facts.get("supposes", "")).split()
    return bool(names) and all(name in rules.content["options"] for name in names)


def named_options(rules: RuleSet, facts: Facts) -> Assumed:
    """The options on which a rule that only assumes its finding depends (`supposes`): name -> value."""
    options: Assumed = {}
    for name in str(facts.get("supposes", "")).split():
        clause = next((clause for clause in rules.clauses if clause["rule"] == name.rpartition(".")[0]), None)
        if clause is not None:
            options[name] = option_value(clause, name)
    return options


def rule_assumptions(rules: RuleSet, name: str, facts: Facts) -> Assumed:
    """The assumptions of a finding of another rule; empty if that rule is not in play."""
    assumed: Assumed = {}
    for clause in rules.clauses:
        if clause["rule"] == name:
            assumed.update(finding_assumptions(rules, clause, facts))
    return assumed


def set_assumptions(rules: RuleSet, facts: Facts) -> Assumed:
    """The assumptions on the values of sets; those on leftover cards only if such were counted (`left_over`)."""
    assumed: Assumed = {}
    for clause in rules.clauses:
        rule_class = rule_classes()[clause["rule"]]
        if rule_class.COUNTS_SETS:
            assumed.update(finding_assumptions(rules, clause, {}))
            for option in [] if facts.get("left_over") else rule_class.LEFTOVER_OPTIONS:
                assumed.pop(f"{rule_class.NAME}.{option}", None)
    return assumed


def option_assumptions(rules: RuleSet, name: str) -> Assumed:
    """An option "RULE.OPTION", or a whole "RULE", with its value if it is assumed; else empty."""
    rule, _, option = name.rpartition(".")
    return rule_assumptions(rules, rule, {"option": option}) or rule_assumptions(rules, name, {})


def board_assumption(rules: RuleSet) -> Assumed:
    """The board if the rule-set assumes it; empty if the document or the header states it."""
    return {a["parameter"]: a["value"] for a in assumptions(rules) if a["parameter"] == "board"}


def assumed_value(rules: RuleSet, clause: ResolvedClause, name: str) -> Any:
    """The assumed value of an open parameter: a part of the rule-set's content (`Rule.VALUE`), else an option."""
    if name == "board":
        return rules.content["board"]["id"]
    rule_class = rule_classes().get(name)
    if rule_class and rule_class.IN_DOUBT_WHOLE:
        return True
    part = "goals_id" if name == "objectives" else rule_class.ASSUMED_PART if rule_class else ""
    return rules.content.get(part) or option_value(clause, name)


def option_value(clause: ResolvedClause, name: str) -> Any:
    """The assumed value of an open parameter: the clause's option, else the rule's default, else all its options."""
    rule, _, option = name.rpartition(".")
    if name in clause["use"]:
        return {**options_of(name), **clause["use"][name]}
    return clause["use"].get(rule, {}).get(option, options_of(rule).get(option) if rule in clause["use"] else None)


def open_names(rules: RuleSet, clause: ResolvedClause) -> list[str]:
    """The parameters of a clause that its document leaves open, as far as the header does not set them.

    They are those that the clause names, and those that its reading leaves open (`left_open`, D-176).
    """
    named = list(clause.get("open", []))
    if left := left_open(rules, clause):
        set_by_header = rules.content.get("options", {})
        named += [name for name in left if name not in set_by_header and name not in named]
    return named


def left_open(rules: RuleSet, clause: ResolvedClause) -> Options:
    """The options of a clause that its reading leaves open, with the value of the other reading (`Clause.left_open`).

    They are those of the newest edition, also for a rule-set that was stored before. A variant leaves open options of
    its bases too.
    """
    found = {name: value for newest in newest_clauses(clause) for name, value in newest.left_open.items()}
    variant = rules.id.partition("@")[0]
    if str(clause["variant"]).partition("@")[0] != variant:
        found.update(opened_in_bases(variant))
    return {name: value for name, value in found.items() if name.rpartition(".")[0] in clause["use"]} if found else {}


def told_for(clause: ResolvedClause) -> list[str]:
    """The rules, or "RULE.WORDING", with whose findings the newest edition tells the clause's reading."""
    return [name for newest in newest_clauses(clause) for name in newest.told_for]


@cache
def opened_in_bases(variant: str) -> Options:
    """What the main clauses of a variant's newest edition leave open in rules that its bases bind."""
    clauses = read_clauses(load_variant(variant)[0]) if variant in variant_ids() else []
    return {
        name: value
        for clause in clauses
        for name, value in ({} if clause.alternative else clause.left_open).items()
        if name.rpartition(".")[0] not in clause.use
    }


def score_assumptions(rules: RuleSet) -> list[Assumption]:
    """Those of the assumptions that points hang on: the board, and readings of what counts or breaks a tie."""
    counted = {
        rules.clauses[term.index]["rule"] for name in ("score", "tiebreak") for term in rules.terms.get(name, [])
    }
    return [
        entry
        for entry in assumptions(rules)
        if entry["parameter"] == "board" or entry["parameter"].rpartition(".")[0] in counted
    ]


def assumptions(rules: RuleSet) -> list[Assumption]:
    """All assumptions of the rule-set on points that neither its document nor the header settles."""
    if rules.open_points is None:
        rules.open_points = [
            {"parameter": one, "value": assumed_value(rules, at, one), "rule_id": at["rule_id"], "cite": cite(at)}
            for at in rules.content["clauses"]
            for one in open_names(rules, at)
        ]
    return [point.copy() for point in rules.open_points]

"""Scores and winners under other readings that a document leaves open: another border, classes that add up, ties."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

from plancia_data import board, open_border
from plancia_data.forms import RuleUse
from plancia_replay.judging.assumptions.open_points import assumptions, open_names, option_value
from plancia_replay.judging.scores import compute_scores
from plancia_replay.judging.winner import determine_end, possible_winners
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.clauses import ResolvedClause, StoredRules
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import Assumed

Change = tuple[str, Any]


def open_choices(rules: RuleSet) -> list[list[Change]]:
    """Each open point that affects scores: its parameter with every possible value, the assumed one first."""
    choices: list[list[Change]] = []
    if any(entry["parameter"] == "board" for entry in assumptions(rules)):
        choices.append([("board", rules.content["board"]["id"]), ("board", "other border")])
    for term in [*rules.terms.get("score", []), *rules.terms.get("tiebreak", [])]:
        clause = rules.clauses[term.index]
        for name in open_names(rules, clause):
            rule, _, option = name.rpartition(".")
            readings = rule_classes()[rule].READINGS.get(option, ()) if rule == clause["rule"] else ()
            if readings:
                assumed = option_value(clause, name)
                choices.append([(name, assumed), *((name, value) for value in readings if value != assumed)])
    return choices


def with_change(content: StoredRules, change: Change) -> StoredRules:
    """Copy of a rule-set's content with one open point changed to another reading."""
    name, value = change
    if name == "board":
        borders = content["board"]["borders"]
        open_pair = sorted(board("eg").index(code) for code in open_border())
        other_borders = [pair for pair in borders if sorted(pair) != open_pair]
        new_borders = [*other_borders, open_pair] if other_borders == borders else other_borders
        return {**content, "board": {**content["board"], "borders": new_borders}}
    rule, _, option = name.rpartition(".")
    clauses: list[ResolvedClause] = []
    for clause in content["clauses"]:
        use = clause["use"]
        changed: RuleUse = {**use, rule: {**use[rule], option: value}} if rule in use else use
        clauses.append({**clause, "use": changed})
    return {**content, "clauses": clauses}


def alternatives(rules: RuleSet) -> Iterator[tuple[Assumed, RuleSet]]:
    """Yields (values assumed by `rules`, rule-set) for every other reading of the open points."""
    choices = open_choices(rules)
    for combination in product(*choices):
        assumed: Assumed = {}
        content = rules.content
        for choice, change in zip(choices, combination, strict=True):
            if change != choice[0]:
                assumed[choice[0][0]] = choice[0][1]
                content = with_change(content, change)
        if assumed:
            yield assumed, RuleSet.from_resolved(content)


@contextmanager
def scoring_under(table: Table, rules: RuleSet) -> Iterator[None]:
    """Scores a table by the rules and board of another rule-set within the `with` block; restores its own on exit."""
    previous = table.board, table.score_terms, table.tie_terms
    set_scoring(table, rules.plan, rules.terms.get("score", []), rules.terms.get("tiebreak", []))
    try:
        yield
    finally:
        set_scoring(table, *previous)


def set_scoring(table: Table, plan: Any, score_terms: list[Rule], tie_terms: list[Rule]) -> None:
    """Replaces the board and the scoring terms of a table; armies and owners stay."""
    table.board = plan
    table.adjacent = plan.adjacent
    table.neighbours = plan.neighbours
    table.degree = plan.degree
    table.continent_of = plan.continent_of
    table.score_terms = score_terms
    table.tie_terms = tie_terms


def finding_reading(rules: RuleSet, table: Table, index: int) -> Assumed:
    """Values these rules assume where a rule about scores (`Rule.ABOUT_SCORES`) has no finding under another reading.

    The table stands before the current event. Empty where every reading finds the same.
    """
    for assumed, other_rules in alternatives(rules):
        with scoring_under(table, other_rules):
            if other_rules.rules[index].check(table) == 0:
                return assumed
    return {}


def score_reading(rules: RuleSet, table: Table, colour: int, half: int) -> Assumed:
    """Values these rules assume where another reading gives exactly this score in half points; empty for none."""
    for assumed, other_rules in alternatives(rules):
        with scoring_under(table, other_rules):
            if table.total(other_rules.terms["score"], colour) == half:
                return assumed
    return {}


def winner_reading(rules: RuleSet, table: Table, letter: str) -> Assumed:
    """Values these rules assume where this colour wins by points under another reading or is level; else empty."""
    for assumed, other_rules in alternatives(rules):
        with scoring_under(table, other_rules):
            if letter in winners_under(other_rules, table):
                return assumed
    return {}


def winners_under(rules: RuleSet, table: Table) -> list[str]:
    """Letters of the winners under these rules, or of the players level for first; empty where it cannot be decided."""
    scores = compute_scores(rules, table)
    return possible_winners(rules, table, scores, determine_end(rules, table, scores))

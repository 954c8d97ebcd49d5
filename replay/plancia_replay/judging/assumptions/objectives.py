"""Replay of a game with the objectives of the other source, where the sources of a list disagree."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_replay.judging.prepare import PackedGame
from plancia_replay.judging.replay import run_kernel
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import Assumed


@dataclass(frozen=True)
class OtherListReplay:
    """The same game under the other source's objectives: its rules, its table at the end, what is illegal there.

    `illegal` has (event, place of the rule in the rule-set); the places are the same in both rule-sets.
    """

    rules: RuleSet
    table: Table
    illegal: set[tuple[int, int]]


def holds_disputed_objective(rules: RuleSet, table: Table) -> bool:
    """True if a player holds an objective on which the sources of the list disagree."""
    disputed = rules.content.get("goals_other") or {}
    return any(word >= 0 and table.words[word] in disputed for word in table.goal_word)


def replay_other_list(rules: RuleSet, prepared: PackedGame) -> OtherListReplay | None:
    """The game replayed with the other source's objectives; None where the sources agree."""
    other_rules = rules.with_other_objectives()
    if other_rules is None:
        return None
    table = prepared.table(other_rules)
    run_kernel(other_rules, table, prepared, len(prepared.numbers))
    illegal = {(number, index) for number, index, code in table.found if code == ILLEGAL}
    return OtherListReplay(other_rules, table, illegal)


def objective_list_assumption(rules: RuleSet) -> Assumed:
    """The assumption of a finding that depends on the list of objectives: parameter -> value."""
    return {"objectives": rules.content["goals_id"]}

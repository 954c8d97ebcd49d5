"""A game under the other source's objectives, where the sources of a list disagree on one that somebody holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_replay.judging.prepare import Prepared
from plancia_replay.judging.replay import run
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet


@dataclass(frozen=True)
class Otherwise:
    """The same game under the other source's objectives: its rules, its table at the end, what is illegal there.

    `illegal` has (event, place of the rule in the rule-set); the places are the same in both rule-sets.
    """

    rules: RuleSet
    table: Table
    illegal: set[tuple[int, int]]


def in_doubt(rules: RuleSet, table: Table) -> RuleSet | None:
    """The rules with the other source's objectives, where somebody holds one on which the sources disagree."""
    other = rules.otherwise()
    if other is None:
        return None
    doubtful = rules.content["goals_other"]
    held = any(word >= 0 and table.words[word] in doubtful for word in table.goal_word)
    return other if held else None


def read_otherwise(rules: RuleSet, prepared: Prepared, table: Table) -> Otherwise | None:
    """The game replayed with the other list; None where nothing in it can hang on that."""
    there = in_doubt(rules, table)
    if there is None:
        return None
    played = prepared.table(there)
    run(there, played, prepared, len(prepared.numbers))
    return Otherwise(there, played, {(number, index) for number, index, code in played.found if code == ILLEGAL})


def list_supposed(rules: RuleSet) -> dict[str, Any]:
    """The list of objectives, as a finding that hangs on it says what it supposes."""
    return {"objectives": rules.content["goals_id"]}

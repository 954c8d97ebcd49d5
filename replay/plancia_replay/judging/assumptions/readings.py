"""Replays of a game under the other readings that clauses leave open: what is illegal only under one is assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from plancia_replay.judging.assumptions.alternatives import with_change
from plancia_replay.judging.assumptions.open_points import left_open, open_names, option_value
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import Assumed, Facts

Found = tuple[int, int, int]  # event, place of the rule in the rule-set, code


@dataclass(frozen=True)
class OtherReading:
    """A rule-set with one option as another reading has it (D-176).

    `option` is the one, `assumed` its value without that; `concerned` has the places of the rules whose findings may
    depend on it: its own, and those that name it, its rule or the sets that it counts (`Rule.DEPENDS_ON`).
    """

    option: str
    assumed: Any
    rules: RuleSet
    concerned: frozenset[int]


def other_readings(rules: RuleSet) -> list[OtherReading]:
    """The rule-set under each other reading that its clauses leave open; scores have theirs (`alternatives`)."""
    if rules.other_readings is None:
        rules.other_readings = [
            OtherReading(
                name,
                option_value(clause, name),
                RuleSet.from_resolved(with_change(rules.content, (name, left_open(rules, clause)[name]))),
                frozenset(rule.index for rule in rules.rules if depends_on(rule, name)),
            )
            for clause in rules.content["clauses"]
            for name in open_names(rules, clause)
            if name in left_open(rules, clause) and not has_scores_of_its_own(name)
        ]
    return list(rules.other_readings)


def has_scores_of_its_own(name: str) -> bool:
    """True for an option of scores, whose readings are tried on the table that is scored."""
    rule, _, option = name.rpartition(".")
    return option in rule_classes()[rule].READINGS


def depends_on(rule: Any, name: str) -> bool:
    """True if findings of a rule may depend on an option."""
    owner = name.rpartition(".")[0]
    counts_sets = rule_classes()[owner].COUNTS_SETS
    return owner == rule.NAME or bool({name, owner, *(("sets",) if counts_sets else ())} & set(rule.DEPENDS_ON))


class ReadingReplays:
    """The findings of a game that another reading does not have; each reading is replayed where it may matter, once.

    `replay` plays the game under a rule-set and returns the table at its end.
    """

    def __init__(self, rules: RuleSet, replay: Callable[[RuleSet], Table]) -> None:
        self.readings = other_readings(rules)
        self.replay = replay
        self.illegal: dict[str, set[tuple[int, int]]] = {}

    def assumption(self, event: int, index: int, facts: Facts) -> Assumed:
        """The option with its value by which alone a finding is illegal; empty where every reading has it.

        A finding that names another `option` of its rule was not decided by this one.
        """
        for reading in self.readings:
            if index not in reading.concerned:
                continue
            option = reading.option.rpartition(".")[2]
            if reading.option.rpartition(".")[0] == reading.rules.rules[index].NAME and (
                facts.get("option", option) != option
            ):
                continue
            if (event, index) not in self.illegal_under(reading):
                return {reading.option: reading.assumed}
        return {}

    def illegal_under(self, reading: OtherReading) -> set[tuple[int, int]]:
        """(event, place of the rule) of what is illegal under a reading."""
        if reading.option not in self.illegal:
            found: Iterable[Found] = self.replay(reading.rules).found
            self.illegal[reading.option] = {(event, index) for event, index, code in found if code == ILLEGAL}
        return self.illegal[reading.option]

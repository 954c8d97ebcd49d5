"""What the kernel found, with the facts that decide it: the game replayed once more, up to each event in question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_replay.judging.assumptions.alternatives import finding_reading
from plancia_replay.judging.prepare import Prepared
from plancia_replay.judging.replay import run
from plancia_replay.judging.slips import TOGETHER, nearest, slips_of
from plancia_replay.kernel import missing_events
from plancia_replay.kernel.rule import ILLEGAL, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.sentences import stated

Key = tuple[int, int, int]  # event, place of the rule in the rule-set, code


@dataclass
class Finding:
    """What a rule found of an event: its code, its facts, the reading of scores that it supposes.

    `slip` is the line that was probably meant where the event contradicts the table in more than one way ("" where
    none is near, or another finding names it); None for any other finding.
    """

    number: int
    index: int
    code: int
    facts: dict[str, Any]
    supposed: dict[str, Any] = field(default_factory=dict)
    slip: str | None = None


def findings_of(rules: RuleSet, prepared: Prepared, keys: list[Key]) -> list[Finding]:
    """The findings of a replay in order of events and rules, each once."""
    keys = sorted(set(keys))
    slips = slips_of(rules, keys)
    table = prepared.table(rules)
    row_of = {number: row for row, number in enumerate(prepared.numbers)}
    findings: list[Finding] = []
    done = -1
    early: dict[Key, Finding] = {}
    for key in keys:
        number, index, _ = key
        row = row_of[number]
        if row > done:
            run(rules, table, prepared, row, max(done, 0))
            done = row
            early = of_missing_event(rules, prepared, table, row, [other for other in keys if other[0] == number])
            prepared.hold(table, row)
            missing_events.supply(table, rules.checks, rules.observers)
            line = nearest(table, prepared.text(row)) if number in slips else ""
        finding = early.get(key) or finding_of(rules, table, key)
        if number in slips and rules.clauses[index]["rule"] in TOGETHER:
            finding.slip, line = line, ""
        findings.append(finding)
    return findings


def of_missing_event(rules: RuleSet, prepared: Prepared, table: Table, row: int, keys: list[Key]) -> dict[Key, Finding]:
    """The findings on the TURN or END that the record lacks before an event: their facts are those of that one."""
    prepared.hold(table, row)
    findings: dict[Key, Finding] = {}
    if missing_events.missing_in_hand(table, rules.checks):
        findings = {key: finding_of(rules, table, key) for key in keys if finds(table, rules.rules[key[1]], key[2])}
    table.unwritten = 0
    return findings


def finds(table: Table, rule: Rule, code: int) -> bool:
    """Does the rule find this of the event in the table's hand?"""
    return int(table.op) in rule.kinds() and rule.finding(table) == code


def finding_of(rules: RuleSet, table: Table, key: Key) -> Finding:
    """A finding on the event in the table's hand."""
    number, index, code = key
    facts = stated(rules.rules[index].facts(table), rules)
    supposed = finding_reading(rules, table, index) if code == ILLEGAL else {}
    return Finding(number, index, code, facts, supposed)

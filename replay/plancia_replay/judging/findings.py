"""Findings of a replay with their facts, recorded while the table is in the state before the event."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_replay.judging.assumptions.alternatives import finding_reading
from plancia_replay.judging.assumptions.open_points import (
    finding_assumptions,
    is_settled_by_header,
    missing_border_stage,
    named_options,
    open_names,
    option_assumptions,
)
from plancia_replay.judging.prepare import PackedGame
from plancia_replay.judging.slips import nearest_allowed_line
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import Assumed, Facts, facts_to_json

FindingKey = tuple[int, int, int]  # event, place of the rule in the rule-set, code


@dataclass
class Finding:
    """What a rule found of an event: a code (`ILLEGAL`, ...), its facts, and what it supposes where a text is open.

    `slip` is the line that was probably meant where the event contradicts the table in more than one way ("" where
    none is near, or another finding names it); None for any other finding.
    """

    number: int
    index: int
    code: int
    facts: Facts
    supposed: Assumed
    slip: str | None = None


class Findings:
    """Findings of one replay, each once: the table calls it at every finding, still as the event met it.

    An event that the record lacks is in the table's hand while it is judged, so its findings get its own facts.
    Without `prepared` slips are not looked for.
    """

    def __init__(self, rules: RuleSet, prepared: PackedGame | None = None) -> None:
        self.rules = rules
        self.prepared = prepared
        self.by_key: dict[FindingKey, Finding] = {}
        self.contradicted: dict[int, set[str]] = {}  # by event, the contradictions in it, by rule
        self.suggestions: dict[int, str] = {}  # by event with a slip, the line that was probably meant

    def continued(self, prepared: PackedGame) -> Findings:
        """The same findings, to which those of further events are added."""
        other = Findings(self.rules, prepared)
        other.by_key, other.suggestions = dict(self.by_key), dict(self.suggestions)
        other.contradicted = {number: set(rules) for number, rules in self.contradicted.items()}
        return other

    def __call__(self, table: Table, rule: Rule, code: int) -> None:
        """Records a finding of a rule on the current event."""
        key = (int(table.number), int(rule.index), int(code))
        if key not in self.by_key:
            self.by_key[key] = build_finding(self.rules, table, key)
            if code == ILLEGAL and self.prepared is not None and rule.INDICATES_SLIP:
                self.find_slip(self.prepared, table, rule.NAME)

    def find_slip(self, prepared: PackedGame, table: Table, rule: str) -> None:
        """Looks for the nearest line that the table allows, at the second contradiction in one event."""
        number = int(table.number)
        rules = self.contradicted.setdefault(number, set())
        rules.add(rule)
        if len(rules) == 2 and number not in self.suggestions:
            self.suggestions[number] = nearest_allowed_line(table, prepared.text_of(number))

    def in_order(self) -> list[Finding]:
        """The findings in order of events and rules; of those of a slip the first one names the line that was meant."""
        suggestions = dict(self.suggestions)
        findings = [self.by_key[key] for key in sorted(self.by_key)]
        for finding in findings:
            if finding.number in suggestions and self.rules.rules[finding.index].INDICATES_SLIP:
                finding.slip, suggestions[finding.number] = suggestions[finding.number], ""
        return findings


def build_finding(rules: RuleSet, table: Table, key: FindingKey) -> Finding:
    """Builds the finding of a rule on the current event, with the open points it depends on.

    A rule whose finding is only assumed names the options behind it (`supposes`): if the header sets them all, the
    finding is illegal, or a warning where the record alone is at fault.
    """
    number, index, code = key
    clause = rules.clauses[index]
    facts = certain_facts(rules, rules.rules[index].facts(table))
    if rules.rules[index].REPORTS_MISSING_BORDER:
        facts.update(missing_border_stage(rules, facts))
    assumed: Assumed = {}
    if code == ILLEGAL:
        assumed = finding_assumptions(rules, clause, facts)
        if not assumed and rules.rules[index].COMPARES_SCORES:
            assumed = finding_reading(rules, table, index)
    elif code == ASSUMED and is_settled_by_header(rules, facts):
        code = WARNING if facts.get("wording") in rules.rules[index].RECORD_FAULT_WORDINGS else ILLEGAL
    elif code == ASSUMED:
        assumed = named_options(rules, facts)
    return Finding(number, index, code, facts, assumed)


def certain_facts(rules: RuleSet, facts: dict[str, object]) -> Facts:
    """The facts of a finding as JSON; where they tell what a rule supposes (`unless`), with what is `certain` instead.

    A finding that holds without that supposition is not assumed, and its sentence must not tell the supposed as a fact.
    """
    certain, name = facts.pop("certain", None), str(facts.pop("unless", ""))
    clause = rules.first_clause.get(name.rpartition(".")[0])
    is_open = option_assumptions(rules, name) or (clause and name in open_names(rules, clause))
    if isinstance(certain, dict) and is_open:
        facts.update(certain)
    return facts_to_json(facts, rules)

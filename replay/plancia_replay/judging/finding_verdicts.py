"""Verdicts on the kernel's findings, with their citations and assumptions."""

from __future__ import annotations

from plancia_replay.judging.assumptions.objectives import objective_list_assumption
from plancia_replay.judging.findings import Finding, Findings
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.verdicts import VERDICT_NAMES, Verdict
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL

INTERNAL_FACTS = (
    "hangs_on",
    "supposes",
    "rests",
    "also",
    "left_over",
    "by_scores",
)  # facts that determine assumptions; they are not printed


def finding_verdicts(replayed: ReplayedGame, findings: Findings) -> list[Verdict]:
    """A verdict for each finding of the kernel, in order of events and rules."""
    return [finding_verdict(replayed, finding) for finding in findings.in_order()]


def finding_verdict(replayed: ReplayedGame, finding: Finding) -> Verdict:
    """The verdict on a finding; it is assumed if it has assumptions, which are then among its facts.

    What is illegal supposes the list of objectives where it is not illegal under the other source's, and the reading of
    a clause where it is not illegal under its other reading.
    """
    rules, code, assumed, other_list_replay = replayed.rules, finding.code, finding.supposed, replayed.other_list_replay
    if (
        code == ILLEGAL
        and other_list_replay is not None
        and (finding.number, finding.index) not in other_list_replay.illegal
    ):
        assumed = objective_list_assumption(rules)
    if code == ILLEGAL and not assumed:
        assumed = replayed.reading_replays.assumption(finding.number, finding.index, finding.facts)
    clause = rules.clauses[finding.index]
    facts = {name: value for name, value in finding.facts.items() if name not in INTERNAL_FACTS}
    if finding.slip is not None:
        facts["slip"] = finding.slip
    if assumed:
        code, facts["assumes"] = ASSUMED, assumed
    cited_clause = rules.cited.get((clause["rule"], str(facts.get("stage"))), clause)
    supposed_rule = str(finding.facts.get("supposes", "")).rpartition(".")[0]
    if finding.code == ASSUMED and supposed_rule != clause["rule"] and supposed_rule in rules.first_clause:
        cited_clause = {**rules.first_clause[supposed_rule], "rule": clause["rule"]}  # the line that is read, and how
    return Verdict(
        event=finding.number,
        line=replayed.prepared.line_of(finding.number),
        rule=cited_clause["rule"],
        rule_id=cited_clause["rule_id"],
        verdict=VERDICT_NAMES[code],
        facts=facts,
        clause=cited_clause,
        worded=clause,
        recorded=replayed.prepared.event(finding.number),
    )

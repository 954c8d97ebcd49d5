"""Verdicts on what the kernel found: each finding with its citation, and with what it supposes where a text is open."""

from __future__ import annotations

from plancia_replay.judging.assumptions.objectives import list_supposed
from plancia_replay.judging.findings import Finding, Findings
from plancia_replay.judging.replayed import Replayed
from plancia_replay.judging.verdicts import VERDICTS, Verdict
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL

WORKING_FACTS = (
    "hangs_on",
    "supposes",
    "rests",
    "also",
    "left_over",
    "by_scores",
)  # they decide what is supposed; no reader is shown them


def finding_verdicts(replayed: Replayed, findings: Findings) -> list[Verdict]:
    """A verdict for each finding of the kernel, in order of events and rules."""
    return [verdict_of(replayed, finding) for finding in findings.in_order()]


def verdict_of(replayed: Replayed, finding: Finding) -> Verdict:
    """One finding as a verdict: assumed where it supposes something, which is then among its facts.

    What is illegal supposes the list of objectives where it is not illegal under the other source's.
    """
    rules, code, supposed, other = replayed.rules, finding.code, finding.supposed, replayed.other_list
    if code == ILLEGAL and other is not None and (finding.number, finding.index) not in other.illegal:
        supposed = list_supposed(rules)
    own = rules.clauses[finding.index]
    facts = {name: value for name, value in finding.facts.items() if name not in WORKING_FACTS}
    if finding.slip is not None:
        facts["slip"] = finding.slip
    if supposed:
        code, facts["assumes"] = ASSUMED, supposed
    cited = rules.cited.get((own["rule"], str(facts.get("stage"))), own)
    return Verdict(
        event=finding.number,
        line=replayed.prepared.line_of(finding.number),
        rule=cited["rule"],
        rule_id=cited["rule_id"],
        verdict=VERDICTS[code],
        facts=facts,
        clause=cited,
        worded=own,
        recorded=replayed.prepared.event(finding.number),
    )

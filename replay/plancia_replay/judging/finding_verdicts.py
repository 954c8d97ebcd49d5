"""Verdicts on what the kernel found: each finding with its citation, and with what it supposes where a text is open."""

from __future__ import annotations

from plancia_replay.judging.assumptions.objectives import list_supposed
from plancia_replay.judging.assumptions.open_points import missing_border, named_options, rests_on, settled_by_header
from plancia_replay.judging.findings import Finding, findings_of
from plancia_replay.judging.replayed import Replayed
from plancia_replay.judging.verdicts import VERDICTS, Verdict
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL

WORKING_FACTS = ("hangs_on", "supposes", "rests", "left_over")  # they decide what is supposed; no reader is shown them


def finding_verdicts(replayed: Replayed) -> list[Verdict]:
    """A verdict for each finding of the kernel, in order of events and rules."""
    found = findings_of(replayed.rules, replayed.prepared, replayed.table.found)
    return [verdict_of(replayed, finding) for finding in found]


def verdict_of(replayed: Replayed, finding: Finding) -> Verdict:
    """One finding as a verdict.

    What is illegal supposes the list of objectives where it is not illegal under the other source's; else what the
    document leaves open (`rests_on`), else a reading of scores. A rule that only assumes names the options that it
    does so by (`supposes`): where the header sets them, its finding stands.
    """
    rules, code = replayed.rules, finding.code
    own = rules.clauses[finding.index]
    facts = {**finding.facts, **missing_border(rules, own, finding.facts)}
    if code == ILLEGAL:
        supposed = {}
        other = replayed.other_list
        if other is not None and (finding.number, finding.index) not in other.illegal:
            supposed = list_supposed(rules)
        supposed = supposed or rests_on(rules, own, facts) or finding.supposed
    elif code == ASSUMED and settled_by_header(rules, facts):
        code, supposed = ILLEGAL, {}
    else:
        supposed = named_options(rules, facts) if code == ASSUMED else {}
    facts = {name: value for name, value in facts.items() if name not in WORKING_FACTS}
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

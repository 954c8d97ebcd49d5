"""A verdict: one finding on one event, cited, with the facts that decide it. Its sentence is written on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from plancia_events import Event, format_event
from plancia_replay.judging.assumptions.open_points import cite, clause_reading
from plancia_replay.judging.forms import StoredVerdict, VerdictKind
from plancia_replay.judging.forms import Verdict as VerdictForm
from plancia_replay.judging.slips import finding_kind
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, UNDECIDABLE, WARNING
from plancia_replay.rulesets.clauses import ResolvedClause
from plancia_replay.text.fact_values import Facts, FaultKind
from plancia_replay.text.sentences import assumption_headers, template_key, verdict_sentence, vocabulary

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

VERDICT_NAMES: dict[int, VerdictKind] = {
    ILLEGAL: "illegal",
    UNDECIDABLE: "undecidable",
    ASSUMED: "assumed",
    WARNING: "warning",
}
RULES_WITHOUT_READING = ("record.score", "record.winner", "record.draw", "record.correction", "record.reveal")


@dataclass(frozen=True)
class Verdict:
    """A finding on one event. `event` is its number (0 the header), `line` its line in the source (0 unknown).

    `verdict` is one of `VERDICTS`, `recorded` the event as it stands after corrections (None for a header). `clause`
    is the clause cited, `worded` the one whose sentence is used: a rule may cite another line at some stage.
    """

    event: int
    line: int
    rule: str
    rule_id: str
    verdict: VerdictKind
    facts: Facts
    clause: ResolvedClause = field(repr=False, compare=False)
    worded: ResolvedClause = field(repr=False, compare=False)
    recorded: Event | None = field(default=None, repr=False)
    lang: str = field(default="it", compare=False)

    @cached_property
    def says(self) -> str:
        """The sentence: what was wrong, on what supposition, or what cannot be decided and why."""
        return self.sentence({})

    def sentence(self, seats: Mapping[str, str]) -> str:
        """The sentence with `seats` as the words for the players of colours, where there are any."""
        return verdict_sentence(self.worded, self.facts, self.verdict, self.lang, seats)

    @cached_property
    def reading(self) -> str:
        """How the doubtful text behind the finding was understood; empty where the text is not doubtful."""
        if not self.clause.get("reading") or self.worded["rule"] in RULES_WITHOUT_READING:
            return ""
        return clause_reading(self.clause, self.verdict, self.facts, self.lang)

    @property
    def assumes(self) -> str:
        """What the finding supposes as the header lines that settle it; empty where it supposes nothing."""
        return assumption_headers(dict(self.facts.get("assumes") or {}))

    @property
    def cite(self) -> str:
        """File and line of the document that the finding is cited to."""
        return cite(self.clause)

    @property
    def text(self) -> str:
        """The canonical line of the event, as it stands after corrections; empty for a header."""
        return "" if self.recorded is None else format_event(self.recorded)

    @property
    def kind(self) -> FaultKind:
        """`record` where the record contradicts itself, `play` where a rule of the game was broken."""
        return finding_kind(self.rule, self.facts)

    def to_json(self) -> VerdictForm:
        """The verdict as `judge --json` prints it; `reading` only where the text is doubtful."""
        values: VerdictForm = {
            "event": self.event, "line": self.line, "rule": self.rule, "rule_id": self.rule_id,
            "verdict": self.verdict, "kind": self.kind, "says": self.says, "facts": self.facts, "cite": self.cite,
        }  # fmt: skip
        return {**values, "reading": self.reading} if self.reading else values


def stored_sentence(rules: RuleSet, stored: StoredVerdict, lang: str) -> tuple[str, str]:
    """The sentence and the reading of a finding stored as rule, rule_id, verdict, facts and cite.

    A declared score is cited to a clause of scoring, so the clause is the one cited, which may bind another rule; at
    some stages a clause answers that binds none.
    """
    facts = stored["facts"]
    stage_clause = rules.cited.get((stored["rule"], str(facts.get("stage"))))
    clauses = [stage_clause] if stage_clause and stage_clause["rule_id"] == stored["rule_id"] else []
    clauses = clauses or [clause for clause in rules.clauses if clause["rule_id"] == stored["rule_id"]]
    clause = next((candidate for candidate in clauses if candidate["rule"] == stored["rule"]), None)
    clause = clause or next((candidate for candidate in clauses if cite(candidate) == stored["cite"]), clauses[0])
    rule = sentence_rule(stored)
    reading = (
        ""
        if rule in RULES_WITHOUT_READING
        else clause_reading({**clause, "rule": rule}, stored["verdict"], facts, lang)
    )
    return verdict_sentence({**clause, "rule": rule}, facts, stored["verdict"], lang), reading


def sentence_rule(stored: StoredVerdict) -> str:
    """The rule name under which the word files have a stored finding; a wrong winner has a name of its own."""
    if stored["rule"] == "record.end" and "computed" in stored["facts"]:
        return "record.draw" if stored["facts"].get("draw") else "record.winner"
    return str(stored["rule"])


def sentence_key(stored: StoredVerdict) -> str:
    """The key of the sentence of a stored finding in the word files; empty where the clause itself is said."""
    return template_key(vocabulary("en"), sentence_rule(stored), stored["facts"], stored["verdict"])

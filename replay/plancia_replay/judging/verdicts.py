"""A verdict: one finding on one event, cited, with the facts that decide it. Its sentence is written on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plancia_events import Event, format_event
from plancia_replay.judging.assumptions.open_points import cite, clause_reading
from plancia_replay.judging.slips import finding_kind
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, UNDECIDABLE, WARNING
from plancia_replay.text.sentences import assumption_text, verdict_sentence

VERDICT_NAMES = {ILLEGAL: "illegal", UNDECIDABLE: "undecidable", ASSUMED: "assumed", WARNING: "warning"}
RULES_WITHOUT_READING = ("record.score", "record.winner", "record.draw", "record.correction", "record.reveal")

Clause = dict[str, Any]  # a clause of a resolved rule-set, with the name of its `rule`


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
    verdict: str
    facts: dict[str, Any]
    clause: Clause = field(repr=False, compare=False)
    worded: Clause = field(repr=False, compare=False)
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
        """What the finding supposes as headers write it (`OPTION=VALUE`); empty where it supposes nothing."""
        return assumption_text(dict(self.facts.get("assumes") or {}))

    @property
    def cite(self) -> str:
        """File and line of the document that the finding is cited to."""
        return cite(self.clause)

    @property
    def text(self) -> str:
        """The canonical line of the event, as it stands after corrections; empty for a header."""
        return "" if self.recorded is None else format_event(self.recorded)

    @property
    def kind(self) -> str:
        """`record` where the record contradicts itself, `play` where a rule of the game was broken."""
        return finding_kind(self.rule, self.facts)

    def to_json(self) -> dict[str, Any]:
        """The verdict as `judge --json` prints it; `reading` only where the text is doubtful."""
        values = {
            "event": self.event, "line": self.line, "rule": self.rule, "rule_id": self.rule_id,
            "verdict": self.verdict, "kind": self.kind, "says": self.says, "facts": self.facts, "cite": self.cite,
        }  # fmt: skip
        return {**values, "reading": self.reading} if self.reading else values

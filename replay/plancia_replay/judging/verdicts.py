"""A verdict as data, and those that are found beside the kernel: corrections, values shown, who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_events import Game
from plancia_replay.judging.assumptions.open_points import cite, reading_of, rests_on
from plancia_replay.judging.corrections import corrected, corrects
from plancia_replay.judging.dates import date_findings
from plancia_replay.judging.prepare import Prepared
from plancia_replay.judging.reveals import reveals
from plancia_replay.judging.seat_headers import seat_findings, second_leg
from plancia_replay.judging.slips import kind_of
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.sentences import said

VERDICTS = {1: "illegal", 2: "undecidable", 3: "assumed", 4: "warning"}


@dataclass(frozen=True)
class Verdict:
    """A finding on one event. `event` is its number (0 the header), `line` its line in the source (0 unknown)."""

    event: int
    line: int
    rule: str
    rule_id: str
    verdict: str
    says: str
    facts: dict[str, Any]
    cite: str
    reading: str = ""

    @property
    def kind(self) -> str:
        """`record` where the record contradicts itself, `play` where a rule of the game was broken."""
        return kind_of(self.rule, self.facts)

    def to_json(self) -> dict[str, Any]:
        """The verdict as `judge --json` prints it; `reading` only where the text is doubtful."""
        made = {
            "event": self.event, "line": self.line, "rule": self.rule, "rule_id": self.rule_id,
            "verdict": self.verdict, "kind": self.kind, "says": self.says, "facts": self.facts, "cite": self.cite,
        }  # fmt: skip
        return {**made, "reading": self.reading} if self.reading else made


def correction_verdicts(
    rules: RuleSet, game: Game, prepared: Prepared, told_already: list[Verdict], lang: str
) -> list[Verdict]:
    """Corrections of a correction, which do not act: the event itself is to be corrected again."""
    clause = next((clause for clause in rules.clauses if clause["rule"] == "record.correction"), None)
    known = {verdict.event for verdict in told_already if verdict.rule == "record.correction"}
    made: list[Verdict] = []
    for number, event in enumerate(game.events, start=1):
        if clause is None or event.TAG not in ("VOID", "FIX") or number in known or corrects(game, number):
            continue
        aim: Any = event
        facts = {"found": aim.event, "event": number, "wording": "again"}
        made.append(Verdict(number, prepared.line_of(number), "record.correction", clause["rule_id"], "illegal",
                            said(clause, facts, "illegal", lang), facts, cite(clause)))  # fmt: skip
    return made


def reveal_verdicts(
    rules: RuleSet, game: Game, prepared: Prepared, told_already: list[Verdict], lang: str
) -> list[Verdict]:
    """Values shown that no commitment proves, that nothing hid, or that cannot stand where they were hidden."""
    clause = next((clause for clause in rules.clauses if clause["rule"] == "record.reveal"), None)
    known = {verdict.event for verdict in told_already if verdict.rule == "record.reveal"}
    made: list[Verdict] = []
    void, instead = corrected(game)
    for number, problem in reveals(game, void, instead)[1].items():
        if clause is None or number in known or number not in prepared.numbers:
            continue
        shown: Any = instead.get(number, game.events[number - 1])
        facts: dict[str, Any] = {"found": shown.event, "event": number}
        if problem != "salt":
            facts.update({"wording": problem, "shown": shown.value})
        made.append(Verdict(number, prepared.line_of(number), "record.reveal", clause["rule_id"], "illegal",
                            said(clause, facts, "illegal", lang), facts, cite(clause)))  # fmt: skip
    return made


def seat_verdicts(
    rules: RuleSet, game: Game, prepared: Prepared, first_leg: Game | None, told_already: list[Verdict], lang: str
) -> list[Verdict]:
    """The verdicts with those on what headers say; nobody throws for the order of a match's second game."""
    by_rule = {clause["rule"]: clause for clause in rules.clauses}
    made = list(told_already)
    if "match.seats_swapped" in by_rule and second_leg(game):
        made = [verdict for verdict in made if verdict.rule != "order.by_roll"]
    for number, rule, code, facts in [*seat_findings(rules, game, first_leg), *date_findings(set(by_rule), game)]:
        clause = by_rule[rule]
        if code == 1 and (supposed := rests_on(rules, clause, facts)):
            code, facts = 3, {**facts, "assumes": supposed}
        made.append(Verdict(number, prepared.line_of(number), rule, clause["rule_id"], VERDICTS[code],
                            said(clause, facts, VERDICTS[code], lang), facts, cite(clause),
                            reading_of(clause, VERDICTS[code], facts, lang)))  # fmt: skip
    return made

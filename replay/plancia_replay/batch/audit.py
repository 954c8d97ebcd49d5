"""Fast replay of canonical bytes in the kernel, for large corpora; its findings are those of `judge`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from plancia_data import open_border
from plancia_events import pack_canonical
from plancia_events.ops import OBJECTIVE_FREE
from plancia_events.packed.log import Log
from plancia_events.text.headers import COLOUR_HEADERS
from plancia_replay.judging.assumptions.objectives import holds_disputed_objective
from plancia_replay.judging.assumptions.open_points import assumptions, finding_assumptions
from plancia_replay.judging.assumptions.readings import ReadingReplays, other_readings
from plancia_replay.judging.findings import Findings
from plancia_replay.judging.judgement import BY_DICE, LACKS_OPENING
from plancia_replay.kernel import engine
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, UNDECIDABLE
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import Facts

COLOUR_HEADER_PATTERN = re.compile(rb'\n\[(Red|Blue|Green|Yellow|Black|Violet) "')  # a fixed beginning is found at once
COLOUR_BY_HEADER = {name.encode(): COLOUR_LETTERS.index(letter) for name, letter in COLOUR_HEADERS.items()}
MAX_TABLES = 64
Seats = tuple[tuple[int, ...], str, str]  # colours at the table, the dummy's letter, the teams
ROLE_HEADER_PATTERN = re.compile(rb'^\[(Virtual|Team) "([^"]*)"', re.MULTILINE)


@dataclass
class Audit:
    """What a fast replay found: (event, rule index, code) triples, the table, where it stopped and why (0: nowhere)."""

    findings: list[tuple[int, int, int]]
    table: Table
    stopped_at: int
    reason: int
    events: int


@dataclass
class AuditContext:
    """State that all games of a rule-set share: whether it assumes anything or a header settles it, and empty tables.

    `firm` says of each rule that a finding of it, made while play goes on, rests on nothing that is supposed.
    """

    rules: RuleSet
    supposes: bool
    settles: bool  # has a header set an option of a rule?
    firm: list[bool]
    tables: dict[tuple[tuple[int, ...], str, str], Table] = field(default_factory=dict)

    def table(self, players: tuple[int, ...], virtual: str, teams: str) -> Table:
        """A new empty table for a game with these seats."""
        key = players, virtual, teams
        if key not in self.tables:
            if len(self.tables) >= MAX_TABLES:
                self.tables.clear()
            self.tables[key] = self.rules.table(list(players), virtual, teams)
        return self.tables[key].empty_copy()


REUSABLE_LOGS: list[Log] = []  # logs of games audited before, for the room that their rows have
LAST_CONTEXT: list[AuditContext] = []  # the rule-set audited last, as games of one rule-set mostly come together


def audit_context(rules: RuleSet) -> AuditContext:
    """The shared state of a rule-set, cached for the last one."""
    for context in LAST_CONTEXT:
        if context.rules is rules:
            return context
    has_settled_options = any("." in name for name in rules.content.get("options", {}))  # board and deck settle nothing
    firm_by_rule = [is_firm(rules, rule.index) for rule in rules.rules]
    new_context = AuditContext(
        rules, has_settled_options or bool(assumptions(rules)), has_settled_options, firm_by_rule
    )
    LAST_CONTEXT[:] = [new_context]
    return new_context


def is_firm(rules: RuleSet, index: int) -> bool:
    """True if no assumption can affect a rule's findings while the game is not over."""
    clause = rules.clauses[index]
    rule = rules.rules[index]
    if any(index in reading.concerned for reading in other_readings(rules)):
        return False
    if rule.COMPARES_SCORES or not set(rule.event_kinds()) <= set(OBJECTIVE_FREE):
        return False
    open_pair: Facts = dict(zip(("source", "target"), open_border(), strict=True))
    depends: list[Facts] = [{"hangs_on": name, "left_over": True} for name in rule.DEPENDS_ON]
    return not any(finding_assumptions(rules, clause, facts) for facts in ({}, open_pair, *depends))


def seats(head: bytes) -> Seats:
    """The colours at the table, the dummy's letter and the teams, as the headers name them."""
    players = tuple([COLOUR_BY_HEADER[name] for name in COLOUR_HEADER_PATTERN.findall(b"\n" + head)])
    if b"[Virtual" not in head and b"[Team" not in head:
        return players, "", ""
    roles = {name.decode(): value.decode() for name, value in ROLE_HEADER_PATTERN.findall(head)}
    return players, roles.get("Virtual", ""), roles.get("Team", "")


def audit(text: bytes, rules: RuleSet) -> Audit:
    """Replays a canonical game from its bytes. Raises NotationError for a line that is not understood.

    Corrections (VOID, FIX) are not resolved here, nor what a record lacks: `judge` does, and callers give such games to
    it (`is_left_to_judge`).
    """
    log = pack_canonical(text, REUSABLE_LOGS.pop().reset() if REUSABLE_LOGS else None)
    context = audit_context(rules)
    head = text[: text.find(b"\n\n")]
    seats_and_roles = seats(head)
    table = context.table(*seats_and_roles)
    place, reason = engine.replay(table, log, rules.checks, rules.observers, [], 0, log.count)
    findings = assumed_findings(table, log, context, seats_and_roles) if context.supposes else table.found
    if b'\n[Completeness "no-dice"]' in head:  # the other words that lack dice are left to `judge`
        findings = [one for one in findings if one[2] != UNDECIDABLE or rules.rules[one[1]].NAME != BY_DICE]
    result = Audit(findings, table, place + 1 if reason else 0, reason, log.count + 1)
    REUSABLE_LOGS.append(log)  # no longer referenced: the next game reuses it
    return result


def assumed_findings(
    played: Table, log: Log, context: AuditContext, seats_and_roles: Seats
) -> list[tuple[int, int, int]]:
    """The findings as `judge` gives them: those that depend on open points of the document become assumed.

    Most games need nothing for that. Another is replayed once more with the facts of its findings.
    """
    open_codes = (ILLEGAL, ASSUMED) if context.settles else (ILLEGAL,)  # a header may settle what is assumed
    stop_event = played.stopped
    if all(
        code not in open_codes or (code == ILLEGAL and context.firm[index] and not 0 <= stop_event < event)
        for event, index, code in played.found
    ):
        return played.found
    rules = context.rules
    other_illegal = illegal_under_other_list(played, log, rules, seats_and_roles)
    table = context.table(*seats_and_roles)
    findings = table.on_finding = Findings(rules)
    engine.replay(table, log, rules.checks, rules.observers, [], 0, log.count)
    replays = ReadingReplays(rules, lambda other: replay_under(other, log, seats_and_roles))
    codes = []
    for finding in findings.in_order():
        depends_on_list = (
            finding.code == ILLEGAL
            and other_illegal is not None
            and (finding.number, finding.index) not in other_illegal
        )
        is_assumed = finding.supposed or depends_on_list
        if finding.code == ILLEGAL and not is_assumed:
            is_assumed = replays.assumption(finding.number, finding.index, finding.facts)
        codes.append((finding.number, finding.index, ASSUMED if is_assumed else finding.code))
    return codes


def illegal_under_other_list(
    played: Table, log: Log, rules: RuleSet, seats_and_roles: Seats
) -> set[tuple[int, int]] | None:
    """What is illegal under the other source's objectives, where somebody holds one on which the sources disagree."""
    stop_event = played.stopped
    is_relevant = any(
        code == ILLEGAL and (0 <= stop_event < event or log.rows[(event - 1) * 8] not in OBJECTIVE_FREE)
        for event, _, code in played.found
    )
    other_rules = rules.with_other_objectives() if is_relevant and holds_disputed_objective(rules, played) else None
    if other_rules is None:
        return None
    table = replay_under(other_rules, log, seats_and_roles)
    return {(event, index) for event, index, code in table.found if code == ILLEGAL}


def replay_under(rules: RuleSet, log: Log, seats_and_roles: Seats) -> Table:
    """The table at the end of a game under other rules."""
    players, virtual, teams = seats_and_roles
    table = rules.table(list(players), virtual, teams)
    engine.replay(table, log, rules.checks, rules.observers, [], 0, log.count)
    return table


def is_left_to_judge(text: bytes) -> bool:
    """True for a game with corrections, opened commitments, or without its opening: `audit` leaves them as they are."""
    head = text[: text.find(b"\n\n")]
    lacks = any(f'[Completeness "{word}"]'.encode() in head for word in LACKS_OPENING)
    return lacks or b"\nVOID " in text or b"\nFIX " in text or b"\nSHOW " in text

"""Verdicts from outside the kernel: on corrections, revealed values, seats and dates."""

from __future__ import annotations

from typing import Any

from plancia_events import Game
from plancia_replay.judging.assumptions.open_points import finding_assumptions
from plancia_replay.judging.corrections import correction_numbers, is_valid_correction
from plancia_replay.judging.dates import find_wrong_date
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.reveals import reveals
from plancia_replay.judging.seat_headers import is_second_leg, seat_findings
from plancia_replay.judging.verdicts import VERDICT_NAMES, Verdict
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL


def record_verdict(
    replayed: ReplayedGame, number: int, rule: str, facts: dict[str, Any], code: int = ILLEGAL
) -> Verdict:
    """A verdict on an event or, where the number is 0, on the headers, cited to the clause that binds the rule."""
    clause = replayed.rules.first_clause[rule]
    line, event = replayed.prepared.line_of(number), replayed.prepared.event(number)
    return Verdict(number, line, rule, clause["rule_id"], VERDICT_NAMES[code], facts, clause, clause, event)


def correction_verdicts(replayed: ReplayedGame, verdicts: list[Verdict]) -> list[Verdict]:
    """Verdicts on corrections of a correction, which have no effect."""
    game = replayed.game
    numbers = [number for number in correction_numbers(game) if not is_valid_correction(game, number)]
    if not replayed.rules.binds("record.correction"):
        return []
    judged_events = {verdict.event for verdict in verdicts if verdict.rule == "record.correction"}
    return [
        record_verdict(replayed, number, "record.correction",
                  {"found": game.events[number - 1].event, "event": number, "wording": "again"})
        for number in numbers if number not in judged_events
    ]  # fmt: skip


def reveal_verdicts(replayed: ReplayedGame, verdicts_so_far: list[Verdict]) -> list[Verdict]:
    """Verdicts on revealed values that no commitment proves, that were not hidden, or that do not fit their field."""
    game = replayed.game
    void, replacements = replayed.prepared.void, replayed.prepared.corrected_events
    faults = reveals(game, void, replacements)[1]
    if not replayed.rules.binds("record.reveal"):
        return []
    judged_events = {verdict.event for verdict in verdicts_so_far if verdict.rule == "record.reveal"}
    verdicts: list[Verdict] = []
    for number, fault in faults.items():
        if number in judged_events or number not in replayed.prepared.numbers:
            continue
        reveal: Any = replacements.get(number, game.events[number - 1])
        facts: dict[str, Any] = {"found": reveal.event, "event": number}
        if fault != "salt":
            facts.update({"wording": fault, "shown": reveal.value})
        verdicts.append(record_verdict(replayed, number, "record.reveal", facts))
    return verdicts


def header_verdicts(replayed: ReplayedGame, first_leg: Game | None) -> list[Verdict]:
    """Verdicts on the headers: persons on seats, the seats of a match's second game, the date."""
    rules, game = replayed.rules, replayed.game
    verdicts: list[Verdict] = []
    for number, rule, code, facts in [*seat_findings(rules, game, first_leg), *find_wrong_date(rules, game)]:
        if code == ILLEGAL and (assumed := finding_assumptions(rules, rules.first_clause[rule], facts)):
            code, facts = ASSUMED, {**facts, "assumes": assumed}
        verdicts.append(record_verdict(replayed, number, rule, facts, code))
    return verdicts


def without_order_throws(replayed: ReplayedGame, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts without those on throws for the order, which a match's second game does not have."""
    if not (replayed.rules.binds("match.seats_swapped") and is_second_leg(replayed.game)):
        return verdicts
    return [verdict for verdict in verdicts if verdict.rule != "order.by_roll"]

"""Verdicts found beside the kernel: corrections that do not act, values that prove nothing, seats and dates."""

from __future__ import annotations

from typing import Any

from plancia_events import Game
from plancia_replay.judging.assumptions.open_points import rests_on
from plancia_replay.judging.corrections import corrected, correction_numbers, corrects
from plancia_replay.judging.dates import date_findings
from plancia_replay.judging.replayed import Replayed
from plancia_replay.judging.reveals import reveals
from plancia_replay.judging.seat_headers import seat_findings, second_leg
from plancia_replay.judging.verdicts import VERDICTS, Verdict
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL


def on_record(replayed: Replayed, number: int, rule: str, facts: dict[str, Any], code: int = ILLEGAL) -> Verdict:
    """A verdict on an event or, where the number is 0, on the headers, cited to the clause that binds the rule."""
    clause = replayed.rules.first_clause[rule]
    line, event = replayed.prepared.line_of(number), replayed.prepared.event(number)
    return Verdict(number, line, rule, clause["rule_id"], VERDICTS[code], facts, clause, clause, event)


def correction_verdicts(replayed: Replayed, already: list[Verdict]) -> list[Verdict]:
    """Corrections of a correction, which do not act: the event itself is to be corrected again."""
    game = replayed.game
    numbers = [number for number in correction_numbers(game) if not corrects(game, number)]
    if not replayed.rules.binds("record.correction"):
        return []
    judged = {verdict.event for verdict in already if verdict.rule == "record.correction"}
    return [
        on_record(replayed, number, "record.correction",
                  {"found": game.events[number - 1].event, "event": number, "wording": "again"})
        for number in numbers if number not in judged
    ]  # fmt: skip


def reveal_verdicts(replayed: Replayed, already: list[Verdict]) -> list[Verdict]:
    """Values shown that no commitment proves, that nothing hid, or that cannot stand where they were hidden."""
    game = replayed.game
    void, instead = corrected(game)
    problems = reveals(game, void, instead)[1]
    if not replayed.rules.binds("record.reveal"):
        return []
    judged = {verdict.event for verdict in already if verdict.rule == "record.reveal"}
    verdicts: list[Verdict] = []
    for number, problem in problems.items():
        if number in judged or number not in replayed.prepared.numbers:
            continue
        shown: Any = instead.get(number, game.events[number - 1])
        facts: dict[str, Any] = {"found": shown.event, "event": number}
        if problem != "salt":
            facts.update({"wording": problem, "shown": shown.value})
        verdicts.append(on_record(replayed, number, "record.reveal", facts))
    return verdicts


def header_verdicts(replayed: Replayed, first_leg: Game | None) -> list[Verdict]:
    """Verdicts on what the headers say: persons on seats, the seats of a match's second game, the date."""
    rules, game = replayed.rules, replayed.game
    verdicts: list[Verdict] = []
    for number, rule, code, facts in [*seat_findings(rules, game, first_leg), *date_findings(rules, game)]:
        if code == ILLEGAL and (supposed := rests_on(rules, rules.first_clause[rule], facts)):
            code, facts = ASSUMED, {**facts, "assumes": supposed}
        verdicts.append(on_record(replayed, number, rule, facts, code))
    return verdicts


def without_order_throws(replayed: Replayed, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts less those on throws for the order, which nobody makes in a match's second game."""
    if not (replayed.rules.binds("match.seats_swapped") and second_leg(replayed.game)):
        return verdicts
    return [verdict for verdict in verdicts if verdict.rule != "order.by_roll"]

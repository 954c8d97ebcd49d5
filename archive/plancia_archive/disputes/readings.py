"""The disputed event judged again: as played, under every other reading that bears on it, and without the event."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from plancia_archive.facts.counterfactuals import differences_without
from plancia_data import variant_source
from plancia_events import Game
from plancia_replay import Judged, RuleSet, RuleSetError, for_game, judge_game
from plancia_replay.judging.without_event import replay_without
from plancia_replay.text.sentences import vocabulary

MAX_READINGS, MAX_SECONDS = 24, 10.0  # of one recomputation; what is beyond is counted as left out
AMONG = "_among"


def recompute(game: Game, rules: RuleSet, event: int, rule_id: str, lang: str) -> dict[str, Any]:
    """Judges a disputed event in bounded time.

    `played` is the outcome under the rules as played; `readings` those that were tried, each with what differs;
    `left_out` how many were not tried; `without` whether winner and points differ without the event, None where that
    is not known.
    """
    deadline = time.monotonic() + MAX_SECONDS
    judged = judge_game(game, rules)
    played = outcome(judged, event, lang)
    cited = {rule_id} | {str(verdict["rule_id"]) for verdict in played["verdicts"]}
    tried: list[dict[str, Any]] = []
    left_out = 0
    for name, other in other_readings(game, rules, cited):
        if len(tried) >= MAX_READINGS or time.monotonic() > deadline:
            left_out += 1
            continue
        result = outcome(judge_game(game, other), event, lang)
        differs = [
            key for key in ("verdicts", "winners", "reason", "points", "impossible") if result[key] != played[key]
        ]
        tried.append({"reading": name, "differs": differs, **result})
    return {"played": played, "readings": tried, "left_out": left_out, "without": without(judged, event)}


def outcome(judged: Judged, event: int, lang: str) -> dict[str, Any]:
    """Verdicts on an event, and winners, end and points of the game."""
    found = judged.judgement(lang)
    verdicts = [
        {"verdict": verdict.verdict, "rule_id": verdict.rule_id, "says": verdict.says, "cite": verdict.cite,
         "reading": verdict.reading}
        for verdict in found.verdicts if verdict.event == event
    ]  # fmt: skip
    return {
        "verdicts": verdicts, "winners": sorted(found.end["winners"]), "reason": found.end["reason"],
        "points": {colour: entry["points"] for colour, entry in found.scores.items()},
        "impossible": found.impossible["event"] if found.impossible else None,
    }  # fmt: skip


def outcome_text(result: dict[str, Any], say: dict[str, Any], lang: str) -> str:
    """Winner and points in words."""
    colours = vocabulary(lang)
    if result.get("impossible"):
        return f"{say['impossible']} {result['impossible']}"
    winners = ", ".join(str(colours[f"colour.{letter}"]) for letter in result["winners"])
    points = ", ".join(f"{colour} {value}" for colour, value in result["points"].items())
    return f"{say['winner']} {winners}; {points}" if winners else f"{say['no-winner']}; {points}"


def without(judged: Judged, event: int) -> dict[str, Any] | None:
    """Winners and points without an event; None for the headers, and where the rest is impossible without it."""
    if event < 1 or judged.reason or (changes := differences_without(judged, event)) is None:
        return None
    other = replay_without(judged, event)
    points = {colour: entry["points"] for colour, entry in other.outcome.scores.items()}
    return {"winner_differs": bool(changes[0]), "points_differ": bool(changes[1]),
            "winners": sorted(other.end["winners"]), "points": points}  # fmt: skip


def other_readings(game: Game, rules: RuleSet, cited: set[str]) -> Iterator[tuple[str, RuleSet]]:
    """Names and rule-sets that differ from these in one reading: of the clauses cited, and of every open point."""
    for place, clause in enumerate(rules.content["clauses"]):
        for rule, options in clause["use"].items():
            for name, value in changes_of(clause, rule, options, clause["rule_id"] in cited):
                with_change = changed(rules, place, rule, name, value)
                if with_change is not None:
                    option = f"{rule}.{name}" if name else rule
                    yield f"{option}={str(value).lower()}", with_change
    if (other := rules.otherwise()) is not None:
        yield "objectives", other
    yield from alternatives(game, cited)


def changes_of(clause: dict[str, Any], rule: str, options: dict[str, Any], is_cited: bool) -> Iterator[tuple[str, Any]]:
    """Options of a rule with other values: those left open, and of a clause cited every one that is a choice.

    An empty name with False is the rule left out.
    """
    open_points = clause.get("open", [])
    for name, value in options.items():
        if name.endswith(AMONG) or not (is_cited or f"{rule}.{name}" in open_points):
            continue
        if isinstance(value, bool):
            yield name, not value
        yield from ((name, one) for one in options.get(name + AMONG, []) if one != value)
    for point in open_points:
        rule_name, _, option = point.rpartition(".")
        if rule_name == rule and option not in options:
            yield option, False
    if is_cited or rule in open_points:
        yield "", False


def changed(rules: RuleSet, place: int, rule: str, name: str, value: Any) -> RuleSet | None:
    """The rules with one option of one clause changed, or with the rule left out; None where that has no meaning."""
    clauses = list(rules.content["clauses"])
    use = dict(clauses[place]["use"])
    if name:
        use[rule] = {**{key: kept for key, kept in use[rule].items() if key != name + AMONG}, name: value}
    else:
        del use[rule]
    clauses[place] = {**clauses[place], "use": use}
    try:
        return RuleSet.from_resolved({**rules.content, "clauses": clauses})
    except (RuleSetError, LookupError, TypeError, ValueError):
        return None


def alternatives(game: Game, cited: set[str]) -> Iterator[tuple[str, RuleSet]]:
    """Alternatives of the variant that replace a clause cited."""
    variant = game.header("Variant") or ""
    base = variant.partition("+")[0].strip().partition("@")[0]
    try:
        source = variant_source(base)
    except (LookupError, OSError, ValueError):
        return
    for clause in source.get("clause", []):
        name = str(clause.get("alternative", ""))
        if name and clause.get("replaces") in cited and name not in variant:
            headers = [(key, f"{value} + {name}" if key == "Variant" else value) for key, value in game.headers]
            try:
                yield f"+ {name}", for_game(Game(headers, game.events, game.lines))
            except RuleSetError:
                continue

"""Judges a disputed event again: as played, under other readings of the rules, and without the event."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from plancia_archive.facts.counterfactuals import known_without, points_by_colour
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.parties import COLOURS
from plancia_data import decimal_text, messages, variant_source
from plancia_events import Game
from plancia_replay import Judgement, RuleSet, RuleSetError, judge_game, ruleset_for_game
from plancia_replay.judging.explanations import explain
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.sentences import vocabulary

MAX_READINGS, MAX_SECONDS = 24, 10.0  # limits of one recomputation
CHOICES_SUFFIX = "_among"
Outcome = dict[str, Any]  # what `outcome` returns


def recompute(
    before: ReplayedGame, event: int, rule_id: str, lang: str, seats: Mapping[str, str] | None = None,
    played: Judgement | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Judges a disputed event under several readings, at most MAX_READINGS and for about MAX_SECONDS.

    `before` is the game replayed up to the event, `played` its judgement in this language where it is known.
    Returns `played`, the outcome under the rules as played; `explained`, the explanations of its verdicts with the
    words that `seats` has for each colour; `readings`, the outcome under each other reading with the
    keys that differ; `left_out`, the number of readings not tried; `without`, the outcome without the event, None where
    it is not known.
    """
    deadline = time.monotonic() + MAX_SECONDS
    game, rules = before.game, before.rules
    judgement = played or judge_game(game, rules, prepared=before.prepared).judgement(lang)
    as_played, verdicts = outcome(judgement, event), [one for one in judgement.verdicts if one.event == event]
    cited_rules = {rule_id} | {verdict.rule_id for verdict in verdicts}
    readings: list[dict[str, Any]] = []
    left_out = 0
    for name, other_rules in other_readings(game, rules, cited_rules, frozenset(verdict.rule for verdict in verdicts)):
        if len(readings) >= MAX_READINGS or time.monotonic() > deadline:
            left_out += 1
            continue
        other_outcome = outcome(judge_game(game, other_rules, prepared=before.prepared).judgement(lang), event)
        differences = [
            key
            for key in ("verdicts", "winners", "reason", "points", "impossible")
            if other_outcome[key] != as_played[key]
        ]
        readings.append({"reading": name, "differs": differences, **other_outcome})
    return {
        "played": as_played,
        "explained": [explain(one, seats or {}) for one in verdicts],
        "readings": readings,
        "left_out": left_out,
        "without": outcome_without_event(before, judgement, event),
    }


def outcome(judgement: Judgement, event: int) -> Outcome:
    """Returns verdicts on an event, and winners, reason of the end, points and first impossible event of the game."""
    verdicts = [
        {"verdict": verdict.verdict, "rule_id": verdict.rule_id, "says": verdict.says, "cite": verdict.cite,
         "reading": verdict.reading}
        for verdict in judgement.verdicts if verdict.event == event
    ]  # fmt: skip
    return {
        "verdicts": verdicts, "winners": sorted(judgement.end["winners"]), "reason": judgement.end["reason"],
        "points": points_by_colour(judgement.scores),
        "impossible": judgement.impossible["event"] if judgement.impossible else None,
    }  # fmt: skip


def format_outcome(result: Outcome, lang: str, seats: Mapping[str, str]) -> str:
    """Formats winner and points of an outcome as a sentence; `seats` has the words for each colour (`seat_names`)."""
    words = messages("disputes", lang)
    if result.get("impossible"):
        return f"{words['impossible']} {result['impossible']}"
    winners = ", ".join(seats[letter] for letter in result["winners"])
    points = ", ".join(f"{seats[colour]} {decimal_text(value, lang)}" for colour, value in result["points"].items())
    return f"{words['winner']} {winners}; {points}" if winners else f"{words['no-winner']}; {points}"


def seat_names(game: Game, to_names: Callable[[str], str], lang: str, with_references: bool = False) -> dict[str, str]:
    """Returns the words for each colour: the player's name with the colour, such as `Dino (violet)`, or the colour.

    `with_references` leaves the references of players without a name, for a caller who replaces them later.
    """
    colours = {letter: str(vocabulary(lang)[f"colour.{letter}"]) for letter in COLOURS}
    names = player_names(game, to_names, with_references)
    return colours | {letter: f"{name} ({colours[letter].lower()})" for letter, name in names.items()}


def player_names(game: Game, to_names: Callable[[str], str], with_references: bool = False) -> dict[str, str]:
    """Returns the names of the seats by colour; none for a seat without a player or whose name is not shown."""
    names = {letter: to_names(player) for letter, player in game.players.items() if player not in ("?", "-")}
    return {letter: name for letter, name in names.items() if with_references or not name.startswith(REFERENCE_PREFIX)}


def outcome_without_event(before: ReplayedGame, played: Judgement, event: int) -> dict[str, Any] | None:
    """Returns winners and points of the game without an event, and whether they differ from those of it as `played`.

    None for event 0, the headers, and where later events are impossible without it.
    """
    replayed = known_without(before, event) if event > 0 and not played.impossible else None
    if replayed is None:
        return None
    winners, points = sorted(replayed.end["winners"]), points_by_colour(replayed.outcome.scores)
    return {
        "winner_differs": winners != sorted(played.end["winners"]),
        "points_differ": points != points_by_colour(played.scores), "winners": winners, "points": points,
    }  # fmt: skip


def other_readings(
    game: Game, rules: RuleSet, cited_rules: set[str], told: frozenset[str] = frozenset()
) -> Iterator[tuple[str, RuleSet]]:
    """Yields names and rule-sets that differ from `rules` in one reading of a cited clause or of an open point.

    `told` are the rules of the findings, which may cite the line of another clause.
    """
    for clause_index, clause in enumerate(rules.content["clauses"]):
        for rule, options in clause["use"].items():
            for name, value in option_changes(clause, rule, options, clause["rule_id"] in cited_rules or rule in told):
                changed_rules = with_option_changed(rules, clause_index, rule, name, value)
                if changed_rules is not None:
                    option = f"{rule}.{name}" if name else rule
                    yield f"{option}={str(value).lower()}", changed_rules
    if (objective_rules := rules.with_other_objectives()) is not None:
        yield "objectives", objective_rules
    yield from alternative_rule_sets(game, cited_rules)


def option_changes(
    clause: dict[str, Any], rule: str, options: dict[str, Any], is_cited: bool
) -> Iterator[tuple[str, Any]]:
    """Yields names of a rule's options with other values, for open points, and for a cited clause all its choices.

    An empty name with False stands for the rule left out.
    """
    open_points = clause.get("open", [])
    for name, value in options.items():
        if name.endswith(CHOICES_SUFFIX) or not (is_cited or f"{rule}.{name}" in open_points):
            continue
        if isinstance(value, bool):
            yield name, not value
        choices = [type(value)(word) for word in str(options.get(name + CHOICES_SUFFIX, "")).split()]
        yield from ((name, choice) for choice in choices if choice != value)
    for point in open_points:
        rule_name, _, option = point.rpartition(".")
        supposed = options_of(rule).get(option) if rule_name == rule and option not in options else None
        if isinstance(supposed, bool):
            yield option, not supposed
        elif isinstance(supposed, str):
            yield from ((option, word) for word in rule_classes()[rule].READINGS.get(option, ()) if word != supposed)
    if is_cited or rule in open_points:
        yield "", False


def with_option_changed(rules: RuleSet, clause_index: int, rule: str, name: str, value: Any) -> RuleSet | None:
    """Returns the rules with one option of a clause changed, or with the rule left out for an empty name.

    None if the result is not a valid rule-set.
    """
    clauses = list(rules.content["clauses"])
    rule_options = dict(clauses[clause_index]["use"])
    if name:
        rule_options[rule] = {
            **{key: other_value for key, other_value in rule_options[rule].items() if key != name + CHOICES_SUFFIX},
            name: value,
        }
    else:
        del rule_options[rule]
    clauses[clause_index] = {**clauses[clause_index], "use": rule_options}
    try:
        return RuleSet.from_resolved({**rules.content, "clauses": clauses})
    except (RuleSetError, LookupError, TypeError, ValueError):
        return None


def alternative_rule_sets(game: Game, cited_rules: set[str]) -> Iterator[tuple[str, RuleSet]]:
    """Yields the alternatives of the game's variant that replace a cited clause, each with its rule-set."""
    variant = game.header("Variant") or ""
    variant_id = variant.partition("+")[0].strip().partition("@")[0]
    try:
        source = variant_source(variant_id)
    except (LookupError, OSError, ValueError):
        return
    named = list[str]()  # one alternative may replace several clauses
    for clause in source.get("clause", []):
        name = str(clause.get("alternative", ""))
        if name and clause.get("replaces") in cited_rules and name not in named and name not in variant:
            named.append(name)
            headers = [(key, f"{value} + {name}" if key == "Variant" else value) for key, value in game.headers]
            try:
                yield f"+ {name}", ruleset_for_game(Game(headers, game.events, game.lines))
            except RuleSetError:
                continue

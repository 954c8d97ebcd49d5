"""Judges a disputed event again: as played, under other readings of the rules, and without the event."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from plancia_archive.facts.counterfactuals import known_without, points_by_colour
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.parties import COLOURS
from plancia_data import decimal_text, messages, text_in, variant_source
from plancia_events import Game
from plancia_replay import JudgedGame, Judgement, RuleSet, RuleSetError, Verdict, ruleset_for_game
from plancia_replay.judging.explanations import Explanation, explain
from plancia_replay.judging.forms import Ending, GameEnd, SeatScore
from plancia_replay.judging.judgement import judge_event
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.without_event import replay_before
from plancia_replay.rulesets.clauses import Options, ResolvedClause
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.sentences import vocabulary

FIELD = re.compile(r"\{[^{}:]*(?::(?P<words>[^{}]*))?\}")


def describe_reading(game: Game, rules: RuleSet, name: str, lang: str) -> str:
    """Returns the words of a reading that `disputes.readings.other_readings` names; the name itself if it is unknown.

    `rules` are those of the game as played.
    """
    words = messages("disputes", lang)
    if name == "objectives":
        return str(words["reading-objectives"])
    if name.startswith("+ "):
        return describe_alternative(game, name.removeprefix("+ "), words, lang)
    key, _, value = name.partition("=")
    for clause in rules.content["clauses"]:
        sentence = sentence_of_clause(clause, lang)
        if key in clause["use"]:
            return str(words["reading-without"]).format(clause=describe_part(clause, key, words, lang) or sentence)
        if key.rpartition(".")[0] in clause["use"]:
            change = words.get(f"reading.{name}") or str(words.get(f"reading.{key}", name)).format(value=value)
            return str(words["reading-otherwise"]).format(clause=sentence, change=change)
    return name


def sentence_of_clause(clause: ResolvedClause, lang: str) -> str:
    """Returns the number of a clause and its sentence in quotation marks."""
    return f"{clause['rule_id']} \u201c{text_in(clause['says'], lang)}\u201d"


def describe_part(clause: ResolvedClause, rule: str, words: dict[str, str], lang: str) -> str:
    """Returns the number of a clause and what of it a rule judges, by the sentence of its finding.

    Empty for a clause of one rule, which is told by its own sentence.
    """
    if len(clause["use"]) == 1:
        return ""
    template = vocabulary(lang).get(rule) or words.get(f"part.{rule}")
    part = f"\u201c{FIELD.sub(blank_of_field, str(template))}\u201d" if template else rule
    return str(words["reading-part"]).format(rule_id=clause["rule_id"], part=part)


def blank_of_field(match: re.Match[str]) -> str:
    """Returns what stands for a field of a sentence: dots, with the plural of the words that its number chooses."""
    plural = (match["words"] or "#").rpartition("|")[2].removeprefix("-")
    return plural.replace("#", "\u2026") if "#" in plural else f"\u2026 {plural}"


def describe_alternative(game: Game, name: str, words: dict[str, str], lang: str) -> str:
    """Returns the words of an alternative of the game's variant: its option and the sentence of its clause."""
    variant = (game.header("Variant") or "").partition("+")[0].strip().partition("@")[0]
    clause = next(clause for clause in variant_source(variant)["clause"] if clause.get("alternative") == name)
    return str(words["reading-alternative"]).format(option=name, says=text_in(clause["says"], lang))


MAX_READINGS, MAX_SECONDS = 24, 10.0  # limits of one recomputation
CHOICES_SUFFIX = "_among"
OTHER_OBJECTIVES = "objectives"  # the reading under which the other source's list holds


class OutcomeVerdict(msgspec.Struct, frozen=True):
    """A verdict on the disputed event, with its sentence and citation."""

    verdict: str
    rule_id: str
    says: str
    cite: str
    reading: str


class GameOutcome(msgspec.Struct, frozen=True):
    """What a judgement says of an event and of the result: `impossible` is the first impossible event, if any."""

    verdicts: list[OutcomeVerdict]
    winners: list[str]
    reason: str
    points: dict[str, int | float]
    impossible: int | None

    def differences(self, other: GameOutcome) -> list[str]:
        """Returns the names of the fields in which two outcomes differ."""
        return [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]

    def to_json(self) -> bytes:
        """Returns the outcome as JSON, to be kept."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, text: bytes) -> GameOutcome:
        """Returns an outcome that was kept. Raises msgspec.ValidationError."""
        return msgspec.json.decode(text, type=cls)


class ReadingOutcome(msgspec.Struct, frozen=True):
    """The outcome under another reading, and the fields in which it differs from that of the game as played."""

    reading: str
    differs: list[str]
    outcome: GameOutcome


class Recomputation(msgspec.Struct, frozen=True):
    """A disputed event judged as played, under other readings and left out.

    `explained` are the explanations of the verdicts as played. `left_out` is the number of readings not tried.
    `without` is the outcome without the event, with no verdicts; None where it is not known.
    """

    played: GameOutcome
    explained: list[Explanation]
    readings: list[ReadingOutcome]
    left_out: int
    without: GameOutcome | None


def recompute(
    before: ReplayedGame, event: int, rule_id: str, lang: str, seats: Mapping[str, str] | None = None,
    judgement: Judgement | None = None,
) -> Recomputation:  # fmt: skip
    """Judges a disputed event under several readings, at most MAX_READINGS and for about MAX_SECONDS.

    `before` is the game replayed up to the event, `judgement` that of the whole game in this language where it is
    known; `seats` has the words for each colour.
    """
    deadline = time.monotonic() + MAX_SECONDS
    game, rules, prepared = before.game, before.rules, before.prepared
    if judgement:
        verdicts = [verdict for verdict in judgement.verdicts if verdict.event == event]
        stopped, ending, scores = judgement.impossible, judgement.end, judgement.scores
        played = game_outcome(verdicts, ending, scores, stopped["event"] if stopped else None)
    else:
        judged = judge_event(before, event)
        verdicts, played = judged.verdicts_on(event, lang), event_outcome(judged, event, lang)
    cited_rules = {rule_id} | {verdict.rule_id for verdict in verdicts}
    readings: list[ReadingOutcome] = []
    left_out = 0
    for name, other_rules in other_readings(game, rules, cited_rules, frozenset(verdict.rule for verdict in verdicts)):
        if len(readings) >= MAX_READINGS or time.monotonic() > deadline:
            left_out += 1
        elif name == OTHER_OBJECTIVES and not prepared.deals_one_of(rules.content.get("goals_other") or {}):
            readings.append(ReadingOutcome(name, [], played))
        else:
            other_judged = judge_event(replay_before(game, other_rules, event, prepared), event)
            other = event_outcome(other_judged, event, lang)
            readings.append(ReadingOutcome(name, played.differences(other), other))
    explained = [explain(verdict, seats or {}) for verdict in verdicts]
    return Recomputation(played, explained, readings, left_out, outcome_without_event(before, played, event))


def event_outcome(judged: JudgedGame, event: int, lang: str) -> GameOutcome:
    """Returns the outcome of a game that was judged at least at an event (0: its headers)."""
    stopped = judged.impossible(lang)
    verdicts = judged.verdicts_on(event, lang)
    return game_outcome(verdicts, judged.end, judged.outcome.scores, stopped["event"] if stopped else None)


def game_outcome(
    verdicts: list[Verdict], ending: Ending | GameEnd, scores: Mapping[str, SeatScore], impossible: int | None
) -> GameOutcome:
    """Returns an outcome with some verdicts of a judgement, its end and its points."""
    rows = [OutcomeVerdict(one.verdict, one.rule_id, one.says, one.cite, one.reading) for one in verdicts]
    return GameOutcome(rows, sorted(ending["winners"]), ending["reason"], points_by_colour(scores), impossible)


def format_outcome(result: GameOutcome, lang: str, seats: Mapping[str, str]) -> str:
    """Formats winner and points of an outcome as a sentence; `seats` has the words for each colour (`seat_names`)."""
    words = messages("disputes", lang)
    if result.impossible:
        return f"{words['impossible']} {result.impossible}"
    winners = ", ".join(seats[letter] for letter in result.winners)
    points = ", ".join(f"{seats[colour]} {decimal_text(value, lang)}" for colour, value in result.points.items())
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


def outcome_without_event(before: ReplayedGame, played: GameOutcome, event: int) -> GameOutcome | None:
    """Returns winners and points of the game without an event.

    None for event 0, the headers, and where the game is impossible, as `played` or without the event.
    """
    replayed = known_without(before, event) if event > 0 and not played.impossible else None
    return game_outcome([], replayed.end, replayed.outcome.scores, None) if replayed else None


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
        yield OTHER_OBJECTIVES, objective_rules
    yield from alternative_rule_sets(game, cited_rules)


def option_changes(clause: ResolvedClause, rule: str, options: Options, is_cited: bool) -> Iterator[tuple[str, Any]]:
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


@lru_cache(maxsize=2 * MAX_READINGS, typed=True)
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
    except (LookupError, TypeError, ValueError):
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

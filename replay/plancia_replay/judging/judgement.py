"""A game judged: verdicts with citation and facts, the ending, the final table, the scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_events import Game
from plancia_replay.judging.assumptions.alternatives import (
    finding_reading,
    found_winners,
    score_reading,
    winner_reading,
)
from plancia_replay.judging.assumptions.objectives import Otherwise, list_supposed, read_otherwise
from plancia_replay.judging.assumptions.open_points import (
    assumptions,
    cite,
    missing_border,
    named_options,
    reading_of,
    rests_on,
    settled_by_header,
)
from plancia_replay.judging.hidden_results import open_end, undecidable
from plancia_replay.judging.prepare import Prepared, prepare
from plancia_replay.judging.replay import for_game, kernel_form, run
from plancia_replay.judging.scores import compute_scores, points
from plancia_replay.judging.slips import TOGETHER, nearest, slips_of
from plancia_replay.judging.table_json import board_of, hands_of
from plancia_replay.judging.verdicts import VERDICTS, Verdict, correction_verdicts, reveal_verdicts, seat_verdicts
from plancia_replay.judging.winner import BY_CLAIM, concluded, winners, won_otherwise
from plancia_replay.kernel import missing_events
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.objectives.claim_doubts import ended_by
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.sentences import said, spoken_end, spoken_impossible, stated


@dataclass
class Judgement:
    """All that the replay of a game under a rule-set found. Points are in half units inside, whole in `scores`.

    `stopped` is the event after which the game is over under these rules, 0 where they did not end it. `undecidable`
    says of which seats the points or ranking points hang on what the record lacks: those in `scores` are then not known
    to be right, nor is the winner of an `end` that names such seats.
    """

    game: str
    variant: str
    rules_hash: str
    completeness: str
    events: int
    verdicts: list[Verdict]
    end: dict[str, Any]
    final: dict[str, list[Any]]
    hands: dict[str, list[str]]
    scores: dict[str, dict[str, Any]]
    declared: dict[str, Any]
    facts: dict[str, int]
    stopped: int = 0
    impossible: dict[str, Any] | None = None
    assumptions: list[dict[str, Any]] = field(default_factory=list)
    undecidable: list[dict[str, Any]] = field(default_factory=list)
    kernel: str = field(default_factory=kernel_form)

    @property
    def clean(self) -> bool:
        """True where nothing is illegal, no score differs and the replay reached the end."""
        return self.impossible is None and all(verdict.verdict != "illegal" for verdict in self.verdicts)

    def undecided(self, letter: str, what: str = "points") -> str:
        """Why the record does not decide the "points" or "ranking" of a seat, in words; empty where it does."""
        return next((x["says"] for x in self.undecidable if x["player"] == letter and what in x["of"]), "")

    def to_json(self) -> dict[str, Any]:
        """One object a game, the public form."""
        made: dict[str, Any] = {
            "game": self.game,
            "variant": self.variant,
            "rules": self.rules_hash,
            "completeness": self.completeness,
            "events": self.events,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "end": self.end,
            "final": self.final,
            "hands": self.hands,
            "scores": self.scores,
            "declared": self.declared,
            "kernel": self.kernel,
        }
        if self.assumptions:
            made["assumptions"] = self.assumptions
        if self.undecidable:
            made["undecidable"] = self.undecidable
        if self.impossible is not None:
            made["impossible"] = self.impossible
        return made


def judge(game: Game, ruleset: RuleSet | None = None, lang: str = "it", first_leg: Game | None = None) -> Judgement:
    """Replays and judges a game under its prepared variant (or the rule-set given).

    `lang` is "it" or "en"; `first_leg` the first game of the match, where this is the second. Raises RuleSetError where
    the header names rules that do not exist. Nothing in the game itself raises: illegal events are verdicts, an
    impossible one ends the replay and is told.
    """
    rules = ruleset or for_game(game)
    prepared = prepare(game)
    table = prepared.table(rules)
    place, reason = run(rules, table, prepared, len(prepared.numbers))
    other = read_otherwise(rules, prepared, table)
    found = sorted(set(table.found), key=lambda found: (found[0], found[1]))
    verdicts = told(rules, prepared, found, lang, other)
    played = game.header("Completeness") != "result-only"  # a result alone leaves nothing to count
    scores = compute_scores(rules, table) if played else {}
    declared = declared_points(game)
    ended = concluded(rules, table, scores)
    verdicts += header_verdicts(rules, table, declared, lang, played, other)
    verdicts += winner_verdicts(rules, table, prepared, scores, ended, lang, other)
    verdicts += reveal_verdicts(rules, game, prepared, verdicts, lang)
    verdicts += correction_verdicts(rules, game, prepared, verdicts, lang)
    verdicts = seat_verdicts(rules, game, prepared, first_leg, verdicts, lang)
    ended = {**ended, "winner": None, "winners": []} if reason else open_end(table, scores, ended)
    return Judgement(
        game=game.header("Game") or "",
        variant=rules.id,
        rules_hash=rules.hash,
        completeness=game.header("Completeness") or "?",
        events=len(game.events) + 1,
        verdicts=sorted(verdicts, key=lambda verdict: verdict.event),
        end={**ended, "says": spoken_end(ended["reason"], lang)},
        final=board_of(table),
        hands=hands_of(table),
        scores=scores,
        declared=declared,
        facts=game_facts(table),
        stopped=max(int(table.stopped), 0),
        impossible=impossible(prepared, place, reason, lang),
        assumptions=assumptions(rules),
        undecidable=undecidable(rules, table, scores, ended, lang),
    )


def impossible(prepared: Prepared, place: int, reason: int, lang: str) -> dict[str, Any] | None:
    """Where and why the replay stopped, or None."""
    if reason == 0:
        return None
    return {
        "event": prepared.numbers[place],
        "line": prepared.line_of(prepared.numbers[place]),
        "text": prepared.texts[place],
        "reason": reason,
        "says": spoken_impossible(reason, lang),
    }


def told(
    rules: RuleSet, prepared: Prepared, found: list[tuple[int, int, int]], lang: str, other: Otherwise | None = None
) -> list[Verdict]:
    """The findings with their facts: the game is replayed once more, stopping before each event with a finding.

    What is illegal only under this list of objectives, and not under the `other`, supposes the list. What was found of
    an event that the record lacks is told with that event in hand.
    """
    made: list[Verdict] = []
    table = prepared.table(rules)
    at = -1
    place_of = {number: place for place, number in enumerate(prepared.numbers)}
    slips = slips_of(rules, found)
    slip: dict[int, str] = {}

    def tell(number: int, index: int, code: int) -> Verdict:
        hangs = other is not None and code == 1 and (number, index) not in other.illegal
        supposed = list_supposed(rules) if hangs else {}
        meant = slip.pop(number, "") if number in slips and rules.clauses[index]["rule"] in TOGETHER else None
        return verdict_of(rules, prepared, table, rules.rules[index], number, code, lang, supposed, meant)

    for finding in found:
        place = place_of[finding[0]]
        if place > at:
            run(rules, table, prepared, place, max(at, 0))
            at = place
            here = [each for each in found if each[0] == finding[0]]
            prepared.hold(table, place)
            lacking = missing_events.missing_in_hand(table, rules.checks)
            early = {each: tell(*each) for each in here if lacking and asked(table, rules.rules[each[1]], each[2])}
            table.unwritten = 0
            prepared.hold(table, place)
            missing_events.supply(table, rules.checks, rules.observers)
            if finding[0] in slips:
                slip[finding[0]] = nearest(table, prepared.texts[place])
        made.append(early.get(finding) or tell(*finding))
    return made


def asked(table: Table, rule: Rule, code: int) -> bool:
    """Is it of the event now in hand that the rule found this?"""
    return int(table.op) in rule.kinds() and rule.finding(table) == code


def verdict_of(
    rules: RuleSet,
    prepared: Prepared,
    table: Table,
    rule: Rule,
    number: int,
    code: int,
    lang: str,
    supposed: dict[str, Any],
    slip: str | None = None,
) -> Verdict:
    """One finding in words; where a rule has several sentences its facts name the one to use (`wording`).

    `slip` is the line that was probably meant, where the event contradicts the table in more than one way.

    `supposed` is what it is known to suppose already; else that is looked for. A rule that only assumes names the
    options that it does so by (`supposes`): where the header sets them, its finding stands.
    """
    clause = spoken = rules.clauses[rule.index]
    facts = stated(rule.facts(table), rules)
    facts.update(missing_border(rules, clause, facts))
    if code == 1 and not supposed:
        supposed = rests_on(rules, clause, facts)
    if code == 1 and not supposed:
        supposed = finding_reading(rules, table, rule.index)
    if code == 3 and settled_by_header(rules, facts):
        code = 1
    if code == 3 and not supposed:
        supposed = named_options(rules, facts)
    for name in ("hangs_on", "supposes", "rests", "left_over"):
        facts.pop(name, None)
    clause = rules.cited.get((clause["rule"], str(facts.get("stage"))), clause)
    if slip is not None:
        facts["slip"] = slip
    if supposed:
        code = 3
        facts["assumes"] = supposed
    return Verdict(
        event=number,
        line=prepared.line_of(number),
        rule=clause["rule"],
        rule_id=clause["rule_id"],
        verdict=VERDICTS[code],
        says=said(spoken, facts, VERDICTS[code], lang),
        facts=facts,
        cite=cite(clause),
        reading=reading_of(clause, VERDICTS[code], facts, lang),
    )


def declared_points(game: Game) -> dict[str, Any]:
    """The points of the Result header by colour; null where `?`."""
    words = (game.header("Result") or "").split()
    found: dict[str, Any] = {}
    for letter, text in zip(words[::2], words[1::2], strict=False):
        if letter in COLOUR_LETTERS:
            try:
                value = float(text)
                found[letter] = points(int(value * 2))
            except ValueError:
                found[letter] = None
    return found


def header_verdicts(
    rules: RuleSet,
    table: Table,
    declared: dict[str, Any],
    lang: str,
    played: bool = True,
    other: Otherwise | None = None,
) -> list[Verdict]:
    """A declared result that differs from the recomputed score, cited to the first scoring clause.

    Where the play was not `played` before the record's eyes, only its result, nothing can be decided.
    """
    terms = rules.terms.get("score", [])
    made: list[Verdict] = []
    if not terms:
        return made
    clause = rules.clauses[terms[0].index]
    for letter, value in declared.items():
        colour = COLOUR_LETTERS.index(letter)
        computed = points(table.total(terms, colour))
        if value is not None and value != computed:
            facts: dict[str, Any] = {"player": letter, "declared": value, "computed": computed}
            record_clause = {**clause, "rule": "record.score"}
            half = int(value * 2)
            supposed = rests_on(rules, record_clause, {}) or score_reading(rules, table, colour, half)
            if not supposed and other and other.table.total(other.rules.terms["score"], colour) == half:
                supposed = list_supposed(rules)
            kind = "assumed" if supposed else "illegal" if table.over else "undecidable"
            if table.score_hidden(colour) or not played:
                kind, supposed = "undecidable", {}
            if kind == "undecidable" and not (played and table.over):
                facts["wording"] = "unfinished" if played else "result_only"
            if supposed:
                facts["assumes"] = supposed
            made.append(
                Verdict(0, 0, "record.score", clause["rule_id"], kind,
                        said(record_clause, facts, kind, lang), facts, cite(clause))
            )  # fmt: skip
    return made


def winner_verdicts(
    rules: RuleSet,
    table: Table,
    prepared: Prepared,
    scores: dict[str, dict[str, Any]],
    ended: dict[str, Any],
    lang: str,
    other: Otherwise | None = None,
) -> list[Verdict]:
    """A prepared winner who is not the one the replay finds, nor one of those it finds level."""
    if not table.over or table.over_winner < 0:
        return []
    stated_winner = COLOUR_LETTERS[table.over_winner]
    found = winners(rules, table, scores, ended)
    if stated_winner in found or (not found and not ended.get("draw")):
        return []
    clause = next(clause for clause in rules.clauses if clause["rule"] == "record.end")
    facts = {"declared": stated_winner, "computed": " ".join(found) or None, "player": stated_winner,
             "expected": found[0] if found else None, "reason": ended["reason"]}  # fmt: skip
    if "draw" in ended:
        facts["draw"] = True
    number = int(table.over_event)
    by_claim = ended["reason"] in BY_CLAIM
    hidden = not by_claim and any(table.plays(colour) and table.score_hidden(colour) for colour in range(6))
    kind = "undecidable" if hidden else "illegal"
    supposed = winner_reading(rules, table, stated_winner) if kind == "illegal" and not by_claim else {}
    if kind == "illegal" and not supposed and won_otherwise(table, scores, stated_winner):
        supposed = rests_on(rules, clause, ended_by(table))  # won after a supposed end
    if kind == "illegal" and not supposed and other and stated_winner in found_winners(other.rules, other.table):
        supposed = list_supposed(rules)
    if supposed:
        kind, facts["assumes"] = "assumed", supposed
    return [
        Verdict(number, prepared.line_of(number), "record.end", clause["rule_id"], kind,
                said({**clause, "rule": "record.draw" if "draw" in ended else "record.winner"}, facts, kind, lang),
                facts, cite(clause))
    ]  # fmt: skip


def game_facts(table: Table) -> dict[str, int]:
    """Counts of a game for the projections."""
    return {
        "rounds": table.round, "turns": table.turns, "attacks": table.attack_count,
        "conquests": table.conquest_count, "sets": table.set_count, "draws": table.draw_count,
        "eliminations": table.elimination_count, "end_rolls": table.end_roll_count,
    }  # fmt: skip

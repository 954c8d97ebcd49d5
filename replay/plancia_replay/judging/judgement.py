"""A game judged: verdicts with citation and facts, the ending, the final table, the scores."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from plancia_events import Game
from plancia_replay.judging.assumptions.objectives import objective_list_assumption
from plancia_replay.judging.assumptions.open_points import assumptions, finding_assumptions, score_assumptions
from plancia_replay.judging.corrections import correction_numbers, is_valid_correction
from plancia_replay.judging.dates import find_wrong_date
from plancia_replay.judging.findings import Finding, Findings
from plancia_replay.judging.forms import (
    Assumption,
    Board,
    GameEnd,
    ImpossibleEvent,
    PrintedJudgement,
    Score,
    SeatScore,
    UndecidedOutcome,
)
from plancia_replay.judging.hidden_results import is_recorded_end_open, open_results
from plancia_replay.judging.prepare import PackedGame, prepare, reinterprets
from plancia_replay.judging.replay import copy_table, kernel_form, ruleset_for_game, run_kernel
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.result_verdicts import declared_points, score_verdicts, winner_verdicts
from plancia_replay.judging.reveals import reveals
from plancia_replay.judging.seat_headers import is_second_leg, seat_findings
from plancia_replay.judging.table_json import board_json, hands_json
from plancia_replay.judging.verdicts import VERDICT_NAMES, Verdict
from plancia_replay.judging.winner import possible_winners
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL
from plancia_replay.kernel.table import Table
from plancia_replay.kernel.trace import Trace, replay_traced
from plancia_replay.rules.objectives.objective_list import ObjectiveListed
from plancia_replay.rules.objectives.targets import ObjectiveShape
from plancia_replay.rulesets.ruleset import RuleSet
from plancia_replay.text.fact_values import Facts
from plancia_replay.text.sentences import assumption_headers, end_text, impossible_text, supposition_text, vocabulary

LACKS_OPENING: Final = ("turns-only", "final-board", "result-only")
LACKS_DICE: Final = ("no-dice", *LACKS_OPENING)
BY_DICE: Final = "attack.losses_by_dice"
OPENING_TAGS: Final = ("ROLL", "ORDER", "DEAL", "PICK", "DRAFT", "OBJ", "SET")
UNPLAYED: Final = (  # of record.end: nothing was played that brings this end
    "not_yet", "not_yet_closing", "not_yet_extra", "not_yet_passed", "not_yet_die",
)  # fmt: skip
HANG_ON_ORDER: Final = ("turn.order", "dummy.director")  # whose turn it is, where the order of play is not written
UNPLACED: Final = ("world", "alive", "objective", "barred")  # the same: nothing stands on the board that brings it


def of_what_is_recorded(replayed: ReplayedGame, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts without those on an opening or a play that the record does not claim to have, and on its order.

    A position stated before any territory was assigned is then where the record begins, and is compared with nothing.
    """
    completeness = replayed.game.header("Completeness")
    if completeness in LACKS_DICE:
        verdicts = [one for one in verdicts if one.rule != BY_DICE or one.verdict != "undecidable"]
    if completeness not in LACKS_OPENING:
        return verdicts
    unjudged = {rule.NAME for rule in replayed.rules.rules if rule.JUDGES_OPENING}
    unseen = {"final-board": UNPLAYED, "result-only": UNPLAYED + UNPLACED}.get(completeness, ())
    beginning = first_position(replayed)
    opening_end = first_turn(replayed) if completeness == "turns-only" else 0
    return [
        verdict
        for verdict in verdicts
        if verdict.rule not in unjudged
        and not (verdict.rule == "record.checkpoint" and verdict.event == beginning)
        and not (verdict.event < opening_end and is_of_opening(verdict))
        and not (verdict.rule in HANG_ON_ORDER and verdict.facts.get("wording") == "no_order")
        and not (verdict.rule == "record.end" and verdict.facts.get("wording") in unseen)
    ]


def is_of_opening(verdict: Verdict) -> bool:
    """True for what a rule of the game says of a throw, a deal, a pick, an objective or a placement of the set-up.

    How many sit at the table, who is the dummy and who are partners is told by the headers.
    """
    if verdict.rule == "dummy.named" or (verdict.rule == "players.count" and "least" in verdict.facts):
        return False
    if verdict.rule == "team.opposite" and verdict.verdict == "undecidable":
        return False
    return verdict.recorded is not None and verdict.recorded.TAG in OPENING_TAGS and verdict.rule_id[:3] != "REC"


def first_turn(replayed: ReplayedGame) -> int:
    """The number of the first turn, one past the last event where the record has none."""
    prepared = replayed.prepared
    turns = [row for tag in ("TURN", "PASS") for row in prepared.rows_of_kind(tag)]
    return prepared.numbers[min(turns)] if turns else len(prepared.recorded) + 1


def first_position(replayed: ReplayedGame) -> int:
    """The number of a CHECK before which the record assigns no territory; 0 where there is none."""
    prepared = replayed.prepared
    assigned = [row for tag in ("DEAL", "PICK", "DRAFT") for row in prepared.rows_of_kind(tag)]
    stated = prepared.rows_of_kind("CHECK")
    return prepared.numbers[stated[0]] if stated and min(assigned, default=stated[0]) >= stated[0] else 0


# facts that determine assumptions; they are not printed
INTERNAL_FACTS = ("hangs_on", "supposes", "rests", "also", "left_over", "by_scores", "by_rule")
COVERED = "covered"  # the wording of the note

END_ASSUMES = {  # by reason, what an end may suppose
    "objective": ("claim.objective_met.wins", "objective.listed"), "end-roll": ("end_roll.threshold",),
}  # fmt: skip


@dataclass
class Judgement:
    """A game judged under a rule-set, with sentences in one language. Points in `scores` are whole or halves.

    `stopped` is the event after which the game is over under these rules, 0 where they did not end it. `undecidable`
    has the seats whose points or ranking points depend on what the record lacks: those in `scores` are then not known
    to be right, nor is the winner of an `end` that names such seats: `told_scores` and `told_end` have none. `level`
    are colours level at the top of the end.
    """

    game: str
    variant: str
    rules_hash: str
    completeness: str
    events: int
    verdicts: list[Verdict]
    end: GameEnd
    final: Board
    hands: dict[str, list[str]]
    scores: dict[str, SeatScore]
    declared: dict[str, float | None]
    facts: dict[str, int]
    stopped: int = 0
    impossible: ImpossibleEvent | None = None
    assumptions: list[Assumption] = field(default_factory=list)
    undecidable: list[UndecidedOutcome] = field(default_factory=list)
    score_assumptions: list[Assumption] = field(default_factory=list)
    level: list[str] = field(default_factory=list)
    kernel: str = field(default_factory=kernel_form)

    @property
    def clean(self) -> bool:
        """True where nothing is illegal, no score differs and the replay reached the end."""
        return self.impossible is None and all(verdict.verdict != "illegal" for verdict in self.verdicts)

    @property
    def told_end(self) -> GameEnd:
        """The end as it is told: without a winner where points that the record leaves open decide who it is."""
        return {**self.end, "winner": None, "winners": []} if self.end.get("undecidable") else self.end

    @property
    def told_scores(self) -> dict[str, Score]:
        """The scores as they are told: None, with an empty account, for each figure that the record leaves open."""
        told: dict[str, Score] = {letter: {**entry} for letter, entry in self.scores.items()}
        for result in self.undecidable:
            entry = told[result["player"]]
            if "points" in result["of"]:
                entry["points"], entry["account"] = None, []
            if "ranking" in result["of"]:
                entry["ranking"], entry["ranking_account"] = None, []
        return told

    def points_assume(self, lang: str) -> str:
        """What the points are counted on that no document settles, in words, with the rules; or empty."""
        parts = [
            f"{supposition_text({entry['parameter']: entry['value']}, lang)} ({entry['rule_id']})"
            for entry in (self.score_assumptions if self.scores else [])
        ]
        return str(vocabulary(lang)["verdict.assumes_too"]).join(parts)

    @property
    def points_settled(self) -> str:
        """The header lines that settle what `points_assume` tells."""
        return assumption_headers({entry["parameter"]: entry["value"] for entry in self.score_assumptions})

    def undecided(self, letter: str, what: str = "points") -> str:
        """Why the record does not decide the "points" or "ranking" of a seat, in words; empty where it does."""
        return next((x["says"] for x in self.undecidable if x["player"] == letter and what in x["of"]), "")

    @property
    def has_own_ranking(self) -> bool:
        """True if ranking points differ from the table points of some seat, or may: else no document has them."""
        accounts = [entry.get("ranking_account", []) for entry in self.scores.values()]
        is_open = any(accounts) and any("ranking" in entry["of"] for entry in self.undecidable)
        return is_open or any(line["what"] != "table" for account in accounts for line in account)

    def to_json(self) -> PrintedJudgement:
        """One JSON object per game, the public form."""
        values: PrintedJudgement = {
            "game": self.game, "variant": self.variant, "rules": self.rules_hash, "completeness": self.completeness,
            "events": self.events, "verdicts": [verdict.to_json() for verdict in self.verdicts], "end": self.told_end,
            "final": self.final, "hands": self.hands, "scores": self.told_scores, "declared": self.declared,
            "kernel": self.kernel,
        }  # fmt: skip
        if self.assumptions:
            values["assumptions"] = self.assumptions
        if self.undecidable:
            values["undecidable"] = self.undecidable
        if self.impossible is not None:
            values["impossible"] = self.impossible
        return values


@dataclass
class JudgedGame(ReplayedGame):
    """A game replayed and judged once: what follows from the last table is computed when it is first read.

    Nothing in it is in a language; `judgement` writes the sentences. `first_leg` is the first game of the match, where
    this is the second; `trace` has the watched events of the replay, where they were requested. The table must not be
    changed.
    """

    findings: Findings
    first_leg: Game | None = None
    trace: Trace | None = None
    last_table: Table | None = None  # as the last event left it: what is computed of the result writes into `table`

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """All verdicts in order of events; their sentences are Italian until another language is chosen."""
        verdicts = [*finding_verdicts(self, self.findings), *score_verdicts(self), *winner_verdicts(self)]
        verdicts += [*reveal_verdicts(self, verdicts), *correction_verdicts(self, verdicts)]
        verdicts = of_what_is_recorded(self, without_order_throws(self, verdicts))
        verdicts += header_verdicts(self, self.first_leg)
        return with_one_note(sorted(verdicts, key=lambda verdict: verdict.event))

    def verdicts_on(self, event: int, lang: str) -> list[Verdict]:
        """The verdicts on an event (0: the headers), with their sentences in "it" or "en"."""
        return [replace(verdict, lang=lang) for verdict in self.verdicts if verdict.event == event]

    def open_points(self, is_over: bool) -> int:
        """The number of verdicts that decide nothing, covered objectives apart as long as the game is not over."""
        return count_open_points(self.verdicts, is_over)

    def judgement(self, lang: str = "it") -> Judgement:
        """The judgement with its sentences in "it" or "en"."""
        scores = self.outcome.scores
        results = open_results(self.rules, self.table, scores, self.end)
        return Judgement(
            game=self.game.header("Game") or "", variant=self.rules.id, rules_hash=self.rules.hash,
            completeness=self.game.header("Completeness") or "?", events=len(self.game.events) + 1,
            verdicts=[replace(verdict, lang=lang) for verdict in self.verdicts],
            end={**self.end, "says": self.end_text(lang)}, final=board_json(self.table), hands=hands_json(self.table),
            scores=scores, declared=declared_points(self.game.header("Result")), facts=game_facts(self.table),
            stopped=max(int(self.table.stopped), 0), impossible=self.impossible(lang),
            assumptions=assumptions(self.rules), score_assumptions=score_assumptions(self.rules), level=self.level,
            undecidable=[result.to_json(lang) for result in results],
        )  # fmt: skip

    @cached_property
    def level(self) -> list[str]:
        """The colours that are level at the top of a game that is over, where the rules do not divide them."""
        if self.end["winner"] is not None or self.end.get("undecidable") or self.end.get("draw"):
            return []
        colours = possible_winners(self.rules, self.table, self.outcome.scores, self.end)
        return colours if len(colours) > 1 else []

    def end_text(self, lang: str) -> str:
        """How the game ended, in words: who is level at the top, that the record alone says so, or what it supposes.

        Where nobody can see whether the rules end it too, that.
        """
        names = END_ASSUMES.get(str(self.end["reason"]), ())
        entries = assumptions(self.rules) if names else []
        supposed = {entry["parameter"]: entry["value"] for entry in entries if entry["parameter"] in names}
        key = "level.recorded" if self.is_end_wrong() else "level.open" if is_recorded_end_open(self.table) else ""
        if not key and self.is_end_wrong("assumed"):
            key = "level.doubtful"
        if self.level:
            key = "level.lot" if self.rules.binds("tiebreak.lot_needed") else "level.organisers"
        elif supposed and not key:
            key = "level.supposed"
        return end_text(str(self.end["reason"]), lang, key, self.level, supposed)

    def is_end_wrong(self, kind: str = "illegal") -> bool:
        """True if the game ends by its record alone, which is illegal; a wrong winner (`computed`) is another thing.

        With the `kind` "assumed": if that is so by one reading.
        """
        number = -1 if self.table.stopped >= 0 else int(self.table.over_event)
        found = (v for v in self.verdicts if v.event == number and v.verdict == kind)
        return any(v.rule in ("record.end", "end_roll.threshold") and "computed" not in v.facts for v in found)

    def impossible(self, lang: str) -> ImpossibleEvent | None:
        """Where and why the replay stopped before the end, or None."""
        if self.reason == 0:
            return None
        number = self.prepared.numbers[self.row]
        return {
            "event": number, "line": self.prepared.line_of(number), "text": self.prepared.text(self.row),
            "reason": self.reason, "says": impossible_text(self.reason, lang),
        }  # fmt: skip


def judge_game(
    game: Game, ruleset: RuleSet | None = None, first_leg: Game | None = None, trace: Trace | None = None,
    as_corrected: bool = True, until: int | None = None, open_ended: bool = False, prepared: PackedGame | None = None,
) -> JudgedGame:  # fmt: skip
    """Replays and judges a game under its recorded variant (or the rule-set given), in no language yet.

    `first_leg` is the first game of the match, where this is the second; the watched events of the replay are written
    into the `trace`, where one is given. Without `as_corrected` its corrections change nothing: the game as it was
    recorded; with `until` those after that event change nothing. `open_ended`: to be continued by `judge_further`.
    `prepared` is the game made ready before, where it was.
    Raises RuleSetError where the header names rules that do not exist. Nothing in the game itself raises: illegal
    events are verdicts, an impossible one ends the replay and is reported.
    """
    rules = ruleset or ruleset_for_game(game)
    prepared = prepared or prepare(game, as_corrected, until)
    table = prepared.table(rules)
    findings = table.on_finding = Findings(rules, prepared)
    if trace is None:
        row, reason = run_kernel(rules, table, prepared, len(prepared.numbers))
    else:
        row, reason = replay_traced(table, prepared.log, rules.checks, rules.observers, prepared.numbers, trace)
    last_table = copy_table(table) if open_ended and not reason else None
    return JudgedGame(game, rules, prepared, table, row, reason, findings, first_leg, trace, last_table)


def judge_event(before: ReplayedGame, number: int) -> JudgedGame:
    """Judges an event (0: the headers) and the end of a game, given its replay up to there; the rest is only replayed.

    Of the verdicts those on this event and on the result are as in `judge_game`.
    """
    game, rules, prepared, table = before.game, before.rules, before.prepared, copy_table(before.table)
    row, reason, stop = before.row, before.reason, bisect_right(prepared.numbers, number)
    findings = table.on_finding = Findings(rules, prepared)
    if not reason:
        row, reason = run_kernel(rules, table, prepared, stop, bisect_right(prepared.numbers, number - 1))
    table.on_finding = None
    if not reason:
        row, reason = run_kernel(rules, table, prepared, len(prepared.numbers), stop, judging=False)
    judged = JudgedGame(game, rules, prepared, table, row, reason, findings)
    is_note = any(is_on_covered_objective(verdict) for verdict in judged.verdicts)  # which the first of them has
    return judge_game(game, rules, prepared=prepared) if is_note else judged


def judge_further(before: JudgedGame, game: Game) -> JudgedGame | None:
    """Judges a game as `judge_game` does with a trace, from the judgement of its first events: the others are replayed.

    `before` was judged `open_ended`. None where the further events may change what the first ones mean: then all have
    to be replayed.
    """
    table, rules, known = before.last_table, before.rules, len(before.game.events)
    looks_back = any(reinterprets(game.events[place]) for place in range(known, len(game.events)))
    if table is None or before.trace is None or looks_back or game.headers != before.game.headers:
        return None
    prepared = before.prepared.continued(game)
    if prepared.first_times(rules) != before.prepared.first_times(rules):
        return None
    table, trace, findings = copy_table(table), before.trace.open_copy(), before.findings.continued(prepared)
    table.on_finding = findings
    first = len(before.prepared.numbers)
    row, reason = replay_traced(table, prepared.log, rules.checks, rules.observers, prepared.numbers, trace, first)
    last_table = None if reason else copy_table(table)
    return JudgedGame(game, rules, prepared, table, row, reason, findings, None, trace, last_table)


def judge(
    game: Game, ruleset: RuleSet | None = None, lang: str = "it", first_leg: Game | None = None,
    as_corrected: bool = True,
) -> Judgement:  # fmt: skip
    """The judgement of a game in "it" or "en": `judge_game`, with sentences."""
    return judge_game(game, ruleset, first_leg, as_corrected=as_corrected).judgement(lang)


def game_facts(table: Table) -> dict[str, int]:
    """Counts of a game for the projections."""
    return {
        "rounds": table.round, "turns": table.turns, "attacks": table.attack_count,
        "conquests": table.conquest_count, "sets": table.set_count, "draws": table.draw_count,
        "eliminations": table.elimination_count, "end_rolls": table.end_roll_count,
    }  # fmt: skip


def finding_verdicts(replayed: ReplayedGame, findings: Findings) -> list[Verdict]:
    """A verdict for each finding of the kernel, in order of events and rules."""
    return [finding_verdict(replayed, finding) for finding in findings.in_order()]


def finding_verdict(replayed: ReplayedGame, finding: Finding) -> Verdict:
    """The verdict on a finding; it is assumed if it has assumptions, which are then among its facts.

    What is illegal supposes the list of objectives where it is not illegal under the other source's, and the reading of
    a clause where it is not illegal under its other reading.
    """
    rules, code, assumed, other_list_replay = replayed.rules, finding.code, finding.supposed, replayed.other_list_replay
    if (
        code == ILLEGAL
        and other_list_replay is not None
        and (finding.number, finding.index) not in other_list_replay.illegal
    ):
        assumed = objective_list_assumption(rules)
    if code == ILLEGAL and not assumed:
        assumed = replayed.reading_replays.assumption(finding.number, finding.index, finding.facts)
    clause = rules.clauses[finding.index]
    facts = {name: value for name, value in finding.facts.items() if name not in INTERNAL_FACTS}
    if finding.slip is not None:
        facts["slip"] = finding.slip
    if assumed:
        code, facts["assumes"] = ASSUMED, assumed
    cited_clause = rules.cited.get((clause["rule"], str(facts.get("stage"))), clause)
    if by_rule := finding.facts.get("by_rule"):  # the rule that decides it, whose line is cited
        cited_clause = {**rules.first_clause[by_rule], "rule": clause["rule"]}
    supposed_rule = str(finding.facts.get("supposes", "")).rpartition(".")[0]
    if finding.code == ASSUMED and supposed_rule != clause["rule"] and supposed_rule in rules.first_clause:
        cited_clause = {**rules.first_clause[supposed_rule], "rule": clause["rule"]}  # the line that is read, and how
    return Verdict(
        event=finding.number, line=replayed.prepared.line_of(finding.number), rule=cited_clause["rule"],
        rule_id=cited_clause["rule_id"], verdict=VERDICT_NAMES[code], facts=facts, clause=cited_clause, worded=clause,
        recorded=replayed.prepared.event(finding.number),
    )  # fmt: skip


def with_one_note(verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, with one note at the first covered objective in place of those on each of them."""
    covered = [verdict for verdict in verdicts if is_on_covered_objective(verdict)]
    if not covered:
        return verdicts
    first = covered[0]
    letters = list(dict.fromkeys(str(verdict.facts["player"]) for verdict in covered))
    facts = {
        "player": letters[0], "players": " ".join(letters), "covered": len(letters),
        "objective": first.facts["objective"], "wording": COVERED,
    }  # fmt: skip
    dropped = {id(verdict) for verdict in covered[1:]}
    return [
        replace(verdict, facts=facts) if verdict is first else verdict
        for verdict in verdicts
        if id(verdict) not in dropped
    ]


def is_on_covered_objective(verdict: Verdict) -> bool:
    """True for what cannot be decided of an objective only because it is covered (`???`, or a commitment)."""
    if verdict.verdict != "undecidable" or verdict.rule not in (ObjectiveListed.NAME, ObjectiveShape.NAME):
        return False
    word = str(verdict.facts.get("objective"))
    return word == "???" or word.startswith("#")


def count_open_points(verdicts: Iterable[Verdict], is_over: bool) -> int:
    """The number of verdicts that decide nothing; in a game that is not over covered objectives leave nothing open."""
    return sum(
        verdict.verdict == "undecidable" and (is_over or verdict.facts.get("wording") != COVERED)
        for verdict in verdicts
    )


def record_verdict(replayed: ReplayedGame, number: int, rule: str, facts: Facts, code: int = ILLEGAL) -> Verdict:
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
        facts: Facts = {"found": reveal.event, "event": number}
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

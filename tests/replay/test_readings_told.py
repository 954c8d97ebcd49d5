"""What is illegal only as a line is read tells the reading: of every clause of the five documents that has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from plancia_data import text_in, variant_source
from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.assumptions.open_points import clause_reading, reading_parts
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.rulesets.clauses import Clause, read_clauses
from plancia_replay.rulesets.registry import rule_classes
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import text_of

DOCUMENTS = ("rcm", "stucchi", "firenze", "uno-contro-uno", "monopoli")
BASE = "a rule of the base game, which another choice had dropped"
WRITTEN = "what this rule calls illegal is written in the line"
ASSUMED = "what hangs on the reading is assumed, or a warning"
NOT_READ = {  # clause and rules: why nothing that they call illegal hangs on the reading of the clause
    "RCM-02 attack.adjacent move.adjacent": WRITTEN,
    "RCM-07 objective.after_round": WRITTEN,
    "RCM-08 objective.not_secret claim.world": WRITTEN,
    "RCM-09 game.over_is_final": ASSUMED,
    "RCM-10a objective.unique claim.objective_met": BASE,
    "RCM-10b objective.unique claim.objective_met": BASE,
    "RCM-10c objective.unique claim.objective_met": BASE,
    "RCM-10d objective.unique claim.objective_met": BASE,
    "RCM-10e objective.unique claim.objective_met": BASE,
    "RCM-10f objective.unique claim.objective_met end.extra_turns": BASE,
    "RCM-10g claim.world": WRITTEN,
    "RCM-10h objective.none claim.world declaration.right placement.within_income": WRITTEN,
    "RCM-12 deal.free": WRITTEN,
    "RCM-12a neutral.card_first neutral.left": WRITTEN,
    "RCM-12c neutral.last_left setup.garrison": WRITTEN,
    "RCM-12d neutral.card_first deal.free pick.strip": WRITTEN,
    "RCM-13 neutral.last_left": WRITTEN,
    "RCM-14 setup.garrison": WRITTEN,
    "RCM-15a attack.mandatory": WRITTEN,
    "RCM-21 cards.by_hand_size": ASSUMED,
    "RCM-28d garrison.pending_loss cards.debt_paid": ASSUMED,
    "RCM-28g garrison.pending_loss": ASSUMED,
    "RCM-28a garrison.sanction cards.debt_paid": "the sanction is that of RCM-26",
    "RCM-29a elimination.cards_to_eliminator cards.before_attack": ASSUMED,
    "RCM-31 player.active": WRITTEN,
    "RCM-33 player.active": WRITTEN,
    "RCM-47 strip.told": ASSUMED,
    "EG-02 objective.unique objective.after_round pick.in_turn deal.even deal.free": BASE,
    "EG-12 status.known": BASE,
    "FIRK-01 turn.kinds game.over_is_final record.end": ASSUMED,
    "STU-09 draft.rotation draft.secret deal.free": WRITTEN,
    "STU-12 setup.garrison": WRITTEN,
    "STU-24 occupation.minimum attack.attacker_dice occupation.leaves_one": WRITTEN,
    "STU-29 status.known": WRITTEN,
    "STU-32 clock.minutes": "how long the time ran the record says",
    "STU-34 end_roll.none": WRITTEN,
    "STU-36 game.over_is_final record.end": WRITTEN,
    "STU-37 record.end": WRITTEN,
    "STU-43 placement.before_attack record.declared_once cards.before_attack": WRITTEN,
    "STU-44 limit.armies": WRITTEN,
    "STU-49 draft.secret": WRITTEN,
    "STU-51 draft.secret": WRITTEN,
    "STU-53 ranking.team_rows": "a sum, whose account names its lines",
    "FIR-06 objective.unique objective.own_continents": WRITTEN,
    "FIR-08 setup.chunk": ASSUMED,
    "FIR-09 setup.endowment": ASSUMED,
    "FIR-10 declaration.right placement.within_income": "the reading gives more, and only more than that is illegal",
    "FIR-24 record.end": WRITTEN,
    "FIR-16 withdrawal.armies_stay player.active placement.own_land record.end": WRITTEN,
    "ONE-02 limit.armies": WRITTEN,
    "ONE-04 order.dummy_dice": ASSUMED,
    "ONE-15 record.end": WRITTEN,
    "ONE-17 game.over_is_final record.end": ASSUMED,
    "ONE-21 claim.continents record.end": ASSUMED,
    "MON-02 players.count": WRITTEN,
    "MON-05 deal.even": WRITTEN,
    "MON-07 objective.dealt": WRITTEN,
    "MON-08 setup.one_each setup.own_land setup.in_order": WRITTEN,
    "MON-12 occupation.dice_used": WRITTEN,
    "MON-17 cards.after_conquest cards.one_a_turn cards.drawn": ASSUMED,
    "MON-27 record.end": "who is level is not decided, and the sentence says so",
    "MON-18 cards.set_value": "lines 17 and 18 say it; line 19 marks its own",
}


def clauses_with_reading(variant: str) -> list[Clause]:
    return [clause for clause in read_clauses(variant_source(variant)) if clause.reading]


def judged(clause: Clause) -> Iterator[str]:
    """The rules for whose findings a clause answers: those that it binds and that check something, and cites."""
    yield from (name for name in clause.use if rule_classes()[name]().event_kinds())
    yield from clause.cites
    yield from clause.answers


def is_marked(clause: Clause, rule: str) -> bool:
    """True if the clause says which findings of the rule hang on the reading, or leaves the rule or an option open."""
    told = [*clause.read_for, *clause.told_for, *clause.open, *clause.left_open]
    return bool(rule_classes()[rule].READ_AT) or any(f"{name}.".startswith(f"{rule}.") for name in told)


@pytest.mark.parametrize("variant", DOCUMENTS)
def test_each_rule_of_a_line_that_is_read_tells_the_reading_or_does_not_hang_on_it(variant: str) -> None:
    not_read = {(row.split()[0], rule) for row in NOT_READ for rule in row.split()[1:]}
    unsaid = [
        (clause.rule_id, rule)
        for clause in clauses_with_reading(variant)
        for rule in judged(clause)
        if not is_marked(clause, rule) and (clause.rule_id, rule) not in not_read
    ]
    assert unsaid == [], "name the rule in `told_for` of the clause, or say in NOT_READ why nothing hangs on it"


def readings_to_tell(variant: str) -> set[tuple[str, int, str]]:
    """Number, line and rule of what is told with a reading, of the newest edition and its alternatives."""
    clauses = clauses_with_reading(variant)
    return {(clause.rule_id, clause.line, name) for clause in clauses for name in clause.told_for}


@pytest.mark.parametrize("variant", DOCUMENTS)
def test_a_case_shows_each_reading_that_is_told_with_what_is_illegal(variant: str) -> None:
    wanted = readings_to_tell(variant)
    numbers = {number for number, _, _ in wanted}
    shown = set()
    for file in sorted((CASES / variant).glob("*.toml")):
        for case in cases_of(file):
            if not numbers & {row["rule_id"] for row in case.get("expect", [])}:
                continue
            game = read(text_of(variant_of(file), case)[0], file.name).games[0]
            for verdict in judge(game, ruleset_for_game(game), "en").verdicts:
                names = (verdict.rule, f"{verdict.rule}.{verdict.facts.get('wording')}")
                keys = {(verdict.rule_id, verdict.clause["line"], name) for name in names} & wanted
                if verdict.verdict == "illegal" and verdict.reading:  # at some wordings no part of it bears
                    shown |= keys
    assert shown == wanted


ALWAYS_SETTLED = (  # illegal only where a header has settled it: then the reading is its
    "order.choose_slot.tied", "order.choose_seat.tied", "objective.shape", "end.extra_turns",
)  # fmt: skip


def told_names(clause: Clause) -> set[str]:
    """The rules and options with whose findings a clause tells its reading."""
    return {*clause.read_for, *clause.told_for, *clause.open, *clause.left_open}


@pytest.mark.parametrize("variant", DOCUMENTS)
def test_a_reading_of_several_parts_says_which_bears_on_what(variant: str) -> None:
    """Without it a finding is told with all that is read in its line, also what has nothing to do with it."""
    for clause in clauses_with_reading(variant):
        worded: list[Any] = [clause.reading or {}, clause.reworded or clause.reading or {}]
        counts = {len(reading_parts(text_in(words, lang))) for words in worded for lang in ("it", "en")}
        assert len(counts) == 1 or not (clause.bears or clause.reworded), (clause.rule_id, "other parts in other words")
        count = max(counts)
        assert all(0 < part <= count for told in clause.bears.values() for part in told), clause.rule_id
        named = {name.removesuffix("=true") for name in clause.bears}
        for name in clause.bears:
            rule = ".".join(name.removesuffix("=true").split(".")[:2])
            assert rule in rule_classes() or rule in ("board", "objectives"), (clause.rule_id, name)
        silent = [name for name in told_names(clause) if not any(f"{one}.".startswith(f"{name}.") for one in named)]
        assert count == 1 or silent == [], (clause.rule_id, "say in `bears` which parts bear on them")


def test_a_finding_tells_the_reading_in_its_better_words() -> None:
    newest = next(clause for clause in read_clauses(variant_source("stucchi")) if clause.rule_id == "STU-45")
    kept = newest.content()
    assert "reworded" not in kept, "it is in no hash"
    facts = {"wording": "half", "stage": "half"}
    assert clause_reading({**kept, "rule": "limit.double_excess"}, "illegal", facts, "en").endswith(
        "what counts are the armies placed there in that turn, no more"
    )
    other: Any = {**kept, "rule": "limit.double_excess", "reading": {"it": "altro", "en": "else"}}
    assert clause_reading(other, "illegal", facts, "en") == "else", "an edition that reads otherwise has its own words"


@pytest.mark.parametrize("variant", DOCUMENTS)
def test_what_is_illegal_under_either_reading_says_what_bears_on_it(variant: str) -> None:
    """A rule with an option left open is illegal where both readings have it so: the reading then decides nothing."""
    for clause in clauses_with_reading(variant):
        left = {name.rpartition(".")[0] for name in clause.left_open}
        told = {name for name in [*clause.read_for, *clause.told_for] if ".".join(name.split(".")[:2]) in left}
        assert told <= {*clause.bears, *ALWAYS_SETTLED}, (clause.rule_id, "name it in `bears`")


def readings_of(variant: str, case: dict[str, object], rule: str) -> list[str]:
    """The readings told with the findings of a rule, in English."""
    game = read(text_of(variant, case)[0], "case").games[0]
    return [verdict.reading for verdict in judge(game, lang="en").verdicts if verdict.rule == rule]


CLOSE = {"board": ["R CIN 9", "R SIA 9", "B IND 1", "G MON 3"], "rest": "N", "rest_armies": 3, "turn": "R"}
LEFT = {**CLOSE, "before": ["STAT A B passive"]}
ASIA = "SIB CIT JAC MON KAM GIA URA AFG MEO CIN IND SIA"
WHOLE = {**CLOSE, "board": [f"R {code} 3" for code in ASIA.split()]}


@pytest.mark.parametrize(
    ("variant", "case", "rule", "told"),
    [
        ("monopoli@1", {**CLOSE, "events": ["MOVE R CIN>SIA 8"]}, "garrison.voluntary_border", ""),
        ("firenze@1", {**LEFT, "events": ["CLAIM B objective"]}, "withdrawal.passive", ""),
        ("firenze@1", {**LEFT, "events": ["ELIM R B"]}, "withdrawal.passive",
         "taking his last territory gives nothing, as he is eliminated already"),
        ("firenze@1", {**LEFT, "events": ["CARDS R B>R elimination ???"]}, "withdrawal.passive",
         "of his cards the text says nothing: they are assumed to stay out of the game"),
        ("rcm@3", {**CLOSE, "board": ["R CIN 4", "B MON 8"], "events": ["DECL R CIN>MON 3"]}, "attack.superiority",
         "all armies present count, at each throw; only the attacking territory throws and loses"),
        ("rcm@3", {**WHOLE, "events": ["REIN R 4+14+0=18"]}, "declaration.right",
         "who holds the whole of Asia gets only its seven: three and four divide it (another reading adds them: "
         "stack)"),
        ("rcm@3", {**WHOLE, "events": ["REIN R 4+15+0=19"]}, "declaration.right", ""),
        ("rcm@2 + continent-or-strip", {**CLOSE, "events": ["CLAIM R objective"]}, "claim.continent_or_strip",
         "any continent is enough, or a connected group of fifteen territories (another reading: the continent that "
         "lies in one's own secret card; continent = card)"),
        ("rcm@3", {**CLOSE, "bare": True, "order": "RBGN", "events": [
            "ORDER * R B G N", "DEAL - CIN MON how=neutral armies=5", "SET R ALA+1"]}, "neutral.left", ""),
    ],
)  # fmt: skip
def test_a_finding_is_told_with_what_bears_on_it(variant: str, case: dict[str, object], rule: str, told: str) -> None:
    assert readings_of(variant, case, rule) == [told]


def test_an_older_edition_with_another_reading_tells_all_of_it() -> None:
    clause: Any = {"variant": "rcm@1", "rule_id": "RCM-15", "line": 12, "says": {}, "rule": "attack.superiority"}
    clause |= {"reading": {"it": "a; b", "en": "one; two (or; three)"}, "read_for": ["attack.superiority"]}
    assert clause_reading(clause, "illegal", {}, "en") == "one; two (or; three)"

"""The readings of a disputed event: every rule of the cited clause left out, and every open point, can be judged."""

from __future__ import annotations

from plancia_archive.disputes.readings import other_readings, recompute
from plancia_events import Game, read
from plancia_replay import ruleset_for_game
from plancia_replay.judging.judgement import judge_game
from plancia_replay.judging.without_event import replay_before
from plancia_replay.rulesets.ruleset import load_ruleset
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import text_of


def test_the_other_reading_of_a_point_that_no_clause_sets_is_the_one_not_supposed() -> None:
    """TOR-09 leaves open whether who may throw must: supposed is that he must, so the reading is that he may."""
    named = {name for name, _ in other_readings(Game([], []), load_ruleset("torneo@1"), set())}
    assert "end_roll.due.optional=true" in named and "end_roll.due.optional=false" not in named
    named = {name for name, _ in other_readings(Game([], []), load_ruleset("monopoli@1"), set())}
    assert "claim.objective_met.wins=false" in named
    named = {name for name, _ in other_readings(Game([], []), load_ruleset("rcm@1"), set())}
    assert "score.territories.value=one" in named and not any(
        name.startswith("score.territories.value=b") for name in named
    )


def test_a_wrong_winner_is_judged_without_the_rule_that_names_him() -> None:
    texts = [text_of(variant_of(file), case)[0] for file in sorted((CASES / "firenze").glob("FIR-24_*.toml"))
             for case in cases_of(file)]  # fmt: skip
    tried = 0
    for game in (read(text.encode()).games[0] for text in texts):
        rules = ruleset_for_game(game)
        for verdict in judge_game(game, rules).judgement("en").verdicts:
            if verdict.rule == "record.end":
                found = recompute(replay_before(game, rules, verdict.event), verdict.event, verdict.rule_id, "en")
                without = next(one for one in found.readings if one.reading == "record.end=false")
                assert "verdicts" in without.differs
                assert verdict.rule_id not in {one.rule_id for one in without.outcome.verdicts}
                tried += 1
    assert tried


def test_readings_of_a_clause_that_nothing_cites_are_those_of_open_points() -> None:
    for variant in ("monopoli@1", "torneo@1", "rcm@1"):
        rules = load_ruleset(variant)
        points = {point for clause in rules.content["clauses"] for point in clause.get("open", [])}
        named = {name.partition("=")[0] for name, _ in other_readings(Game([], []), rules, set())}
        assert named - {"objectives"} <= points and not any(name.endswith("_among") for name in named)

"""Scores and winners that another reading of the document would give are assumed, in both ways of judging."""

from __future__ import annotations

import pytest

from plancia_events import Game, read
from plancia_replay import audit, judge, ruleset_for_game
from plancia_replay.judging.assumptions.alternatives import alternatives, score_reading
from plancia_replay.judging.verdicts import Verdict

HEAD = """[Notation "rgn 1"]
[Variant "firenze@1"]
[Red "p_R"]
[Blue "p_B"]
[Green "p_G"]
[Completeness "full"]
[Provenance "synthetic"]
"""
ORDER = "ORDER * R B G\nOBJ R fir-3\nOBJ B fir-8\nOBJ G fir-5\n"
REST = "ALA TNO GRO ALB ONT QUE SOC SOR AMC VEN PER BRA ARG ISL GBR SCA ESE EOC EME UCR AFN AFO CON AFS MAD MEO AFG"
FAR = "URA SIB JAC CIT KAM GIA MON CIN IND SIA INS NGU AOC AOR"


def game(*events: str, headers: str = "") -> Game:
    """Red holds Egitto with two armies, beside Medio Oriente of his objective on the base board only."""
    lands = f"DEAL R EGI armies=2\nDEAL B {REST} armies=3\nDEAL G {FAR} armies=3\nTURN R\n"
    reading = read(HEAD + headers + "\n" + ORDER + lands + "\n".join(events) + "\n")
    assert reading.ok, [problem.text("en") for problem in reading.problems]
    return reading.games[0]


def on_last(made: Game) -> Verdict | None:
    """What is told about the last event."""
    found = [verdict for verdict in judge(made, lang="en").verdicts if verdict.event == len(made.events)]
    return found[0] if found else None


@pytest.mark.parametrize(
    ("score", "verdict", "assumes"),
    [
        ("11", None, None),  # plain: 10, and two armies
        ("16", "assumed", {"board": "no-meo-egi"}),  # near, with the border
        ("21", "illegal", None),
    ],
)
def test_a_score_of_another_reading_is_assumed(score: str, verdict: str | None, assumes: dict[str, str] | None) -> None:
    found = on_last(game(f"SCORE R {score}"))
    assert (found.verdict if found else None) == verdict
    assert (found.facts.get("assumes") if found else None) == assumes


@pytest.mark.parametrize(("score", "code"), [("16", 3), ("21", 1)])
def test_the_fast_path_tells_the_same(score: str, code: int) -> None:
    made = game(f"SCORE R {score}", "PUT R EGI+2")  # an army more after it: the score is of the board as it stood
    rules = ruleset_for_game(made)
    found = audit(made.text().encode(), rules).findings
    event = len(made.events) - 1
    assert [row[2] for row in found if row[0] == event] == [code]
    slow = [verdict.verdict for verdict in judge(made).verdicts if verdict.event == event]
    assert slow == [{1: "illegal", 3: "assumed"}[code]]


@pytest.mark.parametrize(("result", "kind"), [("R 11", None), ("R 16", "assumed"), ("R 20", "illegal")])
def test_a_result_in_the_header_is_judged_alike(result: str, kind: str | None) -> None:
    found = judge(game("OVER * agreement", headers=f'[Result "{result}"]\n'), lang="en").verdicts
    assert [verdict.verdict for verdict in found if verdict.event == 0] == ([kind] if kind else [])


def test_every_open_choice_is_tried_with_every_other() -> None:
    rules = ruleset_for_game(game())
    supposed = [tuple(sorted(found)) for found, _ in alternatives(rules)]
    assert sorted(supposed) == sorted(
        [("board",), *[("score.classes.stack",)] * 2, *[("board", "score.classes.stack")] * 2]
    )


def test_the_table_stands_on_its_own_board_afterwards() -> None:
    made = game()
    rules = ruleset_for_game(made)
    table = audit(made.text().encode(), rules).table
    before = table.total(rules.terms["score"], 0)
    assert score_reading(rules, table, 0, 32) == {"board": "no-meo-egi"} and score_reading(rules, table, 0, 33) == {}
    assert table.total(rules.terms["score"], 0) == before == 22


def test_a_header_that_settles_all_leaves_nothing_to_assume() -> None:
    settled = '[Board "no-meo-egi"]\n[Objectives "firenze8"]\n[Option "score.classes.stack=none"]\n'
    settled += '[Option "attack.announced_dice.complete=true"]\n[Option "setup.chunk.extra_of=holders"]\n'
    settled += '[Option "end_roll.arbiter_die.after=round"]\n'
    made = game("SCORE R 16", headers=settled)
    assert not list(alternatives(ruleset_for_game(made)))
    found = on_last(made)
    assert found is not None and found.verdict == "illegal"
    assert judge(made).assumptions == []

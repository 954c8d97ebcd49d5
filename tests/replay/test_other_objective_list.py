"""No. 6 of the tournament objectives, which the sources give in two ways: results, winners, both ways of judging."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_data import alternative_list, objectives
from plancia_events import Game, read
from plancia_replay import audit, judge, load_ruleset, ruleset_for_game
from plancia_replay.judging.assumptions.open_points import assumptions

REST = (
    "ALA TNO GRO ALB ONT QUE SOC SOR AMC VEN PER ARG GBR SCA ESE EOC EME UCR AFN EGI AFO AFS MAD MEO AFG URA SIB JAC "
    "CIT KAM GIA MON CIN IND SIA INS NGU AOC AOR"
)


def game(*events: str, variant: str = "torneo@1", headers: str = "", lands: str = "R CON BRA") -> Game:
    """Red holds Congo and Brasile and formula-1, Blue Islanda and an objective with it, Green the rest."""
    text = (
        f'[Notation "rgn 1"]\n[Variant "{variant}"]\n[Red "p_R"]\n[Blue "p_B"]\n[Green "p_G"]\n[Completeness "full"]\n'
        f'[Provenance "synthetic"]\n{headers}\nORDER * R B G\nDEAL {lands} armies=3\nDEAL B ISL armies=3\n'
        f"DEAL G {REST} armies=3\nOBJ R formula-1\nOBJ B elvis\nOBJ G guerra-fredda\nTURN R\n"
        + "".join(f"{event}\n" for event in events)
    )
    reading = read(text)
    assert reading.ok, [problem.text("en") for problem in reading.problems]
    return reading.games[0]


def test_the_two_lists_differ_in_no_6_alone_and_it_is_worth_the_same() -> None:
    one = {goal["id"]: set(goal["territories"]) for goal in objectives("torneo16")}
    two = {goal["id"]: set(goal["territories"]) for goal in objectives(alternative_list("torneo16"))}
    assert [name for name in one if one[name] != two[name]] == ["formula-1"]
    assert len(one["formula-1"]) == len(two["formula-1"]) and alternative_list("firenze8") == ""
    assert alternative_list(alternative_list("torneo16")) == "torneo16"


@pytest.mark.parametrize(("result", "kind"), [("R 4", None), ("R 7", "assumed"), ("R 8", "illegal")])
def test_a_result_in_the_header(result: str, kind: str | None) -> None:
    found = judge(game("OVER * agreement", headers=f'[Result "{result}"]\n'), lang="en").verdicts
    told = [verdict for verdict in found if verdict.event == 0]
    assert [verdict.verdict for verdict in told] == ([kind] if kind else [])
    assert [verdict.facts.get("assumes") for verdict in told] == (
        [] if kind is None else [{"objectives": "torneo16"} if kind == "assumed" else None]
    )


def test_a_winner_by_points_that_the_other_list_names() -> None:
    """With Congo Red has 7 points, without 4; Blue has Islanda, Alaska and so 6."""

    def verdicts(headers: str) -> list[tuple[str, Any]]:
        text = game("OVER * points winner=R", headers=headers).text()
        text = text.replace("DEAL G ALA ", "DEAL G ").replace("DEAL B ISL", "DEAL B ALA ISL")
        text = text.replace("guerra-fredda", "ciclista").replace(f"DEAL G {REST[4:]}", f"DEAL - {REST[4:]}")
        found = judge(read(text).games[0], lang="en").verdicts
        return [(v.verdict, v.facts.get("assumes")) for v in found if v.rule == "record.end"]

    assert verdicts("") == [("assumed", {"objectives": "torneo16"})]
    assert verdicts('[Objectives "torneo16"]\n') == [("illegal", None)]
    assert verdicts('[Objectives "torneo16-congo"]\n') == []


@pytest.mark.parametrize(("score", "code"), [("7", 3), ("8", 1)])
@pytest.mark.parametrize("variant", ["eg@1", "torneo@1", "monopoli@1"])
def test_the_fast_path_tells_the_same(variant: str, score: str, code: int) -> None:
    made = game(f"SCORE R {score}", variant=variant)
    found = audit(made.text().encode(), ruleset_for_game(made)).findings
    assert [row[2] for row in found if row[0] == len(made.events)] == [code]
    slow = [verdict.verdict for verdict in judge(made).verdicts if verdict.event == len(made.events)]
    assert slow == [{1: "illegal", 3: "assumed"}[code]]


def test_the_engine_whose_list_it_is_supposes_nothing() -> None:
    assert assumptions(load_ruleset("risiko-rl@1")) == [] == assumptions(load_ruleset("risiko-rl-stock@1"))
    made = game("SCORE R 7", variant="risiko-rl@1")
    assert [v.verdict for v in judge(made).verdicts if v.event == len(made.events)] == ["illegal"]


def test_a_list_of_ones_own_is_not_supposed_to_be_another() -> None:
    for name in ("rcm@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "domination-mission@1"):
        assert "goals_other" not in load_ruleset(name).content
        assert "objectives" not in [entry["parameter"] for entry in assumptions(load_ruleset(name))]


def test_a_rule_laid_open_again_is_supposed_once() -> None:
    for name in ("firk@1", "torneo@1", "monopoli@1", "uno-contro-uno@1"):
        told = [entry["parameter"] for entry in assumptions(load_ruleset(name))]
        assert len(told) == len(set(told)), name


def test_federal_rules_know_no_time_and_forbid_none() -> None:
    assert "clock.minutes" not in {clause["rule"] for clause in load_ruleset("firk@1").clauses}
    made = game("CLOCK * expired", "END R", variant="firk@1")
    found = [v.rule for v in judge(made).verdicts if v.event >= len(made.events) - 1]
    assert not {"clock.minutes", "announcement.at_time_out"} & set(found)

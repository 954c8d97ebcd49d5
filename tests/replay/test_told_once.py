"""Positions of rounds 8, 11 and 13 are told once: what is open stands in their `expect`, and nothing else is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import text_of

ORDER_NOT_WRITTEN = {"EG-01", "ONE-07"}  # what a position without an order leaves open


def positions() -> list[Any]:
    """Every case of rounds 8 and 13, named by file and place."""
    return [
        pytest.param(file, case, id=f"{file.parent.name}/{file.stem}#{place}")
        for file in sorted([*CASES.glob("*/*_round8.toml"), *CASES.glob("*/*_round13.toml")])
        for place, case in enumerate(cases_of(file), start=1)
    ]


@pytest.mark.parametrize(("file", "case"), positions())
def test_nothing_is_open_that_the_case_does_not_list(file: Path, case: dict[str, Any]) -> None:
    text, before = text_of(variant_of(file), case)
    game = read(text, file.name).games[0]
    listed = {(row["event"], row["rule_id"], row.get("verdict", "illegal")) for row in case.get("expect", [])}
    open_rows = [
        (verdict.event - before, verdict.rule_id, verdict.verdict)
        for verdict in judge(game, ruleset_for_game(game), "en").verdicts
        if verdict.verdict in ("undecidable", "assumed")
    ]
    told = [row for row in open_rows if row in listed or row[1] not in ORDER_NOT_WRITTEN]
    assert sorted(set(told)) == sorted(row for row in listed if row[2] in ("undecidable", "assumed"))
    assert len(told) == len(set(told))


def case_text(file: str, place: int) -> str:
    """A case as a game, by its file without suffix and its place."""
    path = CASES / f"{file}.toml"
    return text_of(variant_of(path), cases_of(path)[place - 1])[0]


def test_the_reading_that_sets_the_value_of_a_set_is_told_where_none_allows_the_claim() -> None:
    game = read(case_text("stucchi/STU-20_round8", 1)).games[0]
    verdict = next(v for v in judge(game, ruleset_for_game(game), "en").verdicts if v.rule_id == "STU-20")
    assert verdict.verdict == "illegal" and "cards.any_three.anchor = draw" in verdict.reading


def test_json_names_no_winner_where_points_are_open() -> None:
    """In the case two players have no objective, and whoever leads by the others' points may have lost."""
    game = read(case_text("monopoli/MON-27_winner", 1)).games[0]
    judgement = judge(game, ruleset_for_game(game), "en")
    assert judgement.end["winner"] == "R" and judgement.end["undecidable"]
    told = judgement.to_json()["end"]
    assert (told["winner"], told["winners"], told["undecidable"]) == (None, [], judgement.end["undecidable"])


def test_a_set_declared_too_low_leaves_no_armies_aside_as_well() -> None:
    text = case_text("stucchi/STU-20_round8", 1).replace("=7+0", "=2+0")
    for armies, told in ((3, ["STU-20"]), (2, ["STU-20", "EG-04"])):
        game = read(f"{text}REIN R 1+0+2=3\nPUT R NGU+{armies}\nEND R\n").games[0]
        verdicts = judge(game, ruleset_for_game(game), "en").verdicts
        assert [v.rule_id for v in verdicts if v.rule_id in ("STU-20", "EG-04")] == told


def test_attacks_that_the_record_has_excuse_what_they_bared() -> None:
    """Of a position with bare territories nobody knows who bared them; of one that is attacked afterwards all do."""
    game = read(case_text("rcm/RCM-27_exempt", 1)).games[0]
    assert not [v for v in judge(game, ruleset_for_game(game), "en").verdicts if v.rule_id == "RCM-25"]

"""A turn of a player who is out of play is one fault, cited to the line that took him out."""

from __future__ import annotations

import re

import pytest

from plancia_data import board
from plancia_events import read
from plancia_replay import judge

LINES = {"frozen": ("RCM-33", 23), "withdrawn": ("RCM-31", 22), "passive": ("RCM-31", 22)}
WEAK = "CIN SIA IND MON GIA KAM CIT JAC SIB URA"


def game(variant: str, *lines: str) -> str:
    """Four players; Red holds ten weak territories, Black the rest."""
    rest = " ".join(code for code in board("eg").codes if code not in WEAK.split() and code not in ("ISL", "ARG"))
    head = [
        '[Notation "rgn 1"]', f'[Variant "{variant}"]', '[Red "a"]', '[Blue "b"]', '[Green "c"]', '[Black "d"]',
        '[Completeness "full"]', '[Provenance "synthetic"]', "", "ORDER * R B G N", f"DEAL R {WEAK} armies=2",
        "DEAL B ISL armies=9", "DEAL G ARG armies=9", f"DEAL N {rest} armies=3", "TURN R", "END R",
    ]  # fmt: skip
    return "\n".join([*head, *lines]) + "\n"


def found(text: str, first: int) -> list[tuple[int, str, str]]:
    """What is found from an event on, save what is said of the others' armies and points."""
    judgement = judge(read(text).games[0], lang="en")
    about = [v for v in judgement.verdicts if v.event >= first and v.facts.get("player") in ("R", None)]
    return [(v.event, v.rule, f"{v.rule_id} {re.split('[#:]', v.cite)[-1]}") for v in about]


ROUND = ["TURN B", "END B", "TURN G", "END G", "TURN N", "END N"]
TURN = ["TURN R", "REIN R 3+7+0=10", "PUT R CIN+7", "ATT R CIN>MEO 654:321 -0-3", "END R"]


@pytest.mark.parametrize("standing", LINES)
def test_v8_cites_the_line_that_took_him_out(standing: str) -> None:
    fill = {"frozen": [f"FILL R 5 {WEAK} why=freeze"], "withdrawn": [f"FILL R 5 {WEAK} why=withdrawal"]}
    before = [f"STAT A R {standing}", *fill.get(standing, []), *ROUND]
    text = game("rcm@1", *before, "TURN R", "END R")
    first = 7 + len(before) + 1
    rule_id, line = LINES[standing]
    assert found(text, first) == [(first, "player.active", f"{rule_id} {line}")]


def test_v8_no_armies_are_due_and_what_he_does_is_not_found_again() -> None:
    before = ["STAT A R frozen", f"FILL R 5 {WEAK} why=freeze", *ROUND]
    text = game("rcm@1", *before, *TURN)
    first = 7 + len(before) + 1
    rules = [rule for _, rule, _ in found(text, first)]
    assert rules.count("player.active") == 1
    assert not {"declaration.right", "placement.within_income", "placement.all_placed", "turn.order"} & set(rules)
    verdict = next(v for v in judge(read(text).games[0], lang="en").verdicts if v.rule == "player.active")
    assert "frozen" in verdict.says and "no longer in the game" not in verdict.says


def test_v8_without_freezing_the_standing_is_the_fault_and_the_player_plays_on() -> None:
    before = ["STAT A R frozen", *ROUND]
    told = found(game("rcm@1 + no-freezing", *before, "TURN R", "END R"), 8)
    assert [entry[:2] for entry in told if entry[1] in ("player.active", "status.known")] == [(8, "status.known")]


def test_v8_who_lost_his_last_territory_is_out_without_a_line_that_says_so() -> None:
    before = ["TURN B", "END B", "TURN G", "END G", "TURN N", "ATT N PER>ARG 654:321 -0-3"]
    text = game("eg@1", *before).replace("DEAL G ARG armies=9", "DEAL G ARG armies=3")
    text += "OCC N PER>ARG 2\nEND N\nTURN R\nEND R\nTURN B\nEND B\nTURN G\n"
    verdicts = [v for v in judge(read(text).games[0]).verdicts if v.event == len(text.split("\n\n")[1].splitlines())]
    assert [(v.rule, v.rule_id, v.verdict) for v in verdicts] == [("player.active", "EG-12", "illegal")]

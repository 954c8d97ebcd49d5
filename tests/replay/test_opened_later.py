"""What a record hides and opens later: `???` by SHOW without a salt, dice by a correction; anything else is refused."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from plancia_data import board
from plancia_events import Game, read
from plancia_replay import Judgement, judge
from plancia_replay.judging.prepare import effective_events
from plancia_replay.judging.table_json import state_at

GOALS = {"eg@1": "guerra-fredda", "torneo@1": "guerra-fredda", "firk@1": "guerra-fredda", "monopoli@1": "guerra-fredda"}
MINE = [code for code in board("eg").codes if code not in ("VEN", "PER", "BRA", "ARG", "INS", "NGU", "AOC", "AOR")]


def game(variant: str, *lines: str, goal: str = "???") -> Game:
    """Red holds all but South America and Oceania; his objective is event 4."""
    head = [
        '[Notation "rgn 1"]', f'[Variant "{variant}"]', '[Red "a"]', '[Blue "b"]', '[Green "c"]', '[Black "d"]',
        '[Completeness "full"]', '[Provenance "synthetic"]', "", "ORDER * R B G N",
        f"DEAL R {' '.join(MINE)} armies=3", "DEAL B VEN PER BRA ARG armies=3", f"OBJ R {goal}",
        "DEAL G INS NGU armies=3", "DEAL N AOC AOR armies=3", "OBJ B befana", "OBJ G elvis", "OBJ N dromedario",
    ]  # fmt: skip
    reading = read("\n".join([*head, *lines]) + "\n")
    assert not reading.problems, [problem.text("en") for problem in reading.problems]
    return reading.games[0]


def played(made: Game) -> dict[int, Any]:
    """The events that stand, by number."""
    return dict(effective_events(made))


def faults(found: Judgement) -> list[tuple[int, str, str]]:
    """What is wrong with values shown."""
    return [(v.event, v.verdict, v.facts.get("wording", "")) for v in found.verdicts if v.rule == "record.reveal"]


@pytest.mark.parametrize("variant", GOALS)
def test_v18_a_hidden_objective_shown_at_the_end_counts(variant: str) -> None:
    lines = ["TURN R", "END R", "OVER * agreement"]
    hidden = judge(game(variant, *lines))
    assert [entry["why"] for entry in hidden.undecidable if entry["player"] == "R"][:1] == ["objective-hidden"]
    shown = judge(game(variant, *lines, f"SHOW R 4 {GOALS[variant]}"))
    told = judge(game(variant, *lines, goal=GOALS[variant]))
    assert faults(shown) == [] and not shown.undecidable
    assert (shown.scores, shown.end) == (told.scores, told.end)


def test_v18_it_decides_the_claim_and_the_winner() -> None:
    lines = ["TURN R", "CLAIM R objective", "OVER * objective winner=R"]
    open_ = judge(game("eg@1", *lines))
    assert {(v.rule, v.verdict) for v in open_.verdicts} & {("claim.objective_met", "undecidable")}
    met = judge(game("eg@1", *lines, "SHOW R 4 guerra-fredda"))
    assert met.end["reason"] == "objective" and met.end["winners"] == ["R"]
    assert not [v for v in met.verdicts if v.rule in ("claim.objective_met", "record.end", "record.winner")]
    missed = judge(game("eg@1", *lines, "SHOW R 4 letto"))
    assert ("claim.objective_met", "illegal") in {(v.rule, v.verdict) for v in missed.verdicts}


def test_v18_the_objective_of_a_team_is_opened_too() -> None:
    text = [
        '[Notation "rgn 1"]', '[Variant "stucchi@1"]', '[Red "a"]', '[Blue "b"]', '[Green "c"]', '[Black "d"]',
        '[Team "RG BN"]', '[Completeness "full"]', '[Provenance "synthetic"]', "", "ORDER * R B G N",
        f"DEAL R {' '.join(MINE)} armies=3", "OBJ R ???", "TURN R", "END R", "OVER * agreement",
    ]  # fmt: skip
    hidden, shown = (judge(read("\n".join([*text, *more]) + "\n").games[0]) for more in ([], ["SHOW R 3 stu-africa"]))
    assert "R" in [entry["player"] for entry in hidden.undecidable]
    assert "R" not in [entry["player"] for entry in shown.undecidable]
    assert faults(shown) == []


CARDS = [  # an event with hidden cards, what is shown, what is then read
    ("DRAW R ??? ???", ["CIN", "JOL"], "DRAW R CIN JOL"),
    ("DRAFT R 1 1 ???", ["CIN"], "DRAFT R 1 1 CIN"),
    ("DEAL R ???", ["CIN"], "DEAL R CIN"),
    ("TRIS R ??? SIA ??? =?", ["CIN", "JOL"], "TRIS R CIN SIA JOL =?"),
    ("CARDS A R>deck debt ???", ["CIN"], "CARDS A R>deck debt CIN"),
    ("OBJ R ???", ["letto"], "OBJ R letto"),
]


@pytest.mark.parametrize(("line", "values", "then"), CARDS)
def test_v18_every_hidden_value_is_opened_by_show(line: str, values: list[str], then: str) -> None:
    made = game("eg@1", line, *[f"SHOW R 10 {value}" for value in values])
    wanted = game("eg@1", then).events[9]
    assert played(made)[10] == wanted
    assert faults(judge(made)) == []


def test_v18_a_card_drawn_hidden_and_shown_is_in_the_hand() -> None:
    made = game("eg@1", "TURN R", "DRAW R ???", "SHOW R 11 BRA")
    assert state_at(made, 12)["hands"]["R"] == ["BRA"]


@pytest.mark.parametrize(("line", "value", "why"), [
    ("OBJ R ???", "CIN", "unfit"), ("DRAW R ???", "letto", "unfit"), ("OBJ R letto", "elvis", "nothing"),
    ("TURN R", "CIN", "nothing"), ("PICK R CIN", "SIA", "nothing"), ("ATT R CIN>SIA 3v2 -1-1", "CIN", "nothing"),
    ("DRAW R BRA", "CIN", "nothing"),
])  # fmt: skip
def test_v18_what_opens_nothing_is_found(line: str, value: str, why: str) -> None:
    assert faults(judge(game("eg@1", line, f"SHOW R 10 {value}"))) == [(11, "illegal", why)]


def test_v18_a_value_shown_again_as_it_stands_is_fine_and_another_is_not() -> None:
    assert faults(judge(game("eg@1", "SHOW R 4 letto", "SHOW R 4 letto"))) == []
    assert faults(judge(game("eg@1", "SHOW R 4 letto", "SHOW R 4 elvis"))) == [(11, "illegal", "nothing")]


def test_v18_a_commitment_is_not_opened_without_its_salt() -> None:
    salt = "00ff00ff00ff00ff"
    hidden = "#" + hashlib.sha256((salt + "letto").encode()).hexdigest()
    assert faults(judge(game("eg@1", "SHOW R 4 letto", goal=hidden))) == [(10, "illegal", "")]
    assert faults(judge(game("eg@1", f"SHOW R 4 letto salt={salt}", goal=hidden))) == []
    assert faults(judge(game("eg@1", f"SHOW R 4 letto salt={salt}"))) == [(10, "illegal", "nothing")]


def test_v18_a_void_show_opens_nothing_and_a_corrected_one_opens_what_it_then_says() -> None:
    assert played(game("eg@1", "SHOW R 4 letto", "VOID A 10 {wrong sheet}"))[4].objective == "???"
    made = game("eg@1", "SHOW R 4 letto", "FIX A 10 SHOW R 4 elvis {wrong sheet}")
    assert played(made)[4].objective == "elvis"
    assert faults(judge(made)) == []


def test_v18_a_hidden_value_that_a_correction_wrote_is_opened() -> None:
    made = game("eg@1", "FIX A 4 OBJ R ??? {not told yet}", "SHOW R 4 letto", goal="elvis")
    assert played(made)[4].objective == "letto"


def test_v18_dice_are_told_later_by_a_correction() -> None:
    attack = "ATT R CON>BRA 3v2 -1-1"
    made = game("eg@1", "TURN R", attack, "FIX A 11 ATT R CON>BRA 651:63 -1-1 {read from the sheet}")
    assert played(made)[11].attack_dice == [6, 5, 1]

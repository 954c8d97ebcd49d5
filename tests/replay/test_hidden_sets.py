"""Cards that the record hides: what a set of them brought is open, up to what a set can bring (V6)."""

from __future__ import annotations

import pytest

from plancia_data import board
from plancia_events import read
from plancia_replay import judge

READ = {  # variant: the most three hidden cards can bring, with two for each territory where these count
    "eg@1": 18, "torneo@1": 18, "monopoli@1": 18, "firenze@1": 18, "uno-contro-uno@1": 18,
    "rcm@1 + prestige-sets": 12, "rcm@1 + base-sets": 18, "syncs@1": 6, "domination-increasing@1": 6,
}  # fmt: skip
COUNTED = ("rcm@1", "stucchi@1")  # what is due hangs on the number of cards, not on what they show


def game(variant: str, *lines: str, cards: str = "??? ??? ???") -> str:
    """Red holds three cards, nine territories and no continent, and has the turn."""
    mine = "ALA TNO GRO CIN SIA VEN ISL CON MAD"
    rest = [code for code in board("eg").codes if code not in mine.split()]
    head = [
        '[Notation "rgn 1"]', f'[Variant "{variant}"]', '[Red "a"]', '[Blue "b"]', '[Green "c"]', '[Black "d"]',
        '[Completeness "full"]', '[Provenance "synthetic"]', "", "ORDER * R B G N", f"DEAL R {mine} armies=3",
        f"DEAL B {' '.join(rest[:11])} armies=3", f"DEAL G {' '.join(rest[11:22])} armies=3",
        f"DEAL N {' '.join(rest[22:])} armies=3", f"DRAW R {cards}", "TURN R",
    ]  # fmt: skip
    return "\n".join([*head, *lines]) + "\n"


def verdicts(text: str, rules: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """What some rules found, by event counted from the first after the TURN of Red."""
    reading = read(text)
    assert not reading.problems
    return [(v.event - 7, v.rule, v.verdict) for v in judge(reading.games[0]).verdicts if v.rule in rules]


INCOME = ("declaration.right", "placement.within_income")


@pytest.mark.parametrize("variant", READ)
def test_v6_what_a_hidden_set_brought_is_open_up_to_the_most(variant: str) -> None:
    most = READ[variant]
    due = 3 + most
    text = game(variant, "TRIS R ??? ??? ??? =?", f"REIN R 3+0+{most}={due}", f"PUT R CIN+{due}", "PUT R CIN+1")
    found = verdicts(text, INCOME)
    assert found == [
        (2, "declaration.right", "undecidable"), (3, "placement.within_income", "undecidable"),
        (4, "placement.within_income", "illegal"),
    ]  # fmt: skip


@pytest.mark.parametrize("variant", READ)
def test_v6_more_than_any_set_brings_is_illegal(variant: str) -> None:
    most = READ[variant]
    text = game(variant, "TRIS R ??? ??? ??? =?", f"REIN R 3+0+{most + 1}={4 + most}", f"PUT R CIN+{4 + most}")
    assert {verdict for _, _, verdict in verdicts(text, INCOME)} == {"illegal"}


@pytest.mark.parametrize("variant", READ)
def test_v6_what_stands_without_the_set_is_not_open(variant: str) -> None:
    text = game(variant, "TRIS R ??? ??? ??? =?", "REIN R 4+0+0=4", "PUT R CIN+3")
    assert verdicts(text, INCOME) == [(2, "declaration.right", "illegal")]


@pytest.mark.parametrize("variant", COUNTED)
def test_v6_where_cards_are_counted_nothing_is_open(variant: str) -> None:
    lines = ["TRIS R ??? ??? ??? =?", "PUT R CIN+30"]
    assert verdicts(game(variant, *lines), INCOME) == [(2, "placement.within_income", "illegal")]


@pytest.mark.parametrize("claim", ["=7+0", "=500+0", "=1+0"])
def test_v6_a_value_that_no_set_has_is_illegal(claim: str) -> None:
    text = game("eg@1", f"TRIS R ??? ??? ??? {claim}")
    assert verdicts(text, ("cards.set_value",)) == [(1, "cards.set_value", "illegal")]


def test_v6_the_cards_that_are_known_narrow_it() -> None:
    cards = "JOL ALA ???"  # with a jolly only two equal cards make a set
    assert verdicts(game("eg@1", f"TRIS R {cards} =10+0", cards=cards), ("cards.set_value",))[0][2] == "illegal"
    assert verdicts(game("eg@1", f"TRIS R {cards} =12+0", cards=cards), ("cards.set_value",))[0][2] == "undecidable"
    text = game("eg@1", f"TRIS R {cards} =?", "REIN R 3+0+16=19", "PUT R CIN+19", cards=cards)
    assert [verdict for _, _, verdict in verdicts(text, INCOME)] == ["undecidable"] * 2
    text = game("eg@1", f"TRIS R {cards} =?", "REIN R 3+0+17=20", cards=cards)
    assert [verdict for _, _, verdict in verdicts(text, INCOME)] == ["illegal"]


def test_v6_the_bonus_of_hidden_cards_has_its_most_too() -> None:
    bonus = ("cards.territory_bonus",)
    assert verdicts(game("eg@1", "TRIS R ??? ??? ??? =8+6", "PUT R CIN+17"), (*bonus, *INCOME)) == []
    assert verdicts(game("eg@1", "TRIS R ??? ??? ??? =8+7"), bonus) == [(1, "cards.territory_bonus", "illegal")]
    known = "ALA ISL MAD"  # all three are Red's
    assert verdicts(game("eg@1", f"TRIS R {known[:8]}??? =8+2", cards=known), bonus) == [
        (1, "cards.territory_bonus", "warning")  # less than is due is a right
    ]


def test_v6_the_late_set_of_hidden_cards_is_placed_after_attacks() -> None:
    """Armies of a set of the eliminated player's cards come after attacks (RCM-29a)."""
    attack = ["ATT R SIA>INS 65:1 -0-1", "OCC R SIA>INS 2", "ELIM R V", "CARDS * V>R elimination ??? ??? ???"]
    text = game("rcm@1 + base-sets + cards-to-eliminator", *attack, "TRIS R ??? ??? ??? =?", "PUT R CIN+12")
    text = text.replace("[Completeness", '[Violet "e"]\n[Completeness').replace(" INS", "", 1)
    text = text.replace("DRAW R", "DEAL V INS\nDRAW V ??? ??? ???\nDRAW R")
    found = {(rule, verdict) for _, rule, verdict in verdicts(text, (*INCOME, "placement.before_attack"))}
    assert found == {("placement.within_income", "undecidable")}


def test_v6_known_cards_without_a_written_value_are_assumed_where_the_values_are() -> None:
    cards = "ALA TNO ISL"
    variant = "firk@1"
    text = game(variant, f"TRIS R {cards} =?", "REIN R 3+0+10=13", "PUT R CIN+13", cards=cards)
    told = {verdict for _, _, verdict in verdicts(text, INCOME)}
    assert told <= {"assumed"}

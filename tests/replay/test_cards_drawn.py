"""The card, or the two of an extra turn, that who conquered leaves in the deck (EG-06, RCM-45)."""

from __future__ import annotations

import pytest

from plancia_events import read
from plancia_replay import judge
from tests.test_cases import text_of

TO_EXTRA_TURNS = (
    "CLOCK * started", "TURN R", "CLOCK * expired", "ANN A penultimate", "END R", "TURN B", "END B", "TURN G", "END G",
    "TURN R", "END R", "TURN B", "END B", "TURN G", "END G",
)  # fmt: skip


def told(kind: str, draws: list[str], debts: int, lang: str) -> list[str]:
    """What is said of the cards at the end of a turn of Red with one conquest."""
    before = [*TO_EXTRA_TURNS] if kind else []
    events = [f"TURN R{kind}", "ATT R CIN>MON 654:3 -0-1", "OCC R CIN>MON 3", *draws, "END R"]
    text, _ = text_of("rcm@1", {
        "order": "RBG", "board": ["R CIN 9", "B MON 1"], "rest": "G", "rest_armies": 3,
        "before": before + debts * ["STAT A R debt"], "events": events,
    })  # fmt: skip
    judged = judge(read(text, "cards").games[0], lang=lang)
    return [v.says for v in judged.verdicts if v.rule == "cards.drawn" and v.verdict == "warning"]


@pytest.mark.parametrize(
    ("kind", "draws", "debts"),
    [
        ("", ["DRAW R BRA"], 0),
        (" chance", ["DRAW R BRA PER"], 0),
        (" chance", ["DRAW R BRA", "DRAW R PER"], 0),
        (" chance", ["DRAW R BRA"], 1),
        (" chance", [], 2),
        ("", [], 1),
    ],
)
def test_all_cards_are_drawn_or_pay_what_is_owed(kind: str, draws: list[str], debts: int) -> None:
    assert told(kind, draws, debts, "en") == []


@pytest.mark.parametrize(
    ("kind", "draws", "debts", "says"),
    [
        ("", [], 0, "Red conquered 1 territory and draws no card"),
        (" chance", [], 0, "Red conquered 1 territory and draws no card"),
        (" chance", [], 1, "Red conquered 1 territory and draws no card"),
        (" chance", ["DRAW R BRA"], 0, "Red conquered 1 territory in an extra turn and draws 1 card of 2"),
    ],
)
def test_a_card_that_is_missing_is_told(kind: str, draws: list[str], debts: int, says: str) -> None:
    assert told(kind, draws, debts, "en") == [says]


def test_and_in_italian() -> None:
    assert told(" chance", ["DRAW R BRA"], 0, "it") == [
        "Rosso ha conquistato 1 territorio in un turno supplementare e pesca 1 carta su 2"
    ]

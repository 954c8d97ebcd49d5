"""Sentences that said what was not so: each says the cause and the numbers that decide (section S of the trials)."""

from __future__ import annotations

import pytest

from plancia_data import words
from plancia_events import read
from plancia_replay import judge
from plancia_replay.rules.objectives.claims import SUB_CONTINENTS
from plancia_replay.rules.turn.region_income import parse_regions
from plancia_replay.rulesets.clauses import load_variant, read_clauses
from tests.case_files import CASES, cases_of
from tests.test_cases import text_of

TEAMS = ['[Team "RG BN"]']


def told(variant: str, case: dict[str, object], rule: str) -> list[str]:
    """What a rule says, in English."""
    game = read(text_of(variant, case)[0], "case").games[0]
    return [verdict.says for verdict in judge(game, lang="en").verdicts if verdict.rule == rule]


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        (4, "the 1 too many is lost from those due, and 2 may be placed"),
        (8, "5 too many, so none may be placed and 2 come off the board"),
        (20, "17 too many, so none may be placed and 3 come off the board"),  # not more than was due
    ],
)
def test_s_an_excess_beyond_what_is_due_takes_armies_off(declared: int, says: str) -> None:
    """Where the header says that it does; else whether it does is told as open."""
    lands = ["SIA", "IND", "URA", "AFG", "BRA", "PER", "ISL", "SCA", "CON"]
    own = [f"R {land} 3" for land in lands]
    rounds = [f"{tag} {colour}" for _ in range(2) for colour in "RBGN" for tag in ("TURN", "END")]
    events = ["TURN R", f"REIN R {declared}+0+0={declared}"]
    settled = [*TEAMS, '[Option "declaration.not_over.floor=entitlement"]']
    case = {"board": own, "rest_armies": 3, "before": rounds, "headers": settled, "events": events}
    (found,) = told("stucchi@1", case, "declaration.not_over")
    assert found.endswith(says)
    (found,) = told("stucchi@1", {**case, "headers": TEAMS}, "declaration.not_over")
    assert found.endswith(says if declared == 4 else "whether the rest comes off the board is left open")


def test_s_what_was_removed_and_what_is_left_is_said_in_whole() -> None:
    events = ["FOUL A R LIMIT found=opponent", "TAKE R CIN-7 why=limit", "END R"]
    case = {"board": ["R CIN 127"], "rest": "N", "rest_armies": 3, "turn": "R", "headers": TEAMS, "events": events}
    assert told("stucchi@1", case, "limit.double_excess") == [
        "Red had to remove 14 armies at once and removed 7: 7 are still to be removed"
    ]


def test_s_the_territory_named_is_one_without_excuse() -> None:
    board = ["R CIN 3", "R GIA 1", "R BRA 5"]
    bared = {"board": board, "rest": "N", "rest_armies": 3, "turn": "R", "events": ["END R"]}
    (found,) = told("rcm@1", bared, "garrison.all")
    assert "with Japan below 2 armies: it was he who had left it so" in found
    case = {
        "board": ["R CIN 3", "R GIA 2", "B SIA 3"], "rest": "N", "rest_armies": 3, "turn": "R",
        "events": ["ATT R CIN>SIA 65:21 -0-2", "ATT R CIN>SIA 6:1 -0-1", "OCC R CIN>SIA 2", "END R"],
    }  # fmt: skip
    (found,) = told("rcm@1", case, "garrison.all")
    assert "ends the turn with China below 2 armies: he left it so himself in this turn" in found


def test_s_a_recorded_end_says_what_is_missing_for_it() -> None:
    base = {"board": ["R CIN 9", "B SIA 9", "G BRA 9"], "rest": "N", "rest_armies": 3, "turn": "R"}
    assert told("eg@1", {**base, "events": ["OVER * world winner=R"]}, "record.end") == [
        "The record closes the game with the whole board, and nobody holds it: who holds most lacks 3 territories"
    ]
    assert told("eg@1", {**base, "events": ["OVER * elimination"]}, "record.end") == [
        "The record closes the game by elimination, and 4 players are still in it"
    ]


def test_s_no_sentence_has_two_causes_in_one() -> None:
    both = {
        "en": ("out of place or missing", " or too many", "tried in vain", "out of time or missing", "tally"),
        "it": ("fuori posto o mancante", "posto o di troppo", "o ha tentato invano", "fuori tempo", "non torna"),
    }
    for lang, phrases in both.items():
        found = [key for key, text in words(lang).items() for phrase in phrases if phrase in str(text)]
        assert found == []


def test_s_a_declaration_that_differs_shows_the_account() -> None:
    lands = ["VEN", "PER", "BRA", "ARG", "SIA", "IND", "URA"]
    case = {"board": [f"R {land} 3" for land in lands], "rest": "N", "rest_armies": 3, "turn": "R",
            "events": ["REIN R 2+0+0=2"]}  # fmt: skip
    (found,) = told("eg@1", case, "declaration.right")
    assert found.endswith("what is due is 2+2+0=4: territories 7/3: 2, South America 2")


SEATS = {"board": ["R CIN 9", "B ISL 9", "G ARG 9"], "rest": "N", "rest_armies": 3}
LAST_ROUND = ["CLOCK * started", "TURN R", "CLOCK * expired", "ANN A penultimate", "END R"]
LAST_ROUND += [f"{tag} {colour}" for colour in "BGNRBGN" for tag in ("TURN", "END")]
CONQUEST = ["ATT R CIN>SIA 654:32 -0-2", "ATT R CIN>SIA 654:3 -0-1", "OCC R CIN>SIA 3"]


@pytest.mark.parametrize(
    ("variant", "rule", "case", "says"),
    [
        ("rcm@2", "turn.order", {"before": LAST_ROUND, "events": ["PASS B"]}, "Blue passes, and it is the turn of Red"),
        ("rcm@2", "turn.in_turn", {"before": LAST_ROUND, "events": ["PASS R", "PUT R CIN+1"]},
         "Red acts after having passed the turn: who passes does not touch the board"),
        ("rcm@2", "cards.drawn", {"before": LAST_ROUND, "events": ["TURN R chance", *CONQUEST, "DRAW R BRA", "END R"]},
         "Red conquered 1 territory in an extra turn and draws 1 card of 2"),
        ("rcm@2", "withdrawal.garrison", {"turn": "R", "events": ["STAT A B withdrawn", "FILL - 5 ISL why=withdrawal"]},
         "Iceland, abandoned, had 9 armies and sinks to 5: it needs at least 5, and keeps what it has above that "
         "(supposing that a territory that had more keeps them)"),
        ("rcm@2", "withdrawal.garrison", {"turn": "R", "events": ["STAT A N withdrawn", "END R", "TURN B"]},
         "Alaska, abandoned, has 3 armies, and 38 more abandoned territories have too few: each gets at least 5"),
        ("rcm@2", "move.once", {"turn": "R", "events": [*CONQUEST, "MOVE R CIN>SIA 1", "MOVE R SIA>CIN 1"]},
         "Red makes move number 2 of the turn, at most 1 may be made, and the first is that of event 10 (China, "
         "Siam); to redo it otherwise is allowed, and the record then says that the new one replaces it"),
        ("rcm@2", "limit.double_excess", {"turn": "R", "events": ["FOUL A R LIMIT found=opponent"]},
         "Red has 9 armies and his limit is 150: he is within it, and nothing is to be removed"),
        ("rcm@2", "strip.told", {"board": ["R CIN 3", "R SIA 3", "R ARG 3", "R BRA 3"], "rest": "-", "turn": "R",
                                 "events": ["STRIP R CIN BRA", "OVER * agreement"]},
         "Red chose no valid strip: the best is taken"),
        ("firenze@1", "withdrawal.passive", {"turn": "R", "before": ["STAT A B passive"],
                                             "events": ["CARDS R B>R elimination ???"]},
         "The cards of Blue, who has abandoned, go to Red (supposing that the cards of who abandons stay out of play)"),
        ("rcm@2 + no-objectives", "objective.none", {"turn": "R", "events": ["CLAIM R objective"]},
         "Red claims an objective, and in this variant there are none"),
        ("rcm@2 + neutral-card", "pick.not_adjacent",
         {"bare": True, "events": ["ORDER * R B", "DEAL - CIN how=neutral-card armies=8", "PICK B SIA", "PICK R BRA",
                                   "PICK B IND"]},
         "Blue picks India, beside Siam, which is his already, while Alaska was free and beside none of his"),
    ],
)  # fmt: skip
def test_a_sentence_names_what_it_is_about(variant: str, rule: str, case: dict[str, object], says: str) -> None:
    found = told(variant, {"order": "RB" if case.get("bare") else "RBGN", **SEATS, **case}, rule)
    assert says in found


@pytest.mark.parametrize(("headers", "warnings"), [([], 0), (['[Option "attack.superiority=false"]'], 1)])
def test_what_superiority_forbids_is_no_duty(headers: list[str], warnings: int) -> None:
    case = {**SEATS, "board": ["R CIN 6", "R MON 3", "B SIA 20"], "turn": "R", "headers": headers, "events": ["END R"]}
    assert len(told("rcm@2 + forced-attack", case, "attack.mandatory")) == warnings


def test_the_sub_continents_given_up_are_those_of_the_variant() -> None:
    (use,) = [clause.use for clause in read_clauses(load_variant("rcm")[0]) if clause.rule_id == "RCM-05"]
    regions = parse_regions(str(use["income.subcontinents"]["regions"]))
    assert [[armies, *lands] for lands, armies in SUB_CONTINENTS] == regions


def test_s_an_end_by_thresholds_that_no_text_gives_says_that_it_supposes_them() -> None:
    case = next(case for case in cases_of(CASES / "uno-contro-uno" / "ONE-25_round1.toml") if "scores" in case)
    game = read(text_of("uno-contro-uno@1", case)[0], "case").games[0]
    end = judge(game, lang="en").end
    assert end["reason"] == "end-roll" and "supposing that the thresholds are those of tournaments" in end["says"]
    settled = read(text_of("torneo@1", {**case, "headers": ['[Virtual "G"]']})[0], "case").games[0]
    assert "supposing" not in judge(settled, lang="en").end["says"]

"""What hangs on an objective that the record does not tell is marked so: points, ranking points, the winner."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plancia_events import Game, read
from plancia_replay import Judgement, compare, judge
from plancia_replay.judging.hidden_results import are_points_open
from plancia_replay.judging.replay import other_ruleset_for_game, ruleset_for_game
from tests import test_cases

GAMES = Path(__file__).parent.parent / "games"
WORDS = {
    "objective-hidden": ("the record hides the objective of Red", "il verbale nasconde l'obiettivo di Rosso"),
    "objective-missing": ("the record does not tell the objective of Red", "il verbale non dice l'obiettivo di Rosso"),
    "objective-unlisted": (
        "the record names an objective of Red (nessuno) that is not in the list in play",
        "il verbale dà a Rosso un obiettivo (nessuno) che non è nell'elenco in gioco",
    ),
}


def game(colour: str = "R", word: str = "???", name: str = "monopoli/end-roll") -> Game:
    """A game of the collection in which a colour's objective is another word, or none for an empty one."""
    text = (GAMES / f"{name}.rgn").read_text("utf-8")
    return read(re.sub(rf"OBJ {colour} .*\n", f"OBJ {colour} {word}\n" if word else "", text)).games[0]


def marks(found: Judgement) -> dict[str, list[str]]:
    return {entry["player"]: entry["of"] for entry in found.undecidable}


@pytest.mark.parametrize(("why", "word"), [("hidden", "???"), ("missing", ""), ("unlisted", "nessuno")])
def test_points_that_hang_on_an_objective_not_told_are_marked_with_the_reason(why: str, word: str) -> None:
    for lang, says in zip(("en", "it"), WORDS[f"objective-{why}"], strict=True):
        found = judge(game(word=word), lang=lang)
        first = found.undecidable[0]
        assert (first["player"], first["why"], first["says"]) == ("R", f"objective-{why}", says)
        assert found.undecided("R") == says and not found.undecided("B")
        assert found.to_json()["undecidable"] == found.undecidable


def test_a_game_that_tells_everything_has_no_mark() -> None:
    found = judge(read((GAMES / "monopoli" / "end-roll.rgn").read_text("utf-8")).games[0])
    assert found.undecidable == [] and "undecidable" not in found.end and "undecidable" not in found.to_json()


def test_the_bonus_of_a_winner_not_known_leaves_open_who_may_have_won_and_no_other() -> None:
    """Blue and Violet lead with 18 points; Green (17) and Yellow (11) have not won, whatever Red has."""
    found = judge(game(), lang="en")
    assert marks(found) == {"R": ["points", "ranking"], "B": ["ranking"], "V": ["ranking"]}
    assert found.end["undecidable"] == ["R"]
    assert found.undecided("B", "ranking") == "hangs on points that cannot be decided (Red)"


def test_figures_that_the_record_leaves_open_are_null_in_json_with_empty_accounts() -> None:
    """A 0 would be read as the points; a figure that is certain stays, with its account."""
    found = judge(game(), lang="en")
    told, counted = found.to_json()["scores"], found.scores
    assert told["R"]["points"] is None and told["R"]["account"] == []
    assert [told[letter]["ranking"] for letter in "RBV"] == [None, None, None]
    assert all(told[letter]["ranking_account"] == [] for letter in "RBV")
    assert (told["B"]["points"], told["B"]["account"]) == (counted["B"]["points"], counted["B"]["account"])
    assert told["G"] == counted["G"] and counted["R"]["points"] == 0


def test_a_winner_by_points_is_not_known_beside_points_that_are_not() -> None:
    hidden = game()
    made = compare(hidden, ruleset_for_game(hidden), other_ruleset_for_game(hidden, "torneo"), "en").to_json()
    assert [end.get("undecidable") for end in made["end"]] == [["R"], ["R"]]
    assert [[entry["player"] for entry in side] for side in made["undecidable"]] == [["R", "B", "V"], ["R"]]


def test_a_winner_by_claim_does_not_hang_on_the_points_of_others() -> None:
    told = judge(read((GAMES / "monopoli" / "objective.rgn").read_text("utf-8")).games[0])
    holders = {str(place[0]) for place in told.final.values()}
    loser = min(holders - {told.end["winner"], "-"})
    found = judge(game(loser, name="monopoli/objective"))
    assert found.end["winner"] == told.end["winner"] and "undecidable" not in found.end
    assert marks(found) == {loser: ["points", "ranking"]}


def test_under_rules_that_read_no_objective_nothing_is_open() -> None:
    hidden = game()
    assert judge(hidden, other_ruleset_for_game(hidden, "uno-contro-uno")).undecidable == []


def test_where_no_objectives_are_given_out_the_record_lacks_none() -> None:
    hidden = game(word="")
    assert judge(hidden, other_ruleset_for_game(hidden, "torneo + rcm:no-objectives")).undecidable == []


def test_the_ranking_of_a_gap_between_points_is_open_for_both_teams() -> None:
    first = text_of("stucchi/extra-turns").split("OBJ ")[1][0]
    found = judge(game(first, name="stucchi/extra-turns"))
    assert all("ranking" in entry["of"] for entry in found.undecidable) and len(found.undecidable) == 4
    assert sum("points" in entry["of"] for entry in found.undecidable) == 1


def text_of(name: str) -> str:
    return (GAMES / f"{name}.rgn").read_text("utf-8")


def test_points_that_are_the_same_with_every_objective_are_known() -> None:
    """Who has no territory left has no points, whichever objective was his; the table is as it was afterwards."""
    hidden = game()
    rules = ruleset_for_game(hidden)
    table = rules.table([0, 1, 2, 3])
    table.words = ["???"]
    table.give_land(5, 1)
    before = [int(mark) for mark in table.goal]
    assert not are_points_open(table, 0) and are_points_open(table, 1)
    assert [int(mark) for mark in table.goal] == before and table.words == ["???"] and table.goal_word[1] == -1


def test_a_claim_of_a_hidden_objective_leaves_open_who_won() -> None:
    """The record alone ends the game, and nobody can tell whether the rules do (002 line 16, 004 line 28)."""
    for variant in ("firenze@1", "monopoli@1"):
        case = {
            "board": ["R CIN 4"], "rest": "B", "rest_armies": 3, "before": ["OBJ R ???"], "turn": "R",
            "events": ["CLAIM R objective", "OVER * objective winner=R"],
        }  # fmt: skip
        judgement = judge(read(test_cases.text_of(variant, case)[0], "case").games[0], lang="en")
        assert judgement.end["undecidable"] == ["R"] and judgement.told_end["winner"] is None, variant
        assert "cannot be seen" in judgement.end["says"], variant

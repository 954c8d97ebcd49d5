"""Corrections of a game: the line before and after, findings, scores, and later events in conflict."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_data import samples
from plancia_events import Game, read
from plancia_replay import judge, ruleset_for_game
from plancia_replay.batch.correction_effects import list_corrections
from plancia_replay.judging.forms import CorrectionsForm
from plancia_replay.synthetic import GameSpec, generate

SAMPLE = samples()["monopoli-serata.rgn"].decode()
LATER = "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nEND G\nTURN N\nREIN N 3+0+0=3\nPUT N ALA+3\nEND N\n"


def game(lines: str) -> Game:
    reading = read(SAMPLE + LATER + lines, "game")
    assert reading.ok
    return reading.games[0]


def corrections(lines: str, **options: Any) -> CorrectionsForm:
    found = game(lines)
    return list_corrections(found, ruleset_for_game(found), "en", **options)


def test_a_fix_tells_the_line_before_and_after_and_why() -> None:
    (item,) = corrections("FIX A 16 PUT R CIN+1 {one army on the sheet}\n")["items"]
    assert (item["event"], item["target"], item["kind"], item["why"]) == (33, 16, "correct", "one army on the sheet")
    assert item["original"] == item["before"] == "PUT R CIN+3" and item["after"] == "PUT R CIN+1"
    assert item["valid"] and item["superseded_by"] is None


def test_findings_and_scores_are_those_of_the_two_judgements() -> None:
    text = "FIX A 16 PUT R CIN+1 {sheet}\n"
    (item,) = corrections(text)["items"]
    found = game(text)
    recorded, corrected = (judge(found, lang="en", as_corrected=side) for side in (False, True))
    new = [one for one in corrected.verdicts if one not in recorded.verdicts]
    assert new and item["appeared"] == [one.to_json() for one in new] and item["gone"] == []
    assert item["scores"] == {
        letter: (entry["points"], corrected.scores[letter]["points"]) for letter, entry in recorded.scores.items()
    }


def test_a_later_move_that_is_illegal_after_the_correction_is_a_conflict() -> None:
    illegal = "FIX A 15 REIN R 4+0+0=4 {miscounted}\n"
    (item,) = corrections(illegal)["items"]
    assert all(conflict["event"] > 15 and not conflict["impossible"] for conflict in item["conflicts"])
    lost = corrections("FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the dice on the sheet}\n")
    (conflict,) = lost["items"][0]["conflicts"]
    assert (conflict["event"], conflict["text"], conflict["impossible"]) == (18, "OCC R CIN>SIA 3", True)
    assert conflict["rule"] is None
    assert lost["together"]["conflicts"] == lost["items"][0]["conflicts"]
    assert set(lost["items"][0]["scores"]) == {"R", "B", "G", "N"}
    assert all(after is None and before for before, after in lost["items"][0]["scores"].values())


def test_a_conflict_names_rule_and_event() -> None:
    attack = "TURN R\nREIN R 3+0+0=3\nPUT R CIN+3\nATT R SIA>IND 65:61 -1-1\nEND R\n"
    (item,) = corrections(attack + "FIX A 18 OCC R CIN>SIA 2 {two went over}\n")["items"]
    (conflict,) = item["conflicts"]
    assert (conflict["event"], conflict["text"], conflict["rule"]) == (
        36,
        "ATT R SIA>IND 65:61 -1-1",
        "attack.attacker_dice",
    )
    assert conflict["rule_id"] and conflict["says"] and not conflict["impossible"]


def test_the_newest_valid_correction_of_an_event_stands() -> None:
    found = corrections(
        "FIX A 16 PUT R CIN+1 {a}\nVOID A 33 {of a correction}\nVOID A 16 {b}\nFIX A 16 PUT R CIN+3 {back}\n"
    )
    first, wrong, void, last = found["items"]
    assert [item["superseded_by"] for item in found["items"]] == [35, None, 36, None]
    assert [item["valid"] for item in found["items"]] == [True, False, True, True]
    assert (first["after"], void["before"], void["after"], last["before"], last["after"]) == (
        "PUT R CIN+1", "PUT R CIN+1", None, None, "PUT R CIN+3",
    )  # fmt: skip
    assert wrong["gone"] == wrong["appeared"] == []
    assert {item["original"] for item in (first, void, last)} == {"PUT R CIN+3"}
    assert found["together"]["appeared"] == found["together"]["gone"] == [] and found["together"]["conflicts"] == []


def test_a_correction_of_nothing_has_no_lines() -> None:
    reading = read(SAMPLE + "FIX A 99 PUT R CIN+1 {nothing there}\n", "game")
    (item,) = list_corrections(reading.games[0], ruleset_for_game(reading.games[0]), "en")["items"]
    assert not item["valid"] and item["original"] is item["before"] is item["after"] is None


def test_pages_of_corrections_are_the_whole_list() -> None:
    lines = "".join(f"FIX A 16 PUT R CIN+{1 + place % 2} {{{place}}}\n" for place in range(5))
    whole = corrections(lines)
    first, second = corrections(lines, limit=3), corrections(lines, after=35)
    assert (first["next"], second["next"], first["count"]) == (35, None, 5)
    assert [*first["items"], *second["items"]] == whole["items"] and first["together"] == second["together"] == whole[
        "together"
    ]


def test_a_game_without_corrections_has_none() -> None:
    found = corrections("")
    assert (found["items"], found["count"], found["next"]) == ([], 0, None)
    assert found["together"]["appeared"] == [] and all(
        one == other for one, other in found["together"]["scores"].values()
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_effects_of_all_corrections_add_up(seed: int) -> None:
    """Findings as recorded, without those gone and with those that appeared, are the findings as corrected."""
    made = generate(GameSpec("monopoli@1", seed))
    attacks = [number for number in made.numbers_of("ATT")][:3]
    lines = "".join(f"VOID A {number} {{not played}}\n" for number in attacks)
    whole = read(made.text() + lines, "game").games[0]
    found = list_corrections(whole, ruleset_for_game(whole), "en")
    reached = min((stop["event"] for stop in found["together"]["impossible"] if stop), default=len(whole.events) + 1)
    keys = [
        sorted((one.event, one.rule, one.verdict) for one in judged.verdicts if one.event < reached)
        for judged in (judge(whole, as_corrected=False), judge(whole))
    ]
    gone = [(one["event"], one["rule"], one["verdict"]) for one in found["together"]["gone"]]
    for key in gone:
        keys[0].remove(key)
    assert (
        sorted([*keys[0], *((one["event"], one["rule"], one["verdict"]) for one in found["together"]["appeared"])])
        == keys[1]
    )

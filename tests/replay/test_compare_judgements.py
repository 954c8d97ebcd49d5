"""A game under another variant: where the two part, what is gained and lost, what the record cannot tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plancia_data import samples
from plancia_events import Game, read
from plancia_replay import compare, load_ruleset, other_ruleset_for_game, ruleset_for_game
from plancia_replay.batch.compare_judgements import WhatIf, only_in_first
from plancia_replay.synthetic import GameSpec, generate

GAMES = Path(__file__).parent.parent / "games"
SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"


def game(text: str | bytes) -> Game:
    reading = read(text, "game")
    assert reading.ok
    return reading.games[0]


def under(name: str, spec: str) -> WhatIf:
    """A whole game of the tests under other rules."""
    found = game((GAMES / name).read_bytes())
    return compare(found, ruleset_for_game(found), other_ruleset_for_game(found, spec), "en")


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/*.rgn")), ids=lambda path: path.stem)
def test_a_game_under_its_own_rules_is_the_same(path: Path) -> None:
    found = game(path.read_bytes())
    made = compare(found, ruleset_for_game(found), ruleset_for_game(found), "en")
    assert made.same and made.same_scores and (made.gained, made.lost) == ([], [])


def test_a_move_that_only_one_variant_forbids_is_lost_and_the_first_difference() -> None:
    found = game(FAULTY)
    made = compare(found, ruleset_for_game(found), load_ruleset("eg@1"), "en")
    assert [(verdict.event, verdict.rule_id) for verdict in made.lost] == [(28, "MON-15")] and made.gained == []
    assert made.to_json()["first"] == {"event": 28, "text": "ATT G VEN>PER 2:321 -1-0"}
    back = compare(found, load_ruleset("eg@1"), ruleset_for_game(found), "en")
    assert [verdict.rule_id for verdict in back.gained] == ["MON-15"] and back.lost == []


def test_the_first_difference_tells_the_line_as_corrected() -> None:
    found = game(FAULTY + "FIX A 28 ATT G VEN>PER 1:321 -1-0 {misread}\n")
    made = compare(found, ruleset_for_game(found), load_ruleset("eg@1"), "en")
    assert made.first == 28 and "1:321" in made.first_text


def test_a_game_that_ends_under_one_variant_only_parts_there_at_the_latest() -> None:
    made = under("firk/end-roll.rgn", "eg@1")
    assert (made.recorded.stopped, made.other.stopped) == (318, 0)
    assert made.first is not None and made.first <= 318 and not made.same
    assert made.to_json()["ends_at"] == (318, None)


def test_every_player_s_verdict_on_one_event_is_counted() -> None:
    made = under("rcm/target.rgn", "monopoli@1")
    wrong = [verdict.facts["player"] for verdict in made.gained if verdict.event == 0]
    assert sorted(wrong) == ["B", "G", "N", "R", "Y"]
    some = [verdict for verdict in made.gained if verdict.facts.get("player") != "R"]
    assert [verdict.facts["player"] for verdict in only_in_first(made.gained, some) if verdict.event == 0] == ["R"]


def test_scores_and_rankings_stand_side_by_side_with_the_lines_that_differ() -> None:
    data = under("rcm/target.rgn", "monopoli@1").to_json()
    assert data["scores"]["Y"] == (151, None) and data["rankings"]["Y"] == (151, None), "no objective is recorded"
    mine, yours = data["accounts"]["R"]
    assert sum(line["points"] for line in mine) == 18 and yours == []
    assert all(line["rule_id"] and line["cite"] for line in mine)


def test_what_the_record_lacks_is_undecided() -> None:
    made = under("rcm/target.rgn", "rcm@1 + objective-cards + objectives-at-setup")
    assert [(verdict.event, verdict.verdict) for verdict in made.open] == [(293, "undecidable")]
    assert made.first == 293 and made.same_scores is False


def test_a_difference_in_warnings_alone_is_a_difference() -> None:
    found = generate(GameSpec("torneo@1", 1, "objective"))
    made = compare(found, ruleset_for_game(found), other_ruleset_for_game(found, "eg@1"), "en")
    assert {verdict.verdict for verdict in (*made.gained, *made.lost)} == {"warning"} and not made.same


def test_a_replay_that_stops_on_one_side_only_is_a_difference() -> None:
    made = under("eg/objective.rgn", "eg@1")
    stop: Any = {"event": 5, "line": 9, "text": "", "reason": 1, "says": ""}
    assert made.same
    assert not replace(made, recorded=replace(made.recorded, impossible=stop)).same
    assert not replace(made, other=replace(made.other, impossible=stop)).same


def test_the_deck_stays_with_the_game_and_options_may_cross_documents() -> None:
    found = game(SAMPLE.replace("[Date", '[Deck "risiko-rl"]\n[Date'))
    assert other_ruleset_for_game(found, "rcm@1").content["deck"]["id"] == "risiko-rl"
    assert other_ruleset_for_game(game(SAMPLE), "rcm@1").content["board"]["id"] == "no-meo-egi"

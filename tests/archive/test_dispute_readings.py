"""The readings of a disputed event: every rule of the cited clause left out, and every open point, can be judged."""

from __future__ import annotations

import json
from pathlib import Path

from plancia_archive.disputes.readings import recompute
from plancia_events import read
from plancia_replay import ruleset_for_game
from plancia_replay.judging.judgement import judge_game

RULINGS = Path(__file__).parents[1] / "rulings"


def test_a_wrong_winner_is_judged_without_the_rule_that_names_him() -> None:
    texts = [
        json.loads(line)["text"] for line in (RULINGS / "firenze" / "FIR-24.jsonl").read_text("utf-8").splitlines()
    ]
    tried = 0
    for game in (read(text.encode()).games[0] for text in texts):
        rules = ruleset_for_game(game)
        for verdict in judge_game(game, rules).judgement("en").verdicts:
            if verdict.rule == "record.end":
                found = recompute(game, rules, verdict.event, verdict.rule_id, "en")
                without = next(one for one in found["readings"] if one["reading"] == "record.end=false")
                assert "verdicts" in without["differs"]
                assert verdict.rule_id not in {one["rule_id"] for one in without["verdicts"]}
                tried += 1
    assert tried

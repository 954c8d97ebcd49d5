"""An objective that was hidden and is shown at the end is the one that statistics by objective count."""

from __future__ import annotations

from plancia_archive.facts.event_rows import player_rows
from plancia_events import read
from plancia_replay import judge_game

TEXT = """[Notation "rgn 1"]
[Variant "eg@1"]
[Red "a"]
[Blue "b"]
[Green "c"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G
DEAL R ALA BRA
OBJ R ???
OBJ B ???
OBJ G elvis
FIX A 5 OBJ G befana {the sheet says so}
SHOW R 3 letto
"""


def test_v18_the_objective_shown_or_corrected_is_counted() -> None:
    game = read(TEXT).games[0]
    assert {row["colour"]: row["objective"] for row in player_rows(judge_game(game))} == {
        "R": "letto", "B": None, "G": "befana",
    }  # fmt: skip

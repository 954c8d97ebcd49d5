"""Whole games, found by folder: the clean ones judge clean, the faulty ones are reported at the right events."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from plancia_events import Game, read
from plancia_replay import judge
from tests.make_games import ENDINGS, GAMES, name_of

VARIANTS = sorted(ENDINGS)


def game_of(path: Path) -> Game:
    """The game of a file, which must be canonical."""
    text = path.read_text("utf-8")
    reading = read(text, path.name)
    assert reading.ok and reading.games[0].text() == text
    return reading.games[0]


@pytest.mark.parametrize("path", sorted(p for v in VARIANTS for p in (GAMES / v).glob("*.rgn")), ids=lambda p: p.stem)
def test_a_whole_game_comes_to_its_end_as_declared(path: Path) -> None:
    if path.stem == "faults":
        pytest.skip("judged below")
    found = judge(game_of(path), lang="en")
    assert found.clean, [verdict.says for verdict in found.verdicts if verdict.verdict == "illegal"]
    assert {letter: entry["points"] for letter, entry in found.scores.items()} == found.declared
    assert found.end["reason"] in path.stem or path.stem.endswith("any")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_ending_has_its_game(variant: str) -> None:
    for option, ending in ENDINGS[variant]:
        assert (GAMES / variant / f"{name_of(option, ending)}.rgn").exists()


@pytest.mark.parametrize("variant", VARIANTS)
def test_planted_faults_are_reported_where_they_lie(variant: str) -> None:
    expected = tomllib.loads((GAMES / variant / "faults.toml").read_text("utf-8"))
    found = judge(game_of(GAMES / variant / "faults.rgn"), lang="en")
    reported = {(str(v.event), v.rule_id) for v in found.verdicts if v.verdict in ("illegal", "assumed")}
    assert reported == {(event, number) for event, numbers in expected["reported"].items() for number in numbers}
    assert set(map(str, expected["planted"])) <= {event for event, _ in reported}
    for verdict in found.verdicts:
        assert verdict.event == 0 or verdict.line > 0


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/by-hand-*.rgn")), ids=lambda p: p.stem)
def test_nothing_at_all_is_told_about_a_right_game_written_by_hand(path: Path) -> None:
    assert [(v.event, v.rule_id, v.verdict) for v in judge(game_of(path)).verdicts] == []

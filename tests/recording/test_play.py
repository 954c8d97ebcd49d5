"""A game in progress is the same whether it was replayed at once, continued event by event, or copied."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plancia_events import Game, parse_event, read
from plancia_replay.judging.replay import TABLE_STATE
from plancia_replay.recording.due import due_in_play
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play

FOLDER = Path(__file__).parents[1] / "games"
GAMES = sorted(path for path in FOLDER.glob("*/*.rgn") if path.stat().st_size < 20_000)
NOT_OF_THE_GAME = {
    "op",
    "actor",
    "a",
    "b",
    "c",
    "d",
    "n",
    "x",
    "number",
    "extra",
    "words",
    "rows",
    "row_count",
}  # in hand


def state(play: Play) -> dict[str, object]:
    """What the table has of the game, without the event in its hand and what is told of findings."""
    values = {name: getattr(play.table, name) for name in TABLE_STATE if name not in NOT_OF_THE_GAME}
    return {name: list(value) if hasattr(value, "__len__") else value for name, value in values.items()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_copied_continued_and_replayed_are_the_same(path: Path) -> None:
    game = read(path.read_text("utf-8")).games[0]
    play = Play(Game(game.headers, []))
    places = random.Random(path.stem).sample(range(len(game.events)), min(4, len(game.events)))
    for place, event in enumerate(game.events):
        if place in places:
            copied = play.copy()
            due = due_in_play(play)
            copied.add(parse_event("NOTE * {copied}"))
            whole = Play(Game(game.headers, game.events[:place]))
            assert due == due_in_play(whole), place
            assert state(play) == state(whole), place
            assert len(play.events) == place, "the copy was continued, not the game"
            play.restore(whole)
        try:
            play.add(event)
        except Unclear:
            return


def test_a_copy_that_goes_on_leaves_the_game_as_it_was() -> None:
    game = read((FOLDER / "torneo" / "end-roll.rgn").read_text("utf-8")).games[0]
    play = Play(Game(game.headers, game.events[:60]))
    before, copied = state(play), play.copy()
    for event in game.events[60:]:
        copied.add(event)
    assert state(play) == before and state(copied) != before

"""Whatever is said: lines that can be read again and judged, or an error in words; never an exception."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.recording.completing import complete_lines
from plancia_replay.recording.due import due_in_play
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.recording.vocabulary import VERB_BY_WORD
from plancia_replay.synthetic.game import GameSpec, generate
from tests import examples

VARIANTS = ("rcm@1", "firk@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "monopoli@1", "torneo@1")
WORDS = [
    *VERB_BY_WORD, "cina", "siam", "em", "a", "eur", "mer", "JOL", "jolly", "???", "CIN", "rosso", "verde", "R", "anna",
    "654", "32", "65432", "5", "+2", "-1-1", "3v2", "?v?", ":", "/", ",", ">", "{x}", "{", "}", "@21:05", "21:05",
    "9" * 11, "0", "=5", "10+2", "by=B", "void=a654", "for=3", "accordo", "vince", "obiettivo", "mondo", "nascosti",
    "elvis", "13", "mazzo", "-", "(", "#abc", "chance", "DEAL", "TURN", "MOVE",
]  # fmt: skip


@cache
def game_of(variant: str) -> Game:
    """A generated game of a variant."""
    return generate(GameSpec(variant, 1))


@settings(deadline=None, max_examples=examples(150))
@given(st.integers(0, 10**9), st.lists(st.lists(st.sampled_from(WORDS), max_size=7), min_size=1, max_size=3))
def test_anything_said_at_any_moment(seed: int, said: list[list[str]]) -> None:
    chance = random.Random(seed)
    game = game_of(chance.choice(VARIANTS))
    start = Game(game.headers, list(game.events[: chance.randint(0, len(game.events))]))
    done = complete_lines(start, [" ".join(words) for words in said], judged=False)
    assert (done.unclear is None) == (done.place < 0)
    if done.unclear is not None:
        assert done.unclear.text("it") and done.unclear.text("en") and done.unclear.column >= 1
    text = done.play.game.text()
    assert not read(text).problems and read(text).games[0].text() == text
    assert judge(done.play.game).to_json() and due_sentences(due_in_play(done.play), "en") and done.to_json()
    assert len(start.events) + len(done.lines) == len(done.play.events)


@settings(deadline=None, max_examples=examples(100))
@given(st.text(max_size=60))
def test_any_text(line: str) -> None:
    game = game_of("monopoli@1")
    done = complete_lines(Game(game.headers, list(game.events[:60])), [line], judged=False)
    assert done.unclear is not None or not done.lines or not read(done.play.game.text()).problems


def test_a_tie_of_many_throws_is_judged() -> None:
    text = '[Notation "rgn 1"] [Variant "monopoli@1"] [Red "a"] [Blue "b"] [Completeness "full"] [Provenance "sheet"]\n'
    game = read(text + "ROLL * order R6 B6\n" + "ROLL * tie R6 B6\n" * 14).games[0]
    assert not [verdict for verdict in judge(game).verdicts if verdict.rule == "order.by_roll"]


def test_a_deal_without_territories_during_the_game_is_judged() -> None:
    text = (
        '[Notation "rgn 1"] [Variant "eg@1"] [Red "a"] [Blue "b"] [Completeness "full"] [Provenance "sheet"]\n'
        "ORDER * R B\nDEAL R CIN\nTURN R\nDEAL - armies=5\n"
    )
    (verdict,) = [verdict for verdict in judge(read(text).games[0]).verdicts if verdict.rule == "deal.free"]
    assert verdict.event == 4 and verdict.facts["territory"] is None and verdict.says

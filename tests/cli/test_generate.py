"""generate: the words that it takes, in both languages, and the games that it gives for them."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result

from plancia_cli.generate import ENDINGS
from plancia_cli.main import plancia
from plancia_events import read
from plancia_replay import judge
from plancia_replay.synthetic import game

WHERE = {
    "objective": "monopoli", "target": "rcm", "world": "eg", "elimination": "uno-contro-uno", "agreement": "eg",
    "end-roll": "monopoli", "arbiter-die": "firenze", "extra-turns": "rcm", "hard-stop": "rcm + hard-stop",
}  # fmt: skip


def run(*args: str) -> Result:
    return CliRunner().invoke(plancia, list(args))


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_game_comes_to_the_end_asked_for(ending: str) -> None:
    made = run("generate", "--variant", WHERE[ending], "--seed", "2", "--ending", ending)
    assert made.exit_code == 0, made.output
    found = judge(read(made.output).games[0])
    assert found.end["reason"] == ending and not found.verdicts


@pytest.mark.parametrize(("lang", "words"), [("en", "'nope' is not one of"), ("it", "'nope' non è fra")])
def test_an_end_that_no_game_has_is_refused_with_those_there_are(lang: str, words: str) -> None:
    refused = run("--lang", lang, "generate", "--variant", "eg", "--ending", "nope")
    assert refused.exit_code == 2 and words in refused.output
    assert all(ending in refused.output for ending in ENDINGS)


@pytest.mark.parametrize(("variant", "ending", "tries"), [
    ("eg", "arbiter-die", 0), ("eg", "target", 0), ("rcm", "hard-stop", 0), ("monopoli", "extra-turns", 0),
    ("firenze", "world", 25),  # no rule says that it cannot be: found by trying
])  # fmt: skip
def test_an_end_that_the_variant_does_not_have_is_told(
    variant: str, ending: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Mock(wraps=game.start_game)
    monkeypatch.setattr(game, "start_game", start)
    assert run("--lang", "en", "generate", "--variant", variant, "--ending", ending).exit_code == 1
    assert start.call_count == tries

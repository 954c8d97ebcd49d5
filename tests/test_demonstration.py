"""The demonstration: one game of each document with a declared result, one illegal move and one wrong score."""

from __future__ import annotations

import pytest

from plancia_data import demonstration, variant_source
from plancia_events import Game, read
from plancia_replay import judge

GAMES = {name: read(data, name).games[0] for name, data in demonstration().items()}
FINDINGS = {"firenze.rgn": ["record.score"], "monopoli.rgn": ["attack.dice_not_fewer"]}


def test_it_has_a_game_of_each_document() -> None:
    variants = [(game.header("Variant") or "").partition("@")[0] for game in GAMES.values()]
    documents = {variant_source(variant)["variant"]["document"][:3] for variant in variants}
    assert documents == {"000", "001", "002", "003", "004"}


@pytest.mark.parametrize(("name", "game"), GAMES.items())
def test_each_game_has_its_one_finding_and_a_declared_result(name: str, game: Game) -> None:
    found = judge(game)
    assert found.impossible is None and found.end is not None
    assert [verdict.rule for verdict in found.verdicts] == FINDINGS.get(name, [])
    declared = dict(zip(*[iter((game.header("Result") or "").split())] * 2, strict=True))
    differing = [colour for colour, value in declared.items() if float(value) != found.scores[colour]["points"]]
    assert len(differing) == (1 if name == "firenze.rgn" else 0) and len(declared) == len(found.scores)

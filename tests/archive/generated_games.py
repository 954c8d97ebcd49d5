"""Generated games for tests of facts: with more headers, with faults, with a result alone."""

from __future__ import annotations

import random

from plancia_events import Game
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import mutate


def headed(game: Game, *more: tuple[str, str]) -> Game:
    """A game with more headers."""
    return Game([*game.headers, *more], game.events, game.lines)


def faulty(variant: str, kinds: tuple[str, ...], seeds: int) -> list[Game]:
    """Generated games with one fault each."""
    rules = cached_ruleset(variant, ())
    found = []
    for seed in range(seeds):
        for kind in kinds:
            fault = mutate(generate(GameSpec(variant, seed)), rules, kind, random.Random(seed))
            if fault is not None:
                found.append(fault.game)
    return found


RESULT = """[Notation "rgn 1"]
[Game "{}"]
[Variant "monopoli@1"]
[Red "Anna"]
[Blue "Bruno"]
[Completeness "result-only"]
[Provenance "sheet"]
{}

OVER * points{}
"""

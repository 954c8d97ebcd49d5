"""Synthetic games: complete and legal under any variant, for tests, load and measurements."""

from plancia_replay.synthetic.game import GameSpec, generate
from plancia_replay.synthetic.turns import DeadEnd

__all__ = ["DeadEnd", "GameSpec", "generate"]

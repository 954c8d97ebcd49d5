"""Synthetic games: complete and legal under any variant, for tests, load and measurements."""

from plancia_replay.synthetic.game import Wish, generate
from plancia_replay.synthetic.scribe import DeadEnd

__all__ = ["DeadEnd", "Wish", "generate"]

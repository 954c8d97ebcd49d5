"""Movetext: a game as text for people, with headers, rounds and short lines as chess has them in PGN."""

from plancia_replay.text.movetext.document import WIDTH, movetext

__all__ = ["WIDTH", "movetext"]

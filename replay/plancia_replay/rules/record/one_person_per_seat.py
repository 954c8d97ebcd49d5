"""Who sits where: one person a seat, and two games of one match. Judged beside the kernel, which knows colours only."""

from __future__ import annotations

from typing import ClassVar

from plancia_replay.kernel.rule import Rule


class PlayersDistinct(Rule):
    """Nobody plays two colours; the colour without a player is nobody's (EG-01)."""

    NAME: ClassVar[str] = "players.distinct"
    OF_RECORD: ClassVar[bool] = True


class SeatsSwapped(Rule):
    """In the second game of a match the two real players swap places and the dummy keeps its own (ONE-09)."""

    NAME: ClassVar[str] = "match.seats_swapped"

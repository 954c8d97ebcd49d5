"""Rules on the persons on the seats. Judged outside the kernel, which knows only colours."""

from __future__ import annotations

from typing import ClassVar

from plancia_replay.kernel.rule import Rule


class PlayersDistinct(Rule):
    """No person plays two colours; the dummy's colour has no player (EG-01)."""

    NAME: ClassVar[str] = "players.distinct"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True


class SeatsSwapped(Rule):
    """In the second game of a match the two real players swap places and the dummy keeps its own (ONE-09)."""

    NAME: ClassVar[str] = "match.seats_swapped"

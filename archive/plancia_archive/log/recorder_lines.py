"""What the recorder of a table may correct: lines of the current turn, until the game is over.

Anything older is corrected by an arbiter. A correction is a line too, so nothing is lost either way.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_events import Game
from plancia_events.ops import FIX, VOID


def check_corrections(game: Game, events: list[Any]) -> None:
    """Raises ArchiveError where the current author is a recorder and corrects what is not of the current turn.

    The current turn begins with the last TURN line, at the first line before there is one; after OVER nothing is of it.
    """
    if AUTHOR.get().role != "recorder":
        return
    start, over = max(game.numbers_of("TURN"), default=1), bool(game.numbers_of("OVER"))
    for number, event in enumerate(events, start=len(game.events) + 1):
        if event.OP in (VOID, FIX) and (over or event.event < start):
            raise ArchiveError("correction", str(event.event))
        if event.TAG == "TURN":
            start = number
        over = over or event.TAG == "OVER"

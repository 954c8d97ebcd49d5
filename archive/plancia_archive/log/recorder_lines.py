"""Restricts the corrections of a table's recorder to lines of the current turn, until the game is over.

An arbiter may correct older lines. A correction is a line too, so the corrected line stays in the log.
"""

from __future__ import annotations

from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_events import Game
from plancia_events.ops import FIX, VOID


def check_corrections(game: Game, events: list[Any]) -> None:
    """Raises ArchiveError `correction` if the current author is a recorder and corrects a line before the current turn.

    The current turn begins with the last TURN line, or with the first line where there is none. After OVER a recorder
    may correct nothing.
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

"""The head of a game: its version, and a tag that changes with its text or rule-set (for ETags and caches)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.redaction import ALL_SEATS

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

SELECT_LAST_ENTRY = "SELECT first + count, leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1"


@dataclass(frozen=True)
class GameHead:
    """The state of a game: two heads are equal if and only if the game reads the same.

    `state` is a hash of the last leaf of the game's hash chain, hence of every line and of the rule-set, and of the
    merges of people, which change references in headers. Names of people are not part of a game. `seats` are the seats
    whose redacted view of an open game it is (redaction.py).
    """

    game_id: str
    version: int
    state: str
    seats: str = ALL_SEATS

    @property
    def tag(self) -> str:
        """Returns the ETag of the game as the seats see it: each redacted view has its own."""
        return (
            self.state
            if self.seats == ALL_SEATS
            else hashlib.sha256(f"{self.state} {self.seats}".encode()).hexdigest()[:32]
        )


def read_game_head(log: EntryLog, game_id: str) -> GameHead:
    """Reads the head of a game from its last entry. Raises ArchiveError for an unknown game."""
    with log.lock:
        row = log.db.execute(SELECT_LAST_ENTRY, [game_id]).fetchone()
        merges = log.people.merged()
    if row is None or ":" in game_id:
        raise ArchiveError("no-game", game_id)
    hash_input = bytes(row[1]) + (json.dumps(sorted(merges.items())).encode() if merges else b"")
    return GameHead(game_id, int(row[0]), hashlib.sha256(hash_input).hexdigest()[:32])

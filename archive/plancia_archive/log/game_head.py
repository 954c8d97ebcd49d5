"""Head of a game: version, and a tag that changes with its text, judgement or headers (for ETags and memos)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.log.redaction import ALL

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

LAST_ENTRY = "SELECT first + count, leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1"


@dataclass(frozen=True)
class GameHead:
    """State of a game: two heads are equal if and only if the game reads the same.

    `tag` is a hash of the last leaf of the game's hash chain, hence of every line and of the rule-set, and of merges of
    people, which change references in headers. Names of people are not part of a game. `seats` are those whose view of
    an open game it is (redaction.py): each reads the same game otherwise, and has another tag.
    """

    game_id: str
    version: int
    state: str
    seats: str = ALL

    @property
    def tag(self) -> str:
        """The tag of the game as the seats see it."""
        return (
            self.state if self.seats == ALL else hashlib.sha256(f"{self.state} {self.seats}".encode()).hexdigest()[:32]
        )


def head_of(archive: Archive, game_id: str) -> GameHead:
    """Reads the head of a game with two index look-ups. Raises ArchiveError for an unknown game."""
    with archive.lock:
        row = archive.db.execute(LAST_ENTRY, [game_id]).fetchone()
        merges = archive.people.merged()
    if row is None or ":" in game_id:
        raise ArchiveError("no-game", game_id)
    seed = bytes(row[1]) + (json.dumps(sorted(merges.items())).encode() if merges else b"")
    return GameHead(game_id, int(row[0]), hashlib.sha256(seed).hexdigest()[:32])

"""The head of a game: its version, and a tag of all that its text, judgement and headers depend on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

LAST_ENTRY = "SELECT first + count, leaf FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1"


@dataclass(frozen=True)
class GameHead:
    """A game as it stands: two heads are equal if and only if the game reads the same.

    `tag` covers the last leaf of the game's hash chain, hence every line of it and the hash of its rule-set, and the
    merges of players, which change the references in its headers. Names of people are not part of a game.
    """

    game_id: str
    version: int
    tag: str


def head_of(archive: Archive, game_id: str) -> GameHead:
    """The head of a game, from two index look-ups. Raises ArchiveError for a game that does not exist."""
    with archive.lock:
        row = archive.db.execute(LAST_ENTRY, [game_id]).fetchone()
        merges = archive.people.merged()
    if row is None or ":" in game_id:
        raise ArchiveError("no-game", game_id)
    seed = bytes(row[1]) + (json.dumps(sorted(merges.items())).encode() if merges else b"")
    return GameHead(game_id, int(row[0]), hashlib.sha256(seed).hexdigest()[:32])

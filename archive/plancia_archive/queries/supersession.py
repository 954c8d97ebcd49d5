"""Whether a game counts: who withdrew it, when and why, the game instead of it, and the games that it supersedes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.log.entry_format import Header
from plancia_archive.log.withdrawals import STREAM_PREFIX

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

LAST_ENTRY = "SELECT log_index, header FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1"


def standing_of(archive: Archive, game_id: str) -> dict[str, Any]:
    """`withdrawn` and `superseded_by` (None for a game that counts), and the list `supersedes`.

    Each names `game`, `why`, `author`, `role`, `recorded_at` (milliseconds UTC) and `entry`. `withdrawn` names the game
    itself, `superseded_by` the one that counts instead of it. Author and role are None for entries of form 1.
    """
    with archive.lock:
        row = archive.withdrawals.get(game_id)
        older = archive.withdrawals.fetch_rows("instead = ?", game_id)
        withdrawn = None if row is None else withdrawal(archive, row, game_id)
        return {
            "withdrawn": withdrawn,
            "superseded_by": None if row is None or not row["instead"] else withdrawal(archive, row, row["instead"]),
            "supersedes": [withdrawal(archive, one, one["game"]) for one in older],
        }


def withdrawal(archive: Archive, row: dict[str, Any], named: str) -> dict[str, Any]:
    """What a withdrawal says, about the game that it is to name."""
    entry = archive.db.execute(LAST_ENTRY, [STREAM_PREFIX + row["game"]]).fetchone()
    written_by = Header.parse(str(entry[1])) if entry and entry[1] else None
    return {
        "game": named,
        "why": row["why"],
        "author": written_by.author if written_by else None,
        "role": written_by.role if written_by else None,
        "recorded_at": int(row["at"]),
        "entry": int(entry[0]) if entry else None,
    }

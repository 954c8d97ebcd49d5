"""Tells whether a game was withdrawn or replaced: by whom, when and why, by which game, and which games it replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.log.withdrawals import WITHDRAWALS

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def supersession_status(archive: Archive, game_id: str) -> dict[str, Any]:
    """Returns `withdrawn` and `superseded_by` (None for a game that is not withdrawn), and the list `supersedes`.

    Each has `game`, `why`, `author`, `role`, `recorded_at` (milliseconds UTC) and `entry` (log index). `game` is the
    game itself in `withdrawn`, its replacement in `superseded_by`. Author and role are None for entries of form 1.
    """
    with archive.lock:
        row = archive.withdrawals.get(game_id)
        superseded = archive.withdrawals.fetch_rows("instead = ?", game_id)
        withdrawn = None if row is None else withdrawal_members(archive, row, game_id)
        return {
            "withdrawn": withdrawn,
            "superseded_by": None
            if row is None or not row["instead"]
            else withdrawal_members(archive, row, row["instead"]),
            "supersedes": [
                withdrawal_members(archive, superseded_row, superseded_row["game"]) for superseded_row in superseded
            ],
        }


def withdrawal_members(archive: Archive, row: dict[str, Any], named: str) -> dict[str, Any]:
    """Returns the members that describe a withdrawal; `named` is the value of the member `game`."""
    line = WITHDRAWALS.read(archive.log, row["game"])[-1]
    author, role = line.writer
    return {
        "game": named, "why": row["why"], "author": author or None, "role": role or None,
        "recorded_at": int(row["at"]), "entry": line.index,
    }  # fmt: skip

"""Confirmations of results by players: lines `confirmed` of the stream `approval:GAME`, by one seat at one version.

A confirmation cannot be withdrawn; a player who disagrees later opens a dispute. It counts only for the version it
names: after the game has continued or was corrected, it stays in the log and no longer counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from plancia_archive.disputes.parties import find_party
from plancia_archive.errors import ArchiveError
from plancia_archive.log.approvals import STREAM_PREFIX
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header
from plancia_archive.log.redaction import is_over
from plancia_archive.log.withdrawals import Withdrawals

BATCH_SIZE = 400  # parameters of a statement
SELECT_LINES = "SELECT game, log_index, recorded_at, header, body FROM entry WHERE game IN ({marks}) ORDER BY log_index"
SELECT_VERSIONS = "SELECT game, max(first + count) FROM entry WHERE game IN ({marks}) GROUP BY game"


class Confirmations:
    """The confirmations of an archive."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log, self.withdrawals = log, withdrawals

    def confirm(
        self, game_id: str, player: str, own_reference: str = "", expected: int | None = None
    ) -> dict[str, Any]:
        """Records that a player confirms the result of a game; returns the confirmation as `list_for_games` does.

        `player` is a name, a reference or a colour. `own_reference` is the reference of the player whose token it is:
        nobody else can be confirmed with it. Raises ArchiveError for a game that is not over, withdrawn or at another
        version than `expected`, for a person who does not play in it, or who confirmed this version already.
        """
        with self.log.writing():
            version = self.log.version(game_id)
            self.withdrawals.require_not_withdrawn(game_id)
            game = self.log.game(game_id)
            party = find_party(self.log.people, game.players, player)
            if own_reference and party != own_reference:
                raise ArchiveError("dispute-own", player[:80])
            if expected is not None and expected != version:
                raise ArchiveError("conflict", str(version))
            if not is_over(game):
                raise ArchiveError("not-over", game_id)
            if party in [line["player"] for line in self.list_for_game(game_id)]:
                raise ArchiveError("confirmed", f"{party}: {game_id} {version}")
            self.log.append_events(
                STREAM_PREFIX + game_id, [{"kind": "confirmed", "player": party, "v": 1, "version": version}]
            )
            return self.list_for_game(game_id)[-1]

    def list_for_game(self, game_id: str) -> list[dict[str, Any]]:
        """Returns the confirmations of the present version of a game, in log order."""
        return self.list_for_games([game_id])[game_id]

    def list_for_games(self, games: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """Returns for each game the confirmations of its present version, in log order.

        Each has `player` (a reference, or the colour of a seat without one), `version`, `at` (milliseconds UTC),
        `entry` (log index), `author` and `role`.
        """
        confirmations: dict[str, list[dict[str, Any]]] = {game: [] for game in games}
        game_ids, merged = list(confirmations), self.log.people.merged()
        for batch in (game_ids[start : start + BATCH_SIZE] for start in range(0, len(game_ids), BATCH_SIZE)):
            marks = ", ".join("?" * len(batch))
            with self.log.lock:
                rows = self.log.db.execute(
                    SELECT_LINES.format(marks=marks), [STREAM_PREFIX + game for game in batch]
                ).fetchall()
                versions = (
                    dict(self.log.db.execute(SELECT_VERSIONS.format(marks=marks), batch).fetchall()) if rows else {}
                )
            for stream, index, at, header, body in rows:
                game, entry_header = str(stream).removeprefix(STREAM_PREFIX), Header.parse(str(header))
                for line in map(json.loads, bytes(body).decode().splitlines()):
                    if line["kind"] == "confirmed" and line["version"] == versions[game]:
                        confirmations[game].append(
                            {
                                "player": merged.get(line["player"], line["player"]), "version": line["version"],
                                "at": int(at), "entry": int(index),
                                "author": entry_header.author, "role": entry_header.role,
                            }
                        )  # fmt: skip
        return confirmations

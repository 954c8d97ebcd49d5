"""Results confirmed by their players: lines `confirmed` of the stream `approval:GAME`, each of one seat at one version.

A confirmation is not taken back: who changes their mind opens a dispute. It holds for the version it names; where the
game went on or was corrected since, it stays in the log and no longer counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from plancia_archive.disputes.parties import party_of
from plancia_archive.errors import ArchiveError
from plancia_archive.log.approvals import STREAM
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header
from plancia_archive.log.redaction import is_over
from plancia_archive.log.withdrawals import Withdrawals

BATCH = 400  # of the parameters of a statement
LINES = "SELECT game, log_index, recorded_at, header, body FROM entry WHERE game IN ({marks}) ORDER BY log_index"
VERSIONS = "SELECT game, max(first + count) FROM entry WHERE game IN ({marks}) GROUP BY game"


class Confirmations:
    """The confirmations of an archive."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log, self.withdrawals = log, withdrawals

    def confirm(self, game_id: str, player: str, own: str = "", expected: int | None = None) -> dict[str, Any]:
        """Records that a player of a game confirms its result; the line, as in `of_games`.

        `player` is a name, a reference or a colour. With `own`, the reference of the player whose token it is, nobody
        else's is taken. Raises ArchiveError: a game that is not over, withdrawn or at another version than `expected`,
        a person who does not sit in it, one who confirmed this version already.
        """
        with self.log.writing():
            version = self.log.version(game_id)
            self.withdrawals.admit(game_id)
            game = self.log.game(game_id)
            party = party_of(self.log.people, game.players, player)
            if own and party != own:
                raise ArchiveError("dispute-own", player[:80])
            if expected is not None and expected != version:
                raise ArchiveError("conflict", str(version))
            if not is_over(game):
                raise ArchiveError("not-over", game_id)
            if party in [line["player"] for line in self.of_game(game_id)]:
                raise ArchiveError("confirmed", f"{party}: {game_id} {version}")
            self.log.append_events(
                STREAM + game_id, [{"kind": "confirmed", "player": party, "v": 1, "version": version}]
            )
            return self.of_game(game_id)[-1]

    def of_game(self, game_id: str) -> list[dict[str, Any]]:
        """The confirmations of a game as it is now, in the order of the log."""
        return self.of_games([game_id])[game_id]

    def of_games(self, games: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """Of each game the confirmations of its present version: `player` (a reference, or the colour of a seat without
        one), `version`, `at` (milliseconds UTC), `entry`, `author` and `role`."""
        found: dict[str, list[dict[str, Any]]] = {game: [] for game in games}
        wanted, merged = list(found), self.log.people.merged()
        for batch in (wanted[start : start + BATCH] for start in range(0, len(wanted), BATCH)):
            marks = ", ".join("?" * len(batch))
            with self.log.lock:
                rows = self.log.db.execute(LINES.format(marks=marks), [STREAM + game for game in batch]).fetchall()
                versions = dict(self.log.db.execute(VERSIONS.format(marks=marks), batch).fetchall()) if rows else {}
            for stream, index, at, header, body in rows:
                game, written_by = str(stream).removeprefix(STREAM), Header.parse(str(header))
                for line in map(json.loads, bytes(body).decode().splitlines()):
                    if line["kind"] == "confirmed" and line["version"] == versions[game]:
                        found[game].append(
                            {"player": merged.get(line["player"], line["player"]), "version": line["version"],
                             "at": int(at), "entry": int(index), "author": written_by.author, "role": written_by.role}
                        )  # fmt: skip
        return found

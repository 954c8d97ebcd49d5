"""Approves games: an arbiter makes a result final, and reopens it with a reason; players confirm it.

No line is added to an approved game. The stream `approval:GAME` has one line per change, and the confirmations of
players, which change nothing. A confirmation cannot be withdrawn; a player who disagrees later opens a dispute. It
counts only for the version that it names. The table `approval` has the games that are approved now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.connections import select_in
from plancia_archive.log.entries import GAME_ID, EntryLog
from plancia_archive.log.name_replacement import reason_text
from plancia_archive.log.stream import Line, Party, Recorded, Stream, Target, Text, Version, switched
from plancia_archive.people.parties import find_party

DECIDING_ROLES = ("arbiter", "keeper", "admin")
COLUMNS = ("game", "version", "at")
OPEN_DISPUTE = "state NOT IN ('closed', 'withdrawn')"  # condition on the table `dispute`
SELECT_VERSIONS = "SELECT game, max(first + count) FROM entry WHERE game IN ({marks}) GROUP BY game"


class Approved(Line, tag="approved"):
    """The result is final at this version."""

    version: Version


class Reopened(Line, tag="reopened"):
    """The result is no longer final."""

    why: Text


class Confirmed(Line, tag="confirmed"):
    """A player, or the colour of a seat without a person, confirms the result at this version."""

    player: Party
    version: Version


APPROVALS: Stream[Approved | Reopened | Confirmed, Recorded[Approved] | None] = Stream(
    "approval:", GAME_ID, Approved | Reopened | Confirmed, "approval-line", switched(Approved, Reopened),
    lambda game_id: None, "approval",
    lambda log: (
        {"game": game_id, "version": approved.line.version, "at": approved.at}
        for game_id, approved in APPROVALS.states(log).items() if approved is not None
    ),
    lambda game_id, line: [Target(game_id, 0 if isinstance(line, Reopened) else line.version)],
    roles={"approved": DECIDING_ROLES, "reopened": DECIDING_ROLES},
)  # fmt: skip
STREAM_PREFIX = APPROVALS.prefix


def refuse_approved(db: sqlite_utils.Database, game_id: str) -> None:
    """Raises ArchiveError `approved` for a game whose result is approved."""
    if db.execute("SELECT 1 FROM approval WHERE game = ?", [game_id]).fetchone():
        raise ArchiveError("approved", game_id)


class Approvals:
    """The approved games of an archive. `require_not_withdrawn` raises ArchiveError for a withdrawn game."""

    def __init__(self, log: EntryLog, require_not_withdrawn: Callable[[str], None]) -> None:
        self.log, self.require_not_withdrawn = log, require_not_withdrawn

    def approve(self, game_id: str, expected: int | None = None) -> int:
        """Makes the result of a game final at its version, which is returned.

        Raises ArchiveError for a game with open disputes, one that is approved or withdrawn, or at another version.
        """
        with self.log.writing():
            APPROVALS.require_role("approved")
            version = self.log.version(game_id)
            self.require_not_withdrawn(game_id)
            refuse_approved(self.log.db, game_id)
            if expected is not None and expected != version:
                raise ArchiveError("conflict", str(version))
            rows = self.log.db.execute(
                f"SELECT dispute FROM dispute WHERE game = ? AND {OPEN_DISPUTE} ORDER BY number", [game_id]
            ).fetchall()
            if rows:
                raise ArchiveError("disputed", f"{game_id}: {', '.join(str(row[0]) for row in rows)}")
            APPROVALS.append(self.log, game_id, Approved(version=version))
            APPROVALS.rebuild_table(self.log)
            return version

    def reopen(self, game_id: str, why: str, expected: int | None = None) -> None:
        """Reopens an approved game and records the reason.

        Raises ArchiveError for a game that is not approved, or at another version than `expected`.
        """
        with self.log.writing():
            APPROVALS.require_role("reopened")
            if self.get(game_id) is None:
                raise ArchiveError("not-approved", game_id)
            if expected not in (None, version := self.log.version(game_id)):
                raise ArchiveError("conflict", str(version))
            reason = reason_text(self.log.people, why, self.log.game(game_id).players.values())
            APPROVALS.append(self.log, game_id, Reopened(why=reason))
            APPROVALS.rebuild_table(self.log)

    def get(self, game_id: str) -> dict[str, Any] | None:
        """Returns the approval of a game: its version and time (milliseconds UTC); None if it is not approved."""
        with self.log.lock:
            row = self.log.db.execute("SELECT game, version, at FROM approval WHERE game = ?", [game_id]).fetchone()
        return None if row is None else dict(zip(COLUMNS, row, strict=True))


class Confirmations:
    """The confirmations of an archive. `require_not_withdrawn` raises ArchiveError for a withdrawn game."""

    def __init__(self, log: EntryLog, require_not_withdrawn: Callable[[str], None]) -> None:
        self.log, self.require_not_withdrawn = log, require_not_withdrawn

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
            self.require_not_withdrawn(game_id)
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
            APPROVALS.append(self.log, game_id, Confirmed(player=party, version=version))
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
        stored = list(APPROVALS.stored(self.log, confirmations))
        merged, versions = self.log.people.merged(), self.versions({game for game, _ in stored})
        for game, one in stored:
            if isinstance(one.line, Confirmed) and one.line.version == versions[game]:
                author, role = one.writer
                confirmations[game].append(
                    {
                        "player": merged.get(one.line.player, one.line.player), "version": one.line.version,
                        "at": one.at, "entry": one.index, "author": author, "role": role,
                    }
                )  # fmt: skip
        return confirmations

    def versions(self, games: Iterable[str]) -> dict[str, int]:
        """Returns the versions of games."""
        with self.log.lock:
            return dict(select_in(self.log.db, SELECT_VERSIONS, games))

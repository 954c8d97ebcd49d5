"""Withdraws games: they are excluded from lists and statistics, with a reason and possibly a replacement.

A withdrawn game remains in the log unchanged and can be read by its id; its derived rows are replaced by one row of
the table `withdrawn`. The stream `withdrawal:GAME` has one line per change.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.projections import content_hash, content_range
from plancia_archive.log.approvals import refuse_approved
from plancia_archive.log.entries import GAME_ID, EntryLog
from plancia_archive.log.name_replacement import reason_text
from plancia_archive.log.stream import GameId, OldLine, Recorded, Stream, Target, Text, switched

COLUMNS = ("game", "instead", "why", "at", "name", "variant", "date", "event")


class Withdrawn(OldLine, tag="withdrawn"):
    """The game no longer counts; `instead` counts in its place."""

    why: Text
    instead: GameId | UnsetType = UNSET


class Restored(OldLine, tag="restored"):
    """The game counts again."""

    why: Text


def withdrawn_rows(log: EntryLog) -> Iterator[Row]:
    """Yields the rows of the games that are withdrawn now."""
    for game_id, state in WITHDRAWALS.states(log).items():
        if state is not None:
            game, line = log.game(game_id), state.line
            yield {
                "game": game_id, "number": log.first_index(game_id), "why": line.why, "instead": line.instead or None,
                "at": state.at, "content": content_hash(game.text().encode()), "name": game.header("Game"),
                "variant": game.header("Variant"), "date": game.header("Date"), "event": game.header("Event"),
            }  # fmt: skip


def withdrawal_targets(game_id: str, line: Withdrawn | Restored) -> list[Target]:
    """Returns the game, and the one in its place."""
    instead = line.instead if isinstance(line, Withdrawn) else UNSET
    return [Target(game_id), *([Target(instead)] if instead else [])]


WITHDRAWALS: Stream[Withdrawn | Restored, Recorded[Withdrawn] | None] = Stream(
    "withdrawal:", GAME_ID, Withdrawn | Restored, "withdrawal", switched(Withdrawn, Restored), lambda game_id: None,
    "withdrawn", withdrawn_rows, withdrawal_targets,
)  # fmt: skip
STREAM_PREFIX = WITHDRAWALS.prefix


class Withdrawals:
    """The withdrawn games of an archive."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def withdraw(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Withdraws a game from lists and statistics. Raises ArchiveError."""
        with self.log.writing():
            self.withdraw_in_transaction(game_id, why, instead)

    def restore(self, game_id: str, why: str) -> None:
        """Restores a withdrawn game. Raises ArchiveError."""
        with self.log.writing():
            if self.get(game_id) is None:
                raise ArchiveError("not-withdrawn", game_id)
            WITHDRAWALS.append(self.log, game_id, Restored(why=self.reason(game_id, why)))
            self.log.db.execute("DELETE FROM withdrawn WHERE game = ?", [game_id])
            game = self.log.game(game_id)
            rules = self.log.rules_of(game)
            projections.project(self.log.db, game_id, self.log.first_index(game_id), game, rules)

    def withdraw_in_transaction(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Withdraws a game inside an open transaction, as `withdraw` does. Raises ArchiveError.

        Games that this game replaced are replaced by `instead` from then on, so that there are no chains. A game that
        replaced others cannot be withdrawn without a replacement, since none of them would count then.
        """
        self.log.version(game_id)
        self.require_not_withdrawn(game_id)
        refuse_approved(self.log.db, game_id)
        superseded = [str(row["game"]) for row in self.fetch_rows("instead = ?", game_id)]
        if superseded and instead is None:
            raise ArchiveError("supersedes", f"{game_id}: {', '.join(superseded)}")
        if instead is not None:
            if instead == game_id:
                raise ArchiveError("replaces-itself", game_id)
            self.log.version(instead)
            self.require_not_withdrawn(instead)
        line = Withdrawn(why=self.reason(game_id, why), instead=instead or UNSET)
        WITHDRAWALS.append(self.log, game_id, line)
        for superseded_id in superseded:
            WITHDRAWALS.append(self.log, superseded_id, Restored(why=line.why), line)
        self.rebuild_table()

    def reason(self, game_id: str, why: str) -> str:
        """Returns a reason as it is stored. Raises ArchiveError."""
        return reason_text(self.log.people, why, self.log.game(game_id).players.values())

    def require_not_withdrawn(self, game_id: str) -> None:
        """Raises ArchiveError for a withdrawn game."""
        row = self.get(game_id)
        if row is not None:
            raise ArchiveError("withdrawn", f"{game_id}: {row['why']}")

    def get(self, game_id: str) -> Row | None:
        """Returns the row of a withdrawn game; None for any other game."""
        rows = self.fetch_rows("game = ?", game_id)
        return rows[0] if rows else None

    def find_by_content(self, content: str) -> Row | None:
        """Returns the row of the withdrawn game with this content hash; None without one."""
        rows = self.fetch_rows("content = ?", content)
        return rows[0] if rows else None

    def find_by_name(self, name: str) -> list[str]:
        """Returns the ids of withdrawn games by the recorder's name, or by `c_` and a prefix of the content hash."""
        bounds = content_range(name)
        rows = self.fetch_rows("content BETWEEN ? AND ?", *bounds) if bounds else self.fetch_rows("name = ?", name)
        return [str(row["game"]) for row in rows]

    def fetch_rows(self, condition: str = "1", *values: str) -> list[Row]:
        """Fetches the rows of withdrawn games that meet an SQL condition, in log order."""
        statement = f"SELECT {', '.join(COLUMNS)} FROM withdrawn WHERE {condition} ORDER BY number"
        with self.log.lock:
            matches = self.log.db.execute(statement, list(values)).fetchall()
        return [dict(zip(COLUMNS, row, strict=True)) for row in matches]

    def rebuild_table(self) -> None:
        """Rewrites the rows of all withdrawn games and deletes their derived rows."""
        WITHDRAWALS.rebuild_table(self.log)
        for game_id, number in self.log.db.execute("SELECT game, number FROM withdrawn").fetchall():
            projections.delete_rows(self.log.db, str(game_id), int(number))

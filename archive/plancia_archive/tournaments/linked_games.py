"""The stored games that tournament tables are linked to: their text, their judgement at a version, their withdrawal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlite_utils

from plancia_archive.log.entries import EntryLog
from plancia_archive.log.game_ids import resolve
from plancia_archive.log.withdrawals import Withdrawals
from plancia_events import Game
from plancia_replay import Judgement, judge

if TYPE_CHECKING:
    from plancia_archive.tournaments.state import Tournament


def project_links(db: sqlite_utils.Database, state: Tournament) -> None:
    """Replaces the link rows of one tournament; a hidden one has none."""
    db.execute("DELETE FROM link WHERE tournament = ?", [state.id])
    for table in state.tables.values() if state.hidden is None else ():
        if table.game is not None:
            row = [state.id, table.round, table.name, table.game, state.club]
            db.execute("INSERT INTO link(tournament, round, board, game, club) VALUES (?, ?, ?, ?, ?)", row)


MAX_MEMOISED = 500


class LinkedGames:
    """The games that tables are linked to; a judgement is computed once for each version."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log = log
        self.people = log.people
        self.withdrawals = withdrawals
        self.memo: dict[tuple[str, int], tuple[Game, Judgement]] = {}  # by id and version

    def version(self, game_id: str) -> int:
        """Returns the number of events of a game, including its opening. Raises ArchiveError."""
        return self.log.version(game_id)

    def resolve(self, name: str) -> str:
        """Returns the id of a game by any of its names. Raises ArchiveError."""
        return resolve(self.log, self.withdrawals, name)

    def game_at(self, game_id: str, version: int | None = None) -> Game:
        """Returns a stored game at a version, by default the current one. Raises ArchiveError."""
        game = self.log.game(game_id)
        if version is None or version >= game.version:
            return game
        return Game(game.headers, game.events[: version - 1], game.lines[: version - 1])

    def game_and_judgement(self, game_id: str, version: int | None = None) -> tuple[Game, Judgement]:
        """Returns a stored game at a version with its judgement.

        Memoised: a version of an append-only log never changes.
        """
        key = (game_id, self.version(game_id) if version is None else version)
        if key not in self.memo:
            game = self.game_at(game_id, version)
            if len(self.memo) >= MAX_MEMOISED:
                self.memo.pop(next(iter(self.memo)), None)
            self.memo[key] = (game, judge(game, self.log.rules_of(game)))
        return self.memo[key]

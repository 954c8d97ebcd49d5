"""The status of results: final or provisional, and the number of open disputes.

A stored game is final while an arbiter's approval is in force. Standings are final when every table has a final result
and no dispute is open; a result typed from a sheet is final when its tournament is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.states import FINAL_STATES
from plancia_archive.tournaments.state import Table, Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

BATCH_SIZE = 400  # parameters of a statement
STATUSES = ("provisional", "final")
OPEN_CONDITION = f"state NOT IN ({', '.join(map(repr, FINAL_STATES))})"
SELECT_STATUSES = (
    "SELECT game, 1, 0 FROM approval WHERE game IN ({marks}) UNION ALL "
    "SELECT game, 0, count(*) FROM dispute WHERE game IN ({marks}) AND " + OPEN_CONDITION + " GROUP BY game"
)


def build_status_members(final: bool, open_disputes: int) -> dict[str, Any]:
    """Builds the members `status` and `disputes` of an answer."""
    return {"status": STATUSES[final], "disputes": {"open": open_disputes}}


def game_statuses(archive: Archive, games: Iterable[str]) -> dict[str, tuple[bool, int]]:
    """Returns for each game whether it is final, and the number of its open disputes."""
    game_ids = list(games)
    status_by_game = dict.fromkeys(game_ids, (False, 0))
    with archive.lock:
        for batch in (game_ids[start : start + BATCH_SIZE] for start in range(0, len(game_ids), BATCH_SIZE)):
            statement = SELECT_STATUSES.format(marks=", ".join("?" * len(batch)))
            for game, is_final, count in archive.db.execute(statement, [*batch, *batch]).fetchall():
                final, disputes = status_by_game[game]
                status_by_game[game] = final or bool(is_final), disputes + int(count)
    return status_by_game


def add_status(archive: Archive, rows: list[dict[str, Any]]) -> None:
    """Adds `status`, `disputes` and `confirmations` to each row of a list of games."""
    status_by_game = game_statuses(archive, [row["game"] for row in rows])
    confirmations = archive.confirmations.list_for_games(row["game"] for row in rows)
    for row in rows:
        row |= {**build_status_members(*status_by_game[row["game"]]), "confirmed": confirmations[row["game"]]}


def game_status(archive: Archive, game_id: str) -> dict[str, Any]:
    """Returns the members `status`, `disputes` and `confirmed` (confirmations of the present version) of a game."""
    return {
        **build_status_members(*game_statuses(archive, [game_id])[game_id]),
        "confirmed": archive.confirmations.list_for_game(game_id),
    }


def count_tournament_disputes(archive: Archive) -> dict[str, int]:
    """Counts the open disputes of each tournament that has any, those of its linked games included."""
    statement = (
        "SELECT tournament, count(DISTINCT dispute) FROM (SELECT tournament, dispute FROM dispute "
        f"WHERE {OPEN_CONDITION} AND tournament <> '' UNION ALL "
        "SELECT link.tournament, dispute FROM dispute JOIN link USING (game) "
        f"WHERE {OPEN_CONDITION}) GROUP BY tournament"
    )
    with archive.lock:
        return {str(name): int(count) for name, count in archive.db.execute(statement).fetchall()}


def standings_status(archive: Archive, tournament: Tournament, until: int | None = None) -> dict[str, Any]:
    """Returns the members `status` and `disputes` of standings after round `until` (default: the last one)."""
    last_round = tournament.rounds if until is None else until
    tables = [table for table in tournament.tables.values() if table.round <= last_round]
    games = game_statuses(archive, {table.game for table in tables if table.game})
    with archive.lock:
        tournament_count = archive.db.execute(
            f"SELECT count(*) FROM dispute WHERE tournament = ? AND {OPEN_CONDITION}", [tournament.id]
        ).fetchone()[0]
    disputes = int(tournament_count) + sum(count for _, count in games.values())
    final = bool(tables) and not disputes and all(table_is_final(table, tournament, games) for table in tables)
    return build_status_members(final, disputes)


def table_is_final(table: Table, tournament: Tournament, games: Mapping[str, tuple[bool, int]]) -> bool:
    """True for a table whose game is approved, or whose typed result is of a closed tournament."""
    if table.game and games[table.game][0]:
        return True
    return bool(table.has_result and tournament.closed)

"""The status of results: final by an arbiter's approval or provisional, and the number of open disputes.

A stored game is final while its approval stands. Standings are final when every table has a result that is final and no
dispute is open; a result typed from a sheet is final when its tournament is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.states import FINAL_STATES
from plancia_archive.tournaments.state import Table, Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

BATCH = 400  # of the parameters of a statement
STATUSES = ("provisional", "final")
IS_OPEN = f"state NOT IN ({', '.join(map(repr, FINAL_STATES))})"
GAMES = (
    "SELECT game, 1, 0 FROM approval WHERE game IN ({marks}) UNION ALL "
    "SELECT game, 0, count(*) FROM dispute WHERE game IN ({marks}) AND " + IS_OPEN + " GROUP BY game"
)


def status_members(final: bool, open_disputes: int) -> dict[str, Any]:
    """The members `status` and `disputes` of an answer."""
    return {"status": STATUSES[final], "disputes": {"open": open_disputes}}


def statuses(archive: Archive, games: Iterable[str]) -> dict[str, tuple[bool, int]]:
    """Of each game: True if it is final, and the number of its open disputes."""
    wanted = list(games)
    found = dict.fromkeys(wanted, (False, 0))
    with archive.lock:
        for batch in (wanted[start : start + BATCH] for start in range(0, len(wanted), BATCH)):
            statement = GAMES.format(marks=", ".join("?" * len(batch)))
            for game, is_final, count in archive.db.execute(statement, [*batch, *batch]).fetchall():
                final, disputes = found[game]
                found[game] = final or bool(is_final), disputes + int(count)
    return found


def add_status(archive: Archive, rows: list[dict[str, Any]]) -> None:
    """Adds `status`, `disputes` and `confirmed` to each row of a list of games."""
    found = statuses(archive, [row["game"] for row in rows])
    confirmed = archive.confirmations.list_for_games(row["game"] for row in rows)
    for row in rows:
        row |= {**status_members(*found[row["game"]]), "confirmed": confirmed[row["game"]]}


def game_status(archive: Archive, game_id: str) -> dict[str, Any]:
    """The members `status`, `disputes` and `confirmed` of a game: the players who confirm it as it is now."""
    return {
        **status_members(*statuses(archive, [game_id])[game_id]),
        "confirmed": archive.confirmations.list_for_game(game_id),
    }


def tournament_disputes(archive: Archive) -> dict[str, int]:
    """The number of open disputes of each tournament that has some, those of its linked games included."""
    statement = (
        f"SELECT tournament, count(DISTINCT dispute) FROM (SELECT tournament, dispute FROM dispute WHERE {IS_OPEN} AND "
        "tournament <> '' UNION ALL SELECT link.tournament, dispute FROM dispute JOIN link USING (game) "
        f"WHERE {IS_OPEN}) GROUP BY tournament"
    )
    with archive.lock:
        return {str(name): int(count) for name, count in archive.db.execute(statement).fetchall()}


def standings_status(archive: Archive, tournament: Tournament, until: int | None = None) -> dict[str, Any]:
    """The members `status` and `disputes` of standings after round `until`, the last one by default."""
    last = tournament.rounds if until is None else until
    tables = [table for table in tournament.tables.values() if table.round <= last]
    games = statuses(archive, {table.game for table in tables if table.game})
    with archive.lock:
        own = archive.db.execute(
            f"SELECT count(*) FROM dispute WHERE tournament = ? AND {IS_OPEN}", [tournament.id]
        ).fetchone()[0]
    disputes = int(own) + sum(count for _, count in games.values())
    final = bool(tables) and not disputes and all(table_is_final(table, tournament, games) for table in tables)
    return status_members(final, disputes)


def table_is_final(table: Table, tournament: Tournament, games: Mapping[str, tuple[bool, int]]) -> bool:
    """True for a table whose result is settled and final."""
    if table.game and games[table.game][0]:
        return True
    return bool(table.has_result and tournament.closed)

"""The status of results: final or provisional, and the number of open disputes.

A stored game is final while an arbiter's approval is in force, a result typed from a sheet once it is approved or its
tournament is closed. Standings are final when every table has a final result and no dispute is open (D-177).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from plancia_archive.facts.event_rows import Row
from plancia_archive.log.approvals import OPEN_DISPUTE
from plancia_archive.log.connections import select_in
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.tournaments.state import Table, Tournament
from plancia_data import messages

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


def withdrawal_members(archive: Archive, row: Row, named: str) -> Row:
    """Returns the members that describe a withdrawal; `named` is the value of the member `game`."""
    line = WITHDRAWALS.read(archive.log, row["game"])[-1]
    author, role = line.writer
    return {
        "game": named, "why": row["why"], "author": author or None, "role": role or None,
        "recorded_at": int(row["at"]), "entry": line.index,
    }  # fmt: skip


SELECT_STATUSES = (
    "SELECT game, 1, 0 FROM approval WHERE game IN ({marks}) UNION ALL "
    "SELECT game, 0, count(*) FROM dispute WHERE game IN ({marks}) AND " + OPEN_DISPUTE + " GROUP BY game"
)


class Status(NamedTuple):
    """Whether a result is final, and how many disputes about it are open."""

    is_final: bool = False
    disputes: int = 0

    def members(self) -> dict[str, Any]:
        """Returns the members `status` and `disputes` of an answer."""
        return {"status": "final" if self.is_final else "provisional", "disputes": {"open": self.disputes}}


def game_statuses(archive: Archive, games: Iterable[str]) -> dict[str, Status]:
    """Returns the status of each game."""
    statuses = dict.fromkeys(games, Status())
    with archive.lock:
        for game, is_final, disputes in select_in(archive.db, SELECT_STATUSES, statuses):
            known = statuses[game]
            statuses[game] = Status(known.is_final or bool(is_final), known.disputes + int(disputes))
    return statuses


def add_status(archive: Archive, rows: list[Row]) -> None:
    """Adds `status`, `disputes` and `confirmed` to each row of a list of games."""
    statuses = game_statuses(archive, [row["game"] for row in rows])
    confirmations = archive.confirmations.list_for_games(row["game"] for row in rows)
    for row in rows:
        row |= {**statuses[row["game"]].members(), "confirmed": confirmations[row["game"]]}


def game_status(archive: Archive, game_id: str) -> dict[str, Any]:
    """Returns the members `status`, `disputes` and `confirmed` (confirmations of the present version) of a game."""
    return {
        **game_statuses(archive, [game_id])[game_id].members(),
        "confirmed": archive.confirmations.list_for_game(game_id),
    }


def count_tournament_disputes(archive: Archive) -> dict[str, int]:
    """Counts the open disputes of each tournament that has any, those of its linked games included."""
    statement = (
        "SELECT tournament, count(DISTINCT dispute) FROM (SELECT tournament, dispute FROM dispute "
        f"WHERE {OPEN_DISPUTE} AND tournament <> '' UNION ALL "
        "SELECT link.tournament, dispute FROM dispute JOIN link USING (game) "
        f"WHERE {OPEN_DISPUTE}) GROUP BY tournament"
    )
    with archive.lock:
        return {str(name): int(count) for name, count in archive.db.execute(statement).fetchall()}


def standings_status(archive: Archive, tournament: Tournament, until: int | None = None) -> dict[str, Any]:
    """Returns the members `status` and `disputes` of standings after round `until` (default: the last one).

    `missing` are the tables without a result, `unapproved` those whose result nobody approved, as ROUND/TABLE.
    """
    last_round = tournament.rounds if until is None else until
    tables = [table for _, table in sorted(tournament.tables.items()) if table.round <= last_round]
    games = game_statuses(archive, {table.game for table in tables if table.game})
    with archive.lock:
        tournament_count = archive.db.execute(
            f"SELECT count(*) FROM dispute WHERE tournament = ? AND {OPEN_DISPUTE}", [tournament.id]
        ).fetchone()[0]
    disputes = int(tournament_count) + sum(status.disputes for status in games.values())
    missing, unapproved = list[Table](), list[Table]()
    for table in tables:
        if not table_is_approved(table, games):
            has_result = archive.tournaments.result(table, tournament) is not None
            (unapproved if has_result else missing).append(table)
    settled = not missing and all(tournament.closed and table.typed is not None for table in unapproved)
    return {
        **Status(bool(tables) and not disputes and settled, disputes).members(),
        "missing": [f"{table.round}/{table.name}" for table in missing],
        "unapproved": [f"{table.round}/{table.name}" for table in unapproved],
    }


def table_is_approved(table: Table, games: Mapping[str, Status]) -> bool:
    """True for a table whose typed result, or game, an arbiter approved."""
    return games[table.game].is_final if table.game else table.approved


def status_sentence(status: Mapping[str, Any], lang: str) -> str:
    """Returns in words what `standings_status` found, disputes aside: nothing is called approved that is not."""
    words = messages("remarks", lang)
    parts = [words[f"status.{name}"].format(tables=tables_by_round(status[name], lang))
             for name in ("missing", "unapproved") if status[name]]  # fmt: skip
    if status["status"] == "final":
        return " ".join([words["status.closed" if parts else "status.final"], *parts])
    return " ".join(parts) or ("" if status["disputes"]["open"] else words["status.none"])


def tables_by_round(names: Iterable[str], lang: str) -> str:
    """Returns tables named ROUND/TABLE in words: `round 1 A, B; round 2 A`."""
    rounds: dict[str, list[str]] = {}
    for name in names:
        number, _, table = name.partition("/")
        rounds.setdefault(number, []).append(table)
    word = messages("remarks", lang)["status.round"]
    return "; ".join(f"{word} {number} {', '.join(tables)}" for number, tables in rounds.items())

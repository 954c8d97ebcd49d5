"""Results typed from the sheet, counted beside recorded games: games, wins, points, streaks, head to head of players.

A table with a typed result is a game of people without a record. One whose recording was finished after all is counted
as that game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from plancia_archive.facts.event_rows import Row
from plancia_archive.queries.filters import Filters
from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.outcomes import by_player
from plancia_archive.statistics.registry import NEEDS_END, Rows, Scope, conditions_on_games, select_games
from plancia_archive.tournaments.state import Table, Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.tournaments.ranking_systems import Result

HALVES = (
    "SELECT player, count(half_points) AS pointed, sum(half_points) AS halves FROM player_game WHERE {games} GROUP BY 1"
)


@dataclass(frozen=True)
class TypedGame:
    """A typed result: where, when (log index, event, milliseconds UTC), points, winners, teams, who was eliminated."""

    tournament: str
    title: str
    club: str | None
    round: int
    table: str
    index: int
    event: int
    at: int
    points: dict[str, Fraction]
    winners: tuple[str, ...]
    teams: tuple[frozenset[str], ...]
    out: frozenset[str]

    def are_partners(self, one: str, other: str) -> bool:
        """True for two players of one team."""
        return any({one, other} <= team for team in self.teams)


@dataclass(frozen=True)
class CountedResults:
    """Rows of `results-by-player` over recorded games and typed results, how many of each, what is left out."""

    rows: Rows
    recorded: int
    typed: int
    left_out: dict[str, int]


def typed_games(archive: Archive, player: str | None = None, club: str | None = None) -> list[TypedGame]:
    """Returns the typed results, of a player or a club where one is given, in the order of the log."""
    found: list[TypedGame] = []
    with archive.lock:
        for name in archive.tournaments.ids():
            tournament = archive.tournaments.get(name)
            if club in (None, tournament.club):
                found += games_of_tournament(archive, tournament)
    return sorted(
        (one for one in found if player is None or player in one.points), key=lambda one: (one.index, one.event)
    )


def games_of_tournament(archive: Archive, tournament: Tournament) -> list[TypedGame]:
    """Returns the typed results of a tournament."""
    tables = [table for table in tournament.tables.values() if table.typed is not None]
    rows = archive.db.execute(
        "SELECT first, log_index, recorded_at FROM entry WHERE game = ? ORDER BY first", [f"tournament:{tournament.id}"]
    ).fetchall()
    games = []
    for table in tables:
        result = None if is_recorded(archive, table) else archive.tournaments.result(table, tournament)
        if result is not None:
            _, index, at = max(row for row in rows if row[0] < table.event)
            games.append(typed_game(tournament, table, result, int(index), int(at)))
    return games


def is_recorded(archive: Archive, table: Table) -> bool:
    """True for a table whose recording was left off and finished later, which is then a game of its own."""
    statement = "SELECT 1 FROM game WHERE game = ? AND reason <> 'unfinished'"
    return bool(table.left_off and archive.db.execute(statement, [table.left_off]).fetchone())


def typed_game(tournament: Tournament, table: Table, result: Result, index: int, at: int) -> TypedGame:
    """Returns a typed result with its winners under the rules of the tournament."""
    return TypedGame(
        tournament.id, tournament.title, tournament.club, table.round, table.name, index, table.event, at,
        result.points, tuple(tournament.rules.winners(result)), result.teams, result.out,
    )  # fmt: skip


def count_results(archive: Archive, filters: Filters) -> CountedResults:
    """Counts the recorded games of a filter (by player and club) and the typed results, by player."""
    with archive.lock:
        _, scope, left_out = select_games(archive.db, filters, conditions_on_games(filters, NEEDS_END))
        rows = {row["player"]: row for row in by_player(scope)} if scope.count else {}
        halves = {row["player"]: row for row in scope.fetch_dicts(HALVES)} if scope.count else {}
        typed = typed_games(archive, filters.player, filters.club)
    for player, row in rows.items():
        known = halves.get(player, {"pointed": 0, "halves": 0})
        row |= {"pointed": known["pointed"], "sum": (known["halves"] or 0) / 2}
    for one in typed:
        for player, points in one.points.items():
            add_game(rows.setdefault(player, new_row(player)), player, float(points), one)
    counted = [with_mean(row) for row in rows.values()]
    counted.sort(key=lambda row: (-row["wins"], row["games"], row["player"]))
    return CountedResults(
        add_shares(counted, "wins", "games"), scope.count, len(typed),
        {reason: count for reason, (count, _) in left_out.items()},
    )  # fmt: skip


def new_row(player: str) -> Row:
    """Returns the row of a player without games."""
    return {"player": player, "games": 0, "wins": 0, "eliminated": 0, "felled": 0, "mean_points": None,
            "best_points": None, "pointed": 0, "sum": 0.0}  # fmt: skip


def add_game(row: Row, player: str, points: float, game: TypedGame) -> None:
    """Adds a typed result to the row of a player."""
    row["games"] += 1
    row["wins"] += player in game.winners
    row["eliminated"] += player in game.out
    row["pointed"], row["sum"] = row["pointed"] + 1, row["sum"] + points
    row["best_points"] = points if row["best_points"] is None else max(row["best_points"], points)


def with_mean(row: Row) -> Row:
    """Returns a row with the mean of its points in place of their sum."""
    total, count = row.pop("sum"), row.pop("pointed")
    return row | {"mean_points": round(total / count, 6) if count else None}


def count_streaks(scope: Scope, player: str, typed: Iterable[TypedGame]) -> dict[str, int]:
    """Returns the longest run of wins of a player and the current one, in the order of the log."""
    recorded = scope.db.execute(
        f"SELECT number, wins > 0 FROM player_game WHERE player = ? AND first AND number IN {scope.games}",
        [player, *scope.values],
    ).fetchall() if scope.count else []  # fmt: skip
    games = sorted([*((int(number), 0, bool(won)) for number, won in recorded),
                    *((one.index, one.event, player in one.winners) for one in typed)])  # fmt: skip
    longest = current = 0
    for *_, won in games:
        current = current + 1 if won else 0
        longest = max(longest, current)
    return {"longest": longest, "current": current}


def add_rivals(rows: Rows, player: str, typed: Iterable[TypedGame]) -> Rows:
    """Returns the rows of head to head of a player with typed results added, the rivals met most first."""
    by_rival = {row["rival"]: dict(row) for row in rows}
    for one in typed:
        for rival, points in one.points.items():
            if rival == player or one.are_partners(player, rival):
                continue
            row = by_rival.setdefault(rival, {"player": player, "rival": rival, "games": 0, "wins": 0, "rival_wins": 0,
                                              "ahead": 0, "behind": 0})  # fmt: skip
            row["games"] += 1
            row["wins"] += player in one.winners
            row["rival_wins"] += rival in one.winners
            row["ahead"] += one.points[player] > points
            row["behind"] += one.points[player] < points
    return add_shares(sorted(by_rival.values(), key=lambda row: (-row["games"], row["rival"])), "wins", "games")

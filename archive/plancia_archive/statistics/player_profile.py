"""What is known of one player: results, head to head, luck with its interval, own records, places in tournaments."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.odds import SCALE
from plancia_archive.queries.filters import Filters
from plancia_archive.statistics.head_to_head import HALF_POINT_RECORDS, PLAYER_RECORDS, PLAYER_VALUES
from plancia_archive.statistics.inference import Z95, round_value
from plancia_archive.statistics.registry import (
    NEEDS_DICE,
    NEEDS_END,
    NEEDS_PLAYED_GAME,
    Rows,
    Scope,
    compute_statistic,
    conditions_on_games,
    select_games,
)
from plancia_archive.statistics.typed_results import TypedGame, add_rivals, count_results, count_streaks, typed_games

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

PAIR_COLUMNS = {"wins": "rival_wins", "rival_wins": "wins", "ahead": "behind", "behind": "ahead"}


@dataclass(frozen=True)
class Luck:
    """Losses inflicted less losses suffered against their exact expectation, in armies.

    `margin`: chance alone keeps 95 players in 100 with the same throws between -margin and +margin.
    """

    throws: int
    gain: int
    luck: float
    margin: float

    @property
    def is_unusual(self) -> bool:
        """True if the luck is outside the interval of chance."""
        return abs(self.luck) > self.margin


@dataclass(frozen=True)
class PlayerProfile:
    """The figures of one player over the games of a filter; `results` and `luck` are None without a game that counts.

    `games` matched, `counted` have a result, `left_out` are the others by reason. Results, streaks and rivals are of
    those and of the `typed` results; luck and records of recorded games alone.
    """

    games: int
    counted: int
    left_out: dict[str, int]
    results: Row | None
    streaks: dict[str, int]
    rivals: Rows
    luck: Luck | None
    records: Rows
    typed: list[TypedGame]


def player_profile(archive: Archive, player: str, filters: Filters) -> PlayerProfile:
    """Computes the figures of a player by reference; `filters` must name the player. Raises ArchiveError."""
    with archive.lock:
        counted, typed = count_results(archive, filters), typed_games(archive, player, filters.club)
        met = rivals_of(player, compute_statistic(archive.db, "head-to-head", filters)["rows"])
        return PlayerProfile(
            games=counted.recorded + sum(counted.left_out.values()),
            counted=counted.recorded,
            left_out=counted.left_out,
            results=own_row(counted.rows, player),
            streaks=count_streaks(scope_of(archive, filters, NEEDS_END), player, typed),
            rivals=add_rivals(met, player, typed),
            typed=typed,
            luck=player_luck(scope_of(archive, filters, NEEDS_DICE), player),
            records=own_records(scope_of(archive, filters, NEEDS_PLAYED_GAME), player),
        )


def own_row(rows: Rows, player: str) -> Row | None:
    """The row of a player in a statistic by player."""
    return next((row for row in rows if row["player"] == player), None)


def scope_of(archive: Archive, filters: Filters, needs: dict[str, str]) -> Scope:
    """The games of a filter that meet the needs of a statistic."""
    return select_games(archive.db, filters, conditions_on_games(filters, needs))[1]


def rivals_of(player: str, rows: Rows) -> Rows:
    """The rows of head to head that a player is in, seen from there: `rival`, `wins` of the player, its share."""
    own_rows: Rows = []
    for row in rows:
        if player == row["player"]:
            own_rows.append(dict(row))
        elif player == row["rival"]:
            turned = {column: row[other] for column, other in PAIR_COLUMNS.items()}
            own_rows.append({**row, **turned, "player": player, "rival": row["player"]})
    return own_rows


def player_luck(scope: Scope, player: str) -> Luck | None:
    """The luck of a player in the throws of these games; None without throws."""
    if not scope.count:
        return None
    sums = scope.db.execute(
        "SELECT sum(throws), sum(gain), sum(due), sum(spread) FROM player_game "
        f"WHERE player = ? AND number IN {scope.games}",
        [player, *scope.values],
    ).fetchone()
    if not sums[0]:
        return None
    throws, gain, due, spread = map(int, sums)
    return Luck(throws, gain, round_value(gain - due / SCALE), round_value(Z95 * math.sqrt(spread) / SCALE))


def own_records(scope: Scope, player: str) -> Rows:
    """The player's own records in these games: record, kind, value, game, date; the first game that reached each."""
    rows: Rows = []
    for name, _, kind in PLAYER_RECORDS if scope.count else ():
        value = PLAYER_VALUES[name]
        found = scope.db.execute(
            f"SELECT {value}, game.game, game.date FROM player_game JOIN game USING (number) WHERE player = ? AND "
            f"({value}) IS NOT NULL AND number IN {scope.games} ORDER BY ({value}) {'DESC' if kind == 'most' else ''}, "
            "number LIMIT 1",
            [player, *scope.values],
        ).fetchone()
        if found and (found[0] or name != "players-eliminated"):
            divisor = 2 if name in HALF_POINT_RECORDS else SCALE if name == "luck" else 1
            shown = found[0] if divisor == 1 else round_value(found[0] / divisor)
            rows.append({"record": name, "kind": kind, "value": shown, "game": found[1], "date": found[2]})
    return rows


def player_tournaments(archive: Archive, player: str) -> Rows:
    """The tournaments that a player entered: tournament, title, place and total after `rounds`, the last with a result.

    `of` is the number of players.
    """
    rows: Rows = []
    for name in archive.tournaments.ids():
        tournament = archive.tournaments.get(name)
        ranked = [standing.to_json() for standing in archive.tournaments.standings(name, tournament.rounds)]
        row = next((one for one in ranked if one["player"] == player), None)
        if row:
            played = [n for one in ranked for n, points in enumerate(one["per_round"], 1) if points is not None]
            rows.append({"tournament": name, "title": tournament.title, "club": tournament.club, "of": len(ranked),
                         "pos": row["pos"], "total": row["total"], "rounds": max(played, default=0),
                         "closed": tournament.closed})  # fmt: skip
    return rows


def club_names(archive: Archive, filters: Filters) -> Rows:
    """The clubs of the games of a filter and those of tournaments: club, games, first, last, player, wins, tournaments.

    `player` has most wins there. `games` are the recorded ones and the results typed in its tournaments.
    """
    with archive.lock:
        counted = compute_statistic(archive.db, "results-by-club", filters)["rows"]
    rows = {row["club"]: {**row, "tournaments": 0} for row in counted if row["club"] != "?"}
    without_games = {"games": 0, "first": None, "last": None, "player": None, "wins": 0, "tournaments": 0}
    for name in archive.tournaments.ids():
        if club := archive.tournaments.get(name).club:
            rows.setdefault(club, {"club": club, **without_games})["tournaments"] += 1
    for club in {one.club for one in typed_games(archive)} - {None}:
        top = count_results(archive, replace(filters, club=club))
        best = next((row for row in top.rows if row["wins"]), {"player": None, "wins": 0})
        rows[club] |= {"games": top.recorded + top.typed, "player": best["player"], "wins": best["wins"]}
    return sorted(rows.values(), key=lambda row: (-row["games"], row["club"].casefold()))

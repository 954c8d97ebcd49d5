"""Results by player, club, variant, event, seat and objective; eliminations."""

from __future__ import annotations

from plancia_archive.dates import KNOWN_DATES
from plancia_archive.facts.event_rows import Row
from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.registry import (
    NEEDS_END,
    NEEDS_PLAYED_GAME,
    NEEDS_POSSIBLE_GAME,
    SHARE_INTERVAL,
    Chart,
    Rows,
    Scope,
    statistic,
)


@statistic(
    "results-by-player", "Risultati per giocatore", "Results by player", NEEDS_END,
    "Partite, vittorie con la loro quota (di una squadra vincono tutti e due), eliminazioni subite e fatte, punti "
    "al tavolo medi e massimi di ognuno.",
    columns="player games wins eliminated felled mean_points best_points share low high",
    chart=Chart(("player",), **SHARE_INTERVAL, count="games"),
)  # fmt: skip
def by_player(scope: Scope) -> Rows:
    """Games, wins with their share (both partners of a team win), eliminations suffered and made, mean and best table
    points of each player."""
    once, wins = ("sum(first)", "sum(wins)") if scope.seat is None else ("count(*)", "sum(won)")
    return add_shares(scope.fetch_dicts(
        f"SELECT player, {once} AS games, {wins} AS wins, sum(out) AS eliminated, sum(felled) AS felled, "
        "round(avg(half_points) / 2.0, 6) AS mean_points, max(half_points) / 2.0 AS best_points "
        f"FROM player_game WHERE {{games}} AND {scope.seat_condition()} GROUP BY player ORDER BY wins DESC, "
        f"games, player"
    ), "wins", "games")  # fmt: skip


CLUB_SQL = "coalesce((SELECT max(club) FROM link WHERE link.game = game.game), place, '?')"


@statistic(
    "results-by-club",
    "Risultati per circolo",
    "Results by club",
    NEEDS_END,
    "Partite di ogni circolo (quello del torneo a cui la partita è collegata, altrimenti l'intestazione Place), quante "
    "regolari, quante vinte per obiettivo (con la quota), e chi vi ha vinto di più.",
    columns="club games clean objectives first last share low high player wins",
    chart=Chart(("club",), "games"),
)
def by_club(scope: Scope) -> Rows:
    """Games of each club (that of the game's tournament, else the header Place): how many are clean, how many won by an
    objective (with the share), and the player with most wins there."""
    rows = scope.fetch_dicts(
        f"SELECT {CLUB_SQL} AS club, count(*) AS games, sum(clean) AS clean, sum(reason = 'objective') AS "
        f"objectives, min(date) {KNOWN_DATES} AS first, max(date) {KNOWN_DATES} AS last "
        "FROM game WHERE {games} GROUP BY 1 ORDER BY 1"
    )
    top_players: dict[str, tuple[str, int]] = {}
    for club, player, wins in scope.fetch_tuples(
        f"SELECT {CLUB_SQL} AS club, player, count(*) AS wins FROM champion JOIN game USING (number) WHERE {{games}} "
        "GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2"
    )[1]:
        top_players.setdefault(club, (player, wins))
    for row in add_shares(rows, "objectives", "games"):
        row["player"], row["wins"] = top_players.get(row["club"], (None, 0))
    return rows


@statistic(
    "results-by-variant",
    "Partite per variante e per fine",
    "Games by variant and ending",
    NEEDS_POSSIBLE_GAME,
    "Quante partite di ogni variante sono finite in quale modo, con la quota nella variante.",
    columns="variant reason games clean share low high",
    chart=Chart(("variant", "reason"), **SHARE_INTERVAL, count="games"),
)
def by_variant(scope: Scope) -> Rows:
    """Number of games by variant and ending, with the share in the variant."""
    rows = scope.fetch_dicts(
        "SELECT variant, reason, count(*) AS games, sum(clean) AS clean FROM game "
        "WHERE {games} GROUP BY variant, reason ORDER BY variant, reason"
    )
    return add_group_shares(rows, "variant")


def add_group_shares(rows: Rows, group: str) -> Rows:
    """Adds the share of each row's games in its group."""
    totals: dict[str, int] = {}
    for row in rows:
        totals[row[group]] = totals.get(row[group], 0) + int(row["games"])
    for row in rows:
        add_shares([row], "games", "games", total=totals[row[group]])
    return rows


@statistic(
    "results-by-event",
    "Partite per manifestazione",
    "Games by event",
    NEEDS_POSSIBLE_GAME,
    "Partite di ogni manifestazione del circolo o torneo, quante regolari, prima e ultima data.",
    columns="event games clean first last share low high",
    chart=Chart(("event",), "games"),
)
def by_event(scope: Scope) -> Rows:
    """Games of each club event or tournament, number of clean ones, first and last date."""
    return add_shares(scope.fetch_dicts(
        "SELECT coalesce(event, '?') AS event, count(*) AS games, sum(clean) AS clean, "
        f"min(date) {KNOWN_DATES} AS first, max(date) {KNOWN_DATES} AS last "
        "FROM game WHERE {games} GROUP BY 1 ORDER BY 1"
    ), "clean", "games")  # fmt: skip


@statistic(
    "results-by-seat",
    "Risultati per posto nell'ordine di gioco",
    "Results by seat in the order of play",
    NEEDS_END,
    "Partite e vittorie di ogni posto nell'ordine di gioco, per numero di giocatori.",
    columns="players seat games wins share low high",
    chart=Chart(("players", "seat"), **SHARE_INTERVAL, count="games"),
)
def by_seat(scope: Scope) -> Rows:
    """Games and wins of each seat, by the number of players."""
    rows = scope.fetch_dicts(
        "SELECT players, lined, won_seats, count(*) AS games FROM game_facts WHERE {games} GROUP BY 1, 2, 3"
    )
    by_key: dict[tuple[int, int], Row] = {}
    for row in rows:
        for seat in map(int, row["lined"]):
            if scope.seat in (None, seat):
                key = row["players"], seat
                entry = by_key.setdefault(key, {"players": key[0], "seat": seat, "games": 0, "wins": 0})
                entry["games"] += row["games"]
                entry["wins"] += row["games"] * (str(seat) in row["won_seats"])
    return add_shares([by_key[key] for key in sorted(by_key)], "wins", "games")


@statistic(
    "results-by-objective",
    "Risultati per obiettivo",
    "Results by objective",
    NEEDS_END,
    "Partite e vittorie di ogni obiettivo noto, e i punti medi di chi lo aveva.",
    columns="objective games wins mean_points share low high",
    chart=Chart(("objective",), **SHARE_INTERVAL, count="games"),
)
def by_objective(scope: Scope) -> Rows:
    """Games and wins of each known objective, and the mean points of the players who had it."""
    return add_shares(scope.fetch_dicts(
        "SELECT objective, count(*) AS games, sum(won) AS wins, round(avg(half_points) / 2.0, 6) AS mean_points "
        f"FROM player_game WHERE {{games}} AND objective IS NOT NULL AND {scope.seat_condition()} "
        "GROUP BY 1 ORDER BY wins DESC, objective"
    ), "wins", "games")  # fmt: skip


@statistic(
    "eliminations", "Eliminazioni", "Eliminations", NEEDS_PLAYED_GAME,
    "In quante partite di ogni variante quanti giocatori sono stati eliminati.",
    columns="variant eliminations games share low high",
    chart=Chart(("variant", "eliminations"), "games", count="games"),
)  # fmt: skip
def eliminations(scope: Scope) -> Rows:
    """Number of games of each variant by number of eliminated players."""
    return add_group_shares(scope.fetch_dicts(
        "SELECT variant, eliminations, count(*) AS games FROM game_facts WHERE {games} "
        "GROUP BY 1, 2 ORDER BY 1, 2"
    ), "variant")  # fmt: skip

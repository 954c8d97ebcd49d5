"""Results: by player, variant, seat, objective, club event; head to head; records and streaks."""

from __future__ import annotations

from typing import Any

import sqlite_utils

from plancia_archive.statistics.measures import figure, wilson
from plancia_archive.statistics.registry import ANY, ENDED, Rows, statistic, table

WON = "sum(p.won)"


def shares(rows: Rows, hits: str = "wins", trials: str = "games") -> Rows:
    """Adds the share and its 95 % interval to rows with counts."""
    for row in rows:
        low, high = wilson(int(row[hits]), int(row[trials]))
        row.update(share=figure(int(row[hits]) / int(row[trials])) if row[trials] else None,
                   low=figure(low), high=figure(high))  # fmt: skip
    return rows


@statistic("results-by-player", "Risultati per giocatore", "Results by player", ENDED)
def by_player(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Games, wins with their share, eliminations and mean table points of each player."""
    return shares(table(
        db,
        "SELECT s.player_ref AS player, count(*) AS games, sum(p.won) AS wins, sum(p.out) AS eliminated, "
        "round(avg(c.half_points) / 2.0, 6) AS mean_points, max(c.half_points) / 2.0 AS best_points "
        "FROM seat s JOIN place p USING (game, colour) LEFT JOIN score c USING (game, colour) "
        f"WHERE s.game IN {games} GROUP BY s.player_ref ORDER BY wins DESC, games, player", values,
    ))  # fmt: skip


@statistic("results-by-variant", "Partite per variante e per fine", "Games by variant and ending", ANY)
def by_variant(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """How many games of each variant came to each end."""
    return table(
        db,
        "SELECT variant, reason, count(*) AS games, sum(clean) AS clean FROM game "
        f"WHERE game IN {games} GROUP BY variant, reason ORDER BY variant, reason", values,
    )  # fmt: skip


@statistic("results-by-event", "Partite per manifestazione", "Games by event", ANY)
def by_event(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Games of each club event or tournament, the clean ones among them, first and last date."""
    return table(
        db,
        "SELECT coalesce(event, '?') AS event, count(*) AS games, sum(clean) AS clean, min(date) AS first, "
        f"max(date) AS last FROM game WHERE game IN {games} GROUP BY 1 ORDER BY 1", values,
    )  # fmt: skip


@statistic("results-by-seat", "Risultati per posto nell'ordine di gioco", "Results by seat in the order of play", ENDED)
def by_seat(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Games and wins of each seat, by the number of players."""
    return shares(table(
        db,
        "SELECT n.players, p.seat, count(*) AS games, sum(p.won) AS wins FROM place p JOIN "
        "(SELECT game, count(*) AS players FROM seat GROUP BY game) n USING (game) "
        f"WHERE p.game IN {games} AND p.seat IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2", values,
    ))  # fmt: skip


@statistic("results-by-objective", "Risultati per obiettivo", "Results by objective", ENDED)
def by_objective(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Games and wins of each objective that is known."""
    return shares(table(
        db,
        "SELECT p.objective, count(*) AS games, sum(p.won) AS wins, round(avg(c.half_points) / 2.0, 6) AS mean_points "
        "FROM place p LEFT JOIN score c USING (game, colour) "
        f"WHERE p.game IN {games} AND p.objective IS NOT NULL GROUP BY 1 ORDER BY wins DESC, p.objective", values,
    ))  # fmt: skip


@statistic("head-to-head", "Scontri diretti", "Head to head", ENDED)
def head_to_head(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Games that two players shared, who won them, and who had more points."""
    return table(
        db,
        "SELECT a.player_ref AS player, b.player_ref AS rival, count(*) AS games, sum(pa.won) AS wins, "
        "sum(pb.won) AS rival_wins, sum(coalesce(ca.half_points > cb.half_points, 0)) AS ahead, "
        "sum(coalesce(ca.half_points < cb.half_points, 0)) AS behind "
        "FROM seat a JOIN seat b ON a.game = b.game AND a.player_ref < b.player_ref "
        "JOIN place pa ON pa.game = a.game AND pa.colour = a.colour "
        "JOIN place pb ON pb.game = b.game AND pb.colour = b.colour "
        "LEFT JOIN score ca ON ca.game = a.game AND ca.colour = a.colour "
        "LEFT JOIN score cb ON cb.game = b.game AND cb.colour = b.colour "
        f"WHERE a.game IN {games} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2", values,
    )  # fmt: skip


@statistic("streaks", "Serie di vittorie", "Winning streaks", ENDED)
def streaks(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """The longest run of wins of each player in the order of the log, and the run he is on."""
    rows = table(
        db,
        "SELECT s.player_ref AS player, p.won FROM seat s JOIN place p USING (game, colour) JOIN game g USING (game) "
        f"WHERE s.game IN {games} ORDER BY g.number", values,
    )  # fmt: skip
    now: dict[str, int] = {}
    best: dict[str, int] = {}
    for row in rows:
        now[row["player"]] = now.get(row["player"], 0) + 1 if row["won"] else 0
        best[row["player"]] = max(best.get(row["player"], 0), now[row["player"]])
    found = [{"player": player, "longest": best[player], "current": now[player]} for player in best]
    return sorted(found, key=lambda row: (-int(row["longest"]), row["player"]))


@statistic("eliminations", "Eliminazioni", "Eliminations", ENDED)
def eliminations(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """How many games lost how many players."""
    return table(
        db,
        "SELECT variant, eliminations, count(*) AS games FROM facts JOIN game USING (game) "
        f"WHERE game IN {games} GROUP BY 1, 2 ORDER BY 1, 2", values,
    )  # fmt: skip

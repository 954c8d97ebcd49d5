"""Luck against the exact odds: by player, by player and game, and of whole assaults."""

from __future__ import annotations

import math

from plancia_archive.facts import odds
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.odds import SCALE
from plancia_archive.statistics.inference import add_shares, round_p_value, round_value, two_sided_p_value
from plancia_archive.statistics.registry import NEEDS_DICE, SHARE_INTERVAL, Chart, Rows, Scope, statistic

MAX_LISTED = 100  # rows that `luck-by-game` lists; the tests are over all


def luck_columns(row: Row) -> Row:
    """Computes gain, its exact mean, and their difference in armies and standard deviations, from sums over throws."""
    excess = row["gain"] * SCALE - row["due"]
    return {
        "throws": int(row["throws"]), "gain": int(row["gain"]), "expected": round_value(row["due"] / SCALE),
        "luck": round_value(excess / SCALE),
        "z": round_value(excess / math.sqrt(row["spread"])) if row["spread"] else 0.0,
    }  # fmt: skip


@statistic(
    "luck",
    "Fortuna nei tiri per giocatore",
    "Luck in throws by player",
    NEEDS_DICE,
    "Perdite inflitte meno perdite subite, rispetto alle probabilità esatte; z è in deviazioni standard.",
    columns="player throws gain expected luck z",
    chart=Chart(("player",), "luck", count="throws"),
)
def luck(scope: Scope) -> Rows:
    """Losses inflicted less losses suffered, against their exact expectation; z is in standard deviations."""
    rows = scope.fetch_dicts(
        "SELECT player, sum(throws) AS throws, sum(gain) AS gain, sum(due) AS due, sum(spread) AS spread "
        f"FROM player_game WHERE {{games}} AND {scope.seat_condition()} GROUP BY player ORDER BY player"
    )
    return [{"player": row["player"], **luck_columns(row)} for row in rows if row["throws"]]


@statistic(
    "luck-by-game",
    "Fortuna di un giocatore in una partita",
    "Luck of a player in a game",
    NEEDS_DICE,
    "La stessa misura per un giocatore in una partita: i cento casi più lontani dalle attese, con la correzione di "
    "Holm su tutti.",
    columns="game player colour throws gain expected luck z p p_corrected",
)
def luck_by_game(scope: Scope) -> Rows:
    """The same for a player in a game: the hundred farthest from the expectation, with Holm's correction over all."""
    seat_condition = scope.seat_condition()
    total = scope.fetch_dicts(
        f"SELECT count(*) AS n FROM player_game WHERE {{games}} AND spread > 0 AND {seat_condition}"
    )[0]["n"]
    excess = f"(gain * {SCALE}.0 - due)"
    rows = scope.fetch_dicts(
        "SELECT number, player, colour, throws, gain, due, spread FROM player_game "
        f"WHERE {{games}} AND spread > 0 AND {seat_condition} ORDER BY {excess} * {excess} / spread DESC, number, "
        f"colour LIMIT {MAX_LISTED}"
    )
    result_rows: Rows = []
    running_max = 0.0
    for rank, row in enumerate(rows):
        columns = luck_columns(row)
        p = two_sided_p_value(columns["z"])
        running_max = max(running_max, min(1.0, (total - rank) * p))
        game = scope.db.execute("SELECT game FROM game WHERE number = ?", [row["number"]]).fetchone()[0]
        result_rows.append({"game": game, "player": row["player"], "colour": row["colour"], **columns,
                      "p": round_p_value(p), "p_corrected": round_p_value(running_max)})  # fmt: skip
    return result_rows


@statistic(
    "assaults",
    "Assalti e tabelle esatte",
    "Assaults against the exact tables",
    NEEDS_DICE,
    "Assalti (tiri consecutivi da un territorio su un altro) per armate utilizzabili e difensori: conquistati con la "
    "loro quota, esauriti, interrotti; la probabilità esatta di riuscire andando fino in fondo, e quanto valgono in "
    "media contando per gli interrotti la probabilità che restava; z è prudente.",
    columns="defence usable defenders assaults conquered spent broken_off share low high exact worth z",
    chart=Chart(("usable", "defenders"), **SHARE_INTERVAL, exact="exact", count="assaults"),
)
def assaults(scope: Scope) -> Rows:
    """Assaults (consecutive throws from one territory on another) by usable armies and defenders: conquered (with their
    share), spent, broken off; the exact probability of success if never broken off, and the mean worth, in which an
    assault broken off counts as its remaining probability; z is conservative."""
    rows = scope.fetch_dicts(
        "SELECT size / 10000 AS defence, size / 100 % 100 AS usable, size % 100 AS defenders, sum(assaults) AS "
        "assaults, sum(conquered) AS conquered, sum(spent) AS spent, sum(held) AS held FROM assault WHERE {games} "
        "GROUP BY size ORDER BY size"
    )
    for row in rows:
        count, exact = int(row["assaults"]), odds.conquest_chance(row["usable"], row["defenders"], row["defence"])
        mean_success = row["conquered"] + row.pop("held") / 1_000_000
        row["broken_off"] = count - row["conquered"] - row["spent"]
        add_shares([row], "conquered", "assaults")
        spread = math.sqrt(count * exact * (1 - exact))
        row.update(exact=round_value(exact), worth=round_value(mean_success / count),
                   z=round_value((mean_success - count * exact) / spread) if spread > 1e-9 else 0.0)  # fmt: skip
    return rows

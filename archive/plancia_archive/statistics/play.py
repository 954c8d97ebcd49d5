"""Play: lengths, cards, conquests, throws against the exact odds, fairness of dice, luck, illegal moves."""

from __future__ import annotations

import math
from typing import Any

import sqlite_utils

from plancia_archive.statistics import odds
from plancia_archive.statistics.measures import chi_square, figure, holm, tail
from plancia_archive.statistics.registry import ANY, DICE, ENDED, Rows, statistic, table

LENGTHS = ("rounds", "turns", "attacks", "conquests", "sets", "draws", "end_rolls")


@statistic("lengths", "Durata delle partite", "Length of games", ENDED)
def lengths(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Least, mean, median and greatest of rounds, turns, attacks, conquests, sets, cards and closing throws."""
    found = []
    for name in LENGTHS:
        counts = [int(row[0]) for row in db.execute(
            f"SELECT {name} FROM facts WHERE game IN {games} ORDER BY 1", values).fetchall()]  # fmt: skip
        if counts:
            middle = (counts[(len(counts) - 1) // 2] + counts[len(counts) // 2]) / 2
            found.append({"what": name, "games": len(counts), "least": counts[0], "median": middle,
                          "mean": figure(sum(counts) / len(counts)), "most": counts[-1]})  # fmt: skip
    return found


@statistic("throws", "Tiri per numero di dadi, e probabilità esatte", "Throws by dice, against the exact odds", DICE)
def throws(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Every pair of dice: each outcome with its count, its share and its exact chance; a chi-square test a pair."""
    rows = table(
        db,
        "SELECT attack_dice, defence_dice, attack_losses, defence_losses, sum(throws) AS throws FROM pair "
        f"WHERE game IN {games} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4", values,
    )  # fmt: skip
    pairs = sorted({(int(row["attack_dice"]), int(row["defence_dice"])) for row in rows})
    found: Rows = []
    for mine, yours in pairs:
        counts = {(r["attack_losses"], r["defence_losses"]): int(r["throws"]) for r in rows
                  if (r["attack_dice"], r["defence_dice"]) == (mine, yours)}  # fmt: skip
        exact = odds.throw(mine, yours)
        observed = [counts.get(key, 0) for key in exact]
        value, freedom = chi_square(observed, [float(chance) for chance in exact.values()])
        for (lost, slain), count in zip(exact, observed, strict=True):
            chance = exact[lost, slain]
            found.append({
                "dice": f"{mine}v{yours}", "attack_losses": lost, "defence_losses": slain, "throws": count,
                "share": figure(count / sum(observed)) if sum(observed) else None, "exact": figure(float(chance)),
                "fraction": f"{chance.numerator}/{chance.denominator}", "p": figure(tail(value, freedom)),
            })  # fmt: skip
    return found


@statistic("dice", "Equità dei dadi per giocatore", "Fairness of dice by player", DICE)
def dice(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Faces thrown by each player (for neutral territories by their attacker); chi-square, Holm's correction."""
    rows = table(
        db,
        "SELECT s.player_ref AS player, sum(n1) AS n1, sum(n2) AS n2, sum(n3) AS n3, sum(n4) AS n4, sum(n5) AS n5, "
        f"sum(n6) AS n6 FROM face JOIN seat s USING (game, colour) WHERE game IN {games} GROUP BY 1", values,
    )  # fmt: skip
    counts = {row["player"]: [int(row[f"n{face}"]) for face in range(1, 7)] for row in rows}
    players = sorted(counts)
    tests = [chi_square(counts[player], [1 / 6] * 6) for player in players]
    chances = [tail(value, freedom) for value, freedom in tests]
    return [
        {"player": player, "dice": sum(counts[player]), **{f"n{face + 1}": n for face, n in enumerate(counts[player])},
         "chi_square": figure(tests[k][0]), "p": figure(chances[k]), "p_corrected": figure(corrected)}
        for k, (player, corrected) in enumerate(zip(players, holm(chances), strict=True))
    ]  # fmt: skip


@statistic("luck", "Fortuna nei tiri per giocatore", "Luck in throws by player", DICE)
def luck(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Losses inflicted less losses suffered, against what the exact odds promise; z is in standard deviations."""
    rows = table(
        db,
        "SELECT s.player_ref AS player, t.attack_dice AS a, t.defence_dice AS d, sum(throws) AS throws, "
        "sum(throws * (t.defence_losses - t.attack_losses)) AS gain, 1 AS attacking FROM pair t "
        f"JOIN seat s ON s.game = t.game AND s.colour = t.attacker WHERE t.game IN {games} GROUP BY 1, 2, 3 UNION ALL "
        "SELECT s.player_ref, t.attack_dice, t.defence_dice, sum(throws), "
        "sum(throws * (t.defence_losses - t.attack_losses)), 0 FROM pair t "
        f"JOIN seat s ON s.game = t.game AND s.colour = t.defender WHERE t.game IN {games} GROUP BY 1, 2, 3",
        [*values, *values],
    )  # fmt: skip
    made: dict[str, dict[str, float]] = {}
    for row in rows:
        entry = made.setdefault(row["player"], {"throws": 0, "gain": 0.0, "due": 0.0, "variance": 0.0})
        lost, slain = odds.expected(row["a"], row["d"])
        sign = 1 if row["attacking"] else -1
        entry["throws"] += row["throws"]
        entry["gain"] += sign * row["gain"]
        entry["due"] += sign * row["throws"] * float(slain - lost)
        entry["variance"] += row["throws"] * float(odds.variance(row["a"], row["d"]))
    return [
        {"player": player, "throws": int(e["throws"]), "gain": int(e["gain"]), "expected": figure(e["due"]),
         "luck": figure(e["gain"] - e["due"]),
         "z": figure((e["gain"] - e["due"]) / math.sqrt(e["variance"])) if e["variance"] else 0.0}
        for player, e in sorted(made.items(), key=lambda item: item[0])
    ]  # fmt: skip


@statistic("conquests", "Territori conquistati", "Territories conquered", ANY)
def conquered(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """How often each territory was conquered, in how many games, and from where most."""
    return table(
        db,
        "SELECT target AS territory, count(*) AS conquests, count(DISTINCT game) AS games FROM conquest "
        f"WHERE game IN {games} GROUP BY 1 ORDER BY 2 DESC, 1", values,
    )  # fmt: skip


@statistic("cards", "Carte e tris", "Cards and sets", ENDED)
def cards(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Cards drawn and sets played by variant, in all and a game."""
    return table(
        db,
        "SELECT variant, count(*) AS games, sum(draws) AS cards, sum(sets) AS sets, "
        "round(avg(draws), 6) AS cards_a_game, round(avg(sets), 6) AS sets_a_game "
        f"FROM facts JOIN game USING (game) WHERE game IN {games} GROUP BY 1 ORDER BY 1", values,
    )  # fmt: skip


@statistic("closing-throws", "Sdadate", "Closing throws", ENDED)
def closing(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """How many closing throws the games took, by variant."""
    return table(
        db,
        "SELECT variant, end_rolls, count(*) AS games FROM facts JOIN game USING (game) "
        f"WHERE game IN {games} AND reason IN ('end-roll', 'arbiter-die') GROUP BY 1, 2 ORDER BY 1, 2", values,
    )  # fmt: skip


@statistic("illegal", "Rilievi per regola", "Findings by rule", ANY)
def illegal(db: sqlite_utils.Database, games: str, values: list[Any]) -> Rows:
    """Findings by rule and kind: how many, in how many games, and in how many of these the declared result differs."""
    return table(
        db,
        "SELECT v.rule_id, v.rule, v.verdict, count(*) AS findings, count(DISTINCT v.game) AS games, "
        "count(DISTINCT CASE WHEN d.game IS NOT NULL THEN v.game END) AS result_differs FROM verdict v "
        "LEFT JOIN (SELECT DISTINCT game FROM verdict WHERE rule IN ('record.score', 'record.end')) d USING (game) "
        f"WHERE v.game IN {games} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3", values,
    )  # fmt: skip

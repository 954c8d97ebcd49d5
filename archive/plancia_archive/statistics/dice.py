"""Dice: throws against the exact odds; fairness by player, by source, by tournament."""

from __future__ import annotations

from plancia_archive.facts import odds
from plancia_archive.facts.tables import FACES, OUTCOMES
from plancia_archive.statistics.inference import add_shares, fairness_test, holm_correction, round_p_value, round_value
from plancia_archive.statistics.registry import (
    NEEDS_DICE,
    NEEDS_TOURNAMENT,
    SHARE_INTERVAL,
    Chart,
    Rows,
    Scope,
    statistic,
)

FACE_SUMS = ", ".join(f"sum({name}) AS {name}" for name in FACES)


@statistic(
    "throws", "Tiri per numero di dadi, e probabilità esatte", "Throws by dice, against the exact odds", NEEDS_DICE,
    "Per ogni coppia di dadi ogni esito con numero, quota e probabilità esatta; un test per coppia, con la "
    "correzione di Holm.",
    columns="dice attack_losses defence_losses throws exact fraction chi_square p p_corrected test share low "
    "high",
    chart=Chart(("dice", "attack_losses", "defence_losses"), **SHARE_INTERVAL, exact="exact", count="throws"),
)  # fmt: skip
def throws(scope: Scope) -> Rows:
    """For each pair of dice counts: every outcome with its count, share and exact probability; one test per pair, with
    Holm's correction."""
    sums = ", ".join(f"coalesce(sum({column}), 0) AS {column}" for *_, column in OUTCOMES)
    counts = scope.fetch_dicts(f"SELECT {sums} FROM game_facts WHERE {{games}}")[0]
    counts_by_pair = {
        (attack, defence): [int(counts[column]) for a, d, _, _, column in OUTCOMES if (a, d) == (attack, defence)]
        for attack, defence, *_ in OUTCOMES
    }
    pairs_thrown = [pair for pair, observed in counts_by_pair.items() if sum(observed)]
    exact_odds = {
        pair: {
            (attack_losses, defence_losses): odds.throw_odds(*pair)[attack_losses, defence_losses]
            for a, d, attack_losses, defence_losses, _ in OUTCOMES
            if (a, d) == pair
        }
        for pair in pairs_thrown
    }
    tests = [
        fairness_test(counts_by_pair[pair], [float(chance) for chance in exact_odds[pair].values()])
        for pair in pairs_thrown
    ]
    corrected = holm_correction([p for _, p, _ in tests])
    rows: Rows = []
    for index, (attack, defence) in enumerate(pairs_thrown):
        value, p, test = tests[index]
        for ((attack_losses, defence_losses), chance), count in zip(
            exact_odds[attack, defence].items(), counts_by_pair[attack, defence], strict=True
        ):
            row = {
                "dice": f"{attack}v{defence}", "attack_losses": attack_losses, "defence_losses": defence_losses,
                "throws": count,
                "exact": round_value(float(chance)), "fraction": f"{chance.numerator}/{chance.denominator}",
                "chi_square": round_value(value), "p": round_p_value(p), "p_corrected": round_p_value(corrected[index]),
                "test": test,
            }  # fmt: skip
            rows += add_shares([row], "throws", "throws", total=sum(counts_by_pair[attack, defence]))
    return rows


def fairness_by_group(rows: Rows, name: str) -> Rows:
    """Faces by group, with a fairness test per group; omits rows without dice."""
    rows = [row for row in rows if any(row[face] for face in FACES)]
    tests = [fairness_test([int(row[face]) for face in FACES], [1 / 6] * 6) for row in rows]
    return [
        {name: row[name], "dice": sum(int(row[face]) for face in FACES), **{face: int(row[face]) for face in FACES},
         "chi_square": round_value(value), "p": round_p_value(p), "p_corrected": round_p_value(corrected), "test": test}
        for row, (value, p, test), corrected in zip(rows, tests, holm_correction([p for _, p, _ in tests]), strict=True)
    ]  # fmt: skip


@statistic(
    "dice", "Equità dei dadi per giocatore", "Fairness of dice by player", NEEDS_DICE,
    "Facce tirate da ognuno (per i territori neutrali da chi li attacca); test esatto o chi quadrato, correzione di "
    "Holm.",
    columns="player dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
    chart=Chart(("player",), **SHARE_INTERVAL, exact="exact", count="dice", faces=True),
)  # fmt: skip
def dice(scope: Scope) -> Rows:
    """Faces thrown by each player (for neutral territories by their attacker); exact test or chi-square, Holm's
    correction."""
    return fairness_by_group(scope.fetch_dicts(
        f"SELECT player, {FACE_SUMS} FROM player_game WHERE {{games}} AND {scope.seat_condition()} GROUP BY player "
        f"ORDER BY player"
    ), "player")  # fmt: skip


@statistic(
    "dice-by-source",
    "Equità dei dadi per provenienza",
    "Fairness of dice by source",
    NEEDS_DICE,
    "Facce per provenienza dei dadi: l'intestazione X-Dice dove c'è (la notazione non ne ha una propria), altrimenti "
    "la provenienza della partita; test esatto o chi quadrato, correzione di Holm.",
    columns="source dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
    chart=Chart(("source",), **SHARE_INTERVAL, exact="exact", count="dice", faces=True),
)
def by_source(scope: Scope) -> Rows:
    """Faces by source of the dice: the header X-Dice if present (the notation has no header of its own), else the
    provenance of the game; exact test or chi-square, Holm's correction."""
    return fairness_by_group(scope.fetch_dicts(
        f"SELECT source, {FACE_SUMS} FROM game_facts WHERE {{games}} GROUP BY source ORDER BY source"
    ), "source")  # fmt: skip


@statistic(
    "dice-by-tournament", "Equità dei dadi per torneo", "Fairness of dice by tournament",
    {**NEEDS_DICE, **NEEDS_TOURNAMENT},
    "Facce delle partite collegate a un torneo, per torneo; test esatto o chi quadrato, correzione di Holm.",
    columns="tournament dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
    chart=Chart(("tournament",), **SHARE_INTERVAL, exact="exact", count="dice", faces=True),
)  # fmt: skip
def by_tournament(scope: Scope) -> Rows:
    """Faces of the games linked to a tournament, by tournament; exact test or chi-square, Holm's correction."""
    return fairness_by_group(scope.fetch_dicts(
        f"SELECT tournament, {FACE_SUMS} FROM (SELECT DISTINCT tournament, game FROM link) JOIN game_facts "
        "USING (game) WHERE {games} GROUP BY tournament ORDER BY tournament"
    ), "tournament")  # fmt: skip

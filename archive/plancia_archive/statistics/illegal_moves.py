"""Illegal moves: verdicts by rule, and how often they changed the result."""

from __future__ import annotations

from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.registry import NEEDS_POSSIBLE_GAME, Chart, Rows, Scope, statistic


@statistic(
    "illegal", "Rilievi per regola", "Findings by rule", NEEDS_POSSIBLE_GAME,
    "Rilievi per regola e genere: quanti, in quante partite (con la quota), e in quante di queste il risultato "
    "dichiarato è diverso.",
    columns="rule_id rule verdict findings games result_differs share low high",
    chart=Chart(("rule_id",), "findings", count="games"),
)  # fmt: skip
def illegal(scope: Scope) -> Rows:
    """Findings by rule and kind: their number, the number of games (and their share), and of games among these whose
    declared result differs."""
    return add_shares(scope.fetch_dicts(
        "SELECT v.rule_id, v.rule, v.verdict, count(*) AS findings, count(DISTINCT v.game) AS games, "
        "count(DISTINCT CASE WHEN d.game IS NOT NULL THEN v.game END) AS result_differs FROM verdict v "
        "LEFT JOIN (SELECT DISTINCT game FROM verdict WHERE rule IN ('record.score', 'record.end')) d USING (game) "
        "WHERE {ids:v} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3"
    ), "games", "games", total=scope.count)  # fmt: skip


@statistic(
    "illegal-effects", "Peso delle mosse irregolari", "Effects of illegal moves", NEEDS_POSSIBLE_GAME,
    "Per regola, le mosse irregolari rigiudicate senza di loro: in quante si può dire che cosa cambia (no dove il "
    "resto sarebbe impossibile o la riga dichiara soltanto), in quante cambierebbe il vincitore (con la quota), in "
    "quante i punti.",
    columns="rule_id rule moves games told winner_changed points_changed share low high",
)  # fmt: skip
def effects(scope: Scope) -> Rows:
    """Illegal moves by rule, each game judged again without the move: how many have a known effect (not if the rest
    would be impossible or the line only states something), how many change the winner (with the share), how many
    the points."""
    return add_shares(scope.fetch_dicts(
        "SELECT rule_id, rule, count(*) AS moves, count(DISTINCT number) AS games, count(winner) AS told, "
        "coalesce(sum(winner), 0) AS winner_changed, coalesce(sum(points), 0) AS points_changed "
        "FROM (SELECT DISTINCT e.number, e.event, e.winner, e.points, v.rule_id, v.rule FROM counterfactual e "
        "JOIN game_facts f ON f.number = e.number JOIN verdict v ON v.game = f.game AND v.event = e.event "
        "AND v.verdict = 'illegal' WHERE {games:e}) GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2"
    ), "winner_changed", "told")  # fmt: skip

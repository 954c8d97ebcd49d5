"""The columns of each statistic, in their order: what tables of it begin with, also where it has no rows."""

from __future__ import annotations

COLUMNS: dict[str, tuple[str, ...]] = {
    name: tuple(columns.split())
    for name, columns in {
        "assaults": "defence usable defenders assaults conquered spent broken_off share low high exact worth z",
        "cards": "variant games cards sets cards_a_game sets_a_game",
        "closing-throws": "variant end_rolls games share low high",
        "conquests": "territory conquests games from times_from share low high",
        "continents": "continent games holders wins spells turns longest incomes mean_turns share low high wins_share "
        "wins_low wins_high",
        "dice": "player dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
        "dice-by-source": "source dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
        "dice-by-tournament": "tournament dice n1 n2 n3 n4 n5 n6 chi_square p p_corrected test",
        "eliminations": "variant eliminations games share low high",
        "extra-turns": "variant games played passed least mean most attacks conquests share low high",
        "head-to-head": "player rival games wins rival_wins ahead behind share low high",
        "illegal": "rule_id rule verdict findings games result_differs share low high",
        "illegal-effects": "rule_id rule moves games told winner_changed points_changed share low high",
        "lengths": "what games least median mean most",
        "luck": "player throws gain expected luck z",
        "luck-by-game": "game player colour throws gain expected luck z p p_corrected",
        "over-time": "round who games territories armies",
        "records": "record kind value player game date",
        "results-by-club": "club games clean objectives first last share low high player wins",
        "results-by-event": "event games clean first last share low high",
        "results-by-objective": "objective games wins mean_points share low high",
        "results-by-player": "player games wins eliminated felled mean_points best_points share low high",
        "results-by-seat": "players seat games wins share low high",
        "results-by-variant": "variant reason games clean share low high",
        "sets": "armies sets games with_jolly mean_bonus share low high",
        "streaks": "player longest current without current_without",
        "throws": "dice attack_losses defence_losses throws exact fraction chi_square p p_corrected test share low "
        "high",
    }.items()
}  # fmt: skip
NAMED = ("player", "rival")  # columns of references; beside each stands a column of names


def columns_of(name: str) -> list[str]:
    """The columns of a statistic; of one that is not registered none."""
    return list(COLUMNS.get(name, ()))

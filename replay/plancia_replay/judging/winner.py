"""The end of a game by the replay: reason, winner and level players."""

from __future__ import annotations

from plancia_events.kinds.ending import END_REASONS
from plancia_replay.judging.forms import Ending, SeatScore
from plancia_replay.judging.scores import (
    add_ranking_points,
    is_out_of_ranking,
    leaders,
    sole_leader,
    winner_by_ranking_rows,
)
from plancia_replay.kernel.table import LANDS, PLAYERS, Table
from plancia_replay.rules.objectives.claim_doubts import depends_on_claim, may_have_won
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

CLAIM_END_REASONS = ("objective", "target", "world")
NO_RESULT_REASONS = ("cancelled", "abandoned")  # points decide nothing here: the winner is whom OVER names, or nobody


def determine_end(rules: RuleSet, table: Table, scores: dict[str, SeatScore]) -> Ending:
    """The end of a game: reason, `winner` and all `winners`; ranking points are added to the scores."""
    reason, winner = end_of_table(rules, table, scores)
    end: Ending = {"reason": reason, "winner": winner, "winners": []}
    add_ranking_points(rules, table, scores, end)
    end = winner_by_ranking_rows(rules, table, scores, end)
    return {**end, "winners": winning_side(table, end["winner"])}


def winning_side(table: Table, winner: str | None) -> list[str]:
    """The winner, then his partner; the dummy and players who withdrew are left out."""
    if winner is None:
        return []
    champion = COLOUR_LETTERS.index(winner)
    partners = [letter for colour, letter in enumerate(COLOUR_LETTERS)
                if table.are_partners(champion, colour) and not is_out_of_ranking(letter, table)]  # fmt: skip
    return [winner, *partners]


def end_of_table(rules: RuleSet, table: Table, scores: dict[str, SeatScore]) -> tuple[str, str | None]:
    """Why and by whom the game was won, as the replay sees it."""
    if table.stopped >= 0:
        reason = END_REASONS[table.stop_reason]
    elif table.over:
        reason = END_REASONS[table.over_reason]
    else:
        return "unfinished", None
    if reason in ("objective", "target", "world", "elimination"):
        colour = table.stop_player if table.stopped >= 0 else table.over_winner
        if reason in ("world", "elimination"):
            colour = next((c for c in range(PLAYERS) if table.lands[c] == LANDS), colour)
        if reason == "elimination" and scores and table.stopped >= 0 and table.lands[colour] < LANDS:
            return reason, sole_leader(scores, table)
        return reason, COLOUR_LETTERS[colour] if 0 <= colour < 6 else None
    if scores and reason not in NO_RESULT_REASONS:
        return reason, sole_objective_winner(rules, table) or sole_leader(scores, table)
    winner = table.over_winner
    return reason, COLOUR_LETTERS[winner] if 0 <= winner < 6 else None


def sole_objective_winner(rules: RuleSet, table: Table) -> str:
    """The one player who has reached his objective at the end, where the rules let that win unclaimed; else ""."""
    terms = rules.terms.get("reached", [])
    colours = [colour for colour in range(PLAYERS) if table.total(terms, colour) > 0]
    return COLOUR_LETTERS[colours[0]] if len(colours) == 1 else ""


def possible_winners(rules: RuleSet, table: Table, scores: dict[str, SeatScore], end: Ending) -> list[str]:
    """The colours that may be recorded as winner: the one computed, or those level on points; empty: not decided."""
    if end["winner"] is not None:
        return list(end["winners"])
    if end["reason"] in (*CLAIM_END_REASONS, "unfinished", *NO_RESULT_REASONS) or rules.terms.get("ranking_rows"):
        return []
    teams = any(table.team[colour] >= 0 for colour in range(PLAYERS))
    return [] if teams else leaders(scores, table)


def could_have_won(table: Table, scores: dict[str, SeatScore], letter: str) -> bool:
    """True if this colour could have won as recorded, by a claim or by points, had the game not ended before."""
    if END_REASONS[table.over_reason] not in CLAIM_END_REASONS:
        return depends_on_claim(table) and letter in leaders(scores, table)
    return not depends_on_claim(table) or may_have_won(table, COLOUR_LETTERS.index(letter), table.over_reason)

"""Verdicts on the recorded result: the points of the header and the winner of OVER."""

from __future__ import annotations

from typing import Any

from plancia_replay.judging.assumptions.alternatives import score_reading, winner_reading, winners_under
from plancia_replay.judging.assumptions.objectives import objective_list_assumption
from plancia_replay.judging.assumptions.open_points import finding_assumptions
from plancia_replay.judging.forms import Ending, SeatScore, VerdictKind
from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.scores import is_decided_by_rows
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.judging.winner import CLAIM_END_REASONS, could_have_won, possible_winners, sole_objective_winner
from plancia_replay.kernel.table import PASSIVE, PLAYERS, Table
from plancia_replay.rules.objectives.claim_doubts import ended_by
from plancia_replay.rules.record.statements import counts_lost_doubling, score_parts
from plancia_replay.rulesets.clauses import ResolvedClause
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import Assumed, Facts, points

UNCOUNTED_KEYS = ("lot", "later")  # of the rule of ties: their values are no numbers of anything


def declared_points(result: str | None) -> dict[str, float | None]:
    """The points of a header Result (`R 31 B 24.5 G ?`) by colour; None where `?`."""
    words = (result or "").split()
    declared: dict[str, float | None] = {}
    for letter, text in zip(words[::2], words[1::2], strict=False):
        if letter in COLOUR_LETTERS:
            try:
                declared[letter] = points(int(float(text) * 2))
            except ValueError:
                declared[letter] = None
    return declared


def score_verdicts(replayed: ReplayedGame) -> list[Verdict]:
    """Declared points that differ from the recomputed score, cited to the first scoring clause.

    Nothing can be decided of a record that holds no moves, or in which the game does not end.
    """
    terms = replayed.rules.terms.get("score", [])
    if not terms:
        return []
    return [
        score_verdict(replayed, letter, declared, computed)
        for letter, declared in declared_points(replayed.game.header("Result")).items()
        if declared is not None
        and declared != (computed := points(replayed.table.total(terms, COLOUR_LETTERS.index(letter))))
    ]


def score_verdict(replayed: ReplayedGame, letter: str, declared: Any, computed: int | float) -> Verdict:
    """The verdict on a declared score that differs from the computed one."""
    rules, table, colour = replayed.rules, replayed.table, COLOUR_LETTERS.index(letter)
    clause: ResolvedClause = {**rules.clauses[rules.terms["score"][0].index], "rule": "record.score"}
    facts: Facts = {"player": letter, "declared": declared, "computed": computed}
    half_points = int(declared * 2)
    assumed = finding_assumptions(rules, clause, {"by_scores": True}) or score_reading(
        rules, table, colour, half_points
    )
    other_list_replay = replayed.other_list_replay
    if (
        not assumed
        and other_list_replay
        and other_list_replay.table.total(other_list_replay.rules.terms["score"], colour) == half_points
    ):
        assumed = objective_list_assumption(rules)
    verdict: VerdictKind = "assumed" if assumed else "illegal" if table.over else "undecidable"
    if table.is_score_hidden(colour) or not replayed.has_moves:
        verdict, assumed = "undecidable", {}
    if verdict == "undecidable" and not (replayed.has_moves and table.over):
        facts["wording"] = "unfinished" if replayed.has_moves else "result_only"
    if verdict != "undecidable" and counts_lost_doubling(table, colour, half_points):
        facts["wording"] = "undoubled"
    elif verdict != "undecidable" and (parts := score_parts(table, colour)):
        facts.update({"account": parts, "wording": "parts"})
    if assumed:
        facts["assumes"] = assumed
    return Verdict(0, 0, "record.score", clause["rule_id"], verdict, facts, clause, clause)


def winner_verdicts(replayed: ReplayedGame) -> list[Verdict]:
    """A recorded winner other than the one that the replay computes, or one of those level where no rule decides."""
    table = replayed.table
    if not table.over or table.over_winner < 0 or not replayed.rules.binds("record.end"):
        return []
    scores, end = replayed.outcome
    declared = COLOUR_LETTERS[table.over_winner]
    computed = possible_winners(replayed.rules, table, scores, end)
    is_open = end["winner"] is None and len(computed) > 1 and not replayed.rules.binds("tiebreak.lot_needed")
    is_open = is_open and not has_hidden_score(replayed.rules, table, end)
    if (declared in computed and not is_open) or (not computed and not end.get("draw")):
        return []
    return [winner_verdict(replayed, declared, computed)]


def has_hidden_score(rules: RuleSet, table: Table, end: Ending) -> bool:
    """True if points that the record hides decide the winner."""
    is_counted = end["reason"] not in CLAIM_END_REASONS or is_decided_by_rows(rules, table, end)
    return is_counted and any(table.is_playing(colour) and table.is_score_hidden(colour) for colour in range(PLAYERS))


def winner_verdict(replayed: ReplayedGame, declared: str, computed: list[str]) -> Verdict:
    """The verdict on a recorded winner who did not win."""
    rules, table, (scores, end) = replayed.rules, replayed.table, replayed.outcome
    clause = rules.first_clause["record.end"]
    facts: Facts = {
        "declared": declared, "computed": " ".join(computed) or None, "player": declared,
        "expected": computed[0] if computed else None, "reason": end["reason"],
    }  # fmt: skip
    if declared in computed:
        facts["wording"] = "level"
    elif "draw" in end:
        facts["draw"] = True
    elif computed and table.status[COLOUR_LETTERS.index(declared)] == PASSIVE:
        facts["wording"] = "passive"
    elif computed == [sole_objective_winner(rules, table)] and end["reason"] not in CLAIM_END_REASONS:
        facts["wording"] = "reached"
    elif len(computed) == 1 and end["reason"] not in CLAIM_END_REASONS and {declared, *computed} <= set(scores):
        facts.update(
            {"found": scores[declared]["points"], "needed": scores[computed[0]]["points"], "wording": "points"}
        )
    stage = {"points": "winner", "reached": "winner", "level": "level", "passive": "passive"}.get(
        facts.get("wording", ""), ""
    )
    parting = parting_key(scores, declared, computed[0]) if "found" in facts else {}
    if parting and facts["found"] == facts["needed"]:
        facts.update({**parting, "wording": "tied" if parting["key"] not in UNCOUNTED_KEYS else "parted"})
        stage = "tied"
    cited_clause = rules.cited.get(("record.end", stage), clause)
    is_undecidable = has_hidden_score(rules, table, end) or declared in computed
    assumed = {} if is_undecidable else winner_assumptions(replayed, clause, declared)
    if assumed:
        facts["assumes"] = assumed
    worded_clause: ResolvedClause = {**clause, "rule": "record.draw" if "draw" in end else "record.winner"}
    number = int(table.over_event)
    return Verdict(
        event=number, line=replayed.prepared.line_of(number), rule="record.end", rule_id=cited_clause["rule_id"],
        verdict="undecidable" if is_undecidable else "assumed" if assumed else "illegal", facts=facts,
        clause=cited_clause, worded=worded_clause, recorded=replayed.prepared.event(number),
    )  # fmt: skip


def parting_key(scores: dict[str, SeatScore], declared: str, computed: str) -> Facts:
    """The key of the rule of ties that parts two players level in points, with the value of each; empty for none."""
    keys = zip(scores[declared].get("tiebreak", []), scores[computed].get("tiebreak", []), strict=True)
    return next(({"key": key, "less": less, "more": more} for (key, less), (_, more) in keys if less != more), {})


def winner_assumptions(replayed: ReplayedGame, clause: ResolvedClause, letter: str) -> Assumed:
    """The assumptions under which this colour did not win; empty if it could not have won.

    By points under another reading, had a supposed end not come first, or under the other list of objectives.
    """
    rules, table, (scores, end) = replayed.rules, replayed.table, replayed.outcome
    assumed = {} if end["reason"] in CLAIM_END_REASONS else winner_reading(rules, table, letter)
    if not assumed and could_have_won(table, scores, letter):
        assumed = finding_assumptions(rules, clause, ended_by(table))
    other_list_replay = replayed.other_list_replay
    if not assumed and other_list_replay and letter in winners_under(other_list_replay.rules, other_list_replay.table):
        assumed = objective_list_assumption(rules)
    return assumed

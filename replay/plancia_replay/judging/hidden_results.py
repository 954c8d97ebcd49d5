"""Points, ranking points and winners that depend on an objective which the record does not give."""

from __future__ import annotations

from typing import NamedTuple

from plancia_replay.judging.forms import Ending, SeatScore, UndecidedOutcome
from plancia_replay.judging.scores import is_decided_by_rows, is_out_of_ranking
from plancia_replay.judging.winner import CLAIM_END_REASONS, NO_RESULT_REASONS
from plancia_replay.kernel.rule import UNDECIDABLE
from plancia_replay.kernel.table import LANDS, PLAYERS, Table
from plancia_replay.rules.objectives.claims import NoObjectives
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.sentences import fact_words, vocabulary

POINT_RANKING_LINES = (
    "gap",
    "one-and-gap",
    "draw",
)  # rows of a ranking that points choose; the others are chosen by events


class OpenResult(NamedTuple):
    """The part of a seat's result that the record leaves open.

    `of` is "points", "ranking" or both. `why` is "objective-hidden" (`???`, or a commitment not shown),
    "objective-missing" (none is recorded), "objective-unlisted" (one that the list in play does not have), or "points"
    where the ranking is open only because the points of the seats `on` are.
    """

    player: str
    of: list[str]
    why: str
    on: list[str]
    objective: str  # what the record has in the place of the first one's objective

    def to_json(self, lang: str) -> UndecidedOutcome:
        """JSON object of a judgement; `says` explains it in "it" or "en"."""
        return {"player": self.player, "of": self.of, "why": self.why, "on": self.on, "says": self.says(lang)}

    def says(self, lang: str) -> str:
        """The reason in words."""
        names = [str(fact_words({"player": letter}, lang)["player"]) for letter in self.on]
        template = str(vocabulary(lang)[f"undecidable.{self.why}"])
        return template.format(players=", ".join(names), objective=self.objective)


def open_results(rules: RuleSet, table: Table, scores: dict[str, SeatScore], end: Ending) -> list[OpenResult]:
    """The results that the record leaves open, by seat. `end` is what `open_end` made of the end."""
    open_seats = undecided_seats(table, scores)
    results = []
    for letter, entry in scores.items():
        of = ["points"] if letter in open_seats else []
        if "ranking" in entry and is_ranking_open(rules, table, scores, letter, open_seats, end):
            of.append("ranking")
        if of:
            on = [letter] if "points" in of else open_seats
            reason_code = missing_objective(table, letter) if "points" in of else "points"
            results.append(OpenResult(letter, of, reason_code, on, objective_word(table, on[0])))
    return results


def mark_undecided_end(rules: RuleSet, table: Table, scores: dict[str, SeatScore], end: Ending) -> Ending:
    """The end, with `undecidable`: the seats whose open points decide the winner. Unchanged where none do.

    So too the seat that has won only if what it claimed, which the record hides, was so.
    """
    reason = end["reason"]
    if reason in CLAIM_END_REASONS and end["winner"] is not None and is_recorded_end_open(table):
        return {**end, "undecidable": [end["winner"]]}
    is_claimed = reason in CLAIM_END_REASONS and not is_decided_by_rows(rules, table, end)
    has_board = any(table.lands[colour] == LANDS for colour in range(PLAYERS))
    if is_claimed or has_board or reason in (*NO_RESULT_REASONS, "unfinished"):
        return end
    if reason == "elimination" and table.stopped < 0:
        return end
    on = [letter for letter in undecided_seats(table, scores) if table.is_playing(COLOUR_LETTERS.index(letter))]
    return {**end, "undecidable": on} if on else end


def is_recorded_end_open(table: Table) -> bool:
    """True if the record alone ends the game, and whether the rules do cannot be seen."""
    index = next((rule.index for rule in table.rules if rule.NAME == "record.end"), -1)
    return table.stopped < 0 and (table.over_event, index, UNDECIDABLE) in table.found


def undecided_seats(table: Table, scores: dict[str, SeatScore]) -> list[str]:
    """The seats whose points the record does not decide."""
    return [letter for letter in scores if are_points_open(table, COLOUR_LETTERS.index(letter))]


def are_points_open(table: Table, colour: int) -> bool:
    """True if another objective of the list would give other points; without territories most give the same."""
    if not table.is_score_hidden(colour) or any(isinstance(rule, NoObjectives) for rule in table.rules):
        return False
    if not table.goals:
        return bool(table.lands[colour] > 0)
    first, *others = table.goals
    points = points_with_objective(table, colour, first)
    return any(points_with_objective(table, colour, name) != points for name in others)


def points_with_objective(table: Table, colour: int, name: str) -> int:
    """The points in half units that a colour would have with an objective of the list; the table stays as it was."""
    words, objective_index = table.words, table.goal_word[colour]
    base = colour * LANDS
    territories = [int(table.goal[base + land]) for land in range(LANDS)]
    for land in range(LANDS):
        table.goal[base + land] = 1 if land in table.goals[name] else 0
    table.words, table.goal_word[colour] = [name], 0
    points = int(table.total(table.score_terms, colour))
    table.words, table.goal_word[colour] = words, objective_index
    for land in range(LANDS):
        table.goal[base + land] = territories[land]
    return points


def is_ranking_open(
    rules: RuleSet, table: Table, scores: dict[str, SeatScore], letter: str, open_seats: list[str], end: Ending
) -> bool:
    """True if the ranking points depend on open points: the seat's own, a gap, or a bonus for an unknown winner."""
    colour = COLOUR_LETTERS.index(letter)
    rows = rules.terms.get("ranking_rows", [])
    if rows:
        row_names = {name for term in rows for name, _ in term.account_lines(table, colour)}
        if open_seats and row_names & set(POINT_RANKING_LINES):
            return True
    elif letter in open_seats:
        return True
    if not end.get("undecidable") or is_beaten(rules, table, scores, letter, open_seats):
        return False
    return ranking_bonus(rules, table, colour, colour) != ranking_bonus(rules, table, colour, -1)


def is_beaten(rules: RuleSet, table: Table, scores: dict[str, SeatScore], letter: str, open_seats: list[str]) -> bool:
    """True if this seat cannot win, whatever the open points are: out of the game, or behind a known score."""
    colour = COLOUR_LETTERS.index(letter)
    if is_out_of_ranking(letter, table) or not table.is_playing(colour):
        return True
    if letter in open_seats or table.team[colour] >= 0 or rules.terms.get("reached"):
        return False
    known_scores = [
        scores[rival]["points"] for rival in scores if rival not in open_seats and not is_out_of_ranking(rival, table)
    ]
    return bool(scores[letter]["points"] < max(known_scores))


def ranking_bonus(rules: RuleSet, table: Table, colour: int, champion: int) -> int:
    """Points added to a colour's ranking points if `champion` has won; the table is restored."""
    winner, table.winner = table.winner, champion
    points = int(table.total(rules.terms.get("ranking", []), colour))
    table.winner = winner
    return points


def missing_objective(table: Table, letter: str) -> str:
    """The reason why a seat's objective is not known, as `OpenResult.why` has it."""
    index = table.goal_word[COLOUR_LETTERS.index(letter)]
    if index < 0:
        return "objective-missing"
    word = table.words[index]
    return "objective-hidden" if word == "???" or word.startswith("#") else "objective-unlisted"


def objective_word(table: Table, letter: str) -> str:
    """The word of the record for a seat's objective; `???` where it has none."""
    index = table.goal_word[COLOUR_LETTERS.index(letter)]
    return table.words[index] if index >= 0 else "???"

"""Scores and ranking points, itemised and cited."""

from __future__ import annotations

from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.judging.forms import AccountLine, Ending, SeatScore
from plancia_replay.kernel.table import PASSIVE, PLAYERS, WITHDRAWN, Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import LAND_CODES, points


def compute_scores(rules: RuleSet, table: Table) -> dict[str, SeatScore]:
    """The recomputed score of every seated colour, itemised and cited."""
    scores: dict[str, SeatScore] = {}
    terms = rules.terms.get("score", [])
    for colour, letter in enumerate(COLOUR_LETTERS):
        if not table.at_table[colour] or not terms:
            continue
        account: list[AccountLine] = []
        total = 0  # of half points: the lines of a term sum to its amount
        for term in terms:
            clause = rules.clauses[term.index]
            number, place = clause["rule_id"], cite(clause)
            for name, half in term.account_lines(table, colour):
                what = line_name(name, rules)
                account.append({"what": what, "points": points(half), "rule_id": number, "cite": place})
                total += half
        scores[letter] = {"points": points(total), "account": account}
        tie_terms = rules.terms.get("tiebreak", [])
        if tie_terms:
            scores[letter]["tiebreak"] = [
                (key, value) for term in tie_terms for key, value in term.account_lines(table, colour)
            ]
    return scores


def add_ranking_points(rules: RuleSet, table: Table, scores: dict[str, SeatScore], end: Ending) -> None:
    """Adds the ranking points with their account, if the variant has ranking points.

    Terms "ranking_rows" give the whole figure by the outcome; else the table points are the base. Terms "ranking"
    are added to it.
    """
    row_terms = rules.terms.get("ranking_rows", [])
    bonus_terms = rules.terms.get("ranking", [])
    if not row_terms and not bonus_terms:
        return
    table.winner = COLOUR_LETTERS.find(end["winner"] or "?")
    for letter, entry in scores.items():
        player = COLOUR_LETTERS.index(letter)
        account = [] if row_terms else [table_points(rules, entry["points"])]
        for term in [*row_terms, *bonus_terms]:
            clause = rules.clauses[term.index]
            for name, half in term.account_lines(table, player):  # a row of a table may be a line of its own
                row = rules.cited.get((clause["rule"], name), clause)
                account.append({"what": name, "points": points(half), "rule_id": row["rule_id"], "cite": cite(row)})
        base = table.total(row_terms, player) if row_terms else int(entry["points"] * 2)
        entry["ranking"] = points(base + table.total(bonus_terms, player))
        entry["ranking_account"] = account


def table_points(rules: RuleSet, points_value: int | float) -> AccountLine:
    """The line of an account that takes over the points of the table, cited to the first clause that counts them."""
    terms = rules.terms.get("score", [])
    clause = rules.clauses[terms[0].index] if terms else None
    return {"what": "table", "points": points_value, "rule_id": clause["rule_id"] if clause else "",
            "cite": cite(clause) if clause else ""}  # fmt: skip


def is_decided_by_rows(rules: RuleSet, table: Table, end: Ending) -> bool:
    """True if the ranking rows of two teams name the winner, whatever the reason of the end."""
    is_counted = end["reason"] not in ("unfinished", "world", "cancelled", "abandoned")
    has_teams = all(table.team[colour] >= 0 for colour in range(PLAYERS) if table.at_table[colour] == 1)
    return is_counted and has_teams and bool(rules.terms.get("ranking_rows"))


def winner_by_ranking_rows(rules: RuleSet, table: Table, scores: dict[str, SeatScore], end: Ending) -> Ending:
    """The end with the winner that the ranking rows of two teams name (STU-52..55).

    It is the better member of the winning team, nobody in a draw. The points of the table alone do not say it: a gap
    that is too small is a draw, and the team that eliminated both colours of the other has won whatever they count.
    """
    teams = {letter: int(table.team[COLOUR_LETTERS.index(letter)]) for letter in scores}
    if not is_decided_by_rows(rules, table, end) or not scores:
        return end
    highest = max(entry["ranking"] for entry in scores.values())
    leading_letters = [letter for letter in scores if scores[letter]["ranking"] == highest]
    if len({teams[letter] for letter in leading_letters}) != 1:
        return {**end, "winner": None, "draw": True}
    return {**end, "winner": max(leading_letters, key=lambda letter: float(scores[letter]["points"]))}


def line_name(name: str, rules: RuleSet) -> str:
    """An account's line with codes in place of indices."""
    kind, _, number = name.partition(":")
    if kind == "territory":
        return LAND_CODES[int(number)]
    if kind == "continent":
        return str(rules.content["board"]["continents"][int(number)])
    return name


def sole_leader(scores: dict[str, SeatScore], table: Table) -> str | None:
    """The colour with the highest score, by the tie-break keys where equal; None where still equal.

    The dummy and players who abandoned do not win; between teams the better member of the team with more points does.
    """
    scores = {letter: entry for letter, entry in scores.items() if not is_out_of_ranking(letter, table)}
    teams = {letter: int(table.team[COLOUR_LETTERS.index(letter)]) for letter in scores}
    if scores and min(teams.values()) >= 0:
        points_by_team = {
            team: sum(scores[x]["points"] for x in scores if teams[x] == team) for team in set(teams.values())
        }
        highest = max(points_by_team.values())
        if list(points_by_team.values()).count(highest) > 1:
            return None
        return max(
            (x for x in scores if points_by_team[teams[x]] == highest), key=lambda letter: scores[letter]["points"]
        )
    tied_leaders = leaders(scores, table)
    return tied_leaders[0] if len(tied_leaders) == 1 else None


def leaders(scores: dict[str, SeatScore], table: Table) -> list[str]:
    """The colours level at the top by score and tie-break keys; without the dummy and players who abandoned."""
    candidates = [letter for letter in scores if not is_out_of_ranking(letter, table)]
    if not candidates:
        return []
    keys = {letter: (scores[letter]["points"], [v for _, v in scores[letter].get("tiebreak", [])])
                for letter in candidates}  # fmt: skip
    highest_key = max(keys.values())
    return [letter for letter in candidates if keys[letter] == highest_key]


def is_out_of_ranking(letter: str, table: Table) -> bool:
    """True for the dummy and for a player who abandoned the game."""
    colour = COLOUR_LETTERS.index(letter)
    return colour == int(table.virtual) or table.status[colour] in (WITHDRAWN, PASSIVE)

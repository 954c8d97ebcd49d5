"""What-if: judges the filtered games again under other rules and counts the differences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from plancia_archive.queries.filters import Filters, format_cursor, parse_cursor
from plancia_archive.snapshots import archive_or_snapshot
from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.notes import find_notes
from plancia_archive.statistics.registry import NEEDS_PLAYED_GAME, WHAT_IF, Rows, conditions_on_games, select_games
from plancia_archive.workers import State, chunks, worker_count
from plancia_events import Game, read
from plancia_events.text.headers import read_headers
from plancia_replay import RuleSet, audit, is_left_to_judge, judge, other_ruleset_for_game
from plancia_replay.judging.forms import Ending
from plancia_replay.judging.hidden_results import mark_undecided_end, undecided_seats
from plancia_replay.judging.scores import compute_scores
from plancia_replay.judging.winner import determine_end

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

TITLES = "Che cosa sarebbe cambiato con altre regole", "What other rules would have changed"
MEANINGS = (
    "Ogni partita del filtro rigiudicata con altre regole: in quante il vincitore, i punti, la fine sarebbero altri, "
    "in quante ci sono mosse irregolari solo con quelle o solo con le proprie, in quante il resto sarebbe "
    "impossibile. La quota è di quelle in cui il verbale lo decide.",
    "Every game of the filter judged once more under other rules: in how many the winner, the points, the end would "
    "be others, in how many moves are illegal under those alone or under its own alone, in how many the rest is "
    "impossible. The share is of those in which the record decides it.",
)  # fmt: skip
NEEDS = NEEDS_PLAYED_GAME
DIFFERENCE_KINDS = ("same", "winner", "points", "reason", "illegal", "freed", "undecided", "impossible")
OBJECTIVE_LINE = re.compile(r"^OBJ (\w) (\S+)", re.MULTILINE)
COLOUR_HEADER = re.compile(r"^\[(?:Red|Blue|Green|Yellow|Black|Violet) ", re.MULTILINE)
MAX_LISTED = 1000  # changed games that are listed; the counts are complete


@dataclass
class Outcome:
    """Outcome of a game under a rule-set. `winner` has both partners of a team.

    `illegal` has (event, rule id, rule), `points` half points by colour; None where the record does not decide them,
    for want of an objective. `open_winner` is true where it does not decide the winner.
    """

    winner: str | None
    reason: str
    points: dict[str, int | None]
    illegal: set[tuple[int, str, str]]
    undecided: bool = False
    impossible: bool = False
    open_winner: bool = False


@dataclass
class Totals:
    """Counts over the games judged so far."""

    games: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DIFFERENCE_KINDS, 0))
    undecided: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DIFFERENCE_KINDS, 0))
    rules: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    changed: Rows = field(default_factory=list)

    def add(self, game_id: str, own: Outcome, other: Outcome) -> None:
        """Adds a game, with its outcomes under its own rules and under the others."""
        self.games += 1
        kinds, open_kinds = differences(own, other)
        for kind in kinds or ["same"]:
            self.counts[kind] += 1
        for kind in open_kinds:
            self.undecided[kind] += 1
        illegal_under_own = {(event, rule) for event, _, rule in own.illegal}
        illegal_under_other = [
            verdict for verdict in other.illegal if (verdict[0], verdict[2]) not in illegal_under_own
        ]
        counted_rules = set()
        for _, rule_id, rule in illegal_under_other:
            count = self.rules.setdefault((rule_id, rule), [0, 0])
            count[0] += 1
            count[1] += (rule_id, rule) not in counted_rules
            counted_rules.add((rule_id, rule))
        if kinds and kinds != ["undecided"] and len(self.changed) < MAX_LISTED:
            self.changed.append({
                "game": game_id, "what": kinds, "winner": [own.winner, other.winner],
                "reason": [own.reason, other.reason], "illegal": [len(own.illegal), len(other.illegal)],
                "points": {colour: [to_points(side.points.get(colour)) for side in (own, other)]
                           for colour in sorted({*own.points, *other.points})},
                "undecided": [kind for kind in open_kinds if kind in ("winner", "points")],
            })  # fmt: skip

    def rows(self) -> Rows:
        """Returns one row per kind: games that differ, games of which it is not known, the share of the others."""
        rows: Rows = [
            {"what": kind, "games": self.counts[kind], "undecided": self.undecided[kind],
             "decided": self.games - self.undecided[kind]}
            for kind in DIFFERENCE_KINDS
        ]  # fmt: skip
        return add_shares(rows, "games", "decided")


def to_points(points: int | None) -> float | None:
    """Converts half points to points."""
    return None if points is None else points / 2


def differences(own: Outcome, other: Outcome) -> tuple[list[str], list[str]]:
    """Returns the kinds in which two outcomes differ, and those of which the record does not tell, of DIFFERENCE_KINDS.

    Only "impossible" (and "undecided") if the rest of the game is impossible under the other rules: nothing else can
    be compared then.
    """
    undecided = ["undecided"] if other.undecided else []
    if other.impossible:
        return ["impossible", *undecided], ["winner", "points", "reason", "illegal", "freed"]
    different, open_kinds = [], []
    if own.open_winner or other.open_winner:
        open_kinds.append("winner")
    elif own.winner != other.winner:
        different.append("winner")
    pairs = [(own.points.get(colour, 0), other.points.get(colour, 0)) for colour in {*own.points, *other.points}]
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        different.append("points")
    elif any(None in pair for pair in pairs):
        open_kinds.append("points")
    if own.reason != other.reason:
        different.append("reason")
    illegal_events = [{event for event, _, _ in side.illegal} for side in (own, other)]
    different += ["illegal"] if illegal_events[1] - illegal_events[0] else []
    different += ["freed"] if illegal_events[0] - illegal_events[1] else []
    return [*different, *(undecided or (["undecided"] if open_kinds else []))], open_kinds


def stored_outcome(archive: Archive, game_id: str) -> Outcome:
    """Reads the outcome under the game's own rules from the stored judgement."""
    db = archive.db
    winner, reason = db.execute("SELECT winners, reason FROM game WHERE game = ?", [game_id]).fetchone()
    points = dict(db.execute("SELECT colour, half_points FROM score WHERE game = ?", [game_id]).fetchall())
    illegal = {
        (int(event), str(rule_id), str(rule))
        for event, rule_id, rule in db.execute(
            "SELECT event, rule_id, rule FROM verdict WHERE game = ? AND verdict = 'illegal'", [game_id]
        ).fetchall()
        if not rule.startswith("record.")
    }
    return Outcome(sorted_winners(winner), reason, points, illegal)


def sorted_winners(winners: str | None) -> str | None:
    """Returns the winners in canonical order; None without a winner."""
    return " ".join(sorted(winners.split())) if winners else None


def outcome_under(text: str, other: RuleSet) -> Outcome:
    """Computes the outcome of a canonical text under other rules; rules of the record (`record.*`) are not compared."""
    if is_left_to_judge(text.encode()):
        judgement = judge(read(text, is_stored=True).games[0], other)
        illegal = {(v.event, v.rule_id, v.rule) for v in judgement.verdicts if v.verdict == "illegal"}
        undecided = any(v.verdict == "undecidable" for v in judgement.verdicts if not v.rule.startswith("record."))
        points = {colour: None if judgement.undecided(colour) else int(entry["points"] * 2)
                  for colour, entry in judgement.scores.items()}  # fmt: skip
        ending: Ending = judgement.end
        impossible = judgement.impossible is not None
    else:
        audited = audit(text.encode(), other)
        clauses = {index: other.clauses[index] for _, index, _ in audited.findings}
        illegal = {
            (event, clauses[k]["rule_id"], clauses[k]["rule"]) for event, k, code in audited.findings if code == 1
        }
        undecided = any(code == 2 and not clauses[k]["rule"].startswith("record.") for _, k, code in audited.findings)
        scores = compute_scores(other, audited.table)
        open_seats = undecided_seats(audited.table, scores)
        points = {
            colour: None if colour in open_seats else int(entry["points"] * 2) for colour, entry in scores.items()
        }
        ending = mark_undecided_end(other, audited.table, scores, determine_end(other, audited.table, scores))
        impossible = audited.reason != 0
    illegal_moves = {verdict for verdict in illegal if not verdict[2].startswith("record.")}
    open_winner = bool(ending.get("undecidable")) and not impossible
    winner = None if impossible or open_winner else sorted_winners(" ".join(ending["winners"]))
    return Outcome(winner, ending["reason"], points, illegal_moves, undecided, impossible, open_winner)


def may_leave_points_open(text: str, rules: RuleSet) -> bool:
    """True if points under these rules read an objective that the text may not give for some seat."""
    if not any(term.reads_objective() for term in rules.terms.get("score", [])):
        return False
    known = {letter for letter, word in OBJECTIVE_LINE.findall(text) if word[0] not in "?#"}
    return len(known) < len(COLOUR_HEADER.findall(text[: text.index("\n\n")]))


def parse_headers(text: str) -> Game:
    """Parses only the headers of a canonical text."""
    head = text[: text.index("\n\n")].splitlines()
    return Game([(name, value) for line in head for name, value, _ in read_headers(line)])


def qualifying_games(archive: Archive, games: str, values: list[Any], limit: int | None) -> list[tuple[int, str]]:
    """Reads number and id of the qualifying games, in log order."""
    statement = f"SELECT number, game FROM game WHERE number IN {games} ORDER BY number"
    with archive.lock:
        rows = archive.db.execute(f"{statement} LIMIT ?", [*values, -1 if limit is None else limit]).fetchall()
    return [(int(number), str(game)) for number, game in rows]


def compute_outcomes(state: State, task: tuple[str, Sequence[tuple[int, str]]]) -> list[tuple[Outcome, Outcome]]:
    """Computes the outcomes of each game under its own rules and under the others; runs in a worker process."""
    view: Archive = state["view"]
    under, games = task
    pairs = []
    for _, game_id in games:
        text = view.text(game_id)
        headers = parse_headers(text)
        with view.lock:
            own_rules = view.rules_of(headers)
            own = stored_outcome(view, game_id)
        if may_leave_points_open(text, own_rules):
            judged = outcome_under(text, own_rules)
            own = replace(own, points=judged.points, winner=judged.winner, open_winner=judged.open_winner)
        pairs.append((own, outcome_under(text, other_ruleset_for_game(headers, under))))
    return pairs


def what_if(
    archive: Archive,
    filters: Filters,
    under: str,
    limit: int | None = None,
    after: str | None = None,
    progress: Callable[[int], None] | None = None,
    jobs: int = 1,
) -> dict[str, Any]:
    """Judges the games of a filter under the rules `under`; each game keeps the deck and the board that it names.

    At most `limit` games are judged (None: all), from the cursor `after` on. With `jobs` above 1 many games are judged
    in that number of processes, from one snapshot. `progress` is called with 1 after each game.

    In the result `rows` count the games that differ in each respect, those of which the record does not tell it
    (`undecided`), and the share of the games that differ among the others (`decided`); `rules` are rules of `under`
    broken by moves that the game's own rules allow; `changed` are the games that differ; `next` is the cursor if more
    games are left.

    Raises RuleSetError if the other rules do not exist, ValueError for a bad cursor, ArchiveError if a worker dies.
    """
    other_ruleset_for_game(Game([]), under)  # rules that do not exist are refused before any game is judged
    with archive_or_snapshot(archive, worker_count(jobs, limit or archive.count())) as (view, workers):
        with view.lock:
            total, scope, left_out = select_games(view.db, filters, conditions_on_games(filters, NEEDS))
        after_number = parse_cursor(after) if after else -1
        games = f"(SELECT number FROM game WHERE number IN {scope.games} AND number > {after_number})"
        numbered_ids = qualifying_games(view, games, scope.values, None if limit is None else limit + 1)
        next_cursor = (
            format_cursor(numbered_ids[limit - 1][0]) if limit is not None and len(numbered_ids) > limit else None
        )
        parts = chunks(numbered_ids[:limit], workers.count)
        totals = Totals()
        for part, pairs in zip(parts, workers.map(compute_outcomes, ((under, part) for part in parts)), strict=True):
            for (_, game_id), (own, other) in zip(part, pairs, strict=True):
                totals.add(game_id, own, other)
                if progress is not None:
                    progress(1)
    by_rule: Rows = [{"rule_id": key[0], "rule": key[1], "findings": count[0], "games": count[1]}
                     for key, count in sorted(totals.rules.items(),
                     key=lambda item: (-item[1][1], item[0]))]  # fmt: skip
    return {
        "statistic": WHAT_IF, "under": under, "games": total, "qualified": scope.count, "judged": totals.games,
        "left_out": {reason: count for reason, (count, _) in left_out.items()},
        "left_out_games": {reason: ids for reason, (_, ids) in left_out.items()},
        "notes": find_notes(WHAT_IF, scope), "rows": totals.rows(),
        "rules": add_shares(by_rule, "games", "games", total=totals.games), "changed": totals.changed,
        "next": next_cursor,
    }  # fmt: skip

"""A game replayed to its end under a rule-set, and the scores and the winner that follow from the last table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plancia_events import Game
from plancia_replay.judging.assumptions.objectives import Otherwise, holds_disputed, read_otherwise
from plancia_replay.judging.hidden_results import open_end
from plancia_replay.judging.prepare import Prepared
from plancia_replay.judging.scores import compute_scores
from plancia_replay.judging.winner import concluded
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet


class Outcome(NamedTuple):
    """Scores by colour, itemised and cited, and the end: reason, winner, winners."""

    scores: dict[str, dict[str, Any]]
    end: dict[str, Any]


@dataclass
class Replayed:
    """A game's rows and the table as the last of them left it.

    `row` and `reason` say where and why the replay stopped before the end; the reason is 0 where it did not.
    """

    game: Game
    rules: RuleSet
    prepared: Prepared
    table: Table
    row: int
    reason: int

    @property
    def has_moves(self) -> bool:
        """False for the record of a result alone, which leaves nothing to count."""
        return self.game.header("Completeness") != "result-only"

    @cached_property
    def other_list(self) -> Otherwise | None:
        """The game under the other source's objectives; None where nothing in it depends on them."""
        return read_otherwise(self.rules, self.prepared) if holds_disputed(self.rules, self.table) else None

    @cached_property
    def outcome(self) -> Outcome:
        """The recomputed scores with ranking points, and the end."""
        scores = compute_scores(self.rules, self.table) if self.has_moves else {}
        return Outcome(scores, concluded(self.rules, self.table, scores))

    @cached_property
    def end(self) -> dict[str, Any]:
        """Reason, winner and winners; the seats in `undecidable` where the winner depends on points left open."""
        scores, end = self.outcome
        return {**end, "winner": None, "winners": []} if self.reason else open_end(self.table, scores, end)

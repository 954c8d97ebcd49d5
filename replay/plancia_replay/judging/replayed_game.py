"""A game replayed to its end under a rule-set, and the scores and the winner that follow from the last table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plancia_events import Game
from plancia_replay.judging.assumptions.objectives import OtherListReplay, holds_disputed_objective, replay_other_list
from plancia_replay.judging.assumptions.readings import ReadingReplays
from plancia_replay.judging.forms import Ending, SeatScore
from plancia_replay.judging.hidden_results import mark_undecided_end
from plancia_replay.judging.prepare import PackedGame
from plancia_replay.judging.replay import run_kernel
from plancia_replay.judging.scores import compute_scores
from plancia_replay.judging.winner import determine_end
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet


class Outcome(NamedTuple):
    """Scores by colour, itemised and cited, and the end: reason, winner, winners."""

    scores: dict[str, SeatScore]
    end: Ending


@dataclass
class ReplayedGame:
    """A game's rows and the table as the last of them left it.

    `row` and `reason` say where and why the replay stopped before the end; the reason is 0 where it did not.
    """

    game: Game
    rules: RuleSet
    prepared: PackedGame
    table: Table
    row: int
    reason: int

    @property
    def has_moves(self) -> bool:
        """False for the record of a result alone, which leaves nothing to count."""
        return self.game.header("Completeness") != "result-only"

    @cached_property
    def other_list_replay(self) -> OtherListReplay | None:
        """The game under the other source's objectives; None where nothing in it depends on them."""
        return (
            replay_other_list(self.rules, self.prepared) if holds_disputed_objective(self.rules, self.table) else None
        )

    @cached_property
    def reading_replays(self) -> ReadingReplays:
        """The game under the other readings that clauses leave open."""
        return ReadingReplays(self.rules, self.replay_under)

    def replay_under(self, rules: RuleSet) -> Table:
        """The table at the end of the game under other rules, whose clauses stand at the same places."""
        table = self.prepared.table(rules)
        run_kernel(rules, table, self.prepared, len(self.prepared.numbers))
        return table

    @cached_property
    def outcome(self) -> Outcome:
        """The recomputed scores with ranking points, and the end."""
        scores = compute_scores(self.rules, self.table) if self.has_moves else {}
        return Outcome(scores, determine_end(self.rules, self.table, scores))

    @cached_property
    def end(self) -> Ending:
        """Reason, winner and winners; the seats in `undecidable` where the winner depends on points left open."""
        scores, end = self.outcome
        return (
            {**end, "winner": None, "winners": []}
            if self.reason
            else mark_undecided_end(self.rules, self.table, scores, end)
        )

"""Games that are being continued, judged and counted up to their last event: an append replays its lines only."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from plancia_archive.facts.projections import DerivedRows, StepCounts, derive
from plancia_archive.log.game_head import GameHead
from plancia_events import Game
from plancia_replay import JudgedGame, RuleSet, judge_game
from plancia_replay.judging.judgement import judge_further
from plancia_replay.kernel.trace import END_OF_GAME, Trace

MAX_OPEN_GAMES = 32


@dataclass(frozen=True)
class OpenGame:
    """A game as its last append left it; `counts` has the steps before the end of its trace. None of it may change."""

    judged: JudgedGame
    counts: StepCounts

    @property
    def game(self) -> Game:
        """The game, with all its events."""
        return self.judged.game

    def derived(self) -> DerivedRows:
        """Returns the derived rows of the game as it is."""
        return derive(self.judged, self.counts.copy())


class OpenGames:
    """The games continued last. One that another process has continued since has another head, and is not found."""

    def __init__(self) -> None:
        self.by_id: OrderedDict[str, tuple[GameHead, OpenGame]] = OrderedDict()

    def get(self, head: GameHead) -> OpenGame | None:
        """Returns the game with this head, None where it is not kept."""
        kept, game = self.by_id.get(head.game_id, (None, None))
        return game if kept == head else None

    def keep(self, head: GameHead, game: OpenGame) -> None:
        """Keeps a game under its head, in place of the one continued longest ago."""
        self.by_id.pop(head.game_id, None)
        self.by_id[head.game_id] = head, game
        while len(self.by_id) > MAX_OPEN_GAMES:
            self.by_id.popitem(last=False)


def judge_continued(before: OpenGame | None, game: Game, rules: RuleSet) -> OpenGame:
    """Judges a game that was continued; what is known of it `before` is not judged and counted again."""
    judged = judge_further(before.judged, game) if before else None
    counts = before.counts.copy() if before and judged else None
    judged = judged or judge_game(game, rules, trace=Trace(), open_ended=True)
    counts = counts or StepCounts.of(judged)
    assert judged.trace is not None
    steps = judged.trace.steps
    counts.count(judged.trace, len(steps) - (bool(steps) and steps[-1][0] == END_OF_GAME))
    return OpenGame(judged, counts)

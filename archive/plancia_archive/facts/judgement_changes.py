"""What lines that were added, or would be, change in the judgement of their game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from plancia_events import Game
from plancia_replay import Judgement, RuleSet, judge
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.verdicts import Verdict


@dataclass(frozen=True)
class News:
    """Verdicts that were not there before, of new events and of old ones that these correct, and those that are gone.

    `impossible` is the event that stops the replay, where it did not stop there before.
    """

    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: dict[str, Any] | None
    clean: bool

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return {
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible, "clean": self.clean,
        }  # fmt: skip


def news(game: Game, version: int, count: int, rules: RuleSet, lang: str = "it") -> News:
    """What the last `count` events of a game at a version changed, whatever has come after them since."""
    after = judged(game, version, rules, lang)
    before = judged(game, version - count, rules, lang)
    stopped = after.impossible if after.impossible and not before.impossible else None
    return News(
        unmatched(after.verdicts, before.verdicts, key), unmatched(before.verdicts, after.verdicts, key), stopped,
        after.clean,
    )  # fmt: skip


def judged(game: Game, version: int, rules: RuleSet, lang: str) -> Judgement:
    """The judgement of a game as it was at a version."""
    return judge(Game(game.headers, game.events[: version - 1], game.lines[: version - 1]), rules, lang)


def key(verdict: Verdict) -> tuple[int, str, str, str, str]:
    """What makes two verdicts the same."""
    facts = json.dumps(verdict.facts, sort_keys=True, default=str)
    return verdict.event, verdict.rule, verdict.rule_id, verdict.verdict, facts

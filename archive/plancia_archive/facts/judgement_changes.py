"""What lines that were added, or would be, change in the judgement of their game."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.log.intake import Added
from plancia_events import Game
from plancia_replay import Judged, Judgement, RuleSet, judge
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.verdicts import Verdict

Key = tuple[int, str, str, str, str]


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


@dataclass(frozen=True)
class StoredVerdicts:
    """The verdicts of a game by `key`, as its rows had them, and whether an event stopped its replay."""

    keys: Counter[Key]
    stopped: bool


@dataclass
class Appended(Added):
    """What became of lines that were added: the game with them, its judgement, and the verdicts that it had before.

    `game` and `judged` are None where the answer to a request was given again.
    """

    game: Game | None = None
    judged: Judged | None = None
    before: StoredVerdicts | None = None

    def news(self, lang: str = "it") -> News | None:
        """What the lines changed, from this one judgement; None where it does not tell: a correction took one away."""
        if self.judged is None or self.before is None:
            return None
        after = self.judged.judgement(lang)
        remaining = Counter(self.before.keys)
        verdicts = []
        for verdict in after.verdicts:
            verdict_key = key(verdict)
            if remaining[verdict_key]:
                remaining[verdict_key] -= 1
            else:
                verdicts.append(verdict)
        if remaining.total():
            return None
        return News(verdicts, [], None if self.before.stopped else after.impossible, after.clean)


def stored_verdicts(db: sqlite_utils.Database, game_id: str) -> StoredVerdicts:
    """The verdicts of a game as its rows have them now."""
    rows = db.execute("SELECT event, rule, rule_id, verdict, facts FROM verdict WHERE game = ?", [game_id]).fetchall()
    stop = db.execute("SELECT impossible FROM game WHERE game = ?", [game_id]).fetchone()
    keys: Counter[Key] = Counter()
    for event, rule, rule_id, verdict, facts in rows:
        keys[int(event), str(rule), str(rule_id), str(verdict), facts_key(json.loads(facts))] += 1
    return StoredVerdicts(keys, stop is not None and stop[0] is not None)


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


def key(verdict: Verdict) -> Key:
    """What makes two verdicts the same."""
    return verdict.event, verdict.rule, verdict.rule_id, verdict.verdict, facts_key(verdict.facts)


def facts_key(facts: dict[str, Any]) -> str:
    """Facts as a text that can be compared."""
    return json.dumps(facts, sort_keys=True, default=str)

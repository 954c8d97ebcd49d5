"""Changes that appended lines make in the judgement of their game."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import sqlite_utils

from plancia_events import Game
from plancia_replay import JudgedGame, Judgement, RuleSet, judge
from plancia_replay.batch.compare_judgements import unmatched
from plancia_replay.judging.forms import ImpossibleEvent
from plancia_replay.judging.verdicts import Verdict

VerdictKey = tuple[int, str, str, str, str]


@dataclass
class AddedGame:
    """The result of adding a game: its id, its version, and whether it was stored already (`duplicate`).

    The other fields are notices: `look_alikes` are registered names similar to new ones, `namesakes` other games with
    the same id of the recorder, `other_rules` tells that the record names another rule-set hash than today's,
    `withdrawn` is the reason why the same game was withdrawn, and `likely_names` are words of its free text that may be
    names of unregistered people.
    """

    game_id: str
    version: int
    duplicate: bool = False
    look_alikes: dict[str, list[str]] = field(default_factory=dict)
    namesakes: list[str] = field(default_factory=list)
    other_rules: bool = False
    withdrawn: str = ""
    likely_names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class JudgementChanges:
    """Verdicts that an append added, to new events and to corrected ones, and verdicts that it withdrew (`gone`).

    `impossible` is the event that stops the replay, None if the replay stopped before the append too.
    """

    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: ImpossibleEvent | None
    clean: bool

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON form."""
        return {
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "gone": [verdict.to_json() for verdict in self.gone],
            "impossible": self.impossible, "clean": self.clean,
        }  # fmt: skip


@dataclass(frozen=True)
class StoredVerdicts:
    """The stored verdicts of a game, counted by `verdict_key`; `stopped`: an impossible event ended the replay."""

    keys: Counter[VerdictKey]
    stopped: bool


@dataclass
class Appended(AddedGame):
    """The result of an append: the game, its judgement, and the verdicts stored before.

    `game` and `judged` are None if the request was a repetition of one already served. `evidence_version` is the number
    of lines that the evidence of its corrections had then; None without evidence.
    """

    game: Game | None = None
    judged: JudgedGame | None = None
    before: StoredVerdicts | None = None
    evidence_version: int | None = None

    def changes(self, lang: str = "it") -> JudgementChanges | None:
        """Returns the changes; None if a correction removed a verdict: then both judgements must be compared."""
        if self.judged is None or self.before is None:
            return None
        after = self.judged.judgement(lang)
        remaining = Counter(self.before.keys)
        verdicts = []
        for verdict in after.verdicts:
            key = verdict_key(verdict)
            if remaining[key]:
                remaining[key] -= 1
            else:
                verdicts.append(verdict)
        if remaining.total():
            return None
        return JudgementChanges(verdicts, [], None if self.before.stopped else after.impossible, after.clean)


def stored_verdicts(db: sqlite_utils.Database, game_id: str) -> StoredVerdicts:
    """Reads the stored verdicts of a game."""
    rows = db.execute("SELECT event, rule, rule_id, verdict, facts FROM verdict WHERE game = ?", [game_id]).fetchall()
    stored_stop = db.execute("SELECT impossible FROM game WHERE game = ?", [game_id]).fetchone()
    keys: Counter[VerdictKey] = Counter()
    for event, rule, rule_id, verdict, facts in rows:
        keys[int(event), str(rule), str(rule_id), str(verdict), canonical_facts(json.loads(facts))] += 1
    return StoredVerdicts(keys, stored_stop is not None and stored_stop[0] is not None)


def judgement_changes(game: Game, version: int, count: int, rules: RuleSet, lang: str = "it") -> JudgementChanges:
    """Compares the judgements of a game before and after its last `count` events at a version.

    Events after that version are ignored.
    """
    after = judgement_at(game, version, rules, lang)
    before = judgement_at(game, version - count, rules, lang)
    stopped = after.impossible if after.impossible and not before.impossible else None
    return JudgementChanges(
        unmatched(after.verdicts, before.verdicts, verdict_key),
        unmatched(before.verdicts, after.verdicts, verdict_key), stopped,
        after.clean,
    )  # fmt: skip


def judgement_at(game: Game, version: int, rules: RuleSet, lang: str) -> Judgement:
    """Returns the judgement of a game as it was at a version."""
    return judge(Game(game.headers, game.events[: version - 1], game.lines[: version - 1]), rules, lang)


def verdict_key(verdict: Verdict) -> VerdictKey:
    """Returns the identity of a verdict: equal keys mean the same verdict."""
    return verdict.event, verdict.rule, verdict.rule_id, verdict.verdict, canonical_facts(verdict.facts)


def canonical_facts(facts: dict[str, Any]) -> str:
    """Formats facts as canonical JSON, for comparison."""
    return json.dumps(facts, sort_keys=True, default=str)

"""The same recorded moves judged under two rule-sets: where they part, and what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_events import Game, format_event
from plancia_replay.judgement import Judgement, Verdict, judge
from plancia_replay.ruleset import RuleSet

WEIGHTY = ("illegal", "assumed", "undecidable")


@dataclass
class WhatIf:
    """Both judgements; `first` the event where they begin to differ (None: nowhere), with its line as text.

    `gained` are verdicts of the other rule-set alone, `lost` those of the recorded one alone; `open` is what the other
    cannot decide because the record lacks it or its document leaves it open.
    """

    recorded: Judgement
    other: Judgement
    first: int | None
    first_text: str
    gained: list[Verdict]
    lost: list[Verdict]
    open: list[Verdict]

    @property
    def same(self) -> bool:
        """True where verdicts of weight, end and scores agree."""
        return self.first is None and self.recorded.end == self.other.end and self.points(0) == self.points(1)

    def points(self, side: int) -> dict[str, Any]:
        """Points by colour of one side (0 recorded, 1 other)."""
        scores = (self.recorded, self.other)[side].scores
        return {letter: entry["points"] for letter, entry in scores.items()}

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        letters = sorted(set(self.points(0)) | set(self.points(1)), key="RBGYNV".index)
        return {
            "game": self.recorded.game,
            "variant": self.recorded.variant,
            "under": self.other.variant,
            "first": None if self.first is None else {"event": self.first, "text": self.first_text},
            "gained": [verdict.to_json() for verdict in self.gained],
            "lost": [verdict.to_json() for verdict in self.lost],
            "undecided": [verdict.to_json() for verdict in self.open],
            "end": [self.recorded.end, self.other.end],
            "scores": {letter: [self.points(0).get(letter), self.points(1).get(letter)] for letter in letters},
            "impossible": self.other.impossible,
            "same": self.same,
        }


def compare(game: Game, recorded: RuleSet, other: RuleSet, lang: str = "it") -> WhatIf:
    """Judges a game under both rule-sets. A verdict is the same where event, rule and kind are."""
    mine, yours = judge(game, recorded, lang), judge(game, other, lang)
    mine_keys = {key(verdict) for verdict in mine.verdicts}
    yours_keys = {key(verdict) for verdict in yours.verdicts}
    gained = [v for v in yours.verdicts if key(v) not in mine_keys and v.verdict in WEIGHTY]
    lost = [v for v in mine.verdicts if key(v) not in yours_keys and v.verdict in WEIGHTY]
    parted = [v.event for v in (*gained, *lost) if v.event > 0]
    if yours.impossible is not None and mine.impossible is None:
        parted.append(int(yours.impossible["event"]))
    first = min(parted) if parted else None
    text = format_event(game.events[first - 1]) if first else ""
    undecided = [v for v in yours.verdicts if v.verdict in ("undecidable", "assumed")]
    return WhatIf(mine, yours, first, text, gained, lost, undecided)


def key(verdict: Verdict) -> tuple[int, str, str]:
    """What makes two verdicts the same."""
    return verdict.event, verdict.rule, verdict.verdict

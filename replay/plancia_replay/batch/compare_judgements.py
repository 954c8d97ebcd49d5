"""Comparison of the judgements of one game under two rule-sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from plancia_events import Game, format_event
from plancia_replay.judging.forms import AccountLine, Comparison
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

Item = TypeVar("Item")
AccountPair = tuple[list[AccountLine], list[AccountLine]]


@dataclass
class WhatIf:
    """Both judgements; `first` the event where they begin to differ (0 the headers, None nowhere), with its line.

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
        """True where verdicts, scores, ranking points, ends and the place of an impossible event agree."""
        return (
            self.first is None and self.same_scores and impossible_event(self.recorded) == impossible_event(self.other)
        )

    @property
    def same_scores(self) -> bool:
        """True where scores, ranking points and ends agree, whatever the verdicts."""
        return all(self.figures(key, 0) == self.figures(key, 1) for key in ("points", "ranking")) and (
            self.recorded.end == self.other.end and self.recorded.stopped == self.other.stopped
        )

    def figures(self, key: str, side: int) -> dict[str, float | None]:
        """A figure ("points", "ranking") by colour of one side (0 recorded, 1 other) that has one; None if open."""
        scores = (self.recorded, self.other)[side].told_scores
        if key == "points":
            return {letter: entry["points"] for letter, entry in scores.items()}
        return {letter: entry["ranking"] for letter, entry in scores.items() if "ranking" in entry}

    def figure_pairs(self, key: str) -> dict[str, tuple[float | None, float | None]]:
        """Pairs [recorded, other] of a figure by colour."""
        recorded, other = self.figures(key, 0), self.figures(key, 1)
        letters = [letter for letter in COLOUR_LETTERS if letter in recorded or letter in other]
        return {letter: (recorded.get(letter), other.get(letter)) for letter in letters}

    def to_json(self) -> Comparison:
        """The public form; pairs are [recorded, other], null where a side has nothing or cannot be decided."""
        return {
            "game": self.recorded.game,
            "variant": self.recorded.variant,
            "under": self.other.variant,
            "first": None if self.first is None else {"event": self.first, "text": self.first_text},
            "gained": [verdict.to_json() for verdict in self.gained],
            "lost": [verdict.to_json() for verdict in self.lost],
            "undecided": [verdict.to_json() for verdict in self.open],
            "end": (self.recorded.end, self.other.end),
            "ends_at": (self.recorded.stopped or None, self.other.stopped or None),
            "scores": self.figure_pairs("points"),
            "rankings": self.figure_pairs("ranking"),
            "undecidable": (self.recorded.undecidable, self.other.undecidable),
            "accounts": accounts(self.recorded, self.other),
            "impossible": (self.recorded.impossible, self.other.impossible),
            "same": self.same,
        }


def compare(game: Game, recorded: RuleSet, other: RuleSet, lang: str = "it") -> WhatIf:
    """Judges a game under both rule-sets. A verdict is the same where event, rule, kind and player are."""
    recorded_judgement, other_judgement = judge(game, recorded, lang), judge(game, other, lang)
    gained, lost = (
        only_in_first(other_judgement.verdicts, recorded_judgement.verdicts),
        only_in_first(recorded_judgement.verdicts, other_judgement.verdicts),
    )
    first = first_difference(recorded_judgement, other_judgement, [*gained, *lost])
    undecided = [verdict for verdict in other_judgement.verdicts if verdict.verdict in ("undecidable", "assumed")]
    return WhatIf(recorded_judgement, other_judgement, first, event_text(game, first or 0), gained, lost, undecided)


def first_difference(recorded: Judgement, other: Judgement, differing: list[Verdict]) -> int | None:
    """The first event where two judgements differ: in a verdict, in the game's end, or in where the replay stops.

    Findings on the headers (a declared score) come after the last event, though their number is 0.
    """
    events = [verdict.event for verdict in differing if verdict.event > 0]
    for left, right in ((recorded.stopped, other.stopped), (impossible_event(recorded), impossible_event(other))):
        if left != right:
            events += [number for number in (left, right) if number > 0]
    if events:
        return min(events)
    return 0 if differing else None


def only_in_first(verdicts: list[Verdict], other_verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts of the first list that have no equal in the second, each equal used once."""
    return unmatched(verdicts, other_verdicts, lambda verdict: (
        verdict.event, verdict.rule, verdict.verdict, str(verdict.facts.get("player", "")),
    ))  # fmt: skip


def unmatched(items: list[Item], others: list[Item], key: Callable[[Item], Hashable]) -> list[Item]:
    """The items of the first list without an equal in the second, by a key; each equal is used once."""
    remaining = Counter(key(item) for item in others)
    unmatched_items = []
    for item in items:
        if remaining[key(item)]:
            remaining[key(item)] -= 1
        else:
            unmatched_items.append(item)
    return unmatched_items


def impossible_event(judgement: Judgement) -> int:
    """The event that could not be applied, 0 where the replay reached the end."""
    return int(judgement.impossible["event"]) if judgement.impossible else 0


def event_text(game: Game, number: int) -> str:
    """The line of an event as it stands after corrections; empty for the headers."""
    if number == 0:
        return ""
    corrected = {event.event: event.replacement for event in game.events if event.TAG == "FIX"}
    return format_event(corrected.get(number, game.events[number - 1]))


def accounts(recorded: Judgement, other: Judgement) -> dict[str, AccountPair]:
    """By colour the lines of the score that only one side has: [recorded alone, other alone]."""
    differences: dict[str, AccountPair] = {}
    for letter in COLOUR_LETTERS:
        entries = (side.told_scores.get(letter) for side in (recorded, other))
        recorded_lines, other_lines = (entry["account"] if entry else [] for entry in entries)
        parts = unmatched(recorded_lines, other_lines, line_key), unmatched(other_lines, recorded_lines, line_key)
        if any(parts):
            differences[letter] = parts
    return differences


def line_key(account_line: AccountLine) -> tuple[str, float]:
    """The key by which two lines of an account are equal: what they count and their points."""
    return str(account_line["what"]), float(account_line["points"])

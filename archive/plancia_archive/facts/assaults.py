"""Assaults: consecutive throws of one colour from one territory on another.

The exact odds give the probability that an assault conquers if it is never broken off. One that is broken off counts
as its remaining probability: the sum of conquests and remaining probabilities then has the exact mean on fair dice,
whenever players choose to stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from plancia_archive.facts.event_rows import Step, decode_dice
from plancia_archive.facts.odds import conquest_chance
from plancia_events.ops import ATT, OVER, PASS, TURN
from plancia_replay import RuleSet
from plancia_replay.kernel.trace import END_OF_GAME

MAX_ARMIES = 60  # larger assaults are not counted: the tables of odds end here


def max_defence_dice(rules: RuleSet) -> int:
    """Returns the maximum number of defence dice under a rule-set; three without such a rule (EG-08)."""
    return next((int(rule.most) for rule in rules.rules if rule.NAME == "attack.defender_dice"), 3)  # type: ignore[attr-defined]


@dataclass
class OpenAssault:
    """An assault in progress: usable armies and defenders at its start and now; `has_dice`: all faces are recorded."""

    key: tuple[int, int, int, int]
    usable: int
    defenders: int
    armies_left: int
    defenders_left: int
    has_dice: bool


class AssaultCounter:
    """Counts the assaults of a game and their outcomes, step by step."""

    def __init__(self, max_dice: int) -> None:
        self.max_dice = max_dice
        self.current: OpenAssault | None = None
        self.counts: dict[tuple[int, int], list[int]] = {}

    def copy(self) -> AssaultCounter:
        """Returns the same counts, to be continued."""
        other = AssaultCounter(self.max_dice)
        other.current = None if self.current is None else replace(self.current)
        other.counts = {size: [*row] for size, row in self.counts.items()}
        return other

    def process_step(self, step: Step) -> None:
        """Processes a step; any step except the next throw of the same assault ends the assault."""
        kind, _, turn, actor, source, target, attack, defence, losses, _, armies, defenders = step
        if kind in (TURN, PASS, OVER, END_OF_GAME):
            self.close()
        elif kind == ATT:
            key = (turn, actor, source, target)
            usable = armies - 1
            current = self.current
            if (
                current is None
                or current.key != key
                or (current.armies_left, current.defenders_left) != (usable, defenders)
            ):
                self.close()
                current = self.current = OpenAssault(key, usable, defenders, usable, defenders, True)
            current.has_dice = current.has_dice and bool(decode_dice(attack)[1] and decode_dice(defence)[1])
            current.armies_left -= losses // 1000
            current.defenders_left -= losses % 1000

    def close(self) -> None:
        """Ends the current assault and counts it if its dice are recorded."""
        current, self.current = self.current, None
        if (
            current is None
            or not current.has_dice
            or not (0 < current.usable <= MAX_ARMIES and 0 < current.defenders <= MAX_ARMIES)
        ):
            return
        count = self.counts.setdefault((current.usable, current.defenders), [0, 0, 0, 0])
        count[0] += 1
        count[1] += current.defenders_left <= 0
        count[2] += current.defenders_left > 0 and current.armies_left <= 0
        if current.defenders_left > 0 and current.armies_left > 0:
            count[3] += round(1_000_000 * conquest_chance(current.armies_left, current.defenders_left, self.max_dice))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields one row per (usable armies, defenders)."""
        names = ("assaults", "conquered", "spent", "held")
        for usable, defenders in sorted(self.counts):
            counts = zip(names, self.counts[usable, defenders], strict=True)
            yield {"size": 10_000 * self.max_dice + 100 * usable + defenders, **dict(counts)}

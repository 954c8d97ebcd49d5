"""Assaults: consecutive throws of one colour from one territory on another.

The exact odds give the probability that an assault conquers if it is never broken off. One that is broken off counts
as its remaining probability: the sum of conquests and remaining probabilities then has the exact mean on fair dice,
whenever players choose to stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.facts.event_rows import Step, dice_of
from plancia_archive.facts.odds import chance
from plancia_events.ops import ATT, OVER, PASS, TURN
from plancia_replay import RuleSet
from plancia_replay.kernel.trace import END_OF_GAME

MAX_ARMIES = 60  # larger assaults are not counted: the tables of odds end here


def max_defence_dice(rules: RuleSet) -> int:
    """Maximum number of defence dice under a rule-set; three without such a rule (EG-08)."""
    return next((int(rule.most) for rule in rules.rules if rule.NAME == "attack.defender_dice"), 3)  # type: ignore[attr-defined]


@dataclass
class Open:
    """An assault in progress: usable armies and defenders at its start and now."""

    key: tuple[int, int, int, int]
    usable: int
    defenders: int
    left: int
    standing: int
    diced: bool


class Assaults:
    """Collects the assaults of a game, step by step."""

    def __init__(self, rules: RuleSet) -> None:
        self.most = max_defence_dice(rules)
        self.open: Open | None = None
        self.counts: dict[tuple[int, int], list[int]] = {}

    def see(self, step: Step) -> None:
        """Processes a step; anything but the next throw of the same assault ends it."""
        kind, _, turn, actor, source, target, attack, defence, losses, _, armies, defenders = step
        if kind in (TURN, PASS, OVER, END_OF_GAME):
            self.close()
        elif kind == ATT:
            key = (turn, actor, source, target)
            usable = armies - 1
            current = self.open
            if current is None or current.key != key or (current.left, current.standing) != (usable, defenders):
                self.close()
                current = self.open = Open(key, usable, defenders, usable, defenders, True)
            current.diced = current.diced and bool(dice_of(attack)[1] and dice_of(defence)[1])
            current.left -= losses // 1000
            current.standing -= losses % 1000

    def close(self) -> None:
        """Ends the current assault and counts it if its dice are recorded."""
        current, self.open = self.open, None
        if (
            current is None
            or not current.diced
            or not (0 < current.usable <= MAX_ARMIES and 0 < current.defenders <= MAX_ARMIES)
        ):
            return
        count = self.counts.setdefault((current.usable, current.defenders), [0, 0, 0, 0])
        count[0] += 1
        count[1] += current.standing <= 0
        count[2] += current.standing > 0 and current.left <= 0
        if current.standing > 0 and current.left > 0:
            count[3] += round(1_000_000 * chance(current.left, current.standing, self.most))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields one row per (usable armies, defenders)."""
        names = ("assaults", "conquered", "spent", "held")
        for usable, defenders in sorted(self.counts):
            figures = zip(names, self.counts[usable, defenders], strict=True)
            yield {"size": 10_000 * self.most + 100 * usable + defenders, **dict(figures)}

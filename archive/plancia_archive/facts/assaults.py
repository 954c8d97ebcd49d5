"""Assaults: throws of one colour on one territory from another without pause, from the first to the last.

The exact tables of odds say how often such an assault ends in a conquest if it is carried to the end. One that is
broken off is worth the chance that was still open, so that conquests and chances kept equal the tables on fair dice,
however players choose to stop.
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

MOST_ARMIES = 60  # assaults larger than this on either side are not counted: no table of odds goes so far


def defence_of(rules: RuleSet) -> int:
    """The most dice that a defence throws under a rule-set; three where it has no such rule (EG-08)."""
    return next((int(rule.most) for rule in rules.rules if rule.NAME == "attack.defender_dice"), 3)  # type: ignore[attr-defined]


@dataclass
class Open:
    """An assault that goes on: armies usable and defenders at its beginning and now."""

    key: tuple[int, int, int, int]
    usable: int
    defenders: int
    left: int
    standing: int
    diced: bool


class Assaults:
    """Gathers the assaults of a game, step by step."""

    def __init__(self, rules: RuleSet) -> None:
        self.most = defence_of(rules)
        self.open: Open | None = None
        self.counts: dict[tuple[int, int], list[int]] = {}

    def see(self, step: Step) -> None:
        """One step; anything but the next throw of the same assault ends it."""
        kind, _, turn, actor, source, target, attack, defence, losses, _, armies, defenders = step
        if kind in (TURN, PASS, OVER, END_OF_GAME):
            self.close()
        elif kind == ATT:
            key = (turn, actor, source, target)
            usable = armies - 1
            now = self.open
            if now is None or now.key != key or (now.left, now.standing) != (usable, defenders):
                self.close()
                now = self.open = Open(key, usable, defenders, usable, defenders, True)
            now.diced = now.diced and bool(dice_of(attack)[1] and dice_of(defence)[1])
            now.left -= losses // 1000
            now.standing -= losses % 1000

    def close(self) -> None:
        """Counts the assault that went on, where its dice are known."""
        now, self.open = self.open, None
        if now is None or not now.diced or not (0 < now.usable <= MOST_ARMIES and 0 < now.defenders <= MOST_ARMIES):
            return
        count = self.counts.setdefault((now.usable, now.defenders), [0, 0, 0, 0])
        count[0] += 1
        count[1] += now.standing <= 0
        count[2] += now.standing > 0 and now.left <= 0
        if now.standing > 0 and now.left > 0:
            count[3] += round(1_000_000 * chance(now.left, now.standing, self.most))

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number of armies usable and of defenders."""
        names = ("assaults", "conquered", "spent", "held")
        for usable, defenders in sorted(self.counts):
            figures = zip(names, self.counts[usable, defenders], strict=True)
            yield {"size": 10_000 * self.most + 100 * usable + defenders, **dict(figures)}

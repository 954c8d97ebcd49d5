"""Throws that do not count, and who throws for a defender who is not there."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import PASSIVE, Table
from plancia_replay.rules.attack import ground


class VoidThrows(Rule):
    """A throw is void, and thrown again, only by the side that threw more dice than it may (FIR-14)."""

    NAME: ClassVar[str] = "attack.void_throws"

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def ops(self) -> list[int]:
        return [16]

    def allowed(self, t: Table, side: i64) -> i64:
        """Dice that a side may throw: 0 the attacker, 1 the defender."""
        may = t.armies[t.a] - 1 if side == 0 else t.armies[t.b]
        return may if may < self.most else self.most

    def wrong(self, t: Table) -> i64:
        """The dice of the first void throw that was good, 0 for none."""
        if t.x < 0:
            return 0
        count = t.extra[t.x + 1]
        for k in range(count):
            side = t.extra[t.x + 2 + 2 * k]
            dice: i64 = len(str(int(t.extra[t.x + 3 + 2 * k])))
            if dice <= self.allowed(t, side):
                return dice
        return 0

    def finding(self, t: Table) -> i64:
        return 0 if self.wrong(t) == 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {**ground(t), "found": self.wrong(t)}


class PassiveRoller(Rule):
    """For who abandoned throws the first player in the order who is not in the fight (FIR-17)."""

    NAME: ClassVar[str] = "attack.passive_roller"

    def ops(self) -> list[int]:
        return [16]

    def due(self, t: Table) -> i64:
        """Who has to throw for the defence: its owner, or for one who abandoned the first not involved."""
        owner = t.owner[t.b]
        if owner < 0 or owner >= 6 or t.status[owner] != PASSIVE:
            return owner
        for k in range(len(t.order)):
            colour = t.order[k]
            if colour != t.actor and colour != owner and t.plays(colour):
                return colour
        return t.actor

    def finding(self, t: Table) -> i64:
        due = self.due(t)
        thrower = t.thrower()
        if thrower < 0:
            return 2 if due != t.owner[t.b] else 0
        return 0 if thrower == due else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {**ground(t), "player": t.thrower(), "expected": self.due(t)}

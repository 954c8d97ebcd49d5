"""The objective of fifteen contiguous territories and what may stand in for one of them."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, PASSIVE, Table


class ObjectiveSubstitute(Rule):
    """The objective is met with `size` territories of it, each lacking one made up by `for_one` others (FIR-22, 23)."""

    NAME: ClassVar[str] = "claim.objective_substitute"

    def __init__(self, size: int = 15, for_one: int = 3) -> None:
        super().__init__()
        self.size: i64 = size
        self.for_one: i64 = for_one

    def topic(self) -> str:
        return "claim"

    def reached(self, t: Table, player: i64) -> i64:
        """Territories of the objective held, and those that others stand in for."""
        own: i64 = 0
        others: i64 = 0
        for land in range(LANDS):
            if t.owner[land] == player:
                if t.goal[player * LANDS + land] == 1:
                    own += 1
                else:
                    others += 1
        return own + others // self.for_one

    def amount(self, t: Table, player: i64) -> i64:
        if t.status[player] != 0 or t.goal_known[player] == 0:
            return 0
        return 1 if self.reached(t, player) >= self.size else 0

    def ops(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        if t.a == 2:
            return 0 if t.lands[t.actor] == LANDS else 1
        if t.goal_known[t.actor] == 0:
            return 2
        return 0 if self.reached(t, t.actor) >= self.size else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "found": self.reached(t, t.actor), "needed": self.size}


class NoLimit(Rule):
    """There is no army limit, so no infraction of one (FIR-15)."""

    NAME: ClassVar[str] = "limit.none"

    def ops(self) -> list[int]:
        return [29]

    def finding(self, t: Table) -> i64:
        return 1 if t.words[t.b].upper() == "LIMIT" else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.a, "found": t.force[t.a]}


class PassiveLeavesNothing(Rule):
    """Who abandoned counts as eliminated already (FIR-16).

    His cards go to nobody, nobody eliminates him, and he claims nothing.
    """

    NAME: ClassVar[str] = "withdrawal.passive"

    def ops(self) -> list[int]:
        return [21, 25, 26]

    def finding(self, t: Table) -> i64:
        if t.op == 25:
            return 1 if t.status[t.actor] == PASSIVE else 0
        if t.status[t.a] != PASSIVE:
            return 0
        return 1 if t.op == 26 or t.b < 6 else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor if t.op == 25 else t.a}

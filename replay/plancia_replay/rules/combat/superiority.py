"""Attacks allowed by comparing armies, and attacks that are a duty."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, END, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import LANDS, Table


def around(t: Table, land: i64, player: i64) -> i64:
    """Armies of a player on all his territories that border one."""
    found: i64 = 0
    for k in range(t.degree[land]):
        near = t.neighbours[land * 8 + k]
        if t.owner[near] == player:
            found += t.armies[near]
    return found


class Superiority(Rule):
    """A player attacks with more armies around the target than it holds, or with `parity_source_min` at the source.

    All armies on the bordering territories count, and each throw is judged anew (RCM-15, RCM-16).
    """

    NAME: ClassVar[str] = "attack.superiority"

    def __init__(self, parity_source_min: int = 10) -> None:
        super().__init__()
        self.exempt: i64 = parity_source_min

    def kinds(self) -> list[int]:
        return [DECL, ATT]

    def allows(self, t: Table, source: i64, target: i64, player: i64) -> bool:
        """True if the player may attack the target from this source of his now."""
        here = t.armies[source]
        there = t.armies[target]
        if here > there or (self.exempt > 0 and here >= self.exempt):
            return True
        return around(t, target, player) > there

    def finding(self, t: Table) -> i64:
        source, target = t.a, t.b
        return FINE if self.allows(t, source, target, t.actor) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.a, t.b
        return {
            "player": Colour(t.actor),
            "source": Land(source),
            "target": Land(target),
            "source_armies": t.armies[source],
            "target_armies": t.armies[target],
            "found": around(t, target, t.actor),
            "needed": t.armies[target] + 1,
            "most": self.exempt,
        }


def superior(t: Table, source: i64, target: i64) -> bool:
    """True if the rules that compare armies let the holder of the source attack the target."""
    for rule in t.rules:
        if isinstance(rule, Superiority) and not rule.allows(t, source, target, t.owner[source]):
            return False
    return True


def barred(t: Table, source: i64, target: i64) -> bool:
    """True if a rule in force forbids the player on turn every throw from this source at this target."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if rule.bars_attack(t, source, target):
            return True
    return False


class MandatoryAttack(Rule):
    """Territories with more than `above` defenders must be attacked, at least once a turn; a warning (RCM-15a).

    Not for a territory that can be attacked from nowhere, or that other rules let nobody attack.
    """

    NAME: ClassVar[str] = "attack.mandatory"

    def __init__(self, above: int = 5) -> None:
        super().__init__()
        self.above: i64 = above

    def memory_size(self) -> int:
        return 1

    def watches(self) -> list[int]:
        return [TURN, ATT]

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            t.memory[self.base] = 0
            return
        target, loss_code = t.b, t.n
        if t.armies[target] + loss_code % 1000 > self.above:
            t.memory[self.base] = 1

    def kinds(self) -> list[int]:
        return [END]

    def done(self, t: Table) -> bool:
        """True if such an attack has been made in this turn."""
        return t.memory[self.base] == 1

    def binds(self, t: Table, land: i64) -> bool:
        """True if the player on turn must attack the territory where he can."""
        return t.owner[land] >= 0 and t.owner[land] != t.turn and t.armies[land] > self.above

    def reaches(self, t: Table, source: i64, target: i64) -> bool:
        """True if the player on turn could attack the target from here."""
        return t.owner[source] == t.turn and t.armies[source] >= 2 and not barred(t, source, target)

    def unattacked_target(self, t: Table) -> i64:
        """A strong enemy territory that the player on turn could attack, or -1."""
        for land in range(LANDS):
            if not self.binds(t, land):
                continue
            for k in range(t.degree[land]):
                near = t.neighbours[land * 8 + k]
                if self.reaches(t, near, land):
                    return land
        return -1

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0 or self.done(t):
            return FINE
        return WARNING if self.unattacked_target(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        land = self.unattacked_target(t)
        return {"player": Colour(t.turn), "territory": Land(land), "found": t.armies[land], "most": self.above}

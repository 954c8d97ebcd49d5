"""Rules that allow attacks by comparing armies, and the rule on mandatory attacks."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, END, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, WITHDRAWN, Table


def armies_around(t: Table, land: i64, player: i64) -> i64:
    """Armies of a player on all his territories that border a territory."""
    armies: i64 = 0
    for k in range(t.degree[land]):
        neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
        if t.owner[neighbour] == player:
            armies += t.armies[neighbour]
    return armies


class ArmySuperiority(Rule):
    """A player attacks with more armies around the target than it holds, or with `parity_source_min` at the source.

    All armies on the bordering territories count, and each throw is judged anew (RCM-15, RCM-16).
    """

    NAME: ClassVar[str] = "attack.superiority"
    IN_DOUBT_WHOLE: ClassVar[bool] = True

    def __init__(self, parity_source_min: int = 10) -> None:
        super().__init__()
        self.exempt: i64 = parity_source_min

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def allows(self, t: Table, source: i64, target: i64, player: i64) -> bool:
        """True if the player may attack the target from this source now."""
        source_armies = t.armies[source]
        target_armies = t.armies[target]
        if source_armies > target_armies or (self.exempt > 0 and source_armies >= self.exempt):
            return True
        return armies_around(t, target, player) > target_armies

    def check(self, t: Table) -> i64:
        source, target = t.a, t.b
        has_left = t.status[t.actor] == WITHDRAWN  # who has no territories attacks from none
        return FINE if has_left or self.allows(t, source, target, t.actor) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.a, t.b
        return {
            "player": Colour(t.actor), "source": Land(source), "target": Land(target),
            "source_armies": t.armies[source], "target_armies": t.armies[target],
            "found": armies_around(t, target, t.actor), "needed": t.armies[target] + 1, "most": self.exempt,
        }  # fmt: skip


def has_superiority(t: Table, source: i64, target: i64) -> bool:
    """True if the rules that compare armies allow the owner of the source to attack the target."""
    for rule in t.rules:
        if isinstance(rule, ArmySuperiority) and not rule.allows(t, source, target, t.owner[source]):
            return False
    return True


def is_attack_barred(t: Table, source: i64, target: i64) -> bool:
    """True if a rule in force forbids the current player every throw from this source at this target."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if rule.bars_attack(t, source, target):
            return True
    return False


class MandatoryAttack(Rule):
    """At least one territory with more than `above` defenders is attacked in each turn (RCM-15a).

    `breach`: what it is to attack none, "illegal" or a "warning". Exempt are territories that no source can attack, and
    those that other rules protect.
    """

    NAME: ClassVar[str] = "attack.mandatory"
    VALUES: ClassVar[dict[str, object]] = {"breach": ("warning", "illegal")}

    def __init__(self, above: int = 5, breach: str = "warning") -> None:
        super().__init__()
        self.breach: i64 = ILLEGAL if breach == "illegal" else WARNING
        self.above: i64 = above

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [TURN, ATT]

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            t.memory[self.base] = 0
            return
        target, loss_code = t.b, t.n
        if t.is_own_turn() and t.armies[target] + loss_code % 1000 > self.above:
            t.memory[self.base] = 1

    def event_kinds(self) -> list[int]:
        return [END]

    def has_attacked(self, t: Table) -> bool:
        """True if such an attack has been made in this turn."""
        return t.memory[self.base] == 1

    def must_be_attacked(self, t: Table, land: i64) -> bool:
        """True if the territory is an enemy's and holds more than `above` armies."""
        return t.owner[land] >= 0 and t.owner[land] != t.turn and t.armies[land] > self.above

    def can_attack(self, t: Table, source: i64, target: i64) -> bool:
        """True if the current player can attack the target from the source."""
        if t.owner[source] != t.turn or t.armies[source] < 2 or is_attack_barred(t, source, target):
            return False
        return has_superiority(t, source, target)

    def unattacked_target(self, t: Table) -> i64:
        """The first such territory that the current player could attack, or -1."""
        for land in range(LANDS):
            if not self.must_be_attacked(t, land):
                continue
            for k in range(t.degree[land]):
                neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
                if self.can_attack(t, neighbour, land):
                    return land
        return -1

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0 or self.has_attacked(t):
            return FINE
        return self.breach if self.unattacked_target(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        land = self.unattacked_target(t)
        return {"player": Colour(t.turn), "territory": Land(land), "found": t.armies[land], "most": self.above}

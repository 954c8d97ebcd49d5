"""Rules on the order of picks, and on the declaration before the placement."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import PICK, REIN, TRIS
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import BEGUN, FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.setup.rotation import LAST, PLACES, count_act, due_player, may_act


class PickInTurn(Rule):
    """Players pick territories one after the other, in the order of play (EG-01).

    Any player may begin. Players who have left the game are skipped. After a pick out of turn the order continues from
    that player, and a player who was passed over may still pick.
    """

    NAME: ClassVar[str] = "pick.in_turn"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return PLACES

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        if t.seat[t.actor] >= 0:
            count_act(t, self.base, t.seat[t.actor], 1, self.due_player(t))

    def event_kinds(self) -> list[int]:
        return [PICK]

    def due_player(self, t: Table) -> i64:
        """The player who must pick, or -1 if any may begin or no order is known."""
        if len(t.order) == 0 or t.memory[self.base + LAST] == 0:
            return -1
        return due_player(t, self.base, 0, 1, -1)

    def check(self, t: Table) -> i64:
        return FINE if t.turns > 0 or may_act(t, self.base, self.due_player(t)) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = t.a
        return {"player": Colour(t.actor), "expected": Colour(self.due_player(t)), "territory": Land(land)}


PLACED: Final = 1  # index in the memory of `DeclaredOnce` of the armies placed before the last set
ATTACKS: Final = 2


class DeclaredOnce(Rule):
    """The armies of a turn are declared once, before they are placed and before the first attack; again after a set.

    In variants where the declaration must be the first act of the turn, `declaration.made` reports a late one and
    `declaration.not_over` the cost of a second one. Memory: turn of the last set, PLACED, ATTACKS.
    """

    NAME: ClassVar[str] = "record.declared_once"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def memory_size(self) -> int:
        return 3

    def observed_kinds(self) -> list[int]:
        return [TRIS]

    def observe(self, t: Table) -> None:
        if not t.is_own_turn():
            return
        t.memory[self.base] = t.turns
        t.memory[self.base + PLACED] = t.placed
        t.memory[self.base + ATTACKS] = t.attacks + t.announced_attacks

    def event_kinds(self) -> list[int]:
        return [REIN]

    def required_states(self) -> int:
        return BEGUN

    def fault(self, t: Table) -> str:
        """The wording key: declared "again", "late" (after a placement), after an "attack"; '' for no fault."""
        if t.turn != t.actor or t.stopped >= 0 or t.out_of_play == 1:
            return ""
        after_set = t.memory[self.base] == t.turns
        is_set_late = after_set and t.memory[self.base + ATTACKS] > 0
        has_attacked = t.attacks + t.announced_attacks > 0 and not is_set_late
        is_declared = t.declared_sets >= 0
        if self.must_be_first_act(t):
            return "attack" if is_declared and has_attacked else ""
        if is_declared and t.declared_sets == t.sets:
            return "again"
        if t.placed > (t.memory[self.base + PLACED] if after_set else 0):
            return "late"
        return "attack" if has_attacked else ""

    def must_be_first_act(self, t: Table) -> bool:
        """True if another rule requires the declaration as the first act of the turn."""
        for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
            if rule.NAME == "declaration.made":
                return True
        return False

    def check(self, t: Table) -> i64:
        return FINE if self.fault(t) == "" else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "found": t.placed}
        if self.fault(t) != "again":
            facts["wording"] = self.fault(t)
        if self.fault(t) == "attack":
            facts.update({"stage": "attack", "found": t.attacks + t.announced_attacks})
        return facts

"""Rules on what enters after combat by a fixed table, and on defence by absent players."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, OCC
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import ACTIVE, FROZEN, NEUTRAL, PLAYERS, WITHDRAWN, Table
from plancia_replay.rules.combat.losses import (
    attack_facts,
    due_losses,
    is_without_dice,
    possible_numbers,
    written_losses,
)
from plancia_replay.rules.combat.occupation import movement_facts


class NeutralDefence(Rule):
    """Checks who throws the dice of the defence, and how many (STU-11, RCM-34).

    The territories of neutral, frozen and withdrawn players defend with as many dice as allowed, at most `most`; the
    attacker throws them. Every other defender throws his own dice. In team games, a player whose partner is virtual
    also throws for that partner (STU-49); if `partner` is set, every player throws for both colours (STU-51). With
    `neutral` "anybody" who throws for neutral territories is not said.
    """

    NAME: ClassVar[str] = "attack.neutral_defence"
    VALUES: ClassVar[dict[str, object]] = {"neutral": ("attacker", "anybody")}

    def __init__(self, most: int = 3, full: bool = True, partner: bool = False, neutral: str = "attacker") -> None:
        super().__init__()
        self.is_open = neutral == "anybody"
        self.most: i64 = most
        self.full = full
        self.partner = partner

    def event_kinds(self) -> list[int]:
        return [ATT]

    def is_undefended(self, t: Table) -> bool:
        """True if no player plays for the target."""
        target = t.b
        owner = t.owner[target]
        return owner == NEUTRAL or (owner >= 0 and (t.status[owner] == WITHDRAWN or t.status[owner] == FROZEN))

    def may_throw(self, t: Table) -> bool:
        """True if the recorded thrower may throw for the target, or none is recorded."""
        thrower = t.defence_thrower()
        target = t.b
        owner = t.owner[target]
        if self.is_undefended(t):
            return thrower < 0 or thrower == t.actor or (self.is_open and owner == NEUTRAL)
        if thrower < 0 or thrower == owner or t.status[owner] != ACTIVE:
            return True
        return (self.partner or owner == t.virtual) and t.are_partners(owner, thrower)

    def most_dice(self, t: Table) -> i64:
        """The dice of the defence, or as many as its losses allow; -1 where they allow none."""
        defence_dice = t.d
        dice = dice_count(defence_dice)
        return dice if dice >= 0 else max(possible_numbers(t, True), default=-1)

    def has_too_few_dice(self, t: Table) -> bool:
        """True if a target for which no player plays defends with fewer dice than allowed, whatever is not written."""
        target = t.b
        dice = self.most_dice(t)
        return self.full and self.is_undefended(t) and dice >= 0 and dice < self.most and dice < t.armies[target]

    def check(self, t: Table) -> i64:
        return FINE if self.may_throw(t) and not self.has_too_few_dice(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        target, defence_dice, loss_code = t.b, t.d, t.n
        dice = dice_count(defence_dice)
        expected_thrower = t.actor if self.is_undefended(t) else t.owner[target]
        if not self.is_undefended(t) and t.owner[target] == t.virtual:
            for colour in range(PLAYERS):
                if t.are_partners(t.virtual, colour):
                    expected_thrower = colour
        facts: dict[str, object] = {
            **attack_facts(t), "needed": min(self.most, t.armies[target]), "found": dice,
            "expected": Colour(expected_thrower),
            "player": Colour(t.defence_thrower()),
        }  # fmt: skip
        facts["option"] = "full"
        if not self.may_throw(t) or not self.has_too_few_dice(t):
            facts["wording"] = "thrower"
            facts["option"] = "neutral"
        elif dice < 0:
            by_losses = {"declared": written_losses(loss_code), "found": self.most_dice(t), "wording": "by_losses"}
            facts = {**facts, **by_losses}
        elif is_without_dice(t):
            facts["wording"] = "engaged"
        return facts


class AttackLeavesAdvance(Rule):
    """No attack that would conquer without leaving the `min` armies that must enter (STU-24).

    It is forbidden from its declaration: three armies against a single one lose one and conquer. The losses are those
    of the table, also where others are written. With `survivors` it is allowed, and as many enter as can.
    """

    NAME: ClassVar[str] = "attack.advance_possible"

    def __init__(self, min: int = 3, survivors: bool = False) -> None:
        super().__init__()
        self.least: i64 = 1 if survivors else min

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def entering_armies(self, t: Table) -> i64:
        """The greatest number of armies that could enter after the current attack."""
        source = t.a
        return t.armies[source] - due_losses(t) // 1000 - 1

    def check(self, t: Table) -> i64:
        target = t.b
        if t.armies[target] > due_losses(t) % 1000:
            return FINE
        return ILLEGAL if self.entering_armies(t) < self.least else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**attack_facts(t), "found": self.entering_armies(t), "needed": self.least}


class AdvanceMinimum(Rule):
    """At least `min` armies enter a conquered territory (STU-24), or all that can where the attack left fewer.

    Such an attack is judged by itself (`attack.advance_possible`). Memory: the armies that the last attack should have
    cost its source beyond those written.
    """

    NAME: ClassVar[str] = "occupation.minimum"

    def __init__(self, min: int = 3) -> None:
        super().__init__()
        self.least: i64 = min

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [ATT]

    def observe(self, t: Table) -> None:
        written, due = t.n, due_losses(t)
        unwritten = due // 1000 - written // 1000
        t.memory[self.base] = unwritten if unwritten > 0 and due % 1000 >= written % 1000 else 0

    def event_kinds(self) -> list[int]:
        return [OCC]

    def check(self, t: Table) -> i64:
        target, armies = t.b, t.c
        return ILLEGAL if t.emptied_land == target and armies < self.due(t) else FINE

    def due(self, t: Table) -> i64:
        """The armies that must enter: `min`, or what the source could give by the table."""
        source = t.a
        available = t.armies[source] - 1 - t.memory[self.base]
        return available if available < self.least else self.least

    def facts(self, t: Table) -> dict[str, object]:
        facts = {**movement_facts(t), "needed": self.due(t), "most": self.least}
        return {**facts, "wording": "all"} if self.due(t) < self.least else facts

"""Rules on announced dice, void throws, and throws for a defender who abandoned the game."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import NEUTRAL, PASSIVE, Table
from plancia_replay.rules.combat.losses import attack_facts


def void_dice(t: Table, side: i64) -> i64:
    """Number of dice in the first void throw of a side (0 the attacker, 1 the defender); 0 if it has none."""
    details_offset = t.x
    if details_offset < 0:
        return 0
    for k in range(t.extra[details_offset + 1]):
        if t.extra[details_offset + 2 + 2 * k] == side:
            return len(str(int(t.extra[details_offset + 3 + 2 * k])))
    return 0


SOURCE: Final = 1  # index in the memory of `AnnouncedDice` of the territory that attacks
TARGET: Final = 2
DICE: Final = 3
HAS_SOME: Final = 4  # 1 once an announcement was written


class AnnouncedDice(Rule):
    """A player who announces an attack (DECL) with a number of dice throws that number in its next throw (FIR-12).

    If his armies do not allow that many, he throws as many as they do. Without a number he throws all the dice he may;
    a record shows what was not announced only if it records announcements: with `complete`, a record with one
    announcement, be it without a number, contains every later one. Memory: the turn of the announcement, 0 where none
    stands; SOURCE, TARGET, DICE, HAS_SOME.
    """

    NAME: ClassVar[str] = "attack.announced_dice"

    def __init__(self, complete: bool = True, most: int = 3) -> None:
        super().__init__()
        self.complete = complete
        self.most: i64 = most

    def memory_size(self) -> int:
        return 5

    def observed_kinds(self) -> list[int]:
        return [DECL, ATT]

    def observe(self, t: Table) -> None:
        source, target, dice = t.a, t.b, t.c
        t.memory[self.base] = t.turns if t.op == DECL and dice > 0 else 0
        t.memory[self.base + SOURCE] = source
        t.memory[self.base + TARGET] = target
        t.memory[self.base + DICE] = dice
        if t.op == DECL:
            t.memory[self.base + HAS_SOME] = 1

    def event_kinds(self) -> list[int]:
        return [ATT]

    def check(self, t: Table) -> i64:
        if not self.is_announced(t):
            return ILLEGAL if self.is_undeclared(t) else FINE
        announced_dice = t.memory[self.base + DICE]
        dice = self.dice_thrown(t)
        if dice < 0 or dice == announced_dice:
            return FINE
        source = t.a
        limit = t.armies[source] - 1
        return FINE if announced_dice > limit and dice == limit else ILLEGAL

    def is_announced(self, t: Table) -> bool:
        """True if the current attack is the one announced last."""
        source, target = t.a, t.b
        same_territories = t.memory[self.base + SOURCE] == source and t.memory[self.base + TARGET] == target
        return same_territories and t.turns > 0 and t.memory[self.base] == t.turns

    def is_undeclared(self, t: Table) -> bool:
        """True for fewer dice than the armies allow, unannounced, in a record that has announcements."""
        if not self.complete or t.memory[self.base + HAS_SOME] == 0:
            return False
        dice = self.dice_thrown(t)
        return dice > 0 and dice < self.dice_limit(t)

    def dice_limit(self, t: Table) -> i64:
        """The greatest number of dice that the attacker's armies allow."""
        source = t.a
        limit = t.armies[source] - 1
        return limit if limit < self.most else self.most

    def dice_thrown(self, t: Table) -> i64:
        """Number of dice in the attacker's first throw, also if that throw is void.

        A throw of more dice than his armies allow, which was thrown again, does not break an announcement (FIR-14).
        """
        void_dice_count = void_dice(t, 0)
        source, attack_dice = t.a, t.c
        if void_dice_count > t.armies[source] - 1 and self.is_announced(t):
            return dice_count(attack_dice)
        return void_dice_count if void_dice_count > 0 else dice_count(attack_dice)

    def facts(self, t: Table) -> dict[str, object]:
        if not self.is_announced(t):
            return {
                **attack_facts(t), "needed": self.dice_limit(t), "found": self.dice_thrown(t), "wording": "undeclared",
                "option": "complete",
            }  # fmt: skip
        return {**attack_facts(t), "needed": t.memory[self.base + DICE], "found": self.dice_thrown(t), "option": "-"}


class VoidThrows(Rule):
    """A throw is void, and repeated, only for the side that threw more dice than it may (FIR-14).

    It is repeated with the right number: as many as the armies allow. Fewer are right only if fewer were intended from
    the first, which a record does not show.
    """

    NAME: ClassVar[str] = "attack.void_throws"
    ANSWERS_FOR: ClassVar[tuple[tuple[str, str], ...]] = (
        ("attack.attacker_dice", "more-than-armies"),
        ("attack.defender_dice", "more-than-armies"),
    )

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return [ATT]

    def dice_limit(self, t: Table, side: i64) -> i64:
        """Dice that a side may throw: 0 the attacker, 1 the defender."""
        source, target = t.a, t.b
        limit = t.armies[source] - 1 if side == 0 else t.armies[target]
        return limit if limit < self.most else self.most

    def valid_void_throw(self, t: Table) -> i64:
        """Number of dice in the first void throw that was allowed, 10 more for the defender; 0 if there is none."""
        details_offset = t.x
        if details_offset < 0:
            return 0
        count = t.extra[details_offset + 1]
        for k in range(count):
            side = t.extra[details_offset + 2 + 2 * k]
            dice: i64 = len(str(int(t.extra[details_offset + 3 + 2 * k])))
            if dice <= self.dice_limit(t, side):
                return dice + 10 * side
        return 0

    def rerolls_fewer(self, t: Table, side: i64) -> bool:
        """True if a side (0 the attacker, 1 the defender) rerolls with fewer dice than its armies allow."""
        attack_dice, defence_dice = t.c, t.d
        dice = dice_count(attack_dice if side == 0 else defence_dice)
        return void_dice(t, side) > 0 and dice >= 0 and dice < self.dice_limit(t, side)

    def check(self, t: Table) -> i64:
        if self.valid_void_throw(t) != 0:
            return ILLEGAL
        return ASSUMED if self.rerolls_fewer(t, 0) or self.rerolls_fewer(t, 1) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        void = self.valid_void_throw(t)
        fewer = "fewer" if self.rerolls_fewer(t, 0) else "fewer_defence"
        wording = fewer if void == 0 else "defence" if void > 10 else ""
        return {**attack_facts(t), "found": void % 10, "wording": wording}


class ThrowerForAbandoned(Rule):
    """The first player in the order who takes no part in the attack throws for a defender who abandoned (FIR-17).

    The document names no thrower for other defenders, nor where no third player is left.
    """

    NAME: ClassVar[str] = "attack.passive_roller"

    def event_kinds(self) -> list[int]:
        return [ATT]

    def expected_thrower(self, t: Table) -> i64:
        """The player who must throw for a defender who abandoned, or -1 if the rule names none."""
        target = t.b
        owner = t.owner[target]
        if owner < 0 or owner >= NEUTRAL or t.status[owner] != PASSIVE:
            return -1
        for k in range(len(t.order)):
            colour = t.order[k]
            if colour != t.actor and colour != owner and t.is_playing(colour):
                return colour
        return -1

    def check(self, t: Table) -> i64:
        expected_thrower = self.expected_thrower(t)
        if expected_thrower < 0:
            return FINE
        thrower = t.defence_thrower()
        if thrower < 0:
            return UNDECIDABLE
        return FINE if thrower == expected_thrower else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {**attack_facts(t), "player": Colour(t.defence_thrower()), "expected": Colour(self.expected_thrower(t))}

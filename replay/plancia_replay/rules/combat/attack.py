"""Attack: who may attack whom, with how many dice, and what the dice cost."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL
from plancia_events.packed.log import COMPILED
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table

ATTACK = [ATT]


def ground(t: Table) -> dict[str, object]:
    """The facts every attack finding states: places, armies before the throw, dice (-1 unknown)."""
    return {
        "player": Colour(t.actor),
        "source": Land(t.a),
        "target": Land(t.b),
        "source_armies": t.armies[t.a],
        "target_armies": t.armies[t.b],
        "attacker_dice": dice_count(t.c),
        "defender_dice": dice_count(t.d),
    }


class Adjacent(Rule):
    """The target borders the source (EG-08)."""

    NAME: ClassVar[str] = "attack.adjacent"
    NEEDS_BORDER: ClassVar[bool] = True
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [DECL, ATT]

    def finding(self, t: Table) -> i64:
        return FINE if t.adjacent[t.a * LANDS + t.b] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"source": Land(t.a), "target": Land(t.b), "player": Colour(t.actor)}


class OwnSource(Rule):
    """The attacker holds the territory he attacks from (EG-08)."""

    NAME: ClassVar[str] = "attack.own_source"
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [DECL, ATT]

    def finding(self, t: Table) -> i64:
        return FINE if t.owner[t.a] == t.actor else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"source": Land(t.a), "territory": Land(t.a), "owner": Colour(t.owner[t.a]), "player": Colour(t.actor)}


class EnemyTarget(Rule):
    """The target is not the attacker's own (EG-08)."""

    NAME: ClassVar[str] = "attack.enemy_target"
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [DECL, ATT]

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.owner[t.b] == t.actor else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"target": Land(t.b), "territory": Land(t.b), "owner": Colour(t.owner[t.b]), "player": Colour(t.actor)}


class AttackerDice(Rule):
    """At most `most` dice, and at most the armies less the one that stays (EG-08)."""

    NAME: ClassVar[str] = "attack.attacker_dice"
    CONTRADICTS: ClassVar[bool] = True

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return ATTACK

    def finding(self, t: Table) -> i64:
        dice = dice_count(t.c)
        if dice < 0:
            return UNDECIDABLE
        return ILLEGAL if dice > self.most or dice > t.armies[t.a] - 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**ground(t), "most": min(self.most, max(0, t.armies[t.a] - 1)), "found": dice_count(t.c)}


class DefenderDice(Rule):
    """At most `most` dice, and at most the armies that defend (EG-08)."""

    NAME: ClassVar[str] = "attack.defender_dice"
    CONTRADICTS: ClassVar[bool] = True

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return ATTACK

    def finding(self, t: Table) -> i64:
        dice = dice_count(t.d)
        if dice < 0:
            return UNDECIDABLE
        return ILLEGAL if dice > self.most or dice > t.armies[t.b] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**ground(t), "most": min(self.most, t.armies[t.b]), "found": dice_count(t.d)}


class DiceNotFewer(Rule):
    """No fewer attack dice than the defence may throw: min(most, defenders) (MON-14, MON-15)."""

    NAME: ClassVar[str] = "attack.dice_not_fewer"

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return ATTACK

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        return t.armies[source] - 1 < self.most and t.armies[source] - 1 < t.armies[target]

    def finding(self, t: Table) -> i64:
        dice = dice_count(t.c)
        if dice < 0:
            return UNDECIDABLE
        return ILLEGAL if dice < self.most and dice < t.armies[t.b] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        needed = min(self.most, t.armies[t.b])
        return {**ground(t), "needed": needed, "found": dice_count(t.c)}


class DefenceFull(Rule):
    """The defender throws all the dice his armies allow, up to `most` (MON-16)."""

    NAME: ClassVar[str] = "attack.defence_full"

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return ATTACK

    def finding(self, t: Table) -> i64:
        dice = dice_count(t.d)
        if dice < 0:
            return UNDECIDABLE
        return ILLEGAL if dice < self.most and dice < t.armies[t.b] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**ground(t), "needed": min(self.most, t.armies[t.b]), "found": dice_count(t.d)}


def losses(attack: i64, defence: i64) -> i64:
    """What two dice codes cost, attacker x 1000 + defender: best against best, a tie to the defender; -1 unknown."""
    if attack < 0 or defence < 0 or attack >= 1000 or defence >= 1000:
        return -1
    mine = attack // 100
    yours = defence // 100
    if mine == 0 or yours == 0:
        return 0
    found: i64 = 1000
    if mine > yours:
        found = 1
    mine = attack // 10 % 10
    yours = defence // 10 % 10
    if mine == 0 or yours == 0:
        return found
    if mine > yours:
        found += 1
    else:
        found += 1000
    mine = attack % 10
    yours = defence % 10
    if mine == 0 or yours == 0:
        return found
    return found + 1 if mine > yours else found + 1000


if not COMPILED:  # sorted dice give under 7,000 pairs, and each is asked for many times
    globals()["losses"] = lru_cache(maxsize=8192)(losses)


class LossesByDice(Rule):
    """The losses recorded are those of the dice: sorted, paired, ties to the defender (EG-08)."""

    NAME: ClassVar[str] = "attack.losses_by_dice"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return ATTACK

    def finding(self, t: Table) -> i64:
        due = losses(t.c, t.d)
        if due < 0:
            return UNDECIDABLE
        return FINE if due == t.n else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        due = losses(t.c, t.d)
        return {
            **ground(t),
            "attacker_lost": t.n // 1000,
            "defender_lost": t.n % 1000,
            "attacker_due": due // 1000 if due >= 0 else -1,
            "defender_due": due % 1000 if due >= 0 else -1,
            "declared": f"-{t.n // 1000}-{t.n % 1000}",
            "computed": f"-{due // 1000}-{due % 1000}" if due >= 0 else "?",
        }

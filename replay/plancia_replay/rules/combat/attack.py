"""Rules on attacks: source, target, numbers of dice."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.holdings import may_be_picked
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rules.combat.losses import (
    ATTACK,
    MAX_DICE,
    attack_facts,
    is_without_dice,
    number_finding,
    possible_numbers,
    written_losses,
)


class AttackAdjacent(Rule):
    """The target borders the source (EG-08)."""

    NAME: ClassVar[str] = "attack.adjacent"
    REPORTS_MISSING_BORDER: ClassVar[bool] = True
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def check(self, t: Table) -> i64:
        source, target = t.a, t.b
        return FINE if t.adjacent[source * LANDS + target] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.a, t.b
        return {"source": Land(source), "target": Land(target), "player": Colour(t.actor)}


class OwnAttackSource(Rule):
    """The attacker holds the territory he attacks from (EG-08)."""

    NAME: ClassVar[str] = "attack.own_source"
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def check(self, t: Table) -> i64:
        source = t.a
        if t.owner[source] == t.actor or t.has_left_land(source):
            return FINE
        return UNDECIDABLE if may_be_picked(t, source, t.actor) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source = t.a
        return {
            "source": Land(source),
            "territory": Land(source),
            "owner": Colour(t.owner[source]),
            "player": Colour(t.actor),
        }


class EnemyAttackTarget(Rule):
    """The target is not the attacker's own (EG-08)."""

    NAME: ClassVar[str] = "attack.enemy_target"
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def check(self, t: Table) -> i64:
        target = t.b
        return ILLEGAL if t.owner[target] == t.actor else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target = t.b
        return {
            "target": Land(target),
            "territory": Land(target),
            "owner": Colour(t.owner[target]),
            "player": Colour(t.actor),
        }


class AttackerDice(Rule):
    """At most `most` dice, and at most the armies less the one that stays (EG-08)."""

    NAME: ClassVar[str] = "attack.attacker_dice"
    INDICATES_SLIP: ClassVar[bool] = True

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return ATTACK

    def check(self, t: Table) -> i64:
        attack_dice = t.c
        dice = dice_count(attack_dice)
        source = t.a
        if dice < 0:
            return number_finding(t, False, 1, min(self.most, t.armies[source] - 1))
        return ILLEGAL if dice > self.most or dice > t.armies[source] - 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        source, attack_dice = t.a, t.c
        found = found_number(t, attack_dice, False, self.check(t))
        return {
            **attack_facts(t),
            "most": min(self.most, max(0, t.armies[source] - 1)),
            **found,
            **engaged_words(t, found),
            **more_than_armies(found["found"], t.armies[source] - 1),
        }


def more_than_armies(dice: object, armies: i64) -> dict[str, object]:
    """The fact "stage" of a throw with more dice than armies, of which another line may speak (FIR-14)."""
    return {"stage": "more-than-armies"} if isinstance(dice, int) and dice > armies else {}


def engaged_words(t: Table, found: dict[str, object]) -> dict[str, object]:
    """The wording of a number of armies engaged, where combat is without dice."""
    return {"wording": "engaged_by_losses" if "wording" in found else "engaged"} if is_without_dice(t) else {}


def found_number(t: Table, code: i64, of_defence: bool, verdict: i64, greatest: bool = False) -> dict[str, object]:
    """The fact "found" of a number of dice (-1 unknown).

    Where it is not written and yet illegal, the least (or greatest) that its losses allow, and the wording of that.
    """
    dice, loss_code = dice_count(code), t.n
    if dice >= 0 or verdict != ILLEGAL:
        return {"found": dice}
    found = possible_numbers(t, of_defence)[-1 if greatest else 0]
    return {"declared": written_losses(loss_code), "found": found, "wording": "by_losses"}


class DefenderDice(Rule):
    """At most `most` dice, and at most the armies that defend (EG-08)."""

    NAME: ClassVar[str] = "attack.defender_dice"
    INDICATES_SLIP: ClassVar[bool] = True

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return ATTACK

    def check(self, t: Table) -> i64:
        defence_dice = t.d
        dice = dice_count(defence_dice)
        target = t.b
        if dice < 0:
            return number_finding(t, True, 1, min(self.most, t.armies[target]))
        return ILLEGAL if dice > self.most or dice > t.armies[target] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target, defence_dice = t.b, t.d
        found = found_number(t, defence_dice, True, self.check(t))
        return {
            **attack_facts(t),
            "most": min(self.most, t.armies[target]),
            **found,
            **engaged_words(t, found),
            **more_than_armies(found["found"], t.armies[target]),
        }


def few_dice_finding(t: Table, code: i64, of_defence: bool, most: i64) -> i64:
    """ILLEGAL if a side has fewer than min(most, defenders) dice, UNDECIDABLE if their unknown number may be fewer."""
    dice = dice_count(code)
    target = t.b
    needed = min(most, t.armies[target])
    if dice < 0:
        return number_finding(t, of_defence, needed, MAX_DICE)
    return ILLEGAL if dice < needed else FINE


def few_dice_facts(t: Table, code: i64, of_defence: bool, most: i64) -> dict[str, object]:
    """Facts of a finding on too few dice: the number needed and the number thrown (-1 unknown)."""
    target = t.b
    found = found_number(t, code, of_defence, few_dice_finding(t, code, of_defence, most), greatest=True)
    return {**attack_facts(t), "needed": min(most, t.armies[target]), **found}


class AttackerDiceNotFewer(Rule):
    """The attacker throws at least as many dice as the defence may: min(most, defenders) (MON-14, MON-15)."""

    NAME: ClassVar[str] = "attack.dice_not_fewer"

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return ATTACK

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        return t.armies[source] - 1 < self.most and t.armies[source] - 1 < t.armies[target]

    def check(self, t: Table) -> i64:
        source, target, attack_dice = t.a, t.b, t.c
        if dice_count(attack_dice) < 0 and self.bars_attack(t, source, target):
            return ILLEGAL  # whatever the number was
        return few_dice_finding(t, attack_dice, False, self.most)

    def facts(self, t: Table) -> dict[str, object]:
        source, attack_dice = t.a, t.c
        facts = few_dice_facts(t, attack_dice, False, self.most)
        if facts["found"] == -1 and self.check(t) == ILLEGAL:
            return {**facts, "found": max(0, t.armies[source] - 1), "wording": "armies"}
        return facts


class DefenderThrowsAllDice(Rule):
    """The defender throws all the dice his armies allow, up to `most` (MON-16)."""

    NAME: ClassVar[str] = "attack.defence_full"

    def __init__(self, most: int = 3) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return ATTACK

    def check(self, t: Table) -> i64:
        defence_dice = t.d
        return few_dice_finding(t, defence_dice, True, self.most)

    def facts(self, t: Table) -> dict[str, object]:
        defence_dice = t.d
        return few_dice_facts(t, defence_dice, True, self.most)

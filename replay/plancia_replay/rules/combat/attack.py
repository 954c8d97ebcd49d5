"""Rules on attacks: source, target, numbers of dice, losses."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.holdings import may_be_picked
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table

ATTACK = [ATT]
MAX_DICE: Final = 3  # of one side, in the notation


def attack_facts(t: Table) -> dict[str, object]:
    """Facts of every attack finding: territories, armies before the throw, dice (-1 unknown)."""
    source, target, attack_dice = t.a, t.b, t.c
    defence_dice = t.d
    return {
        "player": Colour(t.actor),
        "source": Land(source),
        "target": Land(target),
        "source_armies": t.armies[source],
        "target_armies": t.armies[target],
        "attacker_dice": dice_count(attack_dice),
        "defender_dice": dice_count(defence_dice),
    }


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
        if dice < 0:  # FINE where every number that a line may state is allowed
            return FINE if self.most >= MAX_DICE and t.armies[source] > MAX_DICE else UNDECIDABLE
        return ILLEGAL if dice > self.most or dice > t.armies[source] - 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        source, attack_dice = t.a, t.c
        return {
            **attack_facts(t),
            "most": min(self.most, max(0, t.armies[source] - 1)),
            "found": dice_count(attack_dice),
            **more_than_armies(dice_count(attack_dice), t.armies[source] - 1),
        }


def more_than_armies(dice: i64, armies: i64) -> dict[str, object]:
    """The fact "stage" of a throw with more dice than armies, of which another line may speak (FIR-14)."""
    return {"stage": "more-than-armies"} if dice > armies else {}


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
            return FINE if self.most >= MAX_DICE and t.armies[target] >= MAX_DICE else UNDECIDABLE
        return ILLEGAL if dice > self.most or dice > t.armies[target] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target, defence_dice = t.b, t.d
        return {
            **attack_facts(t),
            "most": min(self.most, t.armies[target]),
            "found": dice_count(defence_dice),
            **more_than_armies(dice_count(defence_dice), t.armies[target]),
        }


def few_dice_finding(t: Table, code: i64, most: i64) -> i64:
    """ILLEGAL if a dice code has fewer than min(most, defenders) dice, UNDECIDABLE if their unknown number may be."""
    dice = dice_count(code)
    target = t.b
    if dice < 0:  # FINE where one die is enough
        return UNDECIDABLE if most > 1 and t.armies[target] > 1 else FINE
    return ILLEGAL if dice < most and dice < t.armies[target] else FINE


def few_dice_facts(t: Table, code: i64, most: i64) -> dict[str, object]:
    """Facts of a finding on too few dice: the number needed and the number thrown (-1 unknown)."""
    target = t.b
    return {**attack_facts(t), "needed": min(most, t.armies[target]), "found": dice_count(code)}


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
        attack_dice = t.c
        return few_dice_finding(t, attack_dice, self.most)

    def facts(self, t: Table) -> dict[str, object]:
        attack_dice = t.c
        return few_dice_facts(t, attack_dice, self.most)


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
        return few_dice_finding(t, defence_dice, self.most)

    def facts(self, t: Table) -> dict[str, object]:
        defence_dice = t.d
        return few_dice_facts(t, defence_dice, self.most)


def losses(attack: i64, defence: i64) -> i64:
    """Losses of two dice codes, attacker x 1000 + defender: best against best, a tie to the defender; -1 unknown."""
    if attack < 0 or defence < 0 or attack >= 1000 or defence >= 1000:
        return -1
    attack_die = attack // 100
    defence_die = defence // 100
    if attack_die == 0 or defence_die == 0:
        return 0
    total: i64 = 1000
    if attack_die > defence_die:
        total = 1
    attack_die = attack // 10 % 10
    defence_die = defence // 10 % 10
    if attack_die == 0 or defence_die == 0:
        return total
    if attack_die > defence_die:
        total += 1
    else:
        total += 1000
    attack_die = attack % 10
    defence_die = defence % 10
    if attack_die == 0 or defence_die == 0:
        return total
    return total + 1 if attack_die > defence_die else total + 1000


def compared_dice(t: Table) -> i64:
    """The pairs of dice compared in the current attack; -1 if a number of dice is unknown."""
    attack_dice, defence_dice = t.c, t.d
    return min(dice_count(attack_dice), dice_count(defence_dice))


class LossesByDice(Rule):
    """The recorded losses follow from the dice: sorted, compared in pairs, ties to the defender (EG-08).

    Where the numbers alone are written the losses are as many as the pairs.
    """

    NAME: ClassVar[str] = "attack.losses_by_dice"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return ATTACK

    def check(self, t: Table) -> i64:
        attack_dice, defence_dice = t.c, t.d
        expected_losses = losses(attack_dice, defence_dice)
        loss_code = t.n
        if expected_losses < 0:
            pairs = compared_dice(t)
            return ILLEGAL if pairs >= 0 and loss_code // 1000 + loss_code % 1000 != pairs else UNDECIDABLE
        return FINE if expected_losses == loss_code else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        attack_dice, defence_dice, loss_code = t.c, t.d, t.n
        expected_losses = losses(attack_dice, defence_dice)
        by_number: dict[str, object] = {"needed": compared_dice(t), "wording": "number"}
        is_by_number = expected_losses < 0 and self.check(t) == ILLEGAL
        return {
            **attack_facts(t),
            **(by_number if is_by_number else {}),
            "attacker_lost": loss_code // 1000,
            "defender_lost": loss_code % 1000,
            "attacker_due": expected_losses // 1000 if expected_losses >= 0 else -1,
            "defender_due": expected_losses % 1000 if expected_losses >= 0 else -1,
            "declared": f"-{loss_code // 1000}-{loss_code % 1000}",
            "computed": f"-{expected_losses // 1000}-{expected_losses % 1000}" if expected_losses >= 0 else "?",
        }

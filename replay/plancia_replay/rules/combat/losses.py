"""Losses of an attack, by the dice or by a fixed table, and the numbers of dice that written losses allow.

A number that a record does not state is one of those that cost the losses it states: a rule on numbers of dice judges
all of them.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table

ATTACK = [ATT]
MAX_DICE: Final = 3  # of one side, in the notation


def attack_facts(t: Table) -> dict[str, object]:
    """Facts of every attack finding: territories, armies before the throw, dice (-1 unknown)."""
    source, target, attack_dice = t.a, t.b, t.c
    defence_dice = t.d
    return {
        "player": Colour(t.actor), "source": Land(source), "target": Land(target), "source_armies": t.armies[source],
        "target_armies": t.armies[target], "attacker_dice": dice_count(attack_dice),
        "defender_dice": dice_count(defence_dice),
    }  # fmt: skip


def written_losses(code: i64) -> str:
    """The notation of losses, attacker x 1000 + defender; `?` for -1."""
    return f"-{code // 1000}-{code % 1000}" if code >= 0 else "?"


def losses(attack: i64, defence: i64) -> i64:
    """Losses of two dice codes, attacker x 1000 + defender: best against best, a tie to the defender; -1 unknown."""
    if attack < 0 or defence < 0 or attack >= 1000 or defence >= 1000:
        return -1
    total: i64 = 0
    unit: i64 = 100
    while unit > 0 and attack // unit % 10 > 0 and defence // unit % 10 > 0:
        total += 1 if attack // unit % 10 > defence // unit % 10 else 1000
        unit //= 10
    return total


def best_dice(code: i64, most: i64) -> i64:
    """The dice code of the `most` highest of a throw; the throw itself where it has no more, or `most` is 0."""
    if code >= 1000 or most <= 0 or most >= 3:
        return code
    return code // 10 * 10 if most == 2 else code // 100 * 100


def losses_by_dice(t: Table) -> i64:
    """The losses of the current throw, attacker x 1000 + defender; -1 unknown.

    Where a side threw more dice than it has armies for, which is a finding of its own, the surplus ones cost nothing.
    """
    source, target, attack_dice, defence_dice = t.a, t.b, t.c, t.d
    return losses(best_dice(attack_dice, t.armies[source] - 1), best_dice(defence_dice, t.armies[target]))


def bearable_losses(t: Table, code: i64) -> i64:
    """Losses, attacker x 1000 + defender, of which no side has more than armies on its territory; -1 stays."""
    source, target = t.a, t.b
    return min(code // 1000, t.armies[source]) * 1000 + min(code % 1000, t.armies[target]) if code >= 0 else code


def compared_dice(t: Table) -> i64:
    """The pairs of dice compared in the current attack; -1 if a number of dice is unknown."""
    attack_dice, defence_dice = t.c, t.d
    return min(dice_count(attack_dice), dice_count(defence_dice))


class LossesByDice(Rule):
    """The recorded losses follow from the dice: sorted, compared in pairs, ties to the defender (EG-08).

    Where the numbers alone are written, or not even they, the losses are as many as the pairs. A line without numbers
    may be a whole battle where a clause answers for the stage "battle".
    """

    NAME: ClassVar[str] = "attack.losses_by_dice"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return ATTACK

    def check(self, t: Table) -> i64:
        attack_dice, defence_dice, loss_code = t.c, t.d, t.n
        thrown_losses = losses(attack_dice, defence_dice)
        if thrown_losses < 0:
            return UNDECIDABLE if possible_numbers(t, False) else ILLEGAL
        if thrown_losses == loss_code:
            return FINE
        return FINE if loss_code in (losses_by_dice(t), bearable_losses(t, thrown_losses)) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        expected_losses, loss_code = losses_by_dice(t), t.n
        pairs = compared_dice(t)
        by_number: dict[str, object] = {"needed": pairs, "wording": "number" if pairs >= 0 else "no_number"}
        is_by_number = expected_losses < 0 and self.check(t) == ILLEGAL
        return {
            **attack_facts(t), **(by_number if is_by_number else {}), **({"stage": "battle"} if pairs < 0 else {}),
            "attacker_lost": loss_code // 1000, "defender_lost": loss_code % 1000,
            "attacker_due": expected_losses // 1000 if expected_losses >= 0 else -1,
            "defender_due": expected_losses % 1000 if expected_losses >= 0 else -1,
            "declared": written_losses(loss_code), "computed": written_losses(expected_losses),
        }  # fmt: skip


class CombatTable(Rule):
    """Losses follow from the numbers engaged, without dice (STU-21..23).

    Three against three, two, one cost what the options say (attacker:defender); one or two attackers are lost.
    """

    NAME: ClassVar[str] = "combat.table"
    VALUES: ClassVar[dict[str, object]] = {"three_three": "pairs", "three_two": "pairs", "three_one": "pairs"}
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def __init__(self, three_three: str = "3:2", three_two: str = "1:1", three_one: str = "1:1") -> None:
        super().__init__()
        pairs = [text.split(":") for text in ("0:0", three_one, three_two, three_three)]
        self.losses_by_defence = [int(pair[0]) * 1000 + int(pair[1]) for pair in pairs]  # "3:2" as 3002

    def expected_losses(self, t: Table) -> i64:
        """The losses of the current attack, attacker x 1000 + defender; -1 if a number they depend on is not stated."""
        attack_dice, defence_dice = t.c, t.d
        return self.losses(dice_count(attack_dice), dice_count(defence_dice))

    def losses(self, attackers: i64, defenders: i64) -> i64:
        """The losses of so many attackers and defenders (-1 unknown), attacker x 1000 + defender; -1 if they depend."""
        if attackers < 0:
            return -1
        if attackers < 3:
            return attackers * 1000  # whatever the defence is
        return self.losses_by_defence[defenders] if defenders >= 1 and defenders <= 3 else -1

    def has_dice(self, t: Table) -> bool:
        """True if the record states dice, which combat by the table does not have."""
        attack_dice, defence_dice = t.c, t.d
        return (attack_dice >= 0 and attack_dice < 1000) or (defence_dice >= 0 and defence_dice < 1000)

    def event_kinds(self) -> list[int]:
        return [ATT]

    def check(self, t: Table) -> i64:
        if self.has_dice(t):
            return ILLEGAL
        expected_losses = self.expected_losses(t)
        if expected_losses < 0:  # as long as some numbers cost these losses, those are the numbers
            return FINE if possible_numbers(t, False) else ILLEGAL
        loss_code = t.n
        return FINE if loss_code == bearable_losses(t, expected_losses) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        expected_losses, loss_code = bearable_losses(t, self.expected_losses(t)), t.n
        facts = {
            **attack_facts(t), "declared": written_losses(loss_code), "computed": written_losses(expected_losses),
        }  # fmt: skip
        if self.has_dice(t):
            facts["wording"] = "dice"
        elif expected_losses < 0:
            facts["wording"] = "no_number"
        return facts


def is_of_battles(t: Table) -> bool:
    """True if a line of losses without numbers of dice may be a whole battle."""
    return any(isinstance(rule, LossesByDice) and "battle" in rule.stages for rule in t.rules)


def is_without_dice(t: Table) -> bool:
    """True if losses follow from a table, and no dice are thrown."""
    return any(isinstance(rule, CombatTable) for rule in t.rules)


def may_be_numbers(t: Table, attackers: i64, defenders: i64) -> bool:
    """True if so many attackers and defenders are those written, or cost the written losses where not both are."""
    attack_dice, defence_dice, loss_code = t.c, t.d, t.n
    written_attackers, written_defenders = dice_count(attack_dice), dice_count(defence_dice)
    if written_attackers >= 0 and written_attackers != attackers:
        return False
    if written_defenders >= 0 and written_defenders != defenders:
        return False
    for rule in t.rules:
        if isinstance(rule, LossesByDice):
            return "battle" in rule.stages or min(attackers, defenders) == loss_code // 1000 + loss_code % 1000
        if isinstance(rule, CombatTable):
            return rule.losses(attackers, defenders) == loss_code
    return True


def possible_numbers(t: Table, of_defence: bool) -> list[int]:
    """The numbers of dice of a side that `may_be_numbers` allows, in order."""
    sides = range(1, MAX_DICE + 1)
    pairs = [(attackers, defenders) for attackers in sides for defenders in sides]
    return sorted({pair[1 if of_defence else 0] for pair in pairs if may_be_numbers(t, pair[0], pair[1])})


def number_finding(t: Table, of_defence: bool, least: i64, most: i64) -> i64:
    """The finding on a number of dice that is not written and has to be `least` to `most`.

    FINE if all numbers that the losses allow are, ILLEGAL if none is. Losses that no number allows are a finding of
    their own, and here FINE; so is an attack that no number allows.
    """
    numbers = possible_numbers(t, of_defence)
    allowed = [number for number in numbers if least <= number <= most]
    if len(allowed) == len(numbers):
        return FINE
    return ILLEGAL if not allowed else FINE if has_no_legal_throw(t) else UNDECIDABLE


def has_no_legal_throw(t: Table) -> bool:
    """True if the source cannot throw as many dice as the defence may, whatever is written."""
    source, target = t.a, t.b
    return any(rule.NAME == "attack.dice_not_fewer" and rule.bars_attack(t, source, target) for rule in t.rules)


def due_losses(t: Table) -> i64:
    """The losses of the current attack by the table, attacker x 1000 + defender; those written where it has none.

    An announcement without a number, or of fewer than three armies, conquers nothing: 0.
    """
    loss_code, dice = t.n, t.c
    for rule in t.rules:
        if isinstance(rule, CombatTable):
            if t.op == DECL:
                return rule.losses(3, 1) if dice == 3 else 0
            expected_losses = rule.expected_losses(t)
            return expected_losses if expected_losses >= 0 else loss_code
    if t.op == DECL:
        return 1001 if dice == 3 else 0
    return loss_code

"""Rules on combat by a fixed table, defence by absent players, and attacks between partners."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, MOVE, OCC, TAKE, TURN
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.facts import Colour, Continent, Land, Lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, FROZEN, LANDS, NEUTRAL, WITHDRAWN, Table
from plancia_replay.rules.combat.attack import attack_facts
from plancia_replay.rules.turn.region_income import holds_all, parse_regions


class CombatTable(Rule):
    """Losses follow from the numbers engaged, without dice (STU-21..23).

    Three against three, two, one cost what the options say (attacker:defender); one or two attackers are lost.
    """

    NAME: ClassVar[str] = "combat.table"
    VALUES: ClassVar[dict[str, object]] = {"three_three": "pairs", "three_two": "pairs", "three_one": "pairs"}
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def __init__(self, three_three: str = "3:2", three_two: str = "1:1", three_one: str = "1:1") -> None:
        super().__init__()
        self.losses_by_defence = [
            0,
            self.parse_losses(three_one),
            self.parse_losses(three_two),
            self.parse_losses(three_three),
        ]

    def parse_losses(self, text: str) -> int:
        """ "3:2" as 3002."""
        pair = text.split(":")
        return int(pair[0]) * 1000 + int(pair[1])

    def expected_losses(self, t: Table) -> i64:
        """The losses of the current attack, attacker x 1000 + defender; -1 if a number they depend on is not stated."""
        attack_dice, defence_dice = t.c, t.d
        return self.losses(attack_dice, defence_dice)

    def losses(self, attack: i64, defence: i64) -> i64:
        """The losses by the numbers engaged, attacker x 1000 + defender; -1 if a number is not stated."""
        attackers = dice_count(attack)
        defenders = dice_count(defence)
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
        if expected_losses < 0:
            return UNDECIDABLE
        loss_code = t.n
        return FINE if expected_losses == loss_code else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        expected_losses = self.expected_losses(t)
        loss_code = t.n
        facts: dict[str, object] = {
            **attack_facts(t),
            "declared": f"-{loss_code // 1000}-{loss_code % 1000}",
            "computed": f"-{expected_losses // 1000}-{expected_losses % 1000}" if expected_losses >= 0 else "?",
        }
        if self.has_dice(t):
            facts["wording"] = "dice"
        return facts


class NeutralDefence(Rule):
    """Checks who throws the dice of the defence, and how many (STU-11, RCM-34).

    The territories of neutral, frozen and withdrawn players defend with as many dice as allowed, at most `most`; the
    attacker throws them. Every other defender throws his own dice. In team games, a player whose partner is virtual
    also throws for that partner (STU-49); if `partner` is set, every player throws for both colours (STU-51).
    """

    NAME: ClassVar[str] = "attack.neutral_defence"

    def __init__(self, most: int = 3, full: bool = True, partner: bool = False) -> None:
        super().__init__()
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
            return thrower < 0 or thrower == t.actor
        if thrower < 0 or thrower == owner or t.status[owner] != ACTIVE:
            return True
        return (self.partner or owner == t.virtual) and t.are_partners(owner, thrower)

    def has_too_few_dice(self, t: Table) -> bool:
        """True if a target for which no player plays defends with fewer dice than allowed."""
        target, defence_dice = t.b, t.d
        dice = dice_count(defence_dice)
        return self.full and self.is_undefended(t) and dice >= 0 and dice < self.most and dice < t.armies[target]

    def check(self, t: Table) -> i64:
        return FINE if self.may_throw(t) and not self.has_too_few_dice(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        target, defence_dice = t.b, t.d
        expected_thrower = t.actor if self.is_undefended(t) else t.owner[target]
        if not self.is_undefended(t) and t.owner[target] == t.virtual:
            for colour in range(6):
                if t.are_partners(t.virtual, colour):
                    expected_thrower = colour
        facts: dict[str, object] = {
            **attack_facts(t), "needed": min(self.most, t.armies[target]), "found": dice_count(defence_dice),
            "expected": Colour(expected_thrower),
            "player": Colour(t.defence_thrower()),
        }  # fmt: skip
        facts["option"] = "full"
        if not self.may_throw(t) or not self.has_too_few_dice(t):
            facts["wording"] = "thrower"
            facts["option"] = "-"
        return facts


class AttackLeavesAdvance(Rule):
    """No attack that would conquer without leaving the `min` armies that must enter (STU-24).

    It is forbidden from its declaration: three armies against a single one lose one and conquer. With `survivors` it
    is allowed, and as many enter as can.
    """

    NAME: ClassVar[str] = "attack.advance_possible"

    def __init__(self, min: int = 3, survivors: bool = False) -> None:
        super().__init__()
        self.least: i64 = 1 if survivors else min

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def entering_armies(self, t: Table) -> i64:
        """The greatest number of armies that could enter after the current attack."""
        source, loss_code = t.a, t.n
        return t.armies[source] - (1 if t.op == DECL else loss_code // 1000) - 1

    def check(self, t: Table) -> i64:
        target, loss_code = t.b, t.n
        if t.op == DECL:
            dice = t.c
            if dice != 3 or t.armies[target] != 1:
                return FINE
        elif t.armies[target] > loss_code % 1000:
            return FINE
        return ILLEGAL if self.entering_armies(t) < self.least else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == DECL:
            source, target = t.a, t.b
            return {
                "player": Colour(t.actor),
                "source": Land(source),
                "target": Land(target),
                "found": self.entering_armies(t),
                "needed": self.least,
            }
        return {**attack_facts(t), "found": self.entering_armies(t), "needed": self.least}


class AdvanceMinimum(Rule):
    """At least `min` armies enter a conquered territory (STU-24), or all that can where the attack left fewer.

    Such an attack is judged by itself (`attack.advance_possible`).
    """

    NAME: ClassVar[str] = "occupation.minimum"

    def __init__(self, min: int = 3) -> None:
        super().__init__()
        self.least: i64 = min

    def event_kinds(self) -> list[int]:
        return [OCC]

    def check(self, t: Table) -> i64:
        target, armies = t.b, t.c
        return ILLEGAL if t.emptied_land == target and armies < self.due(t) else FINE

    def due(self, t: Table) -> i64:
        """The armies that must enter: `min`, or what the source can give."""
        source = t.a
        available = t.armies[source] - 1
        return available if available < self.least else self.least

    def facts(self, t: Table) -> dict[str, object]:
        source, target, armies = t.a, t.b, t.c
        return {
            "player": Colour(t.actor),
            "source": Land(source),
            "target": Land(target),
            "found": armies,
            "needed": self.due(t),
        }


class PartnerAttack(Rule):
    """A partner's territory may be attacked only if it holds at most `max_defenders` armies (STU-25)."""

    NAME: ClassVar[str] = "attack.friendly"

    def __init__(self, max_defenders: int = 1) -> None:
        super().__init__()
        self.most: i64 = max_defenders

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        return t.are_partners(t.turn, t.owner[target]) and t.armies[target] > self.most

    def check(self, t: Table) -> i64:
        target = t.b
        return ILLEGAL if t.are_partners(t.actor, t.owner[target]) and t.armies[target] > self.most else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target = t.b
        return {
            "player": Colour(t.actor),
            "target": Land(target),
            "owner": Colour(t.owner[target]),
            "found": t.armies[target],
            "most": self.most,
        }


class PartnerAttackBan(Rule):
    """Partners do not attack each other while one holds a continent whose income he keeps (STU-27, STU-28).

    `regions` are further areas that count as continents ("SIB CIT JAC MON KAM GIA").
    """

    NAME: ClassVar[str] = "attack.friendly_ban"
    VALUES: ClassVar[dict[str, object]] = {"regions": "regions"}

    def __init__(self, regions: str = "") -> None:
        super().__init__()
        self.regions = parse_regions(regions)

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def holds_income(self, t: Table, player: i64) -> bool:
        """True if this player holds a continent and is entitled to its income."""
        if t.renounced[player] == 1:
            return False
        if t.holds_continent(player):
            return True
        for region in self.regions:  # noqa: SIM110 (a generator is slow here)
            if holds_all(t, player, region):
                return True
        return False

    def held_area(self, t: Table, player: i64) -> dict[str, object]:
        """The continent, or the further area with its wording, that this player holds."""
        for k in range(t.board.continents):
            if t.continent_lands[player * 8 + k] == t.board.continent_size[k]:
                return {"continent": Continent(k)}
        for region in self.regions:
            if holds_all(t, player, region):
                return {"lands": Lands(list(region[1:])), "wording": "area"}
        return {}

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        holder = t.owner[target]
        return t.are_partners(t.turn, holder) and (self.holds_income(t, t.turn) or self.holds_income(t, holder))

    def check(self, t: Table) -> i64:
        target = t.b
        if not t.are_partners(t.actor, t.owner[target]):
            return FINE
        return ILLEGAL if self.holds_income(t, t.actor) or self.holds_income(t, t.owner[target]) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target = t.b
        holder = t.actor if self.holds_income(t, t.actor) else t.owner[target]
        return {
            **self.held_area(t, holder),
            "player": Colour(t.actor),
            "target": Land(target),
            "owner": Colour(t.owner[target]),
            "expected": Colour(holder),
        }


class PartnerConquestGarrison(Rule):
    """A territory taken from a partner keeps at least `min` armies in that turn (STU-26); `sealed`: all of them.

    Attacks, moves and removals that could take armies elsewhere leave these in place.
    """

    NAME: ClassVar[str] = "garrison.friendly_hold"

    def __init__(self, min: int = 3, sealed: bool = False) -> None:
        super().__init__()
        self.least: i64 = min
        self.sealed = sealed

    def memory_size(self) -> int:
        return LANDS + 1

    def observed_kinds(self) -> list[int]:
        return [TURN, ATT, OCC]

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            for k in range(LANDS + 1):
                t.memory[self.base + k] = 0
            return
        target = t.b
        if t.op == ATT:
            is_partners = t.armies[target] == 0 and t.are_partners(t.actor, t.owner[target])
            t.memory[self.base + LANDS] = target + 1 if is_partners else 0
        elif t.memory[self.base + LANDS] == target + 1:
            t.memory[self.base + target] = 1

    def event_kinds(self) -> list[int]:
        return [ATT, OCC, MOVE, TAKE]

    def remaining_armies(self, t: Table) -> i64:
        """Armies that stay on the source after the current event."""
        source, armies, loss_code = t.a, t.c, t.n
        return t.armies[source] - (loss_code // 1000 if t.op == ATT else armies)

    def excess_removal(self, t: Table) -> i64:
        """The index in `extra` of the first removal that leaves such a territory with too few armies, or -1."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):
            land = t.extra[k]
            if t.memory[self.base + land] == 1 and t.armies[land] - t.extra[k + 1] < self.least:
                return k
        return -1

    def check(self, t: Table) -> i64:
        if t.op == TAKE:
            return ILLEGAL if t.actor == t.turn and self.excess_removal(t) >= 0 else FINE
        source = t.a
        if t.memory[self.base + source] == 0:
            return FINE
        return ILLEGAL if self.remaining_armies(t) < self.least or (self.sealed and t.op != ATT) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == TAKE:
            k = self.excess_removal(t)
            land = t.extra[k]
            return {
                "player": Colour(t.actor),
                "territory": Land(land),
                "found": t.armies[land] - t.extra[k + 1],
                "needed": self.least,
            }
        source = t.a
        return {
            "player": Colour(t.actor),
            "territory": Land(source),
            "found": self.remaining_armies(t),
            "needed": self.least,
        }

"""Rules on attacks between partners: where they are allowed, when they are banned, what stays in what was taken."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, MOVE, OCC, TAKE, TURN
from plancia_replay.kernel.facts import Colour, Continent, Land, Lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, MAX_CONTINENTS, PLAYERS, Table
from plancia_replay.rules.turn.region_income import holds_all, parse_regions


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
            "player": Colour(t.actor), "target": Land(target), "owner": Colour(t.owner[target]),
            "found": t.armies[target], "most": self.most,
        }  # fmt: skip


class PartnerAttackBan(Rule):
    """Partners do not attack each other while one holds a continent whose income he keeps (STU-27, STU-28).

    `regions` are further areas that count as continents ("SIB CIT JAC MON KAM GIA"). With `held` "conquered" what a
    partner has held since the first turn does not count. Memory: that, by colour, as a bit mask.
    """

    NAME: ClassVar[str] = "attack.friendly_ban"
    VALUES: ClassVar[dict[str, object]] = {"regions": "regions", "held": ("any", "conquered")}

    def __init__(self, regions: str = "", held: str = "any") -> None:
        super().__init__()
        self.only_conquered = held == "conquered"
        self.regions = parse_regions(regions)

    def event_kinds(self) -> list[int]:
        return [DECL, ATT]

    def holds_income(self, t: Table, player: i64) -> bool:
        """True if this player holds a continent and is entitled to its income."""
        return t.renounced[player] == 0 and self.areas_that_count(t, player) != 0

    def areas_that_count(self, t: Table, player: i64) -> i64:
        """Of `areas_held` those for which partners do not attack each other."""
        held = self.areas_held(t, player)
        return held & ~t.memory[self.base + player] if self.only_conquered else held

    def areas_held(self, t: Table, player: i64) -> i64:
        """The continents, and then the further areas, that this player holds, as bits."""
        held: i64 = 0
        bit: i64 = 1
        for k in range(t.board.continents):
            if t.continent_lands[player * MAX_CONTINENTS + k] == t.board.continent_size[k]:
                held |= bit
            bit <<= 1
        for region in self.regions:
            if holds_all(t, player, region):
                held |= bit
            bit <<= 1
        return held

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [TURN, OCC]

    def observe(self, t: Table) -> None:
        for colour in range(PLAYERS):
            held = self.areas_held(t, colour)
            is_start = t.op == TURN and t.turns == 1
            t.memory[self.base + colour] = held if is_start else held & t.memory[self.base + colour]

    def held_area(self, t: Table, player: i64) -> dict[str, object]:
        """The first continent, or else the further area with its wording, for which this player bars the attack."""
        counted = self.areas_that_count(t, player)
        for k in range(t.board.continents):
            if counted >> k & 1:
                return {"continent": Continent(k)}
        for k, region in enumerate(self.regions):
            if counted >> (t.board.continents + k) & 1:
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
            **self.held_area(t, holder), "player": Colour(t.actor), "target": Land(target),
            "owner": Colour(t.owner[target]), "expected": Colour(holder),
        }  # fmt: skip


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

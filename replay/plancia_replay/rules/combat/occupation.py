"""Rules on occupations, on the move, and on the armies that stay behind."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, MOVE, OCC, PUT, TRIS
from plancia_replay.kernel.facts import Colour, Land, Lands
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, MOVED, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, Table
from plancia_replay.rules.combat.losses import MAX_DICE, is_of_battles


def movement_facts(t: Table) -> dict[str, object]:
    """Facts of an occupation or a move: territories, armies that move, armies before and after."""
    source, target, armies = t.a, t.b, t.c
    return {
        "source": Land(source), "target": Land(target), "armies": armies, "source_armies": t.armies[source],
        "target_armies": t.armies[target], "left": t.armies[source] - armies, "found": armies,
        "player": Colour(t.actor),
    }  # fmt: skip


class OccupationAfterConquest(Rule):
    """An occupation enters the territory just conquered, from the source of the attack (EG-09)."""

    NAME: ClassVar[str] = "occupation.after_conquest"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [OCC]

    def check(self, t: Table) -> i64:
        source, target = t.a, t.b
        is_right = t.emptied_land == target and t.emptied_from == source and t.emptied_by == t.actor
        return FINE if is_right else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return movement_facts(t)


class AdvanceByDice(Rule):
    """At least as many armies advance as dice were thrown last (EG-09, MON-12, MON-13).

    With `survivors` the armies lost in that throw are taken off. A number that is not written is at least that of the
    armies lost, and at most that of the armies that could throw; dice beyond these, which is a finding of the throw,
    bring no army along.
    """

    NAME: ClassVar[str] = "occupation.dice_used"

    def __init__(self, survivors: bool = False) -> None:
        super().__init__()
        self.survivors = survivors

    def minimum_armies(self, t: Table, greatest: bool = False) -> i64:
        """The armies that must advance by the least number of dice that there may have been, or by the greatest."""
        source, dice = t.a, t.emptied_dice
        if dice < 0:
            available = min(MAX_DICE, t.armies[source] + t.emptied_losses - 1)
            dice = available if greatest else min(available, 1 if is_of_battles(t) else -dice)
        armies = dice - t.emptied_losses if self.survivors else dice
        return min(armies, max(1, t.armies[source] - 1))

    def event_kinds(self) -> list[int]:
        return [OCC]

    def check(self, t: Table) -> i64:
        target = t.b
        if t.emptied_land != target:
            return FINE
        armies = t.c
        if armies < self.minimum_armies(t):
            return ILLEGAL
        return UNDECIDABLE if armies < self.minimum_armies(t, True) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        facts = {**movement_facts(t), "needed": self.minimum_armies(t), "attacker_dice": max(-1, t.emptied_dice)}
        return {**facts, "wording": "by_losses"} if t.emptied_dice < 0 and self.check(t) == ILLEGAL else facts


class OccupationLeavesOne(Rule):
    """At least one army stays on the source of the attack (EG-09)."""

    NAME: ClassVar[str] = "occupation.leaves_one"
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [OCC]

    def check(self, t: Table) -> i64:
        source, armies = t.a, t.c
        return ILLEGAL if armies >= t.armies[source] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**movement_facts(t), "stage": "emptied"}


class MoveAdjacent(Rule):
    """Source and target of a move border each other (EG-10)."""

    NAME: ClassVar[str] = "move.adjacent"
    REPORTS_MISSING_BORDER: ClassVar[bool] = True
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [MOVE]

    def check(self, t: Table) -> i64:
        source, target = t.a, t.b
        return FINE if t.adjacent[source * LANDS + target] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return movement_facts(t)


class MoveOwnLand(Rule):
    """The player holds source and target of his move (EG-10)."""

    NAME: ClassVar[str] = "move.own_land"
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [MOVE]

    def check(self, t: Table) -> i64:
        source, target = t.a, t.b
        is_own = t.owner[source] == t.actor and t.owner[target] == t.actor
        return FINE if is_own or t.has_left_land(source) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.a, t.b
        foreign_land = source if t.owner[source] != t.actor else target
        return {**movement_facts(t), "territory": Land(foreign_land), "owner": Colour(t.owner[foreign_land])}


class MoveOnce(Rule):
    """At most `most` moves in a turn (EG-10); with `revisable` a move may replace an earlier one (RCM-18)."""

    NAME: ClassVar[str] = "move.once"

    def __init__(self, most: int = 1, revisable: bool = False) -> None:
        super().__init__()
        self.most: i64 = most
        self.revisable = revisable

    def event_kinds(self) -> list[int]:
        return [MOVE]

    def check(self, t: Table) -> i64:
        replaces = t.d
        return ILLEGAL if t.is_own_turn() and t.moves >= self.most and (replaces < 0 or not self.revisable) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        facts = {**movement_facts(t), "most": self.most, "found": t.moves + 1}
        if self.revisable and t.move_number > 0:
            facts.update({"lands": Lands([t.move_from, t.move_to]), "event": t.move_number, "wording": "revisable"})
        return facts


class MoveAtEnd(Rule):
    """No attack, exchange or placement follows the move of a turn (EG-10); without `last` that is not said."""

    NAME: ClassVar[str] = "move.at_end"

    def __init__(self, last: bool = True) -> None:
        super().__init__()
        self.last = last

    def event_kinds(self) -> list[int]:
        return [PUT, TRIS, DECL, ATT]

    def required_states(self) -> int:
        return MOVED

    def check(self, t: Table) -> i64:
        return ILLEGAL if t.moves > 0 and self.last and t.is_own_turn() else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {
            "source": Land(t.move_from), "target": Land(t.move_to), "armies": t.move_armies, "player": Colour(t.actor),
        }  # fmt: skip


def is_move_last(t: Table) -> bool:
    """True if the rules let the move of a turn be made at its end only."""
    return any(isinstance(rule, MoveAtEnd) for rule in t.rules)


def armies_before_move(t: Table) -> i64:
    """Armies on the source of the current move, after the move that it replaces is undone."""
    source, replaces = t.a, t.d
    armies = t.armies[source]
    if replaces >= 0 and replaces == t.move_number:
        if source == t.move_from:
            return armies + t.move_armies
        if source == t.move_to:
            return armies - t.move_armies
    return armies


class MoveLeavesOne(Rule):
    """At least one army stays on the source of a move (EG-10)."""

    NAME: ClassVar[str] = "move.leaves_one"
    INDICATES_SLIP: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [MOVE]

    def check(self, t: Table) -> i64:
        armies = t.c
        return ILLEGAL if armies >= armies_before_move(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        armies = t.c
        return {**movement_facts(t), "source_armies": armies_before_move(t), "left": armies_before_move(t) - armies}


class VoluntaryBorder(Rule):
    """A player does not by choice leave fewer than `min` armies on a territory with enemy neighbours (MON-10..13).

    After a conquest both ends are looked at as they will stand: where some advance of at least the dice thrown
    gives every end its due, an advance that does not is a choice; where the dice are not known it may have been one.
    `advance` "free" exempts every occupation and leaves only the moves to be judged; "doubtful" judges occupations,
    but only as assumed.
    """

    NAME: ClassVar[str] = "garrison.voluntary_border"
    VALUES: ClassVar[dict[str, object]] = {"advance": ("judged", "doubtful", "free")}

    def __init__(self, min: int = 2, advance: str = "judged") -> None:
        super().__init__()
        self.least: i64 = min
        self.free = advance == "free"
        self.doubtful = advance == "doubtful"

    def event_kinds(self) -> list[int]:
        return [OCC, MOVE]

    def is_exposed(self, t: Table, land: i64) -> bool:
        """True if the territory will border an enemy once the actor holds the target."""
        base = land * MAX_NEIGHBOURS
        owner = t.owner
        actor = t.actor
        neighbours = t.neighbours
        target = t.b
        for k in range(base, base + t.degree[land]):
            if owner[neighbours[k]] != actor and neighbours[k] != target:
                return True
        return False

    def minimum_armies(self, t: Table, land: i64) -> i64:
        """The armies the territory must keep: `min` beside an enemy, else one."""
        return self.least if self.is_exposed(t, land) else 1

    def check(self, t: Table) -> i64:
        source, armies = t.a, t.c
        if armies >= t.armies[source]:
            return FINE  # that not even one army stays other rules tell
        if t.op == MOVE:
            remaining = t.armies[source] - armies
            return ILLEGAL if remaining < self.least and remaining < self.minimum_armies(t, source) else FINE
        if self.free:
            return FINE
        source_armies = t.armies[source]
        minimum = self.least
        source_keeps_minimum = source_armies - armies >= minimum or source_armies - armies >= self.minimum_armies(
            t, source
        )
        target = t.b
        if source_keeps_minimum and (armies >= minimum or armies >= self.minimum_armies(t, target)):
            return FINE
        source_minimum = self.minimum_armies(t, source)
        target_minimum = self.minimum_armies(t, target)
        dice_known = t.emptied_land != target or t.emptied_dice > 0
        dice: i64 = t.emptied_dice if t.emptied_land == target and dice_known else 1
        if (dice if dice > target_minimum else target_minimum) > source_armies - source_minimum:
            return FINE
        if not dice_known and self.may_be_forced(source_armies, armies, source_minimum):
            return UNDECIDABLE
        return ASSUMED if self.doubtful else ILLEGAL

    def may_be_forced(self, source_armies: i64, advance: i64, source_minimum: i64) -> bool:
        """True if the greatest possible number of dice, min(3, `advance`), would have forced this advance."""
        dice: i64 = advance if advance < 3 else 3
        return dice < source_armies and dice > source_armies - source_minimum

    def facts(self, t: Table) -> dict[str, object]:
        source, target, armies = t.a, t.b, t.c
        weak_land = source if t.armies[source] - armies < self.minimum_armies(t, source) else target
        remaining = t.armies[source] - armies if weak_land == source else armies
        stage = {"stage": "advanced"} if t.op == OCC and weak_land == source else {}
        return {
            **movement_facts(t),
            **stage,
            "territory": Land(weak_land),
            "left": remaining,
            "found": remaining,
            "needed": self.least,
            "option": "min" if t.op == MOVE or weak_land == source else "advance",  # the document forbids these
        }


class MoveReversible(Rule):
    """A move may be replaced only while it can be undone without leaving its target empty (RCM-18)."""

    NAME: ClassVar[str] = "move.reversible"

    def event_kinds(self) -> list[int]:
        return [MOVE]

    def check(self, t: Table) -> i64:
        replaces = t.d
        if replaces < 0 or t.move_number != replaces:
            return FINE
        if t.owner[t.move_to] != t.actor or t.owner[t.move_from] != t.actor:
            return ILLEGAL
        return ILLEGAL if t.armies[t.move_to] - t.move_armies < 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.move_from, t.move_to
        facts: dict[str, object] = {
            "player": Colour(t.actor), "source": Land(source), "target": Land(target), "armies": t.move_armies,
            "left": t.armies[target],
        }  # fmt: skip
        if t.owner[source] != t.actor or t.owner[target] != t.actor:
            facts["wording"] = "lost"
            facts["territory"] = Land(target if t.owner[target] != t.actor else source)
        return facts

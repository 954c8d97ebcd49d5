"""After the throw: occupying what was conquered, the one move, and what must stay behind."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, MOVE, OCC, PUT, TRIS
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, MOVED, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table


def passage(t: Table) -> dict[str, object]:
    """The facts of armies going from one territory to another, as they stand before."""
    source, target, armies = t.a, t.b, t.c
    return {
        "source": Land(source),
        "target": Land(target),
        "armies": armies,
        "source_armies": t.armies[source],
        "target_armies": t.armies[target],
        "left": t.armies[source] - armies,
        "found": armies,
        "player": Colour(t.actor),
    }


class AfterConquest(Rule):
    """An occupation enters the territory just conquered, from where the attack came (EG-09)."""

    NAME: ClassVar[str] = "occupation.after_conquest"
    OF_RECORD: ClassVar[bool] = True
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [OCC]

    def finding(self, t: Table) -> i64:
        source, target = t.a, t.b
        right = t.emptied_land == target and t.emptied_from == source and t.emptied_by == t.actor
        return FINE if right else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return passage(t)


class DiceUsed(Rule):
    """At least as many armies advance as dice were thrown last (EG-09, MON-12, MON-13).

    With `survivors` the armies lost in that throw are taken off.
    """

    NAME: ClassVar[str] = "occupation.dice_used"

    def __init__(self, survivors: bool = False) -> None:
        super().__init__()
        self.survivors = survivors

    def due(self, t: Table) -> i64:
        """The armies that must advance; negative where the dice are unknown."""
        return t.emptied_dice - t.emptied_losses if self.survivors and t.emptied_dice >= 0 else t.emptied_dice

    def kinds(self) -> list[int]:
        return [OCC]

    def finding(self, t: Table) -> i64:
        target = t.b
        if t.emptied_land != target:
            return FINE
        if t.emptied_dice < 0:
            return UNDECIDABLE
        armies = t.c
        return ILLEGAL if armies < self.due(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**passage(t), "needed": self.due(t), "attacker_dice": t.emptied_dice}


class OccupationLeavesOne(Rule):
    """At least one army stays where the attack came from (EG-09)."""

    NAME: ClassVar[str] = "occupation.leaves_one"
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [OCC]

    def finding(self, t: Table) -> i64:
        source, armies = t.a, t.c
        return ILLEGAL if armies >= t.armies[source] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return passage(t)


class MoveAdjacent(Rule):
    """The move goes to a bordering territory (EG-10)."""

    NAME: ClassVar[str] = "move.adjacent"
    NEEDS_BORDER: ClassVar[bool] = True
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [MOVE]

    def finding(self, t: Table) -> i64:
        source, target = t.a, t.b
        return FINE if t.adjacent[source * LANDS + target] == 1 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return passage(t)


class MoveOwnLand(Rule):
    """Both ends of the move are the mover's own (EG-10)."""

    NAME: ClassVar[str] = "move.own_land"
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [MOVE]

    def finding(self, t: Table) -> i64:
        source, target = t.a, t.b
        return FINE if t.owner[source] == t.actor and t.owner[target] == t.actor else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        source, target = t.a, t.b
        wrong = source if t.owner[source] != t.actor else target
        return {**passage(t), "territory": Land(wrong), "owner": Colour(t.owner[wrong])}


class MoveOnce(Rule):
    """At most `most` moves a turn (EG-10); with `revisable` one may take the place of another (RCM-18)."""

    NAME: ClassVar[str] = "move.once"

    def __init__(self, most: int = 1, revisable: bool = False) -> None:
        super().__init__()
        self.most: i64 = most
        self.revisable = revisable

    def kinds(self) -> list[int]:
        return [MOVE]

    def finding(self, t: Table) -> i64:
        replaces = t.d
        return ILLEGAL if t.moves >= self.most and (replaces < 0 or not self.revisable) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {**passage(t), "most": self.most, "found": t.moves + 1}


class MoveAtEnd(Rule):
    """The move closes the turn: no attack, no set and no placement comes after it (EG-10)."""

    NAME: ClassVar[str] = "move.at_end"

    def kinds(self) -> list[int]:
        return [PUT, TRIS, DECL, ATT]

    def only_when(self) -> int:
        return MOVED

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.moves > 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {
            "source": Land(t.move_from),
            "target": Land(t.move_to),
            "armies": t.move_armies,
            "player": Colour(t.actor),
        }


def standing(t: Table) -> i64:
    """Armies where the move in hand starts, once the move that it takes the place of is undone."""
    source, replaces = t.a, t.d
    here = t.armies[source]
    if replaces >= 0 and replaces == t.move_number:
        if source == t.move_from:
            return here + t.move_armies
        if source == t.move_to:
            return here - t.move_armies
    return here


class MoveLeavesOne(Rule):
    """At least one army stays where the move came from (EG-10)."""

    NAME: ClassVar[str] = "move.leaves_one"
    CONTRADICTS: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [MOVE]

    def finding(self, t: Table) -> i64:
        armies = t.c
        return ILLEGAL if armies >= standing(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        armies = t.c
        return {**passage(t), "source_armies": standing(t), "left": standing(t) - armies}


class VoluntaryBorder(Rule):
    """Nobody leaves fewer than `min` armies by choice on a territory with enemy neighbours (MON-10..13).

    After a conquest both ends are looked at as they will stand: where some advance of at least the dice thrown
    gives every end its due, an advance that does not is a choice; where the dice are not known it may have been one.
    `advance` "free" exempts every occupation and leaves only the moves to be judged; "doubtful" judges occupations,
    but only as assumed.
    """

    NAME: ClassVar[str] = "garrison.voluntary_border"

    def __init__(self, min: int = 2, advance: str = "judged") -> None:
        super().__init__()
        self.least: i64 = min
        self.free = advance == "free"
        self.doubtful = advance == "doubtful"

    def kinds(self) -> list[int]:
        return [OCC, MOVE]

    def exposed(self, t: Table, land: i64) -> bool:
        """True if the territory will border an enemy once the actor holds the target."""
        base = land * 8
        owner = t.owner
        actor = t.actor
        neighbours = t.neighbours
        target = t.b
        for k in range(base, base + t.degree[land]):
            if owner[neighbours[k]] != actor and neighbours[k] != target:
                return True
        return False

    def due(self, t: Table, land: i64) -> i64:
        """The armies the territory must keep: the minimum on a border, one in a pocket."""
        return self.least if self.exposed(t, land) else 1

    def finding(self, t: Table) -> i64:
        source, armies = t.a, t.c
        if armies >= t.armies[source]:
            return FINE  # that not even one army stays other rules tell
        if t.op == MOVE:
            left = t.armies[source] - armies
            return ILLEGAL if left < self.least and left < self.due(t, source) else FINE
        if self.free:
            return FINE
        here = t.armies[source]
        least = self.least
        stays = here - armies >= least or here - armies >= self.due(t, source)
        target = t.b
        if stays and (armies >= least or armies >= self.due(t, target)):
            return FINE
        source_due = self.due(t, source)
        target_due = self.due(t, target)
        known = t.emptied_land != target or t.emptied_dice > 0
        dice: i64 = t.emptied_dice if t.emptied_land == target and known else 1
        if (dice if dice > target_due else target_due) > here - source_due:
            return FINE
        if not known and self.forced_with(here, armies, source_due):
            return UNDECIDABLE
        return ASSUMED if self.doubtful else ILLEGAL

    def forced_with(self, here: i64, advance: i64, source_due: i64) -> bool:
        """True if the most dice possible, three or as many as armies advanced, would have forced this advance."""
        dice: i64 = advance if advance < 3 else 3
        return dice < here and dice > here - source_due

    def facts(self, t: Table) -> dict[str, object]:
        source, target, armies = t.a, t.b, t.c
        short = source if t.armies[source] - armies < self.due(t, source) else target
        left = t.armies[source] - armies if short == source else armies
        advanced = {"stage": "advanced"} if t.op == OCC and short == source else {}
        return {**passage(t), **advanced, "territory": Land(short), "left": left, "found": left, "needed": self.least}


class MoveReversible(Rule):
    """A move may be decided anew only while it can be undone: its armies still there, one of the rest too (RCM-18)."""

    NAME: ClassVar[str] = "move.reversible"

    def kinds(self) -> list[int]:
        return [MOVE]

    def finding(self, t: Table) -> i64:
        replaces = t.d
        if replaces < 0 or t.move_number != replaces:
            return FINE
        if t.owner[t.move_to] != t.actor or t.owner[t.move_from] != t.actor:
            return ILLEGAL
        return ILLEGAL if t.armies[t.move_to] - t.move_armies < 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {
            "player": Colour(t.actor),
            "source": Land(t.move_from),
            "target": Land(t.move_to),
            "armies": t.move_armies,
            "found": t.armies[t.move_to] - t.move_armies,
        }

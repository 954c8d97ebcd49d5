"""Territories chosen by the players one by one."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, Table
from plancia_replay.rules.handsize import table_of
from plancia_replay.rules.scoring import beside
from plancia_replay.rules.setup import first_placement, left_by_all

REDRAWN: Final = 4  # how a card was dealt: as one that gives no territory
SKIPPED: Final = 5


def picked(t: Table, due: i64) -> dict[str, object]:
    """The facts of a pick that was due to a player: out of turn, or in turn with other than one army."""
    found: dict[str, object] = {"player": t.actor, "expected": due, "territory": t.a, "found": t.b}
    if due == t.actor:
        found["wording"] = "armies"
    return found


def reached(t: Table, first: i64, step: i64, passed: i64) -> i64:
    """How many picks are passed, or forgone by who has left the game, before the one now due; -1 where nobody is left.

    The picks go from the seat `first` on, `step` seats at a time, round after round.
    """
    size: i64 = len(t.order)
    for k in range(passed, passed + size):
        if t.status[t.order[(first + step * k) % size]] == ACTIVE:
            return k
    return -1


class PickFromLast(Rule):
    """Territories are picked from the last player to the first, round after round, one army each (RCM-12).

    Who has left the game is passed over.
    """

    NAME: ClassVar[str] = "pick.from_last"

    def slots(self) -> int:
        return 1

    def notes(self) -> list[int]:
        return [4]

    def follow(self, t: Table) -> None:
        t.memory[self.base] = max(self.place(t), t.memory[self.base]) + 1

    def ops(self) -> list[int]:
        return [4]

    def place(self, t: Table) -> i64:
        """How many picks come before the one now due, or -1."""
        last: i64 = len(t.order) - 1
        return reached(t, last, last, t.memory[self.base])

    def due(self, t: Table) -> i64:
        """Whose pick it is, or -1 for nobody."""
        size: i64 = len(t.order)
        place = self.place(t)
        return t.order[size - 1 - place % size] if place >= 0 else -1

    def finding(self, t: Table) -> i64:
        if len(t.order) == 0:
            return 2
        return 0 if t.b == 1 and self.due(t) == t.actor else 1

    def facts(self, t: Table) -> dict[str, object]:
        return picked(t, self.due(t))


class PickInOrder(Rule):
    """Territories are picked in the order of play, one army each, from the seat `starts` names by players (FIR-03).

    Who has left the game is passed over.
    """

    NAME: ClassVar[str] = "pick.in_order"

    def __init__(self, starts: str = "3:1 4:3 5:4 6:1") -> None:
        super().__init__()
        self.starts = table_of(starts)

    def slots(self) -> int:
        return 1

    def notes(self) -> list[int]:
        return [4]

    def follow(self, t: Table) -> None:
        t.memory[self.base] = max(self.place(t), t.memory[self.base]) + 1

    def ops(self) -> list[int]:
        return [4]

    def place(self, t: Table) -> i64:
        """How many picks come before the one now due, or -1."""
        return reached(t, self.starts[len(t.order)] - 1, 1, t.memory[self.base])

    def due(self, t: Table) -> i64:
        """Whose pick it is, or -1 for nobody."""
        size: i64 = len(t.order)
        place = self.place(t)
        return t.order[(self.starts[size] - 1 + place) % size] if place >= 0 else -1

    def finding(self, t: Table) -> i64:
        if len(t.order) == 0 or self.starts[len(t.order)] == 0:
            return 2
        return 0 if t.b == 1 and self.due(t) == t.actor else 1

    def facts(self, t: Table) -> dict[str, object]:
        return picked(t, self.due(t))


class PickAll(Rule):
    """Every territory is picked before the armies are placed; none is dealt, and none stays neutral (FIR-02).

    A deal is told once.
    """

    NAME: ClassVar[str] = "pick.all"

    def slots(self) -> int:
        return 1

    def notes(self) -> list[int]:
        return [3]

    def follow(self, t: Table) -> None:
        if t.b != REDRAWN and t.b != SKIPPED:
            t.memory[self.base] = 1

    def ops(self) -> list[int]:
        return [3, 7, 10]

    def finding(self, t: Table) -> i64:
        if t.op == 3:
            return 0 if t.b == REDRAWN or t.b == SKIPPED or t.memory[self.base] == 1 else 1
        if not first_placement(t) or len(t.order) == 0:
            return 0
        return 1 if t.assigned - left_by_all(t) < LANDS else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "found": t.assigned - left_by_all(t)}


class PickNotAdjacent(Rule):
    """One does not pick beside one's own territories as long as another is free (RCM-12b)."""

    NAME: ClassVar[str] = "pick.not_adjacent"

    def ops(self) -> list[int]:
        return [4]

    def other(self, t: Table) -> i64:
        """A free territory that borders none of the player's, or -1."""
        for land in range(LANDS):
            if t.owner[land] < 0 and not beside(t, land, t.actor):
                return land
        return -1

    def finding(self, t: Table) -> i64:
        if not beside(t, t.a, t.actor):
            return 0
        return 0 if self.other(t) < 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "territory": t.a, "target": self.other(t)}


class PickStrip(Rule):
    """Who picks says with which territory he opens his strip; a warning where he did not (RCM-12d)."""

    NAME: ClassVar[str] = "pick.strip"

    def slots(self) -> int:
        return 6

    def notes(self) -> list[int]:
        return [4]

    def follow(self, t: Table) -> None:
        if t.c == 1:
            t.memory[self.base + t.actor] = 1

    def ops(self) -> list[int]:
        return [7]

    def silent(self, t: Table) -> i64:
        """A player still in the game who opened no strip, or -1."""
        for colour in range(6):
            if t.living(colour) and t.memory[self.base + colour] == 0:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if not first_placement(t):
            return 0
        return 0 if self.silent(t) < 0 else 4

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": self.silent(t)}

"""Territories chosen by the players one by one."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_REDRAW, DEAL_SKIPPED, PICK, SET, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, Table
from plancia_replay.rules.cards.sets_by_hand_size import table_of
from plancia_replay.rules.scoring.points import beside
from plancia_replay.rules.setup.opening import first_placement, left_by_all


def picked(t: Table, due: i64) -> dict[str, object]:
    """The facts of a pick that was due to a player: out of turn, or in turn with other than one army."""
    land, armies = t.a, t.b
    found: dict[str, object] = {
        "player": Colour(t.actor),
        "expected": Colour(due),
        "territory": Land(land),
        "found": armies,
    }
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


PASSED: Final = 0  # places in the memory of an order of picks: how many are passed
AFTER: Final = 1  # 1 + how many are passed if the order goes on from one who picked out of turn; 0 for nobody
OWED: Final = 2  # 1 + who was due when somebody picked out of turn
PLACES: Final = 3


def due_at(t: Table, first: i64, step: i64, passed: i64) -> i64:
    """Whose pick comes next after so many, or -1 for nobody."""
    place = reached(t, first, step, passed)
    return t.order[(first + step * place) % len(t.order)] if place >= 0 else -1


def awaited(t: Table, base: i64, first: i64, step: i64) -> bool:
    """True if the current pick is due in the order that an earlier pick out of turn began, or was passed over by it."""
    if due_at(t, first, step, t.memory[base + PASSED]) == t.actor or t.memory[base + OWED] == t.actor + 1:
        return True
    after = t.memory[base + AFTER] - 1
    return after >= 0 and due_at(t, first, step, after) == t.actor


def pass_pick(t: Table, base: i64, first: i64, step: i64) -> None:
    """Counts the pick in hand. After one out of turn the order goes on as the next pick shows: so it is found once."""
    passed = t.memory[base + PASSED]
    due = due_at(t, first, step, passed)
    after = t.memory[base + AFTER] - 1
    if due == t.actor:
        t.memory[base + AFTER] = 0
    elif after >= 0 and due_at(t, first, step, after) == t.actor:
        passed = after
        t.memory[base + AFTER] = 0
    elif t.memory[base + OWED] == t.actor + 1:
        t.memory[base + PASSED] = after if after >= 0 else passed
        t.memory[base + AFTER] = 0
        t.memory[base + OWED] = 0
        return
    else:
        t.memory[base + OWED] = due + 1
        size: i64 = len(t.order)
        for k in range(passed, passed + size):
            if t.order[(first + step * k) % size] == t.actor:
                t.memory[base + AFTER] = k + 2
                break
    t.memory[base + PASSED] = max(reached(t, first, step, passed), passed) + 1


class PickFromLast(Rule):
    """Territories are picked from the last player to the first, round after round, one army each (RCM-12).

    Who has left the game is passed over.
    """

    NAME: ClassVar[str] = "pick.from_last"

    def memory_size(self) -> int:
        return PLACES

    def watches(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        if len(t.order) > 0:
            last: i64 = len(t.order) - 1
            pass_pick(t, self.base, last, last)

    def kinds(self) -> list[int]:
        return [PICK]

    def finding(self, t: Table) -> i64:
        if len(t.order) == 0:
            return UNDECIDABLE
        last: i64 = len(t.order) - 1
        armies = t.b
        return FINE if armies == 1 and awaited(t, self.base, last, last) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        last: i64 = len(t.order) - 1
        right = awaited(t, self.base, last, last) if last >= 0 else True
        return picked(t, t.actor if right else due_at(t, last, last, t.memory[self.base + PASSED]))


class PickInOrder(Rule):
    """Territories are picked in the order of play, one army each, from the seat `starts` names by players (FIR-03).

    Who has left the game is passed over.
    """

    NAME: ClassVar[str] = "pick.in_order"

    def __init__(self, starts: str = "3:1 4:3 5:4 6:1") -> None:
        super().__init__()
        self.starts = table_of(starts)

    def memory_size(self) -> int:
        return PLACES

    def watches(self) -> list[int]:
        return [PICK]

    def first(self, t: Table) -> i64:
        """The seat that begins, or -1 where the order or the document does not say."""
        return self.starts[len(t.order)] - 1

    def observe(self, t: Table) -> None:
        if len(t.order) > 0 and self.first(t) >= 0:
            pass_pick(t, self.base, self.first(t), 1)

    def kinds(self) -> list[int]:
        return [PICK]

    def finding(self, t: Table) -> i64:
        if len(t.order) == 0 or self.first(t) < 0:
            return UNDECIDABLE
        armies = t.b
        return FINE if armies == 1 and awaited(t, self.base, self.first(t), 1) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        if len(t.order) == 0 or self.first(t) < 0 or awaited(t, self.base, self.first(t), 1):
            return picked(t, t.actor)
        return picked(t, due_at(t, self.first(t), 1, t.memory[self.base + PASSED]))


class PickAll(Rule):
    """Every territory is picked before the armies are placed; none is dealt, and none stays neutral (FIR-02).

    A deal is told once.
    """

    NAME: ClassVar[str] = "pick.all"

    def memory_size(self) -> int:
        return 1

    def watches(self) -> list[int]:
        return [DEAL]

    def observe(self, t: Table) -> None:
        method = t.b
        if method != DEAL_REDRAW and method != DEAL_SKIPPED:
            t.memory[self.base] = 1

    def kinds(self) -> list[int]:
        return [DEAL, SET, TURN]

    def finding(self, t: Table) -> i64:
        if t.op == DEAL:
            method = t.b
            return FINE if method in (DEAL_REDRAW, DEAL_SKIPPED) or t.memory[self.base] == 1 else ILLEGAL
        if not first_placement(t) or len(t.order) == 0:
            return FINE
        return ILLEGAL if t.assigned - left_by_all(t) < LANDS else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.assigned - left_by_all(t)}


class PickNotAdjacent(Rule):
    """One does not pick beside one's own territories as long as another is free (RCM-12b)."""

    NAME: ClassVar[str] = "pick.not_adjacent"

    def kinds(self) -> list[int]:
        return [PICK]

    def other(self, t: Table) -> i64:
        """A free territory that borders none of the player's, or -1."""
        for land in range(LANDS):
            if t.owner[land] < 0 and not beside(t, land, t.actor):
                return land
        return -1

    def finding(self, t: Table) -> i64:
        land = t.a
        if not beside(t, land, t.actor):
            return FINE
        return FINE if self.other(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = t.a
        return {"player": Colour(t.actor), "territory": Land(land), "target": Land(self.other(t))}


class PickStrip(Rule):
    """Who picks says with which territory he opens his strip; a warning where he did not (RCM-12d)."""

    NAME: ClassVar[str] = "pick.strip"

    def memory_size(self) -> int:
        return 6

    def watches(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        opens_strip = t.c
        if opens_strip == 1:
            t.memory[self.base + t.actor] = 1

    def kinds(self) -> list[int]:
        return [SET]

    def silent(self, t: Table) -> i64:
        """A player still in the game who opened no strip, or -1."""
        for colour in range(6):
            if t.living(colour) and t.memory[self.base + colour] == 0:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if not first_placement(t):
            return FINE
        return FINE if self.silent(t) < 0 else WARNING

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(self.silent(t))}

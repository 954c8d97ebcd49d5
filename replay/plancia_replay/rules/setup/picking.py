"""Rules on picking territories one by one."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_REDRAW, DEAL_SKIPPED, PICK, SET, TURN
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, Table
from plancia_replay.rules.cards.sets_by_hand_size import parse_table
from plancia_replay.rules.scoring.points import is_beside
from plancia_replay.rules.setup.opening import always_neutral, is_first_placement


def pick_facts(t: Table, expected: i64) -> dict[str, object]:
    """Facts of a wrong pick: out of turn, or in turn with a number of armies other than one."""
    land, armies = t.a, t.b
    found: dict[str, object] = {
        "player": Colour(t.actor),
        "expected": Colour(expected),
        "territory": Land(land),
        "found": armies,
    }
    if expected == t.actor:
        found["wording"] = "armies"
    return found


def next_pick(t: Table, start: i64, step: i64, picks: i64) -> i64:
    """Number of the next pick due, from 0, after `picks` and those of players who left the game; -1 if all left.

    The picks go from the seat `first` on, `step` seats at a time, round after round.
    """
    size: i64 = len(t.order)
    for k in range(picks, picks + size):
        if t.status[t.order[(start + step * k) % size]] == ACTIVE:
            return k
    return -1


PICKS: Final = 0  # places in the memory of an order of picks: how many are passed
NEXT_PICKS: Final = 1  # 1 + how many are passed if the order goes on from one who picked out of turn; 0 for nobody
OWED_PLAYER: Final = 2  # 1 + who was due when somebody picked out of turn
PLACES: Final = 3


def expected_player(t: Table, start: i64, step: i64, picks: i64) -> i64:
    """The player due after this number of picks, or -1 for none."""
    place = next_pick(t, start, step, picks)
    return t.order[(start + step * place) % len(t.order)] if place >= 0 else -1


def is_expected(t: Table, base: i64, start: i64, step: i64) -> bool:
    """True if the current pick is due in the order that an earlier pick out of turn began, or was passed over by it."""
    if (
        expected_player(t, start, step, t.memory[base + PICKS]) == t.actor
        or t.memory[base + OWED_PLAYER] == t.actor + 1
    ):
        return True
    next_picks = t.memory[base + NEXT_PICKS] - 1
    return next_picks >= 0 and expected_player(t, start, step, next_picks) == t.actor


def count_pick(t: Table, base: i64, start: i64, step: i64) -> None:
    """Counts the current pick. After one out of turn the next pick shows how the order goes on."""
    picks = t.memory[base + PICKS]
    expected = expected_player(t, start, step, picks)
    next_picks = t.memory[base + NEXT_PICKS] - 1
    if expected == t.actor:
        t.memory[base + NEXT_PICKS] = 0
    elif next_picks >= 0 and expected_player(t, start, step, next_picks) == t.actor:
        picks = next_picks
        t.memory[base + NEXT_PICKS] = 0
    elif t.memory[base + OWED_PLAYER] == t.actor + 1:
        t.memory[base + PICKS] = next_picks if next_picks >= 0 else picks
        t.memory[base + NEXT_PICKS] = 0
        t.memory[base + OWED_PLAYER] = 0
        return
    else:
        t.memory[base + OWED_PLAYER] = expected + 1
        size: i64 = len(t.order)
        for k in range(picks, picks + size):
            if t.order[(start + step * k) % size] == t.actor:
                t.memory[base + NEXT_PICKS] = k + 2
                break
    t.memory[base + PICKS] = max(next_pick(t, start, step, picks), picks) + 1


class PickFromLast(Rule):
    """Territories are picked from the last player to the first, round after round, one army each (RCM-12).

    Players who have left the game are skipped.
    """

    NAME: ClassVar[str] = "pick.from_last"

    def memory_size(self) -> int:
        return PLACES

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        if len(t.order) > 0:
            last_seat: i64 = len(t.order) - 1
            count_pick(t, self.base, last_seat, last_seat)

    def event_kinds(self) -> list[int]:
        return [PICK]

    def check(self, t: Table) -> i64:
        if len(t.order) == 0:
            return UNDECIDABLE
        last_seat: i64 = len(t.order) - 1
        armies = t.b
        return FINE if armies == 1 and is_expected(t, self.base, last_seat, last_seat) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        last_seat: i64 = len(t.order) - 1
        is_right = is_expected(t, self.base, last_seat, last_seat) if last_seat >= 0 else True
        return pick_facts(
            t, t.actor if is_right else expected_player(t, last_seat, last_seat, t.memory[self.base + PICKS])
        )


class PickInOrder(Rule):
    """Territories are picked in the order of play, one army each; `starts` gives the first seat by players (FIR-03).

    Players who have left the game are skipped.
    """

    NAME: ClassVar[str] = "pick.in_order"

    def __init__(self, starts: str = "3:1 4:3 5:4 6:1") -> None:
        super().__init__()
        self.starts = parse_table(starts)

    def memory_size(self) -> int:
        return PLACES

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def first_seat(self, t: Table) -> i64:
        """The seat that begins, or -1 if it is not known."""
        return self.starts[len(t.order)] - 1

    def observe(self, t: Table) -> None:
        if len(t.order) > 0 and self.first_seat(t) >= 0:
            count_pick(t, self.base, self.first_seat(t), 1)

    def event_kinds(self) -> list[int]:
        return [PICK]

    def check(self, t: Table) -> i64:
        if len(t.order) == 0 or self.first_seat(t) < 0:
            return UNDECIDABLE
        armies = t.b
        return FINE if armies == 1 and is_expected(t, self.base, self.first_seat(t), 1) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        if len(t.order) == 0 or self.first_seat(t) < 0 or is_expected(t, self.base, self.first_seat(t), 1):
            return pick_facts(t, t.actor)
        return pick_facts(t, expected_player(t, self.first_seat(t), 1, t.memory[self.base + PICKS]))


class AllTerritoriesPicked(Rule):
    """Every territory is picked before the armies are placed; none is dealt, and none stays neutral (FIR-02).

    A deal is reported once.
    """

    NAME: ClassVar[str] = "pick.all"

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [DEAL]

    def observe(self, t: Table) -> None:
        method = t.b
        if method != DEAL_REDRAW and method != DEAL_SKIPPED:
            t.memory[self.base] = 1

    def event_kinds(self) -> list[int]:
        return [DEAL, SET, TURN]

    def check(self, t: Table) -> i64:
        if t.op == DEAL:
            method = t.b
            return FINE if method in (DEAL_REDRAW, DEAL_SKIPPED) or t.memory[self.base] == 1 else ILLEGAL
        if not is_first_placement(t) or len(t.order) == 0:
            return FINE
        return ILLEGAL if t.assigned - always_neutral(t) < LANDS else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.assigned - always_neutral(t)}


class PickNotAdjacent(Rule):
    """A player does not pick beside his own territories while another territory is free (RCM-12b)."""

    NAME: ClassVar[str] = "pick.not_adjacent"

    def event_kinds(self) -> list[int]:
        return [PICK]

    def free_land(self, t: Table) -> i64:
        """A free territory that borders none of the player's, or -1."""
        for land in range(LANDS):
            if t.owner[land] < 0 and not is_beside(t, land, t.actor):
                return land
        return -1

    def check(self, t: Table) -> i64:
        land = t.a
        if not is_beside(t, land, t.actor):
            return FINE
        return FINE if self.free_land(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = t.a
        return {"player": Colour(t.actor), "territory": Land(land), "target": Land(self.free_land(t))}


class PickStrip(Rule):
    """Each player states which picked territory opens his strip; else a warning (RCM-12d)."""

    NAME: ClassVar[str] = "pick.strip"

    def memory_size(self) -> int:
        return 6

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        opens_strip = t.c
        if opens_strip == 1:
            t.memory[self.base + t.actor] = 1

    def event_kinds(self) -> list[int]:
        return [SET]

    def silent_player(self, t: Table) -> i64:
        """A player still in the game who opened no strip, or -1."""
        for colour in range(6):
            if t.is_in_game(colour) and t.memory[self.base + colour] == 0:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if not is_first_placement(t):
            return FINE
        return FINE if self.silent_player(t) < 0 else WARNING

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(self.silent_player(t))}

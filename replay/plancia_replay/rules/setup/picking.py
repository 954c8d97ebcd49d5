"""Rules on picking territories one by one."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import DEAL, DEAL_REDRAW, DEAL_SKIPPED, PICK, SET, TURN
from plancia_replay.kernel.facts import Colour, Land, players_facts
from plancia_replay.kernel.holdings import assigned_lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, PLAYERS, Table
from plancia_replay.rules.cards.sets_by_hand_size import parse_table
from plancia_replay.rules.scoring.points import is_beside
from plancia_replay.rules.setup.opening import always_neutral, is_first_placement
from plancia_replay.rules.setup.rotation import PLACES, count_act, due_player, may_act


def pick_facts(t: Table, expected: i64) -> dict[str, object]:
    """Facts of a wrong pick: out of turn, or in turn with a number of armies other than one."""
    land, armies = t.a, t.b
    found: dict[str, object] = {
        "player": Colour(t.actor), "expected": Colour(expected), "territory": Land(land), "found": armies,
    }  # fmt: skip
    if expected == t.actor:
        found["wording"] = "armies"
    return found


def pick_verdict(t: Table, base: i64, due: i64) -> i64:
    """FINE for one army of the player who is due, or may pick in his place; `base` as of `may_act`."""
    armies = t.b
    return FINE if armies == 1 and due >= 0 and may_act(t, base, due) else ILLEGAL


class PickFromLast(Rule):
    """Territories are picked from the last player to the first, round after round, one army each (RCM-12).

    Players who have left the game are skipped (`rotation`).
    """

    NAME: ClassVar[str] = "pick.from_last"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return PLACES

    def due_player(self, t: Table) -> i64:
        """The player who must pick, or -1 if none is known."""
        last_seat: i64 = len(t.order) - 1
        return -1 if last_seat < 0 else due_player(t, self.base, last_seat, last_seat, -1)

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        if len(t.order) > 0 and t.seat[t.actor] >= 0:
            last_seat: i64 = len(t.order) - 1
            count_act(t, self.base, last_seat, last_seat, self.due_player(t))

    def event_kinds(self) -> list[int]:
        return [PICK]

    def check(self, t: Table) -> i64:
        if len(t.order) == 0:
            return UNDECIDABLE
        return pick_verdict(t, self.base, self.due_player(t))

    def facts(self, t: Table) -> dict[str, object]:
        due = self.due_player(t)
        return pick_facts(t, t.actor if due >= 0 and may_act(t, self.base, due) else due)


class PickInOrder(Rule):
    """Territories are picked in the order of play, one army each; `starts` gives the first seat by players (FIR-03).

    Players who have left the game are skipped (`rotation`).
    """

    NAME: ClassVar[str] = "pick.in_order"
    VALUES: ClassVar[dict[str, object]] = {"starts": "pairs"}
    JUDGES_OPENING: ClassVar[bool] = True

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

    def due_player(self, t: Table) -> i64:
        """The player who must pick, or -1 if none is known."""
        if len(t.order) == 0 or self.first_seat(t) < 0:
            return -1
        return due_player(t, self.base, self.first_seat(t), 1, -1)

    def observe(self, t: Table) -> None:
        if len(t.order) > 0 and self.first_seat(t) >= 0 and t.seat[t.actor] >= 0:
            count_act(t, self.base, self.first_seat(t), 1, self.due_player(t))

    def event_kinds(self) -> list[int]:
        return [PICK]

    def check(self, t: Table) -> i64:
        if len(t.order) == 0 or self.first_seat(t) < 0:
            return UNDECIDABLE
        return pick_verdict(t, self.base, self.due_player(t))

    def facts(self, t: Table) -> dict[str, object]:
        due = self.due_player(t)
        return pick_facts(t, t.actor if due >= 0 and may_act(t, self.base, due) else due)


class AllTerritoriesPicked(Rule):
    """Every territory is picked before the armies are placed; none is dealt, and none stays neutral (FIR-02).

    A deal is reported once.
    """

    NAME: ClassVar[str] = "pick.all"
    JUDGES_OPENING: ClassVar[bool] = True

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
        return ILLEGAL if assigned_lands(t) - always_neutral(t) < LANDS else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": assigned_lands(t) - always_neutral(t)}


class PickNotAdjacent(Rule):
    """A player does not pick beside his own territories while another territory is free (RCM-12b)."""

    NAME: ClassVar[str] = "pick.not_adjacent"
    JUDGES_OPENING: ClassVar[bool] = True

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
        beside: i64 = -1
        for k in range(t.degree[land]):
            neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
            if t.owner[neighbour] == t.actor:
                beside = neighbour
        return {
            "player": Colour(t.actor),
            "territory": Land(land),
            "source": Land(beside),
            "target": Land(self.free_land(t)),
        }


class PickStrip(Rule):
    """Each player states which picked territory opens his strip; else a warning (RCM-12d)."""

    NAME: ClassVar[str] = "pick.strip"
    JUDGES_OPENING: ClassVar[bool] = True

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [PICK]

    def observe(self, t: Table) -> None:
        opens_strip = t.c
        if opens_strip == 1:
            t.memory[self.base + t.actor] = 1

    def event_kinds(self) -> list[int]:
        return [SET]

    def silent_players(self, t: Table) -> list[int]:
        """The players still in the game who opened no strip."""
        return [colour for colour in range(PLAYERS) if t.is_in_game(colour) and t.memory[self.base + colour] == 0]

    def check(self, t: Table) -> i64:
        if not is_first_placement(t):
            return FINE
        return WARNING if self.silent_players(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return players_facts(self.silent_players(t))

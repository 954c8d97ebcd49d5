"""Garrisons judged at the end of a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import END, TAKE, TRIS, TURN
from plancia_replay.kernel.facts import Colour, Land, Lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rules.cards.sets_by_hand_size import exchangeable
from plancia_replay.rules.garrisons.card_debt import AT_TURN_END, PERHAPS_BY_CARDS, PERHAPS_BY_MOVE

EARLY: Final = 2 * LANDS  # a place in the memory of GarrisonAll


def bare_lands(t: Table, player: i64, below: i64) -> i64:
    """How many of a player's territories hold fewer than `below` armies."""
    found: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player and t.armies[land] < below:
            found += 1
    return found


class GarrisonAll(Rule):
    """At the end of one's turn every territory of one's own holds at least `min` armies (RCM-25, RCM-27).

    With `by_move` the move not made counts among the means to restore them, with `by_cards` the cards not exchanged;
    what is bare by those readings alone is noted and not due.

    Exempt is who could not restore it after attacks: of the territories below the minimum when the turn began, as many
    must be restored as armies were due (and the army limit lets onto the board, or were put there all the same), and no
    other may be below it, nor one that he bared himself: in an earlier turn, by armies taken off in another's, or by
    placing none there at the start. Where armies stand that nobody is recorded to have placed (CHECK), nothing is known
    of that.
    Memory: below the minimum as the turn began (2: by his own doing), then bared by who plays it, then the armies of
    the sets played before the first attack.
    """

    NAME: ClassVar[str] = "garrison.all"

    def __init__(self, min: int = 2, by_move: bool = False, by_cards: bool = False) -> None:
        super().__init__()
        self.least: i64 = min
        self.by_move = by_move
        self.by_cards = by_cards

    def memory_size(self) -> int:
        return EARLY + 1

    def watches(self) -> list[int]:
        return [TURN, END, TRIS, TAKE]

    def observe(self, t: Table) -> None:
        own = self.base + LANDS
        if t.op == TRIS:
            if t.attacks == 0:
                t.memory[self.base + EARLY] = t.from_cards
            return
        if t.op == TAKE:
            self.taken_off(t)
            return
        if t.op == END:
            if t.last_turn < 0:  # an END before the first turn is nobody's
                return
            t.garrison_debt[t.last_turn] = self.outcome(t, t.last_turn) if t.went_on() else 0
            for land in range(LANDS):
                if t.owner[land] == t.last_turn:
                    bared = t.armies[land] < self.least and t.memory[self.base + land] != 1
                    t.memory[own + land] = 1 if bared else 0
            return
        t.memory[self.base + EARLY] = 0
        if t.turns == 1:
            self.placed_so(t)
        for land in range(LANDS):
            weak = t.owner[land] == t.actor and t.armies[land] < self.least
            t.memory[self.base + land] = 1 + t.memory[own + land] if weak else 0

    def placed_so(self, t: Table) -> None:
        """The first turn begins: what is bare now its owner left so when armies were placed, nobody having attacked."""
        for land in range(LANDS):
            owner = t.owner[land]
            if owner >= 0 and t.armies[land] < self.least and t.army_total[owner] == t.setup_placed[owner]:
                t.memory[self.base + LANDS + land] = 1

    def taken_off(self, t: Table) -> None:
        """Armies that a player takes off outside his turn: what he bares so was not bared by attacks."""
        if t.turn == t.actor:
            return
        count, first = t.n, t.x
        for k in range(first, first + count, 2):
            land = t.extra[k]
            left = t.armies[land]
            if t.owner[land] == t.actor and left < self.least and left + t.extra[k + 1] >= self.least:
                t.memory[self.base + LANDS + land] = 1

    def received(self, t: Table, player: i64) -> i64:
        """Armies of the turn that were placed or could be: as it began, or those of a set played after attacks."""
        due = t.entitled()
        placed = t.placed if t.placed < due else due
        late = t.from_cards - t.memory[self.base + EARLY]
        if late > due - placed:
            late = due - placed
        if t.cap[player] >= 0:
            if late > t.cap[player] - t.army_total[player]:
                late = t.cap[player] - t.army_total[player]
            if t.turn_force + due > t.cap[player]:
                due = t.cap[player] - t.turn_force
        could = placed + late if late > 0 else placed
        return could if could > due else due

    def outcome(self, t: Table, player: i64) -> i64:
        """What the turn's end costs: a card, or a card by another reading alone, or nothing."""
        if self.lacking(t, player) > 0:
            return AT_TURN_END
        by_move = 0 if self.by_move else self.movable(t, player)
        by_cards = 0 if self.by_cards else exchangeable(t, player)
        if by_move > 0 and self.short_with(t, player, by_move) > 0:
            return PERHAPS_BY_MOVE
        if by_cards > 0 and self.short_with(t, player, by_cards) > 0:
            return PERHAPS_BY_CARDS
        return 0

    def movable(self, t: Table, player: i64) -> i64:
        """1 where the move of the turn was not made and might have restored a bare territory."""
        if t.moves > 0:
            return 0
        for land in range(LANDS):
            if t.owner[land] != player or t.armies[land] >= self.least or t.memory[self.base + land] != 1:
                continue
            for k in range(t.degree[land]):
                near = t.neighbours[land * 8 + k]
                if t.owner[near] == player and t.armies[near] > self.least:
                    return 1
        return 0

    def lacking(self, t: Table, player: i64) -> i64:
        """How many territories are bare without excuse."""
        more: i64 = 0
        if self.by_move:
            more += self.movable(t, player)
        if self.by_cards:
            more += exchangeable(t, player)
        return self.short_with(t, player, more)

    def short_with(self, t: Table, player: i64, more: i64) -> i64:
        """How many are, where `more` than the armies received might have been put there."""
        inherited: i64 = 0
        bare: i64 = 0
        made: i64 = 0
        for land in range(LANDS):
            weak = t.owner[land] == player and t.armies[land] < self.least
            if t.memory[self.base + land] == 1:
                inherited += 1
                if weak:
                    bare += 1
            elif weak:
                made += 1
        if made > 0:
            return made + bare
        excused = inherited - self.received(t, player) - more
        if excused < 0:
            excused = 0
        return bare - excused if bare > excused else 0

    def kinds(self) -> list[int]:
        return [END]

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return ILLEGAL if self.lacking(t, t.turn) > 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        weak = [land for land in range(LANDS) if t.owner[land] == t.turn and t.armies[land] < self.least]
        made = [land for land in weak if t.memory[self.base + land] != 1]
        return {
            "player": Colour(t.turn),
            "territory": Land(made[0] if made else weak[-1] if weak else -1),
            "lands": Lands(weak),
            "received": self.received(t, t.turn),
            "wording": self.cause(t, made),
            "found": bare_lands(t, t.turn, self.least),
            "missing": self.lacking(t, t.turn),
            "needed": self.least,
            "option": self.decisive(t),
        }

    def cause(self, t: Table, made: list[int]) -> str:
        """Why the bare territories are not excused."""
        if len(made) == 0:
            return "uncovered"
        return "own" if t.memory[self.base + made[0]] == 2 else "bared"

    def decisive(self, t: Table) -> str:
        """The option on which the finding in hand hangs: a reading that asks for more, or "min" by any reading."""
        if self.short_with(t, t.turn, 0) > 0:
            return "min"
        return "by_move" if self.by_move and self.movable(t, t.turn) > 0 else "by_cards"


class TwoNeighbours(Rule):
    """Territories with at most `armies` do not border two other players, unless a continent is held (RCM-28a, 28b)."""

    NAME: ClassVar[str] = "garrison.two_neighbours"

    def __init__(self, armies: int = 2) -> None:
        super().__init__()
        self.armies: i64 = armies

    def watches(self) -> list[int]:
        return [END]

    def observe(self, t: Table) -> None:
        if t.last_turn >= 0:  # an END before the first turn is nobody's
            t.garrison_debt[t.last_turn] = AT_TURN_END if t.went_on() and self.wrong(t, t.last_turn) >= 0 else 0

    def others(self, t: Table, land: i64) -> i64:
        """How many other active players hold a neighbour of the territory."""
        found: i64 = 0
        for colour in range(6):
            if colour == t.owner[land] or not t.plays(colour):
                continue
            for k in range(t.degree[land]):
                if t.owner[t.neighbours[land * 8 + k]] == colour:
                    found += 1
                    break
        return found

    def wrong(self, t: Table, player: i64) -> i64:
        """A territory left too weak, or -1."""
        for colour in range(6):
            if t.at_table[colour] == 1 and t.holds_continent(colour):
                return -1
        for land in range(LANDS):
            if t.owner[land] == player and t.armies[land] <= self.armies and self.others(t, land) >= 2:
                return land
        return -1

    def kinds(self) -> list[int]:
        return [END]

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return FINE if self.wrong(t, t.turn) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong(t, t.turn)
        return {
            "player": Colour(t.turn),
            "territory": Land(land),
            "found": t.armies[land],
            "most": self.armies,
            "needed": self.armies + 1,
        }

"""The dummy: a colour without a player, led in turn by the two real ones."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import (
    ATT,
    CLAIM,
    CLAIM_WORLD,
    DECL,
    DRAW,
    OCC,
    ORDER,
    OVER_ELIMINATION,
    PUT,
    ROLL,
    ROLL_DUMMY,
    ROLL_DUMMY_ORDER,
    ROLL_ORDER,
    ROLL_TIE,
    SET,
    TURN,
)
from plancia_replay.kernel.effects.ending import stop
from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, NEUTRAL, WITHDRAWN, Table
from plancia_replay.kernel.turn_order import STARTED, TAKEN_BACK, begun_twice, passed_over


def real_by_turn(t: Table, count: i64) -> i64:
    """The real player who leads at the dummy's turn number `count` (from 0): the last in the order, then the other."""
    last: i64 = -1
    other: i64 = -1
    for k in range(len(t.order)):
        if t.order[k] != t.virtual:
            other = last
            last = t.order[k]
    return last if count % 2 == 0 else other


class DummyNamed(Rule):
    """Two real players and one dummy, which the header names (ONE-03)."""

    NAME: ClassVar[str] = "dummy.named"

    def kinds(self) -> list[int]:
        return [ORDER]

    def finding(self, t: Table) -> i64:
        return FINE if t.virtual >= 0 and t.at_table[t.virtual] == 1 and t.players == 3 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.players}


def other_real(t: Table, player: i64) -> i64:
    """The real player who is not this one, -1 where there is none."""
    for k in range(len(t.order)):
        if t.order[k] != t.virtual and t.order[k] != player:
            return t.order[k]
    return -1


class DummyDice(Rule):
    """The real players throw for who throws the dummy's die; he says before which throw is whose (ONE-04, ONE-05).

    So no die of the dummy's lies in that throw, nor in a plain one for the order, which declares nothing. A throw that
    left the two level decides nothing; that the higher one throws is only assumed. Memory: their throws, base 7.
    """

    NAME: ClassVar[str] = "order.dummy_dice"

    def kinds(self) -> list[int]:
        return [ROLL]

    def memory_size(self) -> int:
        return 6

    def watches(self) -> list[int]:
        return [ROLL]

    def observe(self, t: Table) -> None:
        purpose = t.a
        if purpose != ROLL_TIE and purpose != ROLL_DUMMY:
            return
        count, first = t.n, t.x
        for k in range(first, first + count, 2):
            colour = t.extra[k]
            if colour < NEUTRAL and (purpose == ROLL_DUMMY or t.throws[colour] == 0):
                t.memory[self.base + colour] = t.memory[self.base + colour] * 7 + t.extra[k + 1]

    def finding(self, t: Table) -> i64:
        purpose = t.a
        if purpose == ROLL_DUMMY_ORDER:
            declared = t.b
            return self.for_dummy(t) if declared == 1 else ILLEGAL
        return ILLEGAL if purpose in (ROLL_ORDER, ROLL_DUMMY) and self.throws_dummy(t) else FINE

    def for_dummy(self, t: Table) -> i64:
        """True if the player decided to throw for the dummy makes the declared throw."""
        best: i64 = -1
        level = False
        for colour in range(6):
            if t.at_table[colour] == 0 or colour == t.virtual:
                continue
            thrown = t.memory[self.base + colour]
            if thrown == 0:
                return UNDECIDABLE
            if best < 0 or thrown > t.memory[self.base + best]:
                best = colour
                level = False
            elif thrown == t.memory[self.base + best]:
                level = True
        if level:
            return ILLEGAL
        return ASSUMED if t.actor < NEUTRAL and t.actor != best else FINE

    def throws_dummy(self, t: Table) -> bool:
        """True if the current throw has a die of the dummy."""
        count, first = t.n, t.x
        for k in range(first, first + count, 2):  # noqa: SIM110 (a generator is slow here)
            if t.extra[k] == t.virtual:
                return True
        return False

    def facts(self, t: Table) -> dict[str, object]:
        purpose, declared, first = t.a, t.b, t.x
        found: dict[str, object] = {"player": Colour(t.actor if t.actor < NEUTRAL else t.extra[first])}
        if purpose == ROLL_DUMMY_ORDER and declared == 1 and self.for_dummy(t) == ASSUMED:
            found["wording"] = "other"
        return found


class DummyDirector(Rule):
    """The last real player in the order leads the dummy first, then they alternate (ONE-03, ONE-07).

    After a turn led by the wrong one it is the other's, so that one mistake is one finding. In the dummy's turn nobody
    but who leads it puts its armies. Memory, each + 1: who led last, who did before that.
    """

    NAME: ClassVar[str] = "dummy.director"

    def memory_size(self) -> int:
        return 2

    def watches(self) -> list[int]:
        return [TURN]

    def observe(self, t: Table) -> None:
        if t.sequence[TAKEN_BACK] == t.number:  # the dummy's turn before was none
            t.memory[self.base] = t.memory[self.base + 1]
        if t.actor != t.virtual:
            t.memory[self.base + 1] = t.memory[self.base]
        elif t.sequence[STARTED] == t.number:
            before = t.memory[self.base] - 1
            due = real_by_turn(t, 0) if before < 0 else other_real(t, before)
            t.memory[self.base + 1] = t.memory[self.base]
            director = t.b
            known = director >= 0 and director < NEUTRAL and director != t.virtual and t.seat[director] >= 0
            t.memory[self.base] = (director if known else due) + 1

    def kinds(self) -> list[int]:
        return [PUT, TURN]

    def due(self, t: Table) -> i64:
        """Who leads, or -1 in a real player's turn."""
        if t.op == PUT:
            return t.director
        if t.actor != t.virtual:
            return -1
        before = t.memory[self.base] - 1
        return real_by_turn(t, 0) if before < 0 else other_real(t, before)

    def finding(self, t: Table) -> i64:
        if t.virtual < 0 or (t.op == TURN and begun_twice(t)):
            return FINE
        if t.op == PUT:
            placer = t.a
            return (
                ILLEGAL if t.actor == t.virtual and placer >= 0 and t.director >= 0 and placer != t.director else FINE
            )
        director = t.b
        if t.actor == t.virtual and (director < 0 or len(t.order) == 0):
            return UNDECIDABLE
        if t.op == TURN and t.next_player() != t.actor and not passed_over(t, t.actor):
            return FINE  # the turn itself is out of the order
        return FINE if director == self.due(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        first = {"stage": "first"} if t.op == TURN and t.memory[self.base] == 0 else {}
        placer, director = t.a, t.b
        found: dict[str, object] = {
            "player": Colour(placer if t.op == PUT else director),
            "expected": Colour(self.due(t)),
            **first,
        }
        if t.op == TURN and len(t.order) == 0:
            found["wording"] = "no_order"
        return found


class DummySparesDirector(Rule):
    """The dummy does not attack who leads it in that turn (ONE-08)."""

    NAME: ClassVar[str] = "attack.dummy_spares_director"

    def kinds(self) -> list[int]:
        return [DECL, ATT]

    def bars_attack(self, t: Table, source: i64, target: i64) -> bool:
        return t.turn == t.virtual and t.owner[target] == t.director

    def finding(self, t: Table) -> i64:
        target = t.b
        owner = t.owner[target]
        if t.actor != t.virtual or owner < 0 or owner >= NEUTRAL:
            return FINE
        if t.director < 0:
            return UNDECIDABLE
        return ILLEGAL if owner == t.director else FINE

    def facts(self, t: Table) -> dict[str, object]:
        target = t.b
        return {"player": Colour(t.actor), "target": Land(target), "owner": Colour(t.owner[target])}


class DummyPlacer(Rule):
    """The last real player places the dummy's first armies, then they alternate (ONE-11).

    After a wrong one it is the other's. Memory: who placed last, + 1.
    """

    NAME: ClassVar[str] = "setup.dummy_placer"

    def memory_size(self) -> int:
        return 1

    def watches(self) -> list[int]:
        return [SET]

    def observe(self, t: Table) -> None:
        if t.actor == t.virtual:
            placer = t.a
            known = placer >= 0 and placer < NEUTRAL and placer != t.virtual and t.seat[placer] >= 0
            t.memory[self.base] = (placer if known else self.due(t)) + 1

    def kinds(self) -> list[int]:
        return [SET]

    def due(self, t: Table) -> i64:
        """Who places the dummy's next armies."""
        before = t.memory[self.base] - 1
        return real_by_turn(t, 0) if before < 0 else other_real(t, before)

    def finding(self, t: Table) -> i64:
        if t.actor != t.virtual:
            return FINE
        placer = t.a
        if placer < 0 or len(t.order) == 0:
            return UNDECIDABLE
        return FINE if placer == self.due(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        placer = t.a
        found: dict[str, object] = {"player": Colour(placer), "expected": Colour(self.due(t))}
        if len(t.order) == 0:
            found["wording"] = "no_order"
        return found


class DummyOpenCards(Rule):
    """The cards of the dummy lie open (ONE-12)."""

    NAME: ClassVar[str] = "cards.dummy_open"

    def kinds(self) -> list[int]:
        return [DRAW]

    def finding(self, t: Table) -> i64:
        public = t.a
        return ILLEGAL if t.actor == t.virtual and public == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


class RealPlayerOut(Rule):
    """When a real player loses his last territory the game is over at once (ONE-15)."""

    NAME: ClassVar[str] = "end.real_player_out"

    def stops(self) -> list[int]:
        return [OVER_ELIMINATION]

    def watches(self) -> list[int]:
        return [OCC]

    def observe(self, t: Table) -> None:
        for colour in range(6):
            out = t.lands[colour] == 0 and t.status[colour] != WITHDRAWN and t.turns > 0
            if t.at_table[colour] == 1 and colour != t.virtual and out:
                stop(t, OVER_ELIMINATION)


class ContinentsClaim(Rule):
    """Who first holds `count` continents may claim to have won (ONE-21).

    That another may, who held them later while the first did not claim, is only assumed. Memory: the first, + 1.
    """

    NAME: ClassVar[str] = "claim.continents"

    def __init__(self, count: int = 3) -> None:
        super().__init__()
        self.count: i64 = count

    def memory_size(self) -> int:
        return 1

    def watches(self) -> list[int]:
        return [TURN, OCC]

    def observe(self, t: Table) -> None:
        if t.memory[self.base] > 0:
            return
        for colour in range(6):
            if t.at_table[colour] == 1 and colour != t.virtual and self.held(t, colour) >= self.count:
                t.memory[self.base] = colour + 1

    def topic(self) -> str:
        return "claim"

    def held(self, t: Table, player: i64) -> i64:
        """Continents held whole."""
        found: i64 = 0
        for k in range(t.board.continents):
            if t.continent_lands[player * 8 + k] == t.board.continent_size[k]:
                found += 1
        return found

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if self.held(t, player) >= self.count else 0

    def kinds(self) -> list[int]:
        return [CLAIM]

    def finding(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE if t.lands[t.actor] == LANDS else ILLEGAL
        if self.held(t, t.actor) < self.count or t.actor == t.virtual:
            return ILLEGAL
        first = t.memory[self.base] - 1
        return ASSUMED if first >= 0 and first != t.actor else FINE

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {"player": Colour(t.actor), "found": self.held(t, t.actor), "needed": self.count}
        claim = t.a
        if claim == CLAIM_WORLD:
            found["missing"] = 42 - t.lands[t.actor]
            found["wording"] = "world"
        elif t.actor == t.virtual:
            found["wording"] = "dummy"
        elif self.finding(t) == ASSUMED:
            found["expected"] = Colour(t.memory[self.base] - 1)
            found["wording"] = "later"
        return found

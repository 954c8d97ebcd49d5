"""The dummy: a colour without a player, led in turn by the two real ones."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.effects import stop
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import Table

ELIMINATION = 3


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

    def ops(self) -> list[int]:
        return [2]

    def finding(self, t: Table) -> i64:
        return 0 if t.virtual >= 0 and t.at_table[t.virtual] == 1 and t.players == 3 else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.players}


class DummyDice(Rule):
    """The real players throw for who throws the dummy's die; he says before which throw is whose (ONE-04, ONE-05).

    So no die of the dummy's lies in that throw, nor in a plain one for the order, which declares nothing.
    """

    NAME: ClassVar[str] = "order.dummy_dice"

    def ops(self) -> list[int]:
        return [1]

    def finding(self, t: Table) -> i64:
        if t.a == 3:
            return 0 if t.b == 1 else 1
        return 1 if (t.a == 0 or t.a == 2) and self.throws_dummy(t) else 0

    def throws_dummy(self, t: Table) -> bool:
        """Is there a die of the dummy's in the throw in hand?"""
        for k in range(t.x, t.x + t.n, 2):  # noqa: SIM110 (a generator is slow here)
            if t.extra[k] == t.virtual:
                return True
        return False

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.extra[t.x]}


class DummyDirector(Rule):
    """The last real player in the order leads the dummy first, then they alternate (ONE-03, ONE-07)."""

    NAME: ClassVar[str] = "dummy.director"

    def ops(self) -> list[int]:
        return [10]

    def due(self, t: Table) -> i64:
        """Who leads, or -1 in a real player's turn."""
        return real_by_turn(t, t.own_turns[t.virtual]) if t.actor == t.virtual else -1

    def finding(self, t: Table) -> i64:
        if t.virtual < 0:
            return 0
        return 0 if t.b == self.due(t) else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.b, "expected": self.due(t)}


class DummySparesDirector(Rule):
    """The dummy does not attack who leads it in that turn (ONE-08)."""

    NAME: ClassVar[str] = "attack.dummy_spares_director"

    def ops(self) -> list[int]:
        return [15, 16]

    def finding(self, t: Table) -> i64:
        return 1 if t.actor == t.virtual and t.director >= 0 and t.owner[t.b] == t.director else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "target": t.b, "owner": t.owner[t.b]}


class DummyPlacer(Rule):
    """The last real player places the dummy's first armies, then they alternate (ONE-11)."""

    NAME: ClassVar[str] = "setup.dummy_placer"

    def ops(self) -> list[int]:
        return [7]

    def finding(self, t: Table) -> i64:
        if t.actor != t.virtual:
            return 0
        if t.a < 0:
            return 2
        return 0 if t.a == real_by_turn(t, t.setup_turns[t.actor]) else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.a, "expected": real_by_turn(t, t.setup_turns[t.actor])}


class DummyOpenCards(Rule):
    """The cards of the dummy lie open (ONE-12)."""

    NAME: ClassVar[str] = "cards.dummy_open"

    def ops(self) -> list[int]:
        return [19]

    def finding(self, t: Table) -> i64:
        return 1 if t.actor == t.virtual and t.a == 0 else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}


class RealPlayerOut(Rule):
    """When a real player loses his last territory the game is over at once (ONE-15)."""

    NAME: ClassVar[str] = "end.real_player_out"

    def stops(self) -> list[int]:
        return [ELIMINATION]

    def notes(self) -> list[int]:
        return [17]

    def follow(self, t: Table) -> None:
        for colour in range(6):
            if t.at_table[colour] == 1 and colour != t.virtual and t.lands[colour] == 0 and t.turns > 0:
                stop(t, ELIMINATION)


class ContinentsClaim(Rule):
    """Who holds `count` continents may claim to have won (ONE-21)."""

    NAME: ClassVar[str] = "claim.continents"

    def __init__(self, count: int = 3) -> None:
        super().__init__()
        self.count: i64 = count

    def topic(self) -> str:
        return "claim"

    def held(self, t: Table, player: i64) -> i64:
        """Continents held whole."""
        found: i64 = 0
        for k in range(t.board.continents):
            if t.held[player * 8 + k] == t.board.continent_size[k]:
                found += 1
        return found

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if self.held(t, player) >= self.count else 0

    def ops(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        if t.a == 2:
            return 0 if t.lands[t.actor] == 42 else 1
        return 0 if self.held(t, t.actor) >= self.count and t.actor != t.virtual else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "found": self.held(t, t.actor), "needed": self.count}

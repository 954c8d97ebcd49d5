"""Whose turn it is, who may still act, eliminations."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import ELIMINATED, FROZEN, LANDS, Table

CHANCE = 2  # the kind of a turn that is a chance


class TurnOrder(Rule):
    """Turns follow the fixed order of the players still in the game (EG-01)."""

    NAME: ClassVar[str] = "turn.order"

    def ops(self) -> list[int]:
        return [10, 11]

    def finding(self, t: Table) -> i64:
        due = t.next_player()
        if due < 0:
            return 2
        return 0 if due == t.actor else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "expected": t.next_player(), "needed": t.next_player()}


class InTurn(Rule):
    """Only the player on turn acts (EG-01)."""

    NAME: ClassVar[str] = "turn.in_turn"

    def ops(self) -> list[int]:
        return [8, 12, 13, 14, 15, 16, 17, 18, 19]

    def finding(self, t: Table) -> i64:
        return 0 if t.turn == t.actor else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "expected": t.turn, "owner": t.turn}


class PlayerActive(Rule):
    """Who is out of the game, withdrawn or frozen, does nothing (EG-12)."""

    NAME: ClassVar[str] = "player.active"

    def ops(self) -> list[int]:
        return [8, 10, 11, 14, 15, 16, 17, 18, 19, 22]

    def finding(self, t: Table) -> i64:
        return 0 if t.status[t.actor] == 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "status": t.status[t.actor]}


class EliminationRecorded(Rule):
    """An elimination is recorded of a player who holds nothing, for the player on turn (EG-12)."""

    NAME: ClassVar[str] = "elimination.recorded"

    def ops(self) -> list[int]:
        return [26]

    def finding(self, t: Table) -> i64:
        if t.lands[t.a] > 0:
            return 1
        return 0 if t.actor == t.turn or t.actor >= 6 else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.a, "owner": t.a, "found": t.lands[t.a], "expected": t.turn}


def keeper(t: Table) -> i64:
    """A player without territories who still has cards, his elimination recorded or not, or -1."""
    for colour in range(6):
        if t.hand_size[colour] == 0:
            continue
        landless = t.assigned == LANDS and t.lands[colour] == 0
        if t.status[colour] == ELIMINATED or (landless and (t.status[colour] == 0 or t.status[colour] == FROZEN)):
            return colour
    return -1


class CardsToEliminator(Rule):
    """The cards of an eliminated player go to who eliminated him; with `hand_limit` what is over goes aside (EG-12).

    With `at_once` they do so before the turn ends (RCM-29a).
    """

    NAME: ClassVar[str] = "elimination.cards_to_eliminator"

    def __init__(self, hand_limit: int = 0, at_once: bool = False) -> None:
        super().__init__()
        self.hand_limit: i64 = hand_limit
        self.at_once = at_once

    def ops(self) -> list[int]:
        return [12, 21]

    def finding(self, t: Table) -> i64:
        if t.op == 12:
            return 1 if self.at_once and t.turn >= 0 and keeper(t) >= 0 else 0
        if t.c != 0:
            return 0
        if t.b == t.turn:
            return 0
        over = self.hand_limit > 0 and t.turn >= 0 and t.hand_size[t.turn] >= self.hand_limit
        return 0 if t.b == 11 and over else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.a if t.op == 21 else keeper(t), "expected": t.turn, "found": t.n}


class NoChance(Rule):
    """There are no chances: no turn is one, and none is passed (FIR-20, FIRK-04)."""

    NAME: ClassVar[str] = "turn.no_chance"

    def ops(self) -> list[int]:
        return [10, 11]

    def finding(self, t: Table) -> i64:
        return 1 if t.op == 11 or t.a == CHANCE else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}

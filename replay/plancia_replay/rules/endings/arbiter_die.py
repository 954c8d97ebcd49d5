"""Rules on the arbiter's die, and on bonus throws for an opponent's conquests."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    ELATER,
    END,
    ENOT,
    EROLL,
    EROLL_ARBITER,
    EROLL_BONUS,
    OVER_ARBITER_DIE,
    PASS,
    TURN,
    TURN_EXTRA,
)
from plancia_replay.kernel.effects.ending import end_game
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import NEUTRAL, PLAYERS, Table
from plancia_replay.rules.endings.clock import is_expiry_written
from plancia_replay.rules.endings.end_roll import is_before_closing
from plancia_replay.rules.endings.extra_turns import (
    BETWEEN,
    close_later,
    is_close_later,
    is_in_turn,
    is_last_round_over,
)

TOLD: Final = 1  # index in the memory of `ArbiterDie` of the round that the die told as the time-out's
MISPLACED: Final = 2  # the round after which the die was last thrown wrongly; it is then not missing as well
TURNS: Final = 3  # the number of turns after which it was last thrown


class ArbiterDie(Rule):
    """When the round of the time-out is over, and after each further one, the arbiter throws a die (FIR-18..20).

    The faces in `stop_on` end the game, the others give a further round (TURN ... extra), which nothing else does. A
    die thrown out of its place ends nothing. With `after` "turn" the first one may come after the turn in progress at
    the time-out. Where no time is recorded the first die thrown at the end of a round tells
    that it was over.
    """

    NAME: ClassVar[str] = "end_roll.arbiter_die"
    RECALLS_FINDINGS: ClassVar[bool] = True
    VALUES: ClassVar[dict[str, object]] = {"stop_on": "numbers", "after": ("round", "turn")}

    def __init__(self, stop_on: str = "1 2", after: str = "round") -> None:
        super().__init__()
        self.after_turn = after == "turn"
        self.faces = [int(word) for word in stop_on.split()]

    def end_reasons(self) -> list[int]:
        return [OVER_ARBITER_DIE]

    def memory_size(self) -> int:
        return 4  # the round after which the die was last thrown, TOLD, MISPLACED, TURNS

    def observed_kinds(self) -> list[int]:
        return [EROLL, TURN]

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            if t.reported[self.index] == t.number:
                close_later(t, True)
            return
        if t.void_throw == t.number:
            first_die, second_die, roll = t.a, t.b, t.d
            if t.stopped < 0 and (self.is_due(t) or (self.is_untimed(t) and self.is_round_over(t))):
                if roll == EROLL_ARBITER:
                    t.memory[self.base + MISPLACED] = t.round
                t.void_due = 1 if second_die > 0 or int(first_die) in self.faces else 0
            return
        close_later(t, False)
        t.memory[self.base] = t.round
        t.memory[self.base + TURNS] = t.turns
        if t.closing_from < 0:
            t.memory[self.base + TOLD] = t.round
            t.closing_from = t.round
        first_die, second_die = t.a, t.b
        if second_die == 0 and int(first_die) in self.faces:
            end_game(t, OVER_ARBITER_DIE)

    def is_untimed(self, t: Table) -> bool:
        """True if the record does not tell when the time was over."""
        return t.expired_round < 0 and t.closing_from < 0 and not is_expiry_written(t)

    def is_round_over(self, t: Table) -> bool:
        """True if the last player still in the game has ended his turn of the round, or left in it."""
        return not is_in_turn(t) and t.last_turn >= 0 and t.seat[t.last_turn] >= t.last_active_seat()

    def is_due(self, t: Table) -> bool:
        """True if a round is over after which the die is thrown."""
        if self.after_turn and t.op == EROLL and t.closing_from >= 0 and t.turn < 0:
            return t.memory[self.base + TURNS] != t.turns
        return is_last_round_over(t) and self.is_round_over(t) and t.memory[self.base] != t.round

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, EROLL, ENOT, ELATER]

    def check(self, t: Table) -> i64:
        kind, second_die, roll = t.a, t.b, t.d
        if t.op == TURN or t.op == PASS:
            if len(t.order) == 0:
                return UNDECIDABLE if t.op == TURN and kind == TURN_EXTRA else FINE
            is_first = t.memory[self.base] == 0 and t.memory[self.base + MISPLACED] == 0
            is_early = t.op == TURN and kind == TURN_EXTRA and is_first
            is_missing = self.is_due(t) and t.stopped < 0 and t.memory[self.base + MISPLACED] != t.round
            if is_missing and not is_early and is_close_later(t, False):
                return ASSUMED
            return ILLEGAL if is_early or is_missing else FINE
        player = t.c
        if t.op != EROLL or roll != EROLL_ARBITER or second_die > 0 or t.actor < NEUTRAL or player >= 0:
            return ILLEGAL
        if len(t.order) == 0 or (self.is_untimed(t) and self.is_round_over(t)):
            return UNDECIDABLE
        return FINE if self.is_due(t) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        first_die = t.a
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "round": t.round,
            "found": first_die if t.op == EROLL else 0,
        }
        facts["wording"] = self.fault_wording(t)
        is_read = facts["wording"] == "early" and t.closing_from >= 0 and t.memory[self.base + TURNS] != t.turns
        if is_read:
            facts["stage"] = "early"  # the turn in progress may be the one turn
        return {**facts, "option": "after" if is_read else "stop_on", "supposes": BETWEEN}

    def fault_wording(self, t: Table) -> str:
        """The wording key for the fault of the current throw, or for a missing one."""
        if t.op == TURN or t.op == PASS:
            return "no_order" if len(t.order) == 0 else "missing" if self.is_due(t) else "further"
        roll = t.d
        player = t.c
        if t.op == EROLL and roll != EROLL_ARBITER and t.actor >= NEUTRAL and player < 0:
            return "unmarked"
        if t.op != EROLL or roll != EROLL_ARBITER:
            return "other" if t.op == EROLL else "put_off"
        if t.actor < NEUTRAL or player >= 0:
            return "thrower"
        second_die = t.b
        if second_die > 0:
            return "two_dice"
        return "no_order" if len(t.order) == 0 else "early"


EARNED: Final = PLAYERS  # places in the memory of further throws
DUMMY: Final = 2 * PLAYERS


class BonusThrows(Rule):
    """Each conquest of a real player beyond `beyond` in a closing turn gives the other player a throw (ONE-18..20).

    These throws are used at the end of the player's own turns, now or later, in addition to his own throw. With
    `whole_game` conquests of every turn give them. Memory, by player: the throws left, then all that he earned; then 1
    if the dummy's conquests were so many, which give none.
    """

    NAME: ClassVar[str] = "end_roll.bonus"

    def __init__(self, beyond: int = 3, whole_game: bool = False) -> None:
        super().__init__()
        self.beyond: i64 = beyond
        self.whole_game = whole_game

    def sum_name(self) -> str:
        return "bonus_throws"

    def memory_size(self) -> int:
        return DUMMY + 1

    def observed_kinds(self) -> list[int]:
        return [END, EROLL]

    def observe(self, t: Table) -> None:
        if t.op == EROLL:
            roll = t.d
            if roll == EROLL_BONUS and t.void_throw != t.number and t.memory[self.base + t.actor] > 0:
                t.memory[self.base + t.actor] -= 1
            return
        player = t.last_turn
        is_finale = t.closing_from >= 0 and not is_before_closing(t, t.seat[player], 0)
        throws = t.conquests - self.beyond
        if throws <= 0 or not (is_finale or self.whole_game):
            return
        if player == t.virtual:
            t.memory[self.base + DUMMY] = 1
            return
        for colour in range(PLAYERS):
            if colour != player and colour != t.virtual and t.at_table[colour] == 1:
                t.memory[self.base + colour] += throws
                t.memory[self.base + EARNED + colour] += throws

    def event_kinds(self) -> list[int]:
        return [EROLL, ELATER]

    def check(self, t: Table) -> i64:
        bonus_count = t.memory[self.base + t.actor] if t.actor < NEUTRAL else 0
        if t.op == ELATER:
            throws = t.a
            return ILLEGAL if throws > bonus_count else FINE
        roll = t.d
        if roll != EROLL_BONUS:
            return FINE
        player = t.c
        return ILLEGAL if bonus_count < 1 or player >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        bonus_count = t.memory[self.base + t.actor] if t.actor < NEUTRAL else 0
        throws = t.a
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": throws if t.op == ELATER else 1,
            "most": bonus_count,
        }
        if t.op == ELATER:
            facts["wording"] = "put_off" if bonus_count > 0 else "put_off_none"
        elif bonus_count > 0:
            facts["wording"] = "for_other"
        elif t.actor < NEUTRAL and t.memory[self.base + EARNED + t.actor] > 0:
            facts.update({"wording": "used", "earned": t.memory[self.base + EARNED + t.actor]})
        elif t.memory[self.base + DUMMY] == 1:
            facts["wording"] = "of_dummy"
        return facts

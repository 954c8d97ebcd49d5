"""Extra turns after the last round (played or passed), and the hard stop."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    END,
    EROLL,
    OVER_EXTRA_TURNS,
    OVER_HARD_STOP,
    PASS,
    STAT,
    TURN,
    TURN_CHANCE,
    TURN_ORDINARY,
)
from plancia_replay.kernel.effects.ending import stop
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, Table

COUNT = "end.extra_turns.count"
USED: Final = 0
PASSED: Final = 6
BY_COUNT: Final = 12
ALL_USED: Final = 13


def in_turn(t: Table) -> bool:
    """True if a turn is in progress, of a player still in the game."""
    return t.turn >= 0 and t.status[t.turn] == ACTIVE


def last_round_over(t: Table) -> bool:
    """True from the end of the last player's turn in the last round on; leaving the game in it ends it too."""
    return round_over(t, t.closing_from)


def round_over(t: Table, last: i64) -> bool:
    """Is the round, with all its turns, over? A negative one is none."""
    if last < 0 or in_turn(t) or t.last_turn < 0:
        return last >= 0 and t.round > last
    return t.round > last or (t.round == last and t.seat[t.last_turn] >= t.last_living_seat())


class ExtraTurns(Rule):
    """After the last round everybody (or, with `scope` "team", every team) has `count` extra turns (RCM-40, STU-34).

    At each turn one is played (TURN ... chance, or extra) or passed (PASS). The game is over when all who still have
    some pass one after another, or when all are used (RCM-43, RCM-44, STU-36); who leaves the game is not waited for.
    """

    NAME: ClassVar[str] = "end.extra_turns"

    def __init__(self, count: int = 3, scope: str = "player") -> None:
        super().__init__()
        self.count: i64 = count
        self.by_team = scope == "team"

    def memory_size(self) -> int:
        return 14  # used, passed since the last one was played; 1 where the end hung on their count; 1: none left

    def stops(self) -> list[int]:
        return [OVER_EXTRA_TURNS]

    def purse(self, t: Table, colour: i64) -> i64:
        """Where the chances of a colour are counted: its own place, or its team's."""
        if self.by_team and t.team[colour] >= 0:
            return t.team[colour]
        return colour

    def used(self, t: Table, colour: i64) -> i64:
        """Extra turns used by the colour or its team."""
        return t.memory[self.base + USED + self.purse(t, colour)]

    def watches(self) -> list[int]:
        return [TURN, PASS, END, STAT]

    def observe(self, t: Table) -> None:
        """An extra turn, or a pass, that comes before the last round is over counts for nothing."""
        if t.op == TURN:
            kind = t.a
            if kind != TURN_ORDINARY and self.in_finale(t):
                self.play(t)
            return
        if t.op == PASS:
            if self.in_finale(t):
                t.memory[self.base + PASSED + t.actor] = 1
        elif t.op == STAT:
            if in_turn(t):
                return
        elif t.turn_kind != TURN_CHANCE:
            return
        if self.over(t):
            if t.stopped < 0:
                t.memory[self.base + BY_COUNT] = 1 if self.ends_by_count(t) else 0
                t.memory[self.base + ALL_USED] = 1 if self.none_left(t) else 0
            stop(t, OVER_EXTRA_TURNS)

    def over(self, t: Table) -> bool:
        """True if every player with extra turns left has passed since the last one played."""
        for colour in range(6):
            if t.plays(colour) and t.out_of_turns[colour] == 0 and t.memory[self.base + PASSED + colour] == 0:
                return False
        return last_round_over(t)

    def in_finale(self, t: Table) -> bool:
        """True if the turn just begun or passed comes after the last round."""
        return t.closing_from >= 0 and t.round > t.closing_from

    def none_left(self, t: Table) -> bool:
        """True if every player still in the game has used all his extra turns."""
        for colour in range(6):  # noqa: SIM110 (a generator is slow here)
            if t.plays(colour) and self.used(t, colour) < self.count:
                return False
        return True

    def play(self, t: Table) -> None:
        """A chance is used: all who passed are in again, and whoever has none left rests."""
        purse = self.purse(t, t.actor)
        t.memory[self.base + USED + purse] += 1
        for colour in range(6):
            t.memory[self.base + PASSED + colour] = 0
            if self.purse(t, colour) == purse and t.memory[self.base + USED + purse] >= self.count:
                t.out_of_turns[colour] = 1

    def kinds(self) -> list[int]:
        return [TURN, PASS]

    def finding(self, t: Table) -> i64:
        kind = t.a
        extra = t.op == PASS or kind != TURN_ORDINARY
        if t.stopped >= 0:
            return ILLEGAL if one_too_many(t) else FINE  # what else comes after the end is told as such
        if len(t.order) == 0:
            return UNDECIDABLE if extra else FINE
        if t.closing_from < 0:
            return FINE if not extra else ILLEGAL if self.too_soon(t) else UNDECIDABLE
        if extra != last_round_over(t):
            return ILLEGAL
        return ILLEGAL if self.exceeded(t) else FINE

    def exceeded(self, t: Table) -> bool:
        """True if the current event begins an extra turn of a player with none left."""
        kind = t.a
        return t.op == TURN and kind != TURN_ORDINARY and self.used(t, t.actor) >= self.count

    def too_soon(self, t: Table) -> bool:
        """True if the clock runs and this turn is at latest in the last round, whenever the time runs out."""
        begins = t.last_turn < 0 or t.seat[t.actor] <= t.seat[t.last_turn]
        return t.clock_started == 1 and t.round + (1 if begins else 0) <= 1 + t.rounds_left

    def by_count(self, t: Table) -> bool:
        """True if the current extra turn or pass might be in its place with more or fewer of them.

        All who are passed over must then have used more than who comes.
        """
        size: i64 = len(t.order)
        kind = t.a
        if t.op != PASS and kind == TURN_ORDINARY:
            return False
        if size == 0 or not last_round_over(t) or t.status[t.actor] != ACTIVE:
            return False
        place = t.seat[t.last_turn]
        for _step in range(size):
            place = (place + 1) % size
            colour = t.order[place]
            if colour == t.actor:
                return True
            if t.plays(colour) and self.used(t, colour) <= self.used(t, t.actor):
                return False
        return False

    def ends_by_count(self, t: Table) -> bool:
        """True if the game is, or may be, over because every player has used all extra turns.

        Where it is over that is told as of its end.
        """
        if t.stopped >= 0:
            return t.memory[self.base + BY_COUNT] == 1
        most: i64 = 0
        waiting: i64 = 0
        for colour in range(6):
            if t.plays(colour) and self.used(t, colour) > most:
                most = self.used(t, colour)
        for colour in range(6):
            if t.plays(colour) and t.memory[self.base + PASSED + colour] == 0:
                waiting += 1
                if self.used(t, colour) < most:
                    return False
        return most > 0 and waiting > 0 and last_round_over(t)

    def cause(self, t: Table) -> str:
        """What is wrong with the turn or the pass in hand."""
        if len(t.order) == 0:
            return "no_order"
        kind = t.a
        if t.op == TURN and kind != TURN_ORDINARY and self.used(t, t.actor) >= self.count:
            return "used_up"
        if t.op == TURN and kind == TURN_ORDINARY:
            return "plain"
        unknown = t.closing_from < 0
        if t.op == PASS:
            return "pass_unannounced" if unknown else "pass_early"
        return "unannounced" if unknown else "early"

    def facts(self, t: Table) -> dict[str, object]:
        kind = t.a
        option = "count" if (t.op == PASS or kind != TURN_ORDINARY) == last_round_over(t) else "-"
        return {
            "wording": self.cause(t),
            "player": Colour(t.actor),
            "found": self.used(t, t.actor),
            "most": self.count,
            "round": t.round,
            "needed": t.closing_from,
            "option": option,
        }


def one_too_many(t: Table) -> bool:
    """Does an extra turn begin of who has used all his own in their time? That it is not his turn follows from it."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, ExtraTurns) and last_round_over(t) and rule.exceeded(t):
            return True
    return False


def hanging_on_count(t: Table) -> dict[str, object]:
    """Names the number of extra turns where the end of the game hangs on it."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns) and rule.ends_by_count(t):
            return {"hangs_on": COUNT}
    return {}


def by_count(t: Table) -> dict[str, object]:
    """Names the number of extra turns where the turn or pass in hand might be in its place with more or fewer."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns) and rule.by_count(t):
            return {"hangs_on": COUNT}
    return {}


def extra_turns_over(t: Table) -> bool:
    """True if the extra turns are over, whatever else may have ended the game before."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, ExtraTurns) and rule.over(t):
            return True
    return False


def all_used(t: Table) -> bool:
    """True if the game ended because no player had an extra turn left, not by passes."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns):
            return t.memory[rule.base + ALL_USED] == 1
    return False


class HardStop(Rule):
    """The round in progress at time-out is finished, and with it the game (RCM-10g).

    Where the time runs out between two rounds the game may be over there, or with the next round if that is begun.
    No turn is passed and none is extra: there are no chances. Memory: the next round so begun, 0 for none.
    """

    NAME: ClassVar[str] = "end.hard_stop"

    def memory_size(self) -> int:
        return 1

    def stops(self) -> list[int]:
        return [OVER_HARD_STOP]

    def watches(self) -> list[int]:
        return [TURN, END, STAT]

    def observe(self, t: Table) -> None:
        if t.op != TURN:
            if self.due(t):
                stop(t, OVER_HARD_STOP)
        elif t.stopped < 0 and t.closing_from >= 0 and t.round == t.closing_from + 1:
            t.memory[self.base] = t.round

    def due(self, t: Table) -> bool:
        """True if the last round is over."""
        return t.closing_from >= 0 and round_over(t, max(t.closing_from, t.memory[self.base]))

    def kinds(self) -> list[int]:
        return [TURN, PASS]

    def finding(self, t: Table) -> i64:
        kind = t.a
        return ILLEGAL if t.op == PASS or kind != TURN_ORDINARY else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


def hard_stop_due(t: Table) -> bool:
    """True if the game may be over because the time ran out between two rounds."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, HardStop) and rule.due(t):
            return True
    return False


class NoEndRoll(Rule):
    """Nobody throws dice to end the game (RCM-50, STU-36)."""

    NAME: ClassVar[str] = "end_roll.none"

    def kinds(self) -> list[int]:
        return [EROLL]

    def finding(self, t: Table) -> i64:
        return ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}

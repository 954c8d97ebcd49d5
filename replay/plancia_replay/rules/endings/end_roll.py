"""Rules on the end roll (two dice at the end of a turn): its time, its thrower, the sums that end the game."""

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
    EROLL_OWN,
    OVER,
    OVER_END_ROLL,
    TURN,
)
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, NEUTRAL, Table
from plancia_replay.rules.endings.extra_turns import BETWEEN, MAY_BE_LATER, announced_closing, close_later

CONQUESTS = "end_roll.conquests.most"


def closing_seat(t: Table, from_round: i64) -> i64:
    """The seat that opens the closing phase: the last active one, or the last of all if the round is fixed."""
    return len(t.order) - 1 if from_round > 0 else t.last_active_seat()


def is_before_closing(t: Table, seat: i64, from_round: i64) -> bool:
    """True while the closing phase has not begun for a player of this seat in the current round."""
    closing_round = from_round if from_round > 0 else t.closing_from
    if t.round < closing_round:
        return True
    return t.round == closing_round and seat < closing_seat(t, from_round)


def stage(t: Table, round_: i64) -> str:
    """The stage of a round in the closing phase: "last-round", "first-extra" or "later"."""
    if t.closing_from < 0 or round_ <= t.closing_from:
        return "last-round"
    return "first-extra" if round_ == t.closing_from + 1 else "later"


LAST: Final = 1  # index in the memory of `EndRollThreshold` of the threshold that the last throw had


class EndRollThreshold(Rule):
    """A sum of two dice ends the game if and only if it is at most the threshold (EG-15, MON-21..23).

    It is `start` at first; with `per` "cycle" it grows by `step` each time the last player of the last round
    throws again, with "round" the first extra round still has `start`. `last` is its ceiling, 0 for none.
    `from_round` is the round at whose end the throws begin where the rules fix it; 0: as announced. The cycle keeps
    the seat it began with, even if that player is eliminated later. Memory: that seat + 1, LAST.
    """

    NAME: ClassVar[str] = "end_roll.threshold"
    VALUES: ClassVar[dict[str, object]] = {"per": ("cycle", "round")}

    def __init__(self, start: int = 4, step: int = 1, per: str = "cycle", last: int = 0, from_round: int = 0) -> None:
        super().__init__()
        self.start: i64 = start
        self.step: i64 = step
        self.per_round = per == "round"
        self.last: i64 = last
        self.from_round: i64 = from_round

    def sum_name(self) -> str:
        return "threshold"

    def memory_size(self) -> int:
        return LAST + 1

    def observed_kinds(self) -> list[int]:
        return [END, EROLL]

    def observe(self, t: Table) -> None:
        if t.op == EROLL:
            if t.void_throw != t.number:
                player = t.c
                t.memory[self.base + LAST] = self.amount(t, player if player >= 0 else t.actor)
        elif t.memory[self.base] == 0 and self.is_closing_turn(t):
            t.memory[self.base] = t.seat[t.last_turn] + 1

    def closing_round(self, t: Table) -> i64:
        """The round at whose end the throws begin, or -1 if it is not known."""
        return self.from_round if self.from_round > 0 else t.closing_from

    def is_closing_turn(self, t: Table) -> bool:
        """True if the last turn is that of the closing seat in the closing round."""
        if t.last_turn < 0 or t.round != self.closing_round(t):
            return False
        return t.seat[t.last_turn] == closing_seat(t, self.from_round)

    def event_kinds(self) -> list[int]:
        return [OVER]

    def check(self, t: Table) -> i64:
        reason = t.a
        return ILLEGAL if reason == OVER_END_ROLL and t.stop_reason != OVER_END_ROLL and t.closing_sum > 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        needed = t.memory[self.base + LAST]
        return {"found": t.closing_sum, "needed": needed, "round": t.round, "stage": stage(t, t.round)}

    def amount(self, t: Table, player: i64) -> i64:
        closing_round = self.closing_round(t)
        rounds_past = t.round - closing_round if closing_round >= 0 else 0
        opening_seat = t.memory[self.base] - 1
        if opening_seat < 0:
            opening_seat = closing_seat(t, self.from_round)
        if self.per_round or t.seat[player] < opening_seat:
            rounds_past -= 1
        if rounds_past < 0:
            rounds_past = 0
        threshold = self.start + rounds_past * self.step
        return self.last if self.last > 0 and threshold > self.last else threshold

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("threshold", self.amount(t, player))]


class EndRollConquests(Rule):
    """A player who conquered more than `most` territories in the turn has no end roll (EG-15, MON-24).

    With `extra_only` this begins with the extra rounds, and the throw that ends the last round is free of it.
    """

    NAME: ClassVar[str] = "end_roll.conquests"

    def __init__(self, most: int = 2, extra_only: bool = False) -> None:
        super().__init__()
        self.most: i64 = most
        self.extra_only = extra_only

    def sum_name(self) -> str:
        return "roll_conquests"

    def amount(self, t: Table, player: i64) -> i64:
        return self.most

    def event_kinds(self) -> list[int]:
        return [EROLL]

    def check(self, t: Table) -> i64:
        roll = t.d
        if roll != EROLL_OWN or t.conquests <= self.most:
            return FINE
        return FINE if self.extra_only and self.is_last_round(t) else ILLEGAL

    def is_last_round(self, t: Table) -> bool:
        """True of the throw that ends the last round, after which the extra rounds begin."""
        return t.closing_from < 0 or t.round <= t.closing_from

    def facts(self, t: Table) -> dict[str, object]:
        option = "extra_only" if self.is_last_round(t) else "most"
        thrown_for: i64 = t.c
        wording = {"wording": "dummy"} if thrown_for >= 0 and thrown_for == t.virtual else {}
        return {"player": Colour(t.actor), "found": t.conquests, "most": self.most, "option": option, **wording}


class EndRollDue(Rule):
    """End rolls begin with the last player of the last round, one in each turn, and none is omitted (MON-22).

    `from_round` is that round if the rules fix it; 0: as announced. With `optional` a throw may be omitted (ONE-17);
    else declining it (ENOT) is the fault, and it is not reported again at the next turn.
    Other throws than the player's own are thrown, or deferred, only if a rule grants them (ONE-18). Where a wrong round
    was announced, which is reported there, the table may follow the announcement or the rule. With `dummy` "anybody"
    who throws for the dummy is not said.
    """

    NAME: ClassVar[str] = "end_roll.due"
    RECALLS_FINDINGS: ClassVar[bool] = True
    VALUES: ClassVar[dict[str, object]] = {"dummy": ("leader", "anybody")}

    def __init__(self, from_round: int = 0, optional: bool = False, dummy: str = "leader") -> None:
        super().__init__()
        self.from_round: i64 = from_round
        self.optional = optional
        self.any_for_dummy = dummy == "anybody"

    def observed_kinds(self) -> list[int]:
        return [TURN, EROLL, ENOT]

    def observe(self, t: Table) -> None:
        """Takes the last round from a wrong announcement, where a throw or its absence shows that the table did.

        So too where the time ran out between two rounds.
        """
        if t.op == EROLL and t.void_throw == t.number and self.is_made_wrongly(t):
            t.void_due = 1
        is_left_out = t.op != EROLL and t.reported[self.index] == t.number
        if is_left_out or (t.op == EROLL and t.void_throw != t.number):
            close_later(t, is_left_out)
        announced_round = announced_closing(t)
        if self.from_round > 0 or announced_round < 0 or t.closing_from < 0 or announced_round == t.closing_from:
            return
        if t.op == ENOT:
            return
        if t.op == TURN:
            is_followed = announced_round >= t.round > t.closing_from and t.last_turn >= 0
        else:
            is_followed = t.void_throw != t.number and t.round <= t.closing_from and announced_round < t.closing_from
        if is_followed:
            t.closing_from = announced_round

    def is_made_wrongly(self, t: Table) -> bool:
        """True if the current throw, which decides nothing, was due and might have ended the game."""
        first_die, second_die, roll = t.a, t.b, t.d
        if roll != EROLL_OWN or t.turn >= 0 or t.last_turn < 0 or t.closing_rolls + t.declined > 0 or t.void_rolls > 1:
            return False
        if t.stopped >= 0 or t.closing_from < 0 or t.conquests > t.roll_most:
            return False
        if is_before_closing(t, t.seat[t.last_turn], self.from_round):
            return False
        return second_die == 0 or first_die + second_die <= t.total(t.threshold_terms, t.last_turn)

    def is_before_announced(self, t: Table, seat: i64) -> bool:
        """True while the closing phase has not begun for this seat, by a wrong announcement that may be followed."""
        announced_round = announced_closing(t)
        return announced_round >= 0 and (
            t.round < announced_round or (t.round == announced_round and seat < t.last_active_seat())
        )

    def event_kinds(self) -> list[int]:
        return [TURN, EROLL, ENOT, ELATER]

    def check(self, t: Table) -> i64:
        if t.op == ENOT:
            is_own = t.turn < 0 and t.actor == t.last_turn and t.declined == 0
            return self.lack_finding(t) if is_own else FINE
        if t.op == ELATER:
            return FINE if t.bonus_throws == 1 and t.turn < 0 and t.last_turn == t.actor else ILLEGAL
        if t.op == EROLL:
            return self.throw_finding(t)
        return self.lack_finding(t)

    def lack_finding(self, t: Table) -> i64:
        """The finding on a throw that is left out: only assumed where it is due if one round was the last but one."""
        if not self.lacks_throw(t):
            return FINE
        is_later = t.round <= t.closing_from or (
            t.round == t.closing_from + 1 and t.seat[t.last_turn] < t.last_active_seat()
        )
        return ASSUMED if t.late_close == MAY_BE_LATER and is_later else ILLEGAL

    def throw_finding(self, t: Table) -> i64:
        """The finding on a throw: after the turn, once, with two dice, by the right player, in the closing phase."""
        colour, roll = t.c, t.d
        player = colour if colour >= 0 else t.actor
        if roll == EROLL_ARBITER or (roll == EROLL_BONUS and t.bonus_throws == 0):
            return ILLEGAL
        if t.turn >= 0 or t.last_turn != player or not self.may_throw_for(t, player):
            return ILLEGAL
        if roll == EROLL_OWN and (t.closing_rolls > 0 or t.declined == 1):
            return ILLEGAL  # one throw a turn, and none after renouncing it
        second_die = t.b
        if second_die == 0:
            return ILLEGAL  # two dice are thrown, not one
        if len(t.order) == 0:
            return UNDECIDABLE
        if t.announced < 0 and t.expired_round < 0 and self.from_round == 0:
            return ILLEGAL if self.is_too_soon(t, t.seat[player]) else UNDECIDABLE
        if not is_before_closing(t, t.seat[player], self.from_round):
            return FINE
        is_announced = self.from_round == 0 and announced_closing(t) >= 0
        return FINE if is_announced and not self.is_before_announced(t, t.seat[player]) else ILLEGAL

    def is_too_soon(self, t: Table, seat: i64) -> bool:
        """True if the clock runs and no throw could be due yet, had the time run out in the first round."""
        first_round = 1 + t.rounds_left
        return t.clock_started == 1 and (
            t.round < first_round or (t.round == first_round and seat < t.last_active_seat())
        )

    def lacks_throw(self, t: Table) -> bool:
        """True if the last turn lacks its throw; one at the wrong time or by another player is a fault of its own."""
        if self.optional or len(t.order) == 0 or t.last_turn < 0 or t.stopped >= 0 or t.status[t.last_turn] != ACTIVE:
            return False
        if self.from_round == 0 and ((t.announced < 0 and t.expired_round < 0) or t.closing_from < 0):
            return False
        if is_before_closing(t, t.seat[t.last_turn], self.from_round) or t.conquests > t.roll_most:
            return False
        if self.from_round == 0 and self.is_before_announced(t, t.seat[t.last_turn]):
            return False
        return t.closing_rolls == 0 and t.void_rolls == 0 and (t.op == ENOT or t.declined == 0)

    def may_throw_for(self, t: Table, player: i64) -> bool:
        """True if the actor is the player, or directs the dummy for which he throws."""
        is_leader = t.actor == t.director or (self.any_for_dummy and t.actor < NEUTRAL)
        return t.actor == player or (player == t.virtual and is_leader)

    def fault_wording(self, t: Table) -> str:
        """The wording key for the fault of the current throw, or for a missing one."""
        if t.op != EROLL:
            return "left_out" if t.op == TURN else "declined" if t.op == ENOT else "put_off"
        colour = t.c
        player = colour if colour >= 0 else t.actor
        roll = t.d
        if roll == EROLL_ARBITER or (roll == EROLL_BONUS and t.bonus_throws == 0):
            return "kind" if roll == EROLL_ARBITER else "bonus"
        if t.turn >= 0:
            return "in_turn"
        if t.last_turn != player or not self.may_throw_for(t, player):
            is_own_turn = t.actor == t.last_turn and player != t.actor
            return "dummy" if t.last_turn == player == t.virtual else "for_other" if is_own_turn else "other"
        if roll == EROLL_OWN and t.closing_rolls > 0:
            return "twice"
        if roll == EROLL_OWN and t.declined == 1:
            return "renounced"
        second_die = t.b
        if second_die == 0:
            return "one_die"
        if len(t.order) == 0:
            return "no_order"
        return "early" if self.from_round > 0 or t.closing_from >= 0 else "unannounced"

    def decisive_option(self, t: Table) -> str:
        """The option on which the finding was decided."""
        if t.op == TURN or t.op == ENOT:
            return "optional"
        return "dummy" if self.fault_wording(t) == "dummy" else "from_round"

    def facts(self, t: Table) -> dict[str, object]:
        wording: dict[str, object] = {"wording": self.fault_wording(t), "stage": stage(t, t.round)}
        if wording["wording"] in self.stages:
            wording["stage"] = wording["wording"]
        if wording["wording"] == "for_other":
            wording["owner"] = Colour(t.c)
        return {
            **wording, "player": Colour(t.last_turn if t.op == TURN else t.actor), "round": t.round, "found": t.round,
            "needed": self.from_round if self.from_round > 0 else t.closing_from, "expected": Colour(t.last_turn),
            "option": self.decisive_option(t), "by": Colour(t.director), "supposes": BETWEEN,
        }  # fmt: skip


def conquests_dependency(t: Table) -> dict[str, object]:
    """The facts of a finding that the limit of conquests decides, which alone forbids the last throw; else empty."""
    if t.void_why >= 0 and isinstance(t.rules[t.void_why], EndRollConquests):
        return {"hangs_on": CONQUESTS, "by_rule": EndRollConquests.NAME}
    return {}

"""How a game ends: announcements, closing rolls, claims."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, Table

LAST_ROUND = 3  # an announcement


def closing_seat(t: Table, from_round: i64) -> i64:
    """The seat that opens the closing phase: the last one still playing, or the very last where its round is fixed."""
    return len(t.order) - 1 if from_round > 0 else t.last_living_seat()


def before_closing(t: Table, seat: i64, from_round: i64) -> bool:
    """True while the closing phase has not begun for a player of this seat in the current round."""
    begins = from_round if from_round > 0 else t.closing_from
    if t.round < begins:
        return True
    return t.round == begins and seat < closing_seat(t, from_round)


class AnnouncedAtTimeOut(Rule):
    """When the time is over the round in progress is `round`; it is announced at once, and never earlier (MON-20).

    With `spoken` false nobody has to announce it. What follows is counted from the end of the time either way, also
    where another round was announced that these rules do not have. The rounds after it may be called what they are,
    the last but one and the last.
    """

    NAME: ClassVar[str] = "announcement.at_time_out"

    def __init__(self, round: str = "penultimate", spoken: bool = True) -> None:
        super().__init__()
        self.round = round
        self.spoken = spoken
        self.kind: i64 = 1 if round == "third-last" else 2 if round == "finish-round" else 0

    def slots(self) -> int:
        return 1  # 1 once a missing announcement has been told

    def notes(self) -> list[int]:
        return [9, 12, 28]

    def last_round(self, round: i64) -> i64:
        """The last round, where the time ran out in this one."""
        return round + (1 if self.kind == 0 else 2 if self.kind == 1 else 0)

    def follow(self, t: Table) -> None:
        if t.op == 9:
            if t.a == 1 and t.closing_from < 0:
                t.closing_from = self.last_round(t.round)
        elif t.op == 28:
            if t.a < 3 and t.a != self.kind and not self.spoken:
                t.closing_from = self.last_round(t.expired_round) if t.expired_round >= 0 else -1
        elif t.expired_round >= 0 and t.announced < 0:
            t.memory[self.base] = 1

    def ops(self) -> list[int]:
        return [12, 28]

    def counts_down(self, t: Table) -> bool:
        """Is a round after that of the time-out called what it is?"""
        if t.expired_round < 0 or t.round <= t.expired_round:
            return False
        return (t.a == LAST_ROUND and t.round == t.closing_from) or (t.a == 0 and t.round + 1 == t.closing_from)

    def finding(self, t: Table) -> i64:
        if t.op == 12:
            silent = self.spoken and t.expired_round >= 0 and t.announced < 0
            return 1 if silent and t.memory[self.base] == 0 else 0
        if t.a > 3 or self.counts_down(t):
            return 0
        if t.a != self.kind:
            return 1
        if t.expired_round < 0:
            return 1 if t.clock_started == 1 else 2
        return 0 if t.expired_round == t.round else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.round, "round": t.round, "needed": self.round, "expired": t.expired_round, "player": t.turn}


class EndRollThreshold(Rule):
    """Two dice at or below the threshold end the game (EG-15, MON-21..23).

    It is `start` at first; with `per` "cycle" it grows by `step` each time the last player of the last round
    throws again, with "round" the first extra round still has `start`. `last` is its ceiling, 0 for none.
    `from_round` is the round at whose end the throws begin where the rules fix it; 0: as announced.
    """

    NAME: ClassVar[str] = "end_roll.threshold"

    def __init__(self, start: int = 4, step: int = 1, per: str = "cycle", last: int = 0, from_round: int = 0) -> None:
        super().__init__()
        self.start: i64 = start
        self.step: i64 = step
        self.per_round = per == "round"
        self.last: i64 = last
        self.from_round: i64 = from_round

    def topic(self) -> str:
        return "threshold"

    def amount(self, t: Table, player: i64) -> i64:
        origin = t.closing_from if t.closing_from >= 0 else t.round
        if self.from_round > 0:
            origin = self.from_round
        gone = t.round - origin
        if self.per_round or t.seat[player] < closing_seat(t, self.from_round):
            gone -= 1
        if gone < 0:
            gone = 0
        due = self.start + gone * self.step
        return self.last if self.last > 0 and due > self.last else due

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("threshold", self.amount(t, player))]


class EndRollConquests(Rule):
    """Who conquered more than `most` territories in the turn may not throw to end the game (EG-15, MON-24)."""

    NAME: ClassVar[str] = "end_roll.conquests"

    def __init__(self, most: int = 2) -> None:
        super().__init__()
        self.most: i64 = most

    def topic(self) -> str:
        return "roll_conquests"

    def amount(self, t: Table, player: i64) -> i64:
        return self.most

    def ops(self) -> list[int]:
        return [22]

    def finding(self, t: Table) -> i64:
        return 1 if t.d == 0 and t.conquests > self.most else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "found": t.conquests, "most": self.most}


class EndRollDue(Rule):
    """The closing throws begin with the last player of the last round, one a turn, and none is left out (MON-22).

    `from_round` is that round where the rules fix it; 0: as announced. With `optional` one may be left out (ONE-17).
    Throws beside one's own are thrown, or put off, only where a rule gives them (ONE-18).
    """

    NAME: ClassVar[str] = "end_roll.due"

    def __init__(self, from_round: int = 0, optional: bool = False) -> None:
        super().__init__()
        self.from_round: i64 = from_round
        self.optional = optional

    def ops(self) -> list[int]:
        return [10, 22, 24]

    def finding(self, t: Table) -> i64:
        if t.op == 24:
            return 0 if t.bonus_throws == 1 else 1
        if t.op == 22:
            player = t.c if t.c >= 0 else t.actor
            if t.d == 2 or (t.d == 1 and t.bonus_throws == 0):
                return 1
            if t.last_turn != player or (t.closing_rolls > 0 and t.d == 0) or not self.may_throw_for(t, player):
                return 1
            if t.d == 0 and t.b == 0:
                return 1  # two dice are thrown, not one
            if t.announced < 0 and t.expired_round < 0 and self.from_round == 0:
                return 2
            return 1 if before_closing(t, t.seat[player], self.from_round) else 0
        if self.optional or t.last_turn < 0 or t.stopped >= 0:
            return 0
        if self.from_round == 0 and ((t.announced < 0 and t.expired_round < 0) or t.closing_from < 0):
            return 0
        if before_closing(t, t.seat[t.last_turn], self.from_round) or t.conquests > t.roll_most:
            return 0
        return 1 if t.closing_rolls == 0 else 0

    def may_throw_for(self, t: Table, player: i64) -> bool:
        """One throws for oneself; for the dummy who directs it does."""
        return t.actor == player or (player == t.virtual and t.actor == t.director)

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.last_turn if t.op == 10 else t.actor, "round": t.round, "found": t.round,
                "needed": self.from_round if self.from_round > 0 else t.closing_from, "expected": t.last_turn}


class OverIsFinal(Rule):
    """Nothing is played or claimed once the game has ended (MON-21, EG-13).

    Where a conquest ended it by eliminating a player, who made that conquest may still claim with it (ONE-15).
    """

    NAME: ClassVar[str] = "game.over_is_final"

    def ops(self) -> list[int]:
        return [8, 10, 11, 14, 16, 17, 18, 19, 22, 25]

    def finding(self, t: Table) -> i64:
        if t.op == 25 and t.over == 0 and t.may_still_claim(t.actor):
            return 0
        return 1 if t.over == 1 or t.stopped >= 0 else 0

    def facts(self, t: Table) -> dict[str, object]:
        ended = t.stopped if t.stopped >= 0 else t.over_event
        return {"player": t.actor, "found": ended, "event": ended}


class ObjectiveMet(Rule):
    """Who claims the objective holds all its territories (EG-13)."""

    NAME: ClassVar[str] = "claim.objective_met"

    def topic(self) -> str:
        return "claim"

    def missing(self, t: Table, player: i64) -> i64:
        """Territories of the objective that the player lacks; -1 where the objective is not known."""
        if t.goal_known[player] == 0:
            return -1
        lacking: i64 = 0
        base = player * LANDS
        for land in range(LANDS):
            if t.goal[base + land] == 1 and t.owner[land] != player:
                lacking += 1
        return lacking

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if self.missing(t, player) == 0 else 0

    def ops(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        if t.a == 2:
            return 0 if t.lands[t.actor] == LANDS else 1
        lacking = self.missing(t, t.actor)
        if lacking < 0:
            return 2
        return 0 if lacking == 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        lacking = LANDS - t.lands[t.actor] if t.a == 2 else self.missing(t, t.actor)
        return {"player": t.actor, "found": lacking, "missing": lacking}

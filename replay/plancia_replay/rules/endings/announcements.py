"""How a game ends: announcements, what comes after the end, claims."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.kinds.ending import END_REASONS
from plancia_replay.kernel.effects.turn import END_ROLL
from plancia_replay.kernel.rule import ENDED, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.endings.end_roll import stage
from plancia_replay.rules.endings.extra_turns import EXTRA_TURNS, all_used, hanging_on_count, in_turn, one_too_many
from plancia_replay.rules.objectives.claim_doubts import ended_by

NO_ROUND: Final = -1
TARGET: Final = 1  # an end reason
RISIKO: Final = 0  # what is claimed
TOLD: Final = 0  # 1 once a missing announcement has been told
BETWEEN: Final = 1  # 1 where the time ran out between two rounds
LAST_ROUND: Final = 2  # the last round as rightly announced, + 1
EARLY: Final = 3  # 1 where a round was announced before the time was over


def rounds_left(announced: i64) -> i64:
    """Rounds that follow one announced as penultimate (0), third-last (1), to be finished (2) or last (3)."""
    return 1 if announced == 0 else 2 if announced == 1 else 0


class AnnouncedAtTimeOut(Rule):
    """When the time is over the round in progress is `round`; it is announced at once, and never earlier (MON-20).

    With `round` "none" there is none to announce (EG-13). With `spoken` false nobody has to announce it, and no
    announcement changes what follows from the end of the time, nor one of a round that these rules do not have. Later
    rounds may be announced for what they are. Where the time ran out between two rounds the next one may be the round
    in progress; leaving the game in its last turn ends a round too. A wrong announcement changes nothing: the rounds
    left are those that the rules ask for.
    """

    NAME: ClassVar[str] = "announcement.at_time_out"

    def __init__(self, round: str = "penultimate", spoken: bool = True) -> None:
        super().__init__()
        self.round = round
        self.spoken = spoken
        self.kind: i64 = 1 if round == "third-last" else 2 if round == "finish-round" else 0
        if round == "none":
            self.kind = NO_ROUND

    def memory_size(self) -> int:
        return 4

    def topic(self) -> str:
        return "rounds_left"

    def amount(self, t: Table, player: i64) -> i64:
        return rounds_left(self.kind) if self.kind >= 0 else 0

    def watches(self) -> list[int]:
        return [9, 12, 28]

    def observe(self, t: Table) -> None:
        if self.kind == NO_ROUND:
            return
        if t.op == 12:
            if t.expired_round >= 0 and t.announced < 0:
                t.memory[self.base + TOLD] = 1
            return
        if t.op == 9 and t.a == 1 and t.expired_event == t.number and not in_turn(t) and t.last_turn >= 0:
            t.memory[self.base + BETWEEN] = 1 if t.seat[t.last_turn] >= t.last_living_seat() else 0
        if t.op == 28 and self.spoken:
            if t.a <= 3:
                self.hear(t)
            return
        known = t.memory[self.base + LAST_ROUND]
        if t.op == 28 and known == 0 and t.a == self.kind and self.between(t):
            t.memory[self.base + LAST_ROUND] = t.closing_from + 1  # the next round was taken for the one in progress
        elif t.expired_round >= 0 and (t.closing_from < 0 or not self.spoken or t.memory[self.base + EARLY] == 1):
            t.closing_from = known - 1 if known > 0 else t.expired_round + rounds_left(self.kind)
            t.memory[self.base + EARLY] = 0
        elif t.op == 28 and t.a < 3 and t.a != self.kind and not self.spoken:
            t.closing_from = -1

    def hear(self, t: Table) -> None:
        """An announcement that has to be made counts where it is right; else the rounds left are as before it."""
        if t.expired_round < 0:
            t.memory[self.base + EARLY] = t.clock_started
            return
        known = t.memory[self.base + LAST_ROUND]
        due = known - 1 if known > 0 else t.expired_round + rounds_left(self.kind)
        if known == 0 and self.between(t):
            due = t.closing_from if t.closing_from == due else due + 1
        t.closing_from = due
        t.memory[self.base + LAST_ROUND] = due + 1

    def between(self, t: Table) -> bool:
        """Did the time run out before the round in progress, after the one before it?"""
        return t.memory[self.base + BETWEEN] == 1 and t.round == t.expired_round + 1

    def kinds(self) -> list[int]:
        return [12, 28]

    def finding(self, t: Table) -> i64:
        if t.op == 12:
            silent = self.spoken and t.expired_round >= 0 and t.announced < 0
            return 1 if silent and t.memory[self.base + TOLD] == 0 else 0
        if t.a > 3 or (t.a == self.kind and t.expired_round == t.round):
            return 0
        if self.kind == NO_ROUND:
            return 1
        if self.between(t) and t.a == self.kind and t.announced < 0:
            return 0
        fits = t.closing_from >= 0 and t.closing_from - t.round == rounds_left(t.a)
        if t.expired_round >= 0:
            return 0 if fits else 1
        if t.clock_started == 1:
            return 1
        if t.announced >= 0 and fits:
            return 0
        return 2 if t.a == self.kind else 1

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {
            "found": t.round,
            "round": t.round,
            "needed": self.round,
            "expired": t.expired_round,
            "player": t.turn,
            "wording": self.cause(t),
        }
        if t.op == 28 and self.kind != NO_ROUND and t.clock_started == 1 and t.expired_round < 0:
            found["rests"] = ""  # whatever round it is for, none is announced while the time still runs
        return found

    def cause(self, t: Table) -> str:
        """What is wrong with the announcement in hand, or with its lack."""
        if self.kind == NO_ROUND:
            return ""
        if t.op == 12:
            return "missing"
        if t.a != self.kind:
            return "kind"
        return "early" if t.expired_round < 0 else "round"


class OverIsFinal(Rule):
    """Nothing is played or claimed once the game has ended (MON-21, EG-13): told of the first such event.

    An extra turn of who has used all his own is found as that alone. Where a conquest ended the game by eliminating a
    player, who made that conquest may still claim with it (ONE-15). The stage of a finding is how the game ended.
    Memory: whether a RisiKo! ended it.
    """

    NAME: ClassVar[str] = "game.over_is_final"

    def memory_size(self) -> int:
        return 1

    def watches(self) -> list[int]:
        return [25]

    def observe(self, t: Table) -> None:
        if t.stopped == t.number:
            t.memory[self.base] = 1 if t.a == RISIKO else 0

    def kinds(self) -> list[int]:
        return [8, 10, 11, 13, 14, 15, 16, 17, 18, 19, 22, 24, 25]

    def only_when(self) -> int:
        return ENDED

    def finding(self, t: Table) -> i64:
        if t.over == 0 and t.stopped < 0:
            return 0
        if t.op == 25 and t.over == 0 and t.may_still_claim(t.actor):
            return 0
        if t.over == 0 and one_too_many(t):
            return 0
        return 0 if t.told[self.index] > (t.over_event if t.over == 1 else t.stopped) else 1

    def stage(self, t: Table) -> str:
        """How the game ended, as clauses name it: the reason, in more detail for throws, extra turns and a RisiKo!."""
        if t.stopped < 0:
            return END_REASONS[t.over_reason]
        if t.stop_reason == END_ROLL:
            return stage(t, t.stop_round)
        if t.stop_reason == EXTRA_TURNS and all_used(t):
            return "extra-turns-used"
        if t.stop_reason == TARGET and t.memory[self.base] == 1:
            return "risiko"
        return END_REASONS[t.stop_reason]

    def facts(self, t: Table) -> dict[str, object]:
        if t.stopped < 0:
            return {"player": t.actor, "found": t.over_event, "event": t.over_event, "stage": self.stage(t)}
        found: dict[str, object] = {
            "player": t.actor,
            "found": t.stopped,
            "event": t.stopped,
            "reason": t.stop_reason,
            "stage": self.stage(t),
        }
        if t.over == 1:
            return found  # over by its recorded end as well, whatever ended it by the rules
        counted = hanging_on_count(t) if t.stop_reason == EXTRA_TURNS else {}
        return {**found, **ended_by(t), **counted}

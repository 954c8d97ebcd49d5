"""How a game ends: announcements, what comes after the end, claims."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.kinds.ending import END_REASONS
from plancia_events.ops import (
    ANN,
    ANN_FINISH_ROUND,
    ANN_LAST,
    ANN_PENULTIMATE,
    ANN_THIRD_LAST,
    CLAIM,
    CLAIM_RISIKO,
    CLOCK,
    CLOCK_EXPIRED,
    END,
    OVER_END_ROLL,
    OVER_EXTRA_TURNS,
    OVER_TARGET,
    PLAYED,
)
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ENDED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.endings.end_roll import stage
from plancia_replay.rules.endings.extra_turns import all_used, hanging_on_count, in_turn, one_too_many
from plancia_replay.rules.objectives.claim_doubts import ended_by

NO_ROUND: Final = -1
TOLD: Final = 0  # 1 once a missing announcement has been told
BETWEEN: Final = 1  # 1 where the time ran out between two rounds
LAST_ROUND: Final = 2  # the last round as rightly announced, + 1
EARLY: Final = 3  # 1 where a round was announced before the time was over


def rounds_left(announced: i64) -> i64:
    """Rounds that follow one announced as penultimate (0), third-last (1), to be finished (2) or last (3)."""
    return 1 if announced == ANN_PENULTIMATE else 2 if announced == ANN_THIRD_LAST else 0


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
        self.kind: i64 = ANN_THIRD_LAST if round == "third-last" else ANN_FINISH_ROUND if round == "finish-round" else 0
        if round == "none":
            self.kind = NO_ROUND

    def memory_size(self) -> int:
        return 4

    def topic(self) -> str:
        return "rounds_left"

    def amount(self, t: Table, player: i64) -> i64:
        return rounds_left(self.kind) if self.kind >= 0 else 0

    def watches(self) -> list[int]:
        return [CLOCK, END, ANN]

    def observe(self, t: Table) -> None:
        if self.kind == NO_ROUND:
            return
        if t.op == END:
            if t.expired_round >= 0 and t.announced < 0:
                t.memory[self.base + TOLD] = 1
            return
        what, announcement = t.a, t.a
        expired = t.op == CLOCK and what == CLOCK_EXPIRED and t.expired_event == t.number
        if expired and not in_turn(t) and t.last_turn >= 0:
            t.memory[self.base + BETWEEN] = 1 if t.seat[t.last_turn] >= t.last_living_seat() else 0
        if t.op == ANN and self.spoken:
            if announcement <= ANN_LAST:
                self.hear(t)
            return
        known = t.memory[self.base + LAST_ROUND]
        if t.op == ANN and known == 0 and announcement == self.kind and self.between(t):
            t.memory[self.base + LAST_ROUND] = t.closing_from + 1  # the next round was taken for the one in progress
        elif t.expired_round >= 0 and (t.closing_from < 0 or not self.spoken or t.memory[self.base + EARLY] == 1):
            t.closing_from = known - 1 if known > 0 else t.expired_round + rounds_left(self.kind)
            t.memory[self.base + EARLY] = 0
        elif t.op == ANN and announcement < ANN_LAST and announcement != self.kind and not self.spoken:
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
        """True if the time ran out between the previous round and the round in progress."""
        return t.memory[self.base + BETWEEN] == 1 and t.round == t.expired_round + 1

    def kinds(self) -> list[int]:
        return [END, ANN]

    def finding(self, t: Table) -> i64:
        if t.op == END:
            silent = self.spoken and t.expired_round >= 0 and t.announced < 0
            return ILLEGAL if silent and t.memory[self.base + TOLD] == 0 else FINE
        announcement = t.a
        if announcement > ANN_LAST or (announcement == self.kind and t.expired_round == t.round):
            return FINE
        if self.kind == NO_ROUND:
            return ILLEGAL
        if self.between(t) and announcement == self.kind and t.announced < 0:
            return FINE
        fits = t.closing_from >= 0 and t.closing_from - t.round == rounds_left(announcement)
        if t.expired_round >= 0:
            return FINE if fits else ILLEGAL
        if t.clock_started == 1:
            return ILLEGAL
        if t.announced >= 0 and fits:
            return FINE
        return UNDECIDABLE if announcement == self.kind else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {
            "found": t.round,
            "round": t.round,
            "needed": self.round,
            "expired": t.expired_round,
            "player": Colour(t.turn),
            "wording": self.cause(t),
        }
        if t.op == ANN and self.kind != NO_ROUND and t.clock_started == 1 and t.expired_round < 0:
            found["rests"] = ""  # whatever round it is for, none is announced while the time still runs
        return found

    def cause(self, t: Table) -> str:
        """What is wrong with the announcement in hand, or with its lack."""
        if self.kind == NO_ROUND:
            return ""
        if t.op == END:
            return "missing"
        announcement = t.a
        if announcement != self.kind:
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
        return [CLAIM]

    def observe(self, t: Table) -> None:
        if t.stopped == t.number:
            claim = t.a
            t.memory[self.base] = 1 if claim == CLAIM_RISIKO else 0

    def kinds(self) -> list[int]:
        return [*PLAYED]

    def only_when(self) -> int:
        return ENDED

    def finding(self, t: Table) -> i64:
        if t.over == 0 and t.stopped < 0:
            return FINE
        if t.op == CLAIM and t.over == 0 and t.may_still_claim(t.actor):
            return FINE
        if t.over == 0 and one_too_many(t):
            return FINE
        return FINE if t.reported[self.index] > (t.over_event if t.over == 1 else t.stopped) else ILLEGAL

    def stage(self, t: Table) -> str:
        """How the game ended, as clauses name it: the reason, in more detail for throws, extra turns and a RisiKo!."""
        if t.stopped < 0:
            return END_REASONS[t.over_reason]
        if t.stop_reason == OVER_END_ROLL:
            return stage(t, t.stop_round)
        if t.stop_reason == OVER_EXTRA_TURNS and all_used(t):
            return "extra-turns-used"
        if t.stop_reason == OVER_TARGET and t.memory[self.base] == 1:
            return "risiko"
        return END_REASONS[t.stop_reason]

    def facts(self, t: Table) -> dict[str, object]:
        if t.stopped < 0:
            return {"player": Colour(t.actor), "found": t.over_event, "event": t.over_event, "stage": self.stage(t)}
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "found": t.stopped,
            "event": t.stopped,
            "reason": t.stop_reason,
            "stage": self.stage(t),
        }
        if t.over == 1:
            return found  # over by its recorded end as well, whatever ended it by the rules
        counted = hanging_on_count(t) if t.stop_reason == OVER_EXTRA_TURNS else {}
        return {**found, **ended_by(t), **counted}

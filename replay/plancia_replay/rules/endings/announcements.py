"""Rules on announcing the last rounds, and on events after the end of the game."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.kinds.ending import ANNOUNCEMENTS, END_REASONS
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
    OVER_ELIMINATION,
    OVER_END_ROLL,
    OVER_EXTRA_TURNS,
    OVER_TARGET,
    PLAYED,
)
from plancia_replay.kernel.facts import Colour, Ending
from plancia_replay.kernel.rule import ENDED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.endings.clock import OVER_BY_TIMES, UNTOLD, is_expiry_written, time_told
from plancia_replay.rules.endings.end_roll import stage
from plancia_replay.rules.endings.extra_turns import (
    IS_LATER,
    MAY_BE_LATER,
    announced_closing,
    are_extra_turns_used,
    end_dependency,
    exceeds_extra_turns,
    is_excess_reported,
    is_in_turn,
    is_last_pass,
)
from plancia_replay.rules.objectives.claim_doubts import ended_by

NO_ROUND: Final = -1
REPORTED: Final = 0  # 1 once a missing announcement has been reported
BETWEEN_ROUNDS: Final = 1  # 1 where the time ran out between two rounds
LAST_ROUND: Final = 2  # the last round as rightly announced, + 1
EARLY: Final = 3  # 1 where a round was announced before the time was over


def rounds_left(announced: i64) -> i64:
    """Rounds that follow one announced as penultimate (0), third-last (1), to be finished (2) or last (3)."""
    return 1 if announced == ANN_PENULTIMATE else 2 if announced == ANN_THIRD_LAST else 0


class AnnouncedAtTimeOut(Rule):
    """When the time is over, the round in progress is the one named by `round`, and is announced at once (MON-20).

    It may not be announced earlier. The line CLOCK expired tells that the time is over, or the times of day of the
    clock's start and of the announcement, which then stands for that line. Where neither does, the announcement is
    undecidable, unless the record has that line later. With `round` "none" the rules have no announcement (EG-13). With
    `spoken` false the announcement is optional, and neither it nor an announcement of a round that these rules do not
    have changes how the game ends. Later rounds may be announced with their own names, alone with `spoken` false. If
    the time ran out between two rounds, the next one may be the round in progress; a round also ends when the player
    of its last turn leaves the game. After a wrong announcement the table may follow it or the rule; where the rules
    ask for none it brings no end sooner (D-90).
    `between`: of a time that runs out between two rounds the one "just-over" was in progress, unless the next is
    announced; what shows that the next was taken without that is only assumed to be wrong, once. With "next" it was.
    """

    NAME: ClassVar[str] = "announcement.at_time_out"
    RECALLS_FINDINGS: ClassVar[bool] = True
    VALUES: ClassVar[dict[str, object]] = {
        "round": ("penultimate", "third-last", "finish-round", "none"),
        "between": ("just-over", "next"),
    }

    def __init__(self, round: str = "penultimate", spoken: bool = True, between: str = "just-over") -> None:
        super().__init__()
        self.takes_next = between == "next"
        self.round = round
        self.spoken = spoken
        self.kind: i64 = ANN_THIRD_LAST if round == "third-last" else ANN_FINISH_ROUND if round == "finish-round" else 0
        if round == "none":
            self.kind = NO_ROUND

    def memory_size(self) -> int:
        return 4

    def sum_name(self) -> str:
        return "rounds_left"

    def amount(self, t: Table, player: i64) -> i64:
        return rounds_left(self.kind) if self.kind >= 0 else 0

    def observed_kinds(self) -> list[int]:
        return [CLOCK, END, ANN]

    def observe(self, t: Table) -> None:
        if self.kind == NO_ROUND:
            return
        if t.op == END:
            if t.expired_round >= 0 and t.announced < 0:
                t.memory[self.base + REPORTED] = 1
            return
        clock_event, announcement = t.a, t.a
        if t.op == ANN and announcement == self.kind and t.expired_round < 0 and time_told(t) == OVER_BY_TIMES:
            t.expired_round = t.round
            t.expired_event = t.number
        has_expired = t.op == CLOCK and clock_event == CLOCK_EXPIRED and t.expired_event == t.number
        if has_expired and not is_in_turn(t) and t.last_turn >= 0:
            t.memory[self.base + BETWEEN_ROUNDS] = 1 if t.seat[t.last_turn] >= t.last_active_seat() else 0
            if t.memory[self.base + BETWEEN_ROUNDS] == 1:
                t.late_close = 0 if self.takes_next else MAY_BE_LATER
                t.memory[self.base + LAST_ROUND] = self.round_of_time(t) + 2 if self.takes_next else 0
        is_wrong = t.reported[self.index] == t.number or (has_expired and t.reported[self.index] > 0)
        if is_wrong and not self.spoken and (t.expired_round < 0 or announced_closing(t) < self.last_round(t)):
            t.announced = -1
        if t.op == ANN and self.spoken:
            if announcement <= ANN_LAST:
                self.apply_announcement(t)
            return
        last_round = t.memory[self.base + LAST_ROUND]
        if t.op == ANN and last_round == 0 and announcement == self.kind and self.is_between_rounds(t):
            t.memory[self.base + LAST_ROUND] = t.closing_from + 1  # the next round was taken for the one in progress
            t.late_close = 0
        elif t.expired_round >= 0 and (t.closing_from < 0 or not self.spoken or t.memory[self.base + EARLY] == 1):
            t.closing_from = self.last_round(t) + (1 if t.late_close == IS_LATER else 0)
            t.memory[self.base + EARLY] = 0
        elif t.op == ANN and announcement < ANN_LAST and announcement != self.kind and not self.spoken:
            t.closing_from = -1

    def apply_announcement(self, t: Table) -> None:
        """Applies an announcement that the rules require; a wrong one leaves the number of rounds unchanged."""
        if t.expired_round < 0:
            t.memory[self.base + EARLY] = t.clock_started
            return
        closing_round = self.last_round(t)
        if t.memory[self.base + LAST_ROUND] == 0 and self.is_between_rounds(t):
            closing_round = t.closing_from if t.closing_from == closing_round else closing_round + 1
            t.late_close = 0
        t.closing_from = closing_round + (1 if t.late_close == IS_LATER else 0)
        t.memory[self.base + LAST_ROUND] = closing_round + 1

    def round_of_time(self, t: Table) -> i64:
        """The last round, if the one of the time's end was in progress."""
        return t.expired_round + rounds_left(self.kind)

    def last_round(self, t: Table) -> i64:
        """The last round as rightly announced, else by the time."""
        announced_round = t.memory[self.base + LAST_ROUND]
        return announced_round - 1 if announced_round > 0 else self.round_of_time(t)

    def is_between_rounds(self, t: Table) -> bool:
        """True if the time ran out between the previous round and the round in progress."""
        return t.memory[self.base + BETWEEN_ROUNDS] == 1 and t.round == t.expired_round + 1

    def event_kinds(self) -> list[int]:
        return [END, ANN]

    def check(self, t: Table) -> i64:
        if t.op == END:
            is_missing = self.spoken and t.expired_round >= 0 and t.announced < 0
            return ILLEGAL if is_missing and t.memory[self.base + REPORTED] == 0 else FINE
        announcement = t.a
        if announcement > ANN_LAST or (announcement == self.kind and t.expired_round == t.round):
            return FINE
        if self.kind == NO_ROUND:
            return ILLEGAL
        if self.is_between_rounds(t) and announcement == self.kind and t.announced < 0:
            return FINE
        is_right_round = t.closing_from >= 0 and t.closing_from - t.round == rounds_left(announcement)
        if t.expired_round >= 0:
            return FINE if is_right_round else ILLEGAL
        if t.announced >= 0 and is_right_round:
            return FINE
        told = time_told(t)
        if announcement != self.kind:
            is_untold = not self.spoken and told == UNTOLD and not is_expiry_written(t)
            time_round = t.round + rounds_left(announcement) - rounds_left(self.kind)  # if the announcement is right
            return UNDECIDABLE if is_untold and 1 <= time_round <= t.round else ILLEGAL
        if told == UNTOLD:
            return ILLEGAL if is_expiry_written(t) else UNDECIDABLE
        return FINE if told == OVER_BY_TIMES else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "found": t.round, "round": t.round, "needed": self.round,
            "announced": ANNOUNCEMENTS[t.a] if t.op == ANN else "", "expired": t.expired_round,
            "player": Colour(t.turn), "wording": self.fault_wording(t),
        }  # fmt: skip
        if t.op == ANN and self.kind != NO_ROUND and t.clock_started == 1 and t.expired_round < 0:
            facts["rests"] = ""  # whatever round it is for, none is announced while the time still runs
        return facts

    def fault_wording(self, t: Table) -> str:
        """The wording key for the fault of the current announcement, or for a missing one."""
        if self.kind == NO_ROUND:
            return ""
        if t.op == END:
            return "missing"
        announcement = t.a
        if announcement != self.kind:
            return "kind_round" if self.kind == ANN_FINISH_ROUND else "kind"
        return "early" if t.expired_round < 0 else "round"


class NoPlayAfterEnd(Rule):
    """Nothing is played or claimed once the game has ended (MON-21, EG-13); only the first such event is reported.

    An extra turn of a player with none left, with what is played in it, is reported by another rule. If a conquest
    ended the game by eliminating a player, the conqueror may still claim in that turn (ONE-15). The stage of a finding
    is how the game ended.
    Memory: 1 if a RisiKo! ended it.
    """

    NAME: ClassVar[str] = "game.over_is_final"
    RECALLS_FINDINGS: ClassVar[bool] = True
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("announcement.at_time_out", "end.extra_turns")

    def memory_size(self) -> int:
        return 1

    def observed_kinds(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        if t.stopped == t.number:
            claim = t.a
            t.memory[self.base] = 1 if claim == CLAIM_RISIKO else 0

    def event_kinds(self) -> list[int]:
        return [*PLAYED]

    def required_states(self) -> int:
        return ENDED

    def check(self, t: Table) -> i64:
        if t.over == 0 and t.stopped < 0:
            return FINE
        if t.op == CLAIM and t.over == 0 and t.may_still_claim(t.actor):
            return FINE
        if t.over == 0 and (exceeds_extra_turns(t) or is_excess_reported(t) or is_last_pass(t)):
            return FINE
        return FINE if t.reported[self.index] > (t.over_event if t.over == 1 else t.stopped) else ILLEGAL

    def stage(self, t: Table) -> str:
        """The stage that names the end of the game: its reason, detailed for throws, extra turns and a RisiKo!."""
        if t.stopped < 0:
            return END_REASONS[t.over_reason]
        if t.stop_reason == OVER_END_ROLL:
            return stage(t, t.stop_round)
        if t.stop_reason == OVER_EXTRA_TURNS and are_extra_turns_used(t):
            return "extra-turns-used"
        if t.stop_reason == OVER_TARGET and t.memory[self.base] == 1:
            return "risiko"
        return END_REASONS[t.stop_reason]

    def facts(self, t: Table) -> dict[str, object]:
        if t.stopped < 0:
            recorded: dict[str, object] = {"player": Colour(t.actor), "found": t.over_event, "event": t.over_event}
            return {**recorded, "stage": self.stage(t), "closed": Ending(END_REASONS[t.over_reason])}
        facts: dict[str, object] = {
            "player": Colour(t.actor), "found": t.stopped, "event": t.stopped, "reason": t.stop_reason,
            "stage": self.stage(t), "closed": Ending(END_REASONS[t.stop_reason]),
        }  # fmt: skip
        if t.stop_reason == OVER_ELIMINATION and (t.op == CLAIM or t.stop_player == t.virtual):
            facts["wording"] = "claim" if t.op == CLAIM else "by_dummy"
        if t.over == 1:
            return facts  # over by its recorded end as well, whatever ended it by the rules
        count_facts = end_dependency(t) if t.stop_reason == OVER_EXTRA_TURNS else {}
        return {**facts, **ended_by(t), **count_facts}

"""The duration of a game, and when its clock starts."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    CLOCK,
    CLOCK_EXPIRED,
    CLOCK_PAUSED,
    CLOCK_RESUMED,
    CLOCK_STARTED,
    DRAFT,
    OVER,
    OVER_TIME,
    PICK,
    SET,
)
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import Table

DAY: Final = 86400

START: Final = 0  # seconds of the day at which the clock started, + 1
PAUSES: Final = 1  # seconds that pauses took
SINCE: Final = 2  # seconds of the day at which the pause in progress began, + 1
UNTOLD: Final = 3  # 1 where a pause has no time of day


class ClockMinutes(Rule):
    """The time does not run out before `minutes` from its start, where times of day are recorded (RCM-38, STU-32).

    With `exact` it runs out then and not later: a minute more is a warning (FIR-18). Where nothing says which of
    several durations was played, `minutes_among` names them: an alarm at one of them tells that it was that one, one
    between two of them is only assumed to be wrong, and one before the least or after the greatest is judged by that
    one. A pause is taken off; where its
    time of day is not recorded nobody can tell. With 0 `minutes` there is no limit: no time runs out, and no game is
    over for it (EG-13).
    """

    NAME: ClassVar[str] = "clock.minutes"

    def __init__(self, minutes: int = 120, exact: bool = False, minutes_among: str = "") -> None:
        super().__init__()
        self.minutes: i64 = minutes
        self.exact = exact
        self.among = [int(word) for word in minutes_among.split()]

    def memory_size(self) -> int:
        return 4

    def watches(self) -> list[int]:
        return [CLOCK]

    def observe(self, t: Table) -> None:
        what, seconds = t.a, t.b
        if what == CLOCK_STARTED:
            t.memory[self.base + START] = seconds + 1
            t.memory[self.base + PAUSES] = 0
            t.memory[self.base + UNTOLD] = 0
        elif what == CLOCK_PAUSED:
            t.memory[self.base + SINCE] = seconds + 1
            if seconds < 0:
                t.memory[self.base + UNTOLD] = 1
        elif what == CLOCK_RESUMED:
            since = t.memory[self.base + SINCE] - 1
            if seconds < 0 or since < 0:
                t.memory[self.base + UNTOLD] = 1
            else:
                t.memory[self.base + PAUSES] += (seconds - since + DAY) % DAY
            t.memory[self.base + SINCE] = 0

    def kinds(self) -> list[int]:
        return [CLOCK] if self.minutes > 0 else [CLOCK, OVER]

    def elapsed_seconds(self, t: Table) -> i64:
        """Seconds played until the event in hand; a game may run past midnight."""
        seconds = t.b
        passed = (seconds - (t.memory[self.base + START] - 1) + DAY) % DAY
        since = t.memory[self.base + SINCE] - 1
        if since >= 0:
            passed -= (seconds - since + DAY) % DAY
        return passed - t.memory[self.base + PAUSES]

    def finding(self, t: Table) -> i64:
        if self.minutes == 0:
            what_or_reason = t.a
            return ILLEGAL if what_or_reason == (CLOCK_EXPIRED if t.op == CLOCK else OVER_TIME) else FINE
        what, seconds = t.a, t.b
        if what != CLOCK_EXPIRED or seconds < 0 or t.memory[self.base + START] <= 0:
            return FINE
        played = self.elapsed_seconds(t) // 60
        if played < self.least():
            return ILLEGAL  # pauses that nobody timed only make it less
        if t.memory[self.base + UNTOLD] == 1:
            return UNDECIDABLE
        if not self.exact or played == self.last_past(played):
            return FINE
        return ASSUMED if len(self.among) > 0 and played < self.among[-1] else WARNING

    def least(self) -> i64:
        """The duration before which no time runs out."""
        return self.among[0] if len(self.among) > 0 else self.minutes

    def last_past(self, played: i64) -> i64:
        """The greatest duration that is over after so many minutes."""
        found = self.least()
        for minutes in self.among:
            if minutes <= played:
                found = minutes
        return found

    def facts(self, t: Table) -> dict[str, object]:
        if self.minutes == 0:
            return {"needed": 0}
        played = self.elapsed_seconds(t) // 60
        found: dict[str, object] = {
            "found": played,
            "needed": self.last_past(played),
            "option": "minutes",
        }
        if len(self.among) > 0:
            found["among"] = self.among
            found["wording"] = "among"
            if played < self.among[0] or played >= self.among[-1]:
                found["option"] = "-"  # early or late by every duration
            else:
                found["supposes"] = "clock.minutes.minutes"
        return found


class ClockFromFirstIncome(Rule):
    """The time counts from when the first player receives the armies of his first turn (FIR-18, STU-32).

    Not while the game is still set up, and not once he has attacked or ended that turn.
    """

    NAME: ClassVar[str] = "clock.from_first_income"

    def memory_size(self) -> int:
        return 1  # 1 once a clock that runs in the set-up has been told

    def watches(self) -> list[int]:
        return [PICK, DRAFT, SET]

    def observe(self, t: Table) -> None:
        if t.clock_started == 1:
            t.memory[self.base] = 1

    def kinds(self) -> list[int]:
        return [PICK, DRAFT, SET, CLOCK]

    def finding(self, t: Table) -> i64:
        if t.op != CLOCK:
            return ILLEGAL if t.clock_started == 1 and t.turns == 0 and t.memory[self.base] == 0 else FINE
        what = t.a
        if what != CLOCK_STARTED or t.turns == 0:
            return FINE
        first = t.turns == 1 and t.turn >= 0 and t.attacks == 0
        return FINE if first else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"round": t.round, "player": Colour(t.order[0] if len(t.order) > 0 else -1)}

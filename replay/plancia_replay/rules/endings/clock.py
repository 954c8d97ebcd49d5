"""Rules on the duration of a game and the start of its clock."""

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
from plancia_replay.kernel.table import PLAYERS, Table

DAY: Final = 86400

START: Final = 0  # seconds of the day at which the clock started, + 1
PAUSES: Final = 1  # seconds that pauses took
PAUSE_START: Final = 2  # seconds of the day at which the pause in progress began, + 1
UNTIMED: Final = 3  # 1 where a pause has no time of day
FIRST_TURN: Final = 4  # where the time counts from the first armies: seconds at which the first turn began, + 1
FIRST_INCOME: Final = 5  # seconds at which its player had received his armies, + 1

UNTOLD: Final = 0  # what times of day tell: nothing, that the time still runs, or that it is over
RUNNING_BY_TIMES: Final = 1
OVER_BY_TIMES: Final = 2


class ClockMinutes(Rule):
    """The time does not run out before `minutes` from its start, where times of day are recorded (RCM-38, STU-32).

    With `exact` it runs out then and not later: a minute more is a warning (FIR-18). Where nothing says which of
    several durations was played, `minutes_among` names them: an alarm at one of them tells that it was that one,
    one between two of them is only assumed to be wrong, and one before the least or after the greatest is judged by
    that one. A pause is taken off; where its time of day is not recorded nobody can tell. Where the time counts
    from the armies of the first turn (`ClockFromFirstIncome`), it runs from a moment between the times of that
    turn's TURN and of its first armies. With 0 `minutes` there is no limit: no time runs out, and no game is over
    for it (EG-13).
    """

    NAME: ClassVar[str] = "clock.minutes"
    VALUES: ClassVar[dict[str, object]] = {"minutes_among": "numbers"}

    def __init__(self, minutes: int = 120, exact: bool = False, minutes_among: str = "") -> None:
        super().__init__()
        self.minutes: i64 = minutes
        self.exact = exact
        self.among = [int(word) for word in minutes_among.split()]

    def memory_size(self) -> int:
        return PLAYERS

    def set_first_times(self, t: Table, turn: i64, income: i64) -> None:
        """Sets the seconds of the day between which the time begins; -1 for what the record does not tell."""
        t.memory[self.base + FIRST_TURN] = turn + 1
        t.memory[self.base + FIRST_INCOME] = income + 1

    def observed_kinds(self) -> list[int]:
        return [CLOCK]

    def observe(self, t: Table) -> None:
        clock_event, seconds = t.a, t.b
        is_before = t.turns == 0 and t.memory[self.base + FIRST_TURN] > 0  # the time does not count yet
        if clock_event == CLOCK_STARTED:
            t.memory[self.base + START] = seconds + 1
            t.memory[self.base + PAUSES] = 0
            t.memory[self.base + UNTIMED] = 0
        elif clock_event == CLOCK_PAUSED:
            t.memory[self.base + PAUSE_START] = t.memory[self.base + FIRST_TURN] if is_before else seconds + 1
            if seconds < 0 and not is_before:
                t.memory[self.base + UNTIMED] = 1
        elif clock_event == CLOCK_RESUMED:
            pause_start = t.memory[self.base + PAUSE_START] - 1
            if not is_before and (seconds < 0 or pause_start < 0):
                t.memory[self.base + UNTIMED] = 1
            elif not is_before:
                t.memory[self.base + PAUSES] += (seconds - pause_start + DAY) % DAY
            t.memory[self.base + PAUSE_START] = 0

    def event_kinds(self) -> list[int]:
        return [CLOCK] if self.minutes > 0 else [CLOCK, OVER]

    def earliest_start(self, t: Table) -> i64:
        """The earliest second of the day from which the time may count."""
        first_turn = t.memory[self.base + FIRST_TURN] - 1
        return first_turn if first_turn >= 0 else t.memory[self.base + START] - 1

    def latest_start(self, t: Table) -> i64:
        """The latest second of the day from which the time may count."""
        first_income = t.memory[self.base + FIRST_INCOME] - 1
        return first_income if first_income >= 0 else self.earliest_start(t)

    def elapsed_seconds(self, t: Table, start: i64) -> i64:
        """Seconds played from a start until the current event; a game may run past midnight."""
        seconds = t.b
        elapsed = (seconds - start + DAY) % DAY
        pause_start = t.memory[self.base + PAUSE_START] - 1
        if pause_start >= 0:
            elapsed -= (seconds - pause_start + DAY) % DAY
        return elapsed - t.memory[self.base + PAUSES]

    def check(self, t: Table) -> i64:
        if self.minutes == 0:
            event_or_reason = t.a
            return ILLEGAL if event_or_reason == (CLOCK_EXPIRED if t.op == CLOCK else OVER_TIME) else FINE
        clock_event, seconds = t.a, t.b
        if clock_event != CLOCK_EXPIRED or seconds < 0 or t.memory[self.base + START] <= 0:
            return FINE
        most_minutes = self.elapsed_seconds(t, self.earliest_start(t)) // 60
        if most_minutes < self.shortest_duration():
            return ILLEGAL  # pauses that nobody timed only make it less
        played_minutes = self.elapsed_seconds(t, self.latest_start(t)) // 60
        if t.memory[self.base + UNTIMED] == 1:
            return UNDECIDABLE
        if not self.exact or played_minutes <= self.longest_duration_reached(most_minutes):
            return FINE
        return ASSUMED if len(self.among) > 0 and played_minutes < self.among[-1] else WARNING

    def time_told(self, t: Table) -> i64:
        """What the times of day tell of the current event: `OVER_BY_TIMES`, `RUNNING_BY_TIMES`, or `UNTOLD`."""
        seconds = t.b
        if self.minutes == 0 or seconds < 0 or t.memory[self.base + START] <= 0:
            return UNTOLD
        if self.elapsed_seconds(t, self.earliest_start(t)) // 60 < self.shortest_duration():
            return RUNNING_BY_TIMES
        if t.memory[self.base + UNTIMED] == 1:
            return UNTOLD
        is_over = self.elapsed_seconds(t, self.latest_start(t)) // 60 >= self.shortest_duration()
        return OVER_BY_TIMES if is_over else UNTOLD

    def shortest_duration(self) -> i64:
        """The shortest possible duration in minutes."""
        return self.among[0] if len(self.among) > 0 else self.minutes

    def longest_duration_reached(self, played: i64) -> i64:
        """The longest possible duration that is not above `played` minutes; the shortest if all are."""
        duration = self.shortest_duration()
        for minutes in self.among:
            if minutes <= played:
                duration = minutes
        return duration

    def facts(self, t: Table) -> dict[str, object]:
        if self.minutes == 0:
            return {"needed": 0}
        played_minutes = self.elapsed_seconds(t, self.earliest_start(t)) // 60
        if played_minutes >= self.shortest_duration():
            played_minutes = self.elapsed_seconds(t, self.latest_start(t)) // 60
        facts: dict[str, object] = {
            "found": played_minutes,
            "needed": self.longest_duration_reached(played_minutes),
            "option": "minutes",
        }
        if any(isinstance(rule, ClockFromFirstIncome) for rule in t.rules):
            facts["wording"] = "from_income"
        if len(self.among) > 0:
            facts["among"] = self.among
            facts["wording"] = "among"
            if played_minutes < self.among[0] or played_minutes >= self.among[-1]:
                facts["option"] = "-"  # early or late by every duration
            else:
                facts["supposes"] = "clock.minutes.minutes"
        return facts


def time_told(t: Table) -> i64:
    """What the times of day of the clock and of the current CLOCK or ANN tell (`ClockMinutes.time_told`)."""
    for rule in t.rules:
        if isinstance(rule, ClockMinutes):
            return rule.time_told(t)
    return UNTOLD


def is_expiry_written(t: Table) -> bool:
    """True if the record has the line CLOCK expired, here or later: then the time was not over before it."""
    place: i64 = 0
    while place < t.row_count * 8:
        if t.rows[place] == CLOCK and t.rows[place + 2] == CLOCK_EXPIRED:
            return True
        place += 8
    return False


class ClockFromFirstIncome(Rule):
    """The time counts from when the first player receives the armies of his first turn (FIR-18, STU-32).

    Not while the game is still set up, and not once he has attacked or ended that turn.
    """

    NAME: ClassVar[str] = "clock.from_first_income"

    def memory_size(self) -> int:
        return 1  # 1 once a clock that runs in the set-up has been reported

    def observed_kinds(self) -> list[int]:
        return [PICK, DRAFT, SET]

    def observe(self, t: Table) -> None:
        if t.clock_started == 1:
            t.memory[self.base] = 1

    def event_kinds(self) -> list[int]:
        return [PICK, DRAFT, SET, CLOCK]

    def check(self, t: Table) -> i64:
        if t.op != CLOCK:
            return ILLEGAL if t.clock_started == 1 and t.turns == 0 and t.memory[self.base] == 0 else FINE
        clock_event = t.a
        if clock_event != CLOCK_STARTED or t.turns == 0:
            return FINE
        is_first_income = t.turns == 1 and t.turn >= 0 and t.attacks == 0
        return FINE if is_first_income else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"round": t.round, "player": Colour(t.order[0] if len(t.order) > 0 else -1)}

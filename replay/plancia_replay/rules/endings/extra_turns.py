"""Rules on extra turns after the last round (played or passed), and on the hard stop."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    ANN_LAST,
    ANN_PENULTIMATE,
    ANN_THIRD_LAST,
    END,
    EROLL,
    OVER_EXTRA_TURNS,
    OVER_HARD_STOP,
    PASS,
    STAT,
    TURN,
    TURN_CHANCE,
    TURN_EXTRA,
    TURN_ORDINARY,
)
from plancia_replay.kernel.effects.ending import end_game
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, PLAYERS, Table
from plancia_replay.kernel.turn_order import begins_round, was_passed_over
from plancia_replay.rules.endings.clock import is_expiry_written

COUNT = "end.extra_turns.count"
BETWEEN = "announcement.at_time_out.between"
MAY_BE_LATER: Final = 1  # values of `Table.late_close`
IS_LATER: Final = 2
USED: Final = 0
PASSED: Final = 6
BY_COUNT: Final = 12
ALL_USED: Final = 13
UNTIMED: Final = 14


def is_in_turn(t: Table) -> bool:
    """True if a turn is in progress, of a player still in the game."""
    return t.turn >= 0 and t.status[t.turn] == ACTIVE


def is_last_round_over(t: Table) -> bool:
    """True once the last player's turn in the last round has ended, or he has left the game in it."""
    return is_round_over(t, t.closing_from)


def is_round_over(t: Table, number: i64) -> bool:
    """True if the round of this number, with all its turns, is over; False for a negative number."""
    if number < 0 or is_in_turn(t) or t.last_turn < 0:
        return number >= 0 and t.round > number
    return t.round > number or (t.round == number and t.seat[t.last_turn] >= t.last_active_seat())


def round_begun(t: Table) -> i64:
    """The round of the turn or pass that is the current event, before it is applied."""
    is_new = t.last_turn < 0 or begins_round(t, t.actor)
    return t.round + 1 if is_new and not was_passed_over(t, t.actor) else t.round


def is_time_running(t: Table) -> bool:
    """True if the clock runs and no last round is known, whenever the time runs out."""
    return t.closing_from < 0 and t.clock_started == 1 and t.round <= 1 + t.rounds_left


def is_close_later(t: Table, is_past: bool) -> bool:
    """True if the current turn or pass fits only the round after the time ran out as the one then in progress.

    `is_past` tells whether it belongs after the last round.
    """
    return t.late_close == MAY_BE_LATER and is_past == is_round_over(t, t.closing_from + 1)


def close_later(t: Table, is_shown: bool) -> None:
    """Settles whether the last round is a later one: so if that `is_shown`, else the time's own round is meant."""
    if t.late_close == MAY_BE_LATER:
        t.late_close = IS_LATER if is_shown else 0
        t.closing_from += 1 if is_shown else 0


def announced_closing(t: Table) -> i64:
    """The last round as it was announced, or -1 where none was."""
    if t.announced < 0 or t.announced > ANN_LAST:
        return -1
    left: i64 = 1 if t.announced == ANN_PENULTIMATE else 2 if t.announced == ANN_THIRD_LAST else 0
    return t.announced_round + left


class ExtraTurns(Rule):
    """After the last round each player (with `scope` "team" each team) has `count` extra turns (RCM-40, STU-34).

    At each turn one is played (TURN ... chance, or extra) or passed (PASS). The game is over when all who still have
    some pass one after another, or when all are used (RCM-43, RCM-44, STU-36); who leaves the game is not waited for.
    Where a wrong round was announced, which is reported there, the table may follow the announcement or the rule.
    Where nothing tells when the time ran out, extra turns and passes count as long as no ordinary turn follows: the end
    that they bring is undecidable, as they are.
    """

    NAME: ClassVar[str] = "end.extra_turns"
    RECALLS_FINDINGS: ClassVar[bool] = True
    VALUES: ClassVar[dict[str, object]] = {"scope": ("player", "team")}

    def __init__(self, count: int = 3, scope: str = "player") -> None:
        super().__init__()
        self.count: i64 = count
        self.by_team = scope == "team"

    def memory_size(self) -> int:
        # used, passed since the last one was played; 1 where the end hung on their count; 1: none left; 1 where some
        # were counted though nothing tells when the time ran out
        return 15

    def end_reasons(self) -> list[int]:
        return [OVER_EXTRA_TURNS]

    def counter_index(self, t: Table, colour: i64) -> i64:
        """The index of the counter of a colour's extra turns: its own number, or its team's."""
        if self.by_team and t.team[colour] >= 0:
            return t.team[colour]
        return colour

    def turns_used(self, t: Table, colour: i64) -> i64:
        """Extra turns used by the colour or its team."""
        return t.memory[self.base + USED + self.counter_index(t, colour)]

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, END, STAT]

    def observe(self, t: Table) -> None:
        """Counts extra turns and passes; those before the end of the last round are ignored."""
        if t.op == TURN or t.op == PASS:
            self.follow_announcement(t)
            if t.memory[self.base + UNTIMED] == 1:
                self.forget_untimed(t)
        if t.op == TURN:
            kind = t.a
            if kind != TURN_ORDINARY and self.may_be_in_finale(t):
                self.use_turn(t)
            return
        if t.op == PASS:
            if self.may_be_in_finale(t):
                t.memory[self.base + PASSED + t.actor] = 1
        elif t.op == STAT:
            if is_in_turn(t):
                return
        elif t.turn_kind != TURN_CHANCE:
            return
        if self.is_over(t):
            if t.stopped < 0:
                t.memory[self.base + BY_COUNT] = 1 if self.ends_by_count(t) else 0
                t.memory[self.base + ALL_USED] = 1 if self.are_all_used(t) else 0
            end_game(t, OVER_EXTRA_TURNS)

    def follow_announcement(self, t: Table) -> None:
        """Takes the last round from a wrong announcement, where the current turn or pass shows that the table did.

        So too where the time ran out between two rounds and the turn shows that the next one was taken.
        """
        kind = t.a
        is_extra = t.op == PASS or kind != TURN_ORDINARY
        if self.is_in_finale(t):
            close_later(t, not is_extra)
        announced_round = announced_closing(t)
        differs = t.closing_from >= 0 and announced_round >= 0 and is_extra != self.is_in_finale(t)
        if differs and is_extra == (t.round > announced_round):
            t.closing_from = announced_round

    def forget_untimed(self, t: Table) -> None:
        """Forgets the passes before an ordinary turn, and extra turns too once the last round is known."""
        kind = t.a
        is_known = t.closing_from >= 0
        if not is_known and (t.op == PASS or kind != TURN_ORDINARY):
            return
        for colour in range(PLAYERS):
            t.memory[self.base + PASSED + colour] = 0
            if is_known:
                t.memory[self.base + USED + colour] = 0
                t.out_of_turns[colour] = 0
        if is_known:
            t.memory[self.base + UNTIMED] = 0

    def have_all_passed(self, t: Table) -> bool:
        """True if every player with extra turns left has passed since the last one played."""
        for colour in range(PLAYERS):
            if t.is_playing(colour) and t.out_of_turns[colour] == 0 and t.memory[self.base + PASSED + colour] == 0:
                return False
        return True

    def is_over(self, t: Table) -> bool:
        """True if every player with extra turns left has passed since the last one played, after the last round."""
        return self.have_all_passed(t) and is_last_round_over(t)

    def may_be_over(self, t: Table) -> bool:
        """True if they have all passed so, and nothing tells whether after the last round."""
        is_open = t.closing_from < 0 and t.memory[self.base + UNTIMED] == 1 and not is_in_turn(t)
        return is_open and self.have_all_passed(t)

    def is_in_finale(self, t: Table) -> bool:
        """True if the turn just begun or passed comes after the last round."""
        return t.closing_from >= 0 and t.round > t.closing_from

    def may_be_in_finale(self, t: Table) -> bool:
        """The same, or nothing tells when the time ran out, and the finale may have begun: it is noted then."""
        if t.closing_from >= 0 or is_time_running(t):
            return self.is_in_finale(t)
        t.memory[self.base + UNTIMED] = 1
        return True

    def are_all_used(self, t: Table) -> bool:
        """True if every player still in the game has used all his extra turns."""
        for colour in range(PLAYERS):  # noqa: SIM110 (a generator is slow here)
            if t.is_playing(colour) and self.turns_used(t, colour) < self.count:
                return False
        return True

    def use_turn(self, t: Table) -> None:
        """Counts an extra turn: clears all passes, and ends the turns of a player without further extra turns."""
        counter = self.counter_index(t, t.actor)
        t.memory[self.base + USED + counter] += 1
        for colour in range(PLAYERS):
            t.memory[self.base + PASSED + colour] = 0
            if self.counter_index(t, colour) == counter and t.memory[self.base + USED + counter] >= self.count:
                t.out_of_turns[colour] = 1

    def event_kinds(self) -> list[int]:
        return [TURN, PASS]

    def check(self, t: Table) -> i64:
        kind = t.a
        is_extra = t.op == PASS or kind != TURN_ORDINARY
        if t.stopped >= 0:  # what else comes after the end, or after its record, is told as such
            return ILLEGAL if t.over == 0 and exceeds_extra_turns(t) else FINE
        if len(t.order) == 0:
            return ILLEGAL if self.exceeds_count(t) else UNDECIDABLE if is_extra else FINE
        if t.closing_from < 0:
            is_wrong = is_extra and (self.is_too_soon(t) or self.exceeds_count(t))
            return ILLEGAL if is_wrong else UNDECIDABLE if is_extra else FINE
        if is_extra != is_last_round_over(t):
            announced_round = announced_closing(t)
            if announced_round != t.closing_from and announced_round >= 0:
                return FINE if is_extra == is_round_over(t, announced_round) else ILLEGAL
            return ASSUMED if is_close_later(t, is_extra) else ILLEGAL
        return ILLEGAL if self.exceeds_count(t) else FINE

    def exceeds_count(self, t: Table) -> bool:
        """True if the current event begins an extra turn of a player with none left."""
        kind = t.a
        return t.op == TURN and kind != TURN_ORDINARY and self.turns_used(t, t.actor) >= self.count

    def is_too_soon(self, t: Table) -> bool:
        """True if the clock runs and this turn is not after the last round, whenever the time runs out."""
        begins_round = t.last_turn < 0 or t.seat[t.actor] <= t.seat[t.last_turn]
        return t.clock_started == 1 and t.round + (1 if begins_round else 0) <= 1 + t.rounds_left

    def may_depend_on_count(self, t: Table) -> bool:
        """True if the current extra turn or pass might be in order with another number of extra turns.

        Every player passed over must then have used more of them than the actor.
        """
        size: i64 = len(t.order)
        kind = t.a
        if t.op != PASS and kind == TURN_ORDINARY:
            return False
        if size == 0 or not is_last_round_over(t) or t.status[t.actor] != ACTIVE:
            return False
        place = t.seat[t.last_turn]
        for _step in range(size):
            place = (place + 1) % size
            colour = t.order[place]
            if colour == t.actor:
                return True
            if t.is_playing(colour) and self.turns_used(t, colour) <= self.turns_used(t, t.actor):
                return False
        return False

    def ends_by_count(self, t: Table) -> bool:
        """True if the game is, or may be, over because every player has used all extra turns.

        After the end of the game, the value at its end.
        """
        if t.stopped >= 0:
            return t.memory[self.base + BY_COUNT] == 1
        greatest: i64 = 0
        waiting: i64 = 0
        for colour in range(PLAYERS):
            if t.is_playing(colour) and self.turns_used(t, colour) > greatest:
                greatest = self.turns_used(t, colour)
        for colour in range(PLAYERS):
            if t.is_playing(colour) and t.memory[self.base + PASSED + colour] == 0:
                waiting += 1
                if self.turns_used(t, colour) < greatest:
                    return False
        return greatest > 0 and waiting > 0 and is_last_round_over(t)

    def fault_wording(self, t: Table) -> str:
        """The wording key for the fault of the current turn or pass."""
        kind = t.a
        if self.exceeds_count(t):
            return "team_used_up" if self.by_team else "used_up"
        if len(t.order) == 0:
            return "no_order"
        if t.op == TURN and kind == TURN_ORDINARY:
            return "plain"
        is_round_unknown = t.closing_from < 0
        if t.op == PASS:
            return "pass_unannounced" if is_round_unknown else "pass_early"
        return "unannounced" if is_round_unknown else "early"

    def facts(self, t: Table) -> dict[str, object]:
        kind = t.a
        option = "count" if (t.op == PASS or kind != TURN_ORDINARY) == is_last_round_over(t) else "-"
        return {
            "wording": self.fault_wording(t), "player": Colour(t.actor), "found": self.turns_used(t, t.actor),
            "most": self.count, "round": round_begun(t), "needed": t.closing_from, "option": option,
            "supposes": BETWEEN,
        }  # fmt: skip


def exceeds_extra_turns(t: Table) -> bool:
    """True if an extra turn begins, after the last round if that is known, of a player who has used all of his."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns) and (t.closing_from < 0 or is_last_round_over(t)) and rule.exceeds_count(t):
            return True
    return False


def is_last_pass(t: Table) -> bool:
    """True if who has no extra turn left passes too, once, where passes ended the game: "all" may mean him (RCM-43).

    Of teams those alone who have turns to play pass (STU-36).
    """
    if t.op != PASS or t.stop_reason != OVER_EXTRA_TURNS or t.out_of_turns[t.actor] == 0 or are_extra_turns_used(t):
        return False
    rules = [rule for rule in t.rules if isinstance(rule, ExtraTurns) and t.is_playing(t.actor) and not rule.by_team]
    return any(t.memory[rule.base + PASSED + t.actor] == 0 for rule in rules)


def is_excess_reported(t: Table) -> bool:
    """True if an extra turn too many was reported after the end of the game: what is played in it is not told again."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns) and t.stopped >= 0 and t.reported[rule.index] > t.stopped:
            return True
    return False


def end_dependency(t: Table) -> dict[str, object]:
    """The facts of a finding that depends on the number of extra turns by the end of the game; else empty."""
    is_due = any(isinstance(rule, ExtraTurns) and rule.ends_by_count(t) for rule in t.rules)
    return {"hangs_on": COUNT} if is_due else {}


def turn_dependency(t: Table) -> dict[str, object]:
    """The facts of a finding on a turn or pass that depends on the number of extra turns; else empty."""
    depends = any(isinstance(rule, ExtraTurns) and rule.may_depend_on_count(t) for rule in t.rules)
    return {"hangs_on": COUNT} if depends else {}


def are_extra_turns_over(t: Table) -> bool:
    """True if the extra turns are over, also if the game ended before."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, ExtraTurns) and rule.is_over(t):
            return True
    return False


def are_extra_turns_used(t: Table) -> bool:
    """True if the game ended because no player had an extra turn left, not by passes."""
    return any(isinstance(rule, ExtraTurns) and t.memory[rule.base + ALL_USED] == 1 for rule in t.rules)


def may_finale_be_over(t: Table) -> bool:
    """True if the finale may be over, and nothing tells when the time ran out."""
    for rule in t.rules:
        if isinstance(rule, ExtraTurns) and rule.may_be_over(t):
            return True
        if isinstance(rule, HardStopAfterRound) and rule.may_be_over(t):
            return True
    return False


class HardStopAfterRound(Rule):
    """The round in progress at time-out is finished, and with it the game (RCM-10g).

    With `finished` "turn" it is the turn in progress. Where the time runs out between two rounds the game may be over
    there, or with the next round if that is begun.
    No turn is passed and none is extra: there are no chances. Memory: the next round so begun, 0 for none.
    """

    NAME: ClassVar[str] = "end.hard_stop"
    VALUES: ClassVar[dict[str, object]] = {"finished": ("round", "turn")}

    def __init__(self, finished: str = "round") -> None:
        super().__init__()
        self.by_turn = finished == "turn"

    def memory_size(self) -> int:
        return 1

    def end_reasons(self) -> list[int]:
        return [OVER_HARD_STOP]

    def observed_kinds(self) -> list[int]:
        return [TURN, END, STAT]

    def observe(self, t: Table) -> None:
        if t.op != TURN:
            if self.is_due(t):
                end_game(t, OVER_HARD_STOP)
        elif t.stopped < 0 and t.closing_from >= 0 and t.round == t.closing_from + 1:
            t.memory[self.base] = t.round

    def is_due(self, t: Table) -> bool:
        """True if the last round is over."""
        if self.by_turn and t.closing_from >= 0 and t.turn < 0:
            return True
        return t.closing_from >= 0 and is_round_over(t, max(t.closing_from, t.memory[self.base]))

    def may_be_over(self, t: Table) -> bool:
        """True if a round, or a turn, is over and nothing tells whether the time has run out in it."""
        if t.closing_from >= 0 or t.clock_started == 1 or t.last_turn < 0 or is_in_turn(t) or is_expiry_written(t):
            return False
        return self.by_turn or t.seat[t.last_turn] >= t.last_active_seat()

    def event_kinds(self) -> list[int]:
        return [TURN, PASS]

    def check(self, t: Table) -> i64:
        kind = t.a
        return ILLEGAL if t.op == PASS or kind != TURN_ORDINARY else FINE

    def facts(self, t: Table) -> dict[str, object]:
        wording = "pass" if t.op == PASS else "further" if t.a == TURN_EXTRA else ""
        return {"player": Colour(t.actor), "wording": wording}


def is_hard_stop_due(t: Table) -> bool:
    """True if the game may be over because the time ran out between two rounds."""
    for rule in t.rules:  # noqa: SIM110 (a generator is slow here)
        if isinstance(rule, HardStopAfterRound) and rule.is_due(t):
            return True
    return False


class NoEndRoll(Rule):
    """There are no end rolls (RCM-50, STU-36)."""

    NAME: ClassVar[str] = "end_roll.none"

    def event_kinds(self) -> list[int]:
        return [EROLL]

    def check(self, t: Table) -> i64:
        return ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}

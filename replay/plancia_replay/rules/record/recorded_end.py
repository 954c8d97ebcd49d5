"""The rule that compares the recorded end with the end by the rules."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.kinds.ending import END_REASONS
from plancia_events.ops import (
    OVER,
    OVER_ARBITER_DIE,
    OVER_ELIMINATION,
    OVER_END_ROLL,
    OVER_EXTRA_TURNS,
    OVER_HARD_STOP,
    OVER_OBJECTIVE,
    OVER_POINTS,
    OVER_TARGET,
    OVER_TIME,
    OVER_WORLD,
)
from plancia_replay.kernel.facts import Colour, Ending
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, PLAYERS, Table
from plancia_replay.rules.endings.end_roll import conquests_dependency
from plancia_replay.rules.endings.extra_turns import (
    are_extra_turns_over,
    end_dependency,
    is_hard_stop_due,
    is_time_running,
    may_finale_be_over,
)
from plancia_replay.rules.objectives.claim_doubts import FROM_ROUND, depends_on_claim, ended_by, refusal_dependency
from plancia_replay.rules.objectives.claims import has_met_unclaimed
from plancia_replay.rules.objectives.targets import is_target_unknown
from plancia_replay.rules.scoring.duel_ranking import has_claimed


def has_finale(t: Table) -> bool:
    """True if the rules end the game by extra turns or by the hard stop."""
    return t.can_stop[OVER_EXTRA_TURNS] == 1 or t.can_stop[OVER_HARD_STOP] == 1


class RecordedEndAgrees(Rule):
    """The recorded end (an end roll, an objective, the whole board) is one that the replay establishes."""

    NAME: ClassVar[str] = "record.end"
    RECALLS_FINDINGS: ClassVar[bool] = True
    DEPENDS_ON: ClassVar[tuple[str, ...]] = (
        "announcement.at_time_out", "claim.continents", "claim.risiko_points", "claim.target_points", "end.extra_turns",
        "end.hard_stop", "end_roll.arbiter_die", "end_roll.bonus", "end_roll.conquests", "end_roll.due",
    )  # fmt: skip
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [OVER]

    def check(self, t: Table) -> i64:
        reason = t.a
        if t.void_due == 1 and t.stopped < 0 and reason in (OVER_END_ROLL, OVER_ARBITER_DIE):
            return FINE  # the throw that was made wrongly is told
        if reason == OVER_WORLD:
            return FINE if self.most_territories(t) == LANDS else ILLEGAL
        if reason == OVER_END_ROLL and len(t.threshold_terms) > 0:
            has_throw = t.closing_sum > 0  # a throw too high: end_roll.threshold says so
            return FINE if t.stop_reason == OVER_END_ROLL or has_throw else ILLEGAL
        if reason < 16 and t.can_stop[reason] == 1:
            return self.established_finding(t)
        if reason == OVER_TARGET or (reason >= OVER_END_ROLL and reason <= OVER_HARD_STOP):
            return ILLEGAL  # an end that these rules do not have
        if reason == OVER_ELIMINATION:
            return FINE if self.is_one_side_left(t) else ILLEGAL
        if reason == OVER_TIME:
            rolls = len(t.threshold_terms) > 0 or t.can_stop[OVER_ARBITER_DIE] == 1
            return ILLEGAL if rolls or has_finale(t) else FINE
        if reason == OVER_POINTS:  # which nobody counts before the finale is over; a result alone tells no play
            is_early = t.turns > 0 and t.stopped < 0 and has_finale(t)
            if not is_early or is_hard_stop_due(t):
                return FINE
            return UNDECIDABLE if may_finale_be_over(t) else ILLEGAL
        if reason == OVER_OBJECTIVE and len(t.claim_terms) > 0 and t.stop_reason != OVER_OBJECTIVE:
            winner = t.b
            if winner >= 0 and t.stopped < 0 and self.has_met_objective(t, winner):
                return FINE
            return ILLEGAL if winner < 0 or t.goal_known[winner] == 1 or len(t.goals) == 0 else UNDECIDABLE
        return FINE

    def established_finding(self, t: Table) -> i64:
        """The finding on an end that a rule of this rule-set can establish."""
        reason = t.a
        if t.stop_reason == reason or (t.stop_reason == OVER_TARGET and reason == OVER_OBJECTIVE):
            return FINE  # the target of points is the objective of all (RCM-08)
        if t.stopped >= 0:
            winner = t.b if t.b >= 0 else t.stop_player
            is_claimed = reason == OVER_OBJECTIVE and t.stop_reason == OVER_ELIMINATION and has_claimed(t, winner)
            return FINE if is_claimed else ILLEGAL
        if reason == OVER_HARD_STOP and is_hard_stop_due(t):
            return FINE
        if reason in (OVER_HARD_STOP, OVER_EXTRA_TURNS):
            return UNDECIDABLE if may_finale_be_over(t) else ILLEGAL
        winner = t.b
        if reason == OVER_OBJECTIVE and winner >= 0:
            return FINE if has_met_unclaimed(t, winner) else ILLEGAL
        return UNDECIDABLE if reason == OVER_TARGET and winner >= 0 and is_target_unknown(t, winner) else ILLEGAL

    def has_met_objective(self, t: Table, player: i64) -> bool:
        """True if the player's objective holds at the recorded end, though he did not claim it."""
        if t.total(t.claim_bars, player) > 0:
            return False
        for term in t.claim_terms:  # noqa: SIM110 (a generator is slow here)
            if term.amount(t, player) == 1:
                return True
        return False

    def is_one_side_left(self, t: Table) -> bool:
        """True if no two players are left who are not partners."""
        playing = [colour for colour in range(PLAYERS) if t.is_playing(colour)]
        return all(t.are_partners(colour, other) for colour in playing for other in playing if other < colour)

    def most_territories(self, t: Table) -> i64:
        """The most territories that a player holds, with his partners."""
        most: i64 = 0
        for colour in range(PLAYERS):
            held: i64 = t.lands[colour]
            for other in range(PLAYERS):
                if t.are_partners(colour, other):
                    held += t.lands[other]
            most = max(most, held)
        return most

    def facts(self, t: Table) -> dict[str, object]:
        reason, winner = t.a, t.b
        facts: dict[str, object] = {
            "wording": self.fault_wording(t), "also": FROM_ROUND if reason == OVER_END_ROLL else "",
            **self.assumption_facts(t), "reason": reason, "closed": Ending(END_REASONS[reason]),
            "instead": Ending(END_REASONS[t.stop_reason] if t.stop_reason >= 0 else ""), "event": t.stopped,
            "round": t.round, "left": self.players_left(t), "stage": END_REASONS[reason], "found": reason,
            "missing": LANDS - self.most_territories(t), "expected": Colour(t.next_player() if t.stopped < 0 else -1),
            "player": Colour(winner), "needed": t.closing_from,
        }  # fmt: skip
        for term in t.claim_terms if facts["wording"] == "objective" else []:
            facts |= term.unmet_facts(t, winner)
        return facts

    def players_left(self, t: Table) -> i64:
        """Number of players still in the game."""
        return sum(1 for colour in range(PLAYERS) if t.is_playing(colour))

    def fault_wording(self, t: Table) -> str:
        """The wording that says why the recorded end is wrong."""
        reason = t.a
        if reason == OVER_WORLD:
            return "world"
        if t.stopped < 0 and reason in (OVER_EXTRA_TURNS, OVER_HARD_STOP, OVER_POINTS) and may_finale_be_over(t):
            return "untimed"
        if t.stopped >= 0 and t.stop_reason >= 0 and t.stop_reason != reason:
            return "other"
        if reason == OVER_ELIMINATION:
            return "alive"
        if reason == OVER_TIME:
            return "time"
        if reason == OVER_POINTS:
            return "early"
        if reason == OVER_OBJECTIVE and len(t.claim_terms) > 0:
            winner = t.b
            if winner < 0:
                return "nobody"
            is_refused = t.total(t.claim_terms, winner) > 0 or len(refusal_dependency(t, winner, reason)) > 0
            return "barred" if t.total(t.claim_bars, winner) > 0 else "refused" if is_refused else "objective"
        has_threshold = reason == OVER_END_ROLL and len(t.threshold_terms) > 0
        if t.stopped < 0 and reason == OVER_ARBITER_DIE and t.can_stop[reason] == 1:
            return "not_yet_die"
        if t.stopped < 0 and reason == OVER_EXTRA_TURNS and t.can_stop[reason] == 1 and t.next_player() >= 0:
            if is_time_running(t):
                return "not_yet_closing"
            return "not_yet_extra" if t.round <= t.closing_from else "not_yet_passed"
        return "not_yet" if has_threshold or (reason < 16 and t.can_stop[reason] == 1) else "unknown"

    def assumption_facts(self, t: Table) -> dict[str, object]:
        """Assumptions about other rules that the finding depends on, and the wording if no target is known."""
        reason, winner = t.a, t.b
        if t.stopped < 0 and winner >= 0 and reason in (OVER_OBJECTIVE, OVER_TARGET):
            is_unknown = reason == OVER_TARGET and is_target_unknown(t, winner)
            return {"wording": "no_target"} if is_unknown else refusal_dependency(t, winner, reason)
        has_won = reason == OVER_OBJECTIVE and winner >= 0 and self.has_met_objective(t, winner)
        if t.stopped >= 0 and (has_won or (depends_on_claim(t) and self.is_due(t))):
            return ended_by(t)  # the end as recorded, had the game not ended before
        if t.void_throw >= 0 and t.stopped < 0 and reason in (OVER_END_ROLL, OVER_ARBITER_DIE):
            return {**conquests_dependency(t), "wording": "void_throw", "throw": t.void_throw}
        return end_dependency(t) if reason == OVER_EXTRA_TURNS else {}

    def is_due(self, t: Table) -> bool:
        """True if the recorded end by extra turns or by the hard stop would be due."""
        reason = t.a
        return (reason == OVER_EXTRA_TURNS and are_extra_turns_over(t)) or (
            reason == OVER_HARD_STOP and is_hard_stop_due(t)
        )

"""Rules on objectives from a list: the time of the deal, membership in the list, uniqueness."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import CLAIM, CLAIM_WORLD, OBJ, OVER_OBJECTIVE, TURN
from plancia_replay.kernel.facts import Colour, Objective, players_facts
from plancia_replay.kernel.holdings import assigned_lands
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, PLAYERS, Table
from plancia_replay.rules.endings.extra_turns import is_in_turn
from plancia_replay.rules.setup.opening import is_first_placement


class ObjectiveUnique(Rule):
    """No two players hold the same objective, and no player changes his own (EG-02, MON-07)."""

    NAME: ClassVar[str] = "objective.unique"

    def event_kinds(self) -> list[int]:
        return [OBJ]

    def check(self, t: Table) -> i64:
        objective = t.a
        word = t.words[objective] if objective >= 0 else "???"
        if word == "???" or word.startswith("#"):
            return FINE
        if t.goal_word[t.actor] >= 0:
            previous_word = t.words[t.goal_word[t.actor]]
            if previous_word != word and previous_word != "???" and not previous_word.startswith("#"):
                return ILLEGAL
        for colour in range(PLAYERS):
            if colour != t.actor and t.goal_word[colour] >= 0 and t.words[t.goal_word[colour]] == word:
                return ILLEGAL
        return FINE

    def facts(self, t: Table) -> dict[str, object]:
        objective = t.a
        return {"player": Colour(t.actor), "objective": Objective(t.words[objective] if objective >= 0 else "???")}


class ObjectiveListed(Rule):
    """The objective is one of the list in play (EG-16, MON-07)."""

    NAME: ClassVar[str] = "objective.listed"
    ASSUMED_PART: ClassVar[str] = "goals_id"

    def event_kinds(self) -> list[int]:
        return [OBJ]

    def check(self, t: Table) -> i64:
        objective = t.a
        word = t.words[objective] if objective >= 0 else "???"
        if word == "???" or word.startswith("#"):
            return UNDECIDABLE
        return FINE if word in t.goals else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        objective = t.a
        return {"player": Colour(t.actor), "objective": Objective(t.words[objective] if objective >= 0 else "???")}


class ObjectiveDealt(Rule):
    """Objectives are dealt after the territories and before the placement (MON-07).

    A missing objective at the first turn is undecidable: it may have been dealt without a record.
    """

    NAME: ClassVar[str] = "objective.dealt"
    RECALLS_FINDINGS: ClassVar[bool] = True
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [OBJ, TURN]

    def players_without_objective(self, t: Table) -> list[int]:
        """The players whose objectives are not recorded."""
        return [colour for colour in range(PLAYERS) if t.at_table[colour] == 1 and t.goal_word[colour] < 0]

    def check(self, t: Table) -> i64:
        if t.op == TURN:
            return UNDECIDABLE if t.turns == 0 and self.players_without_objective(t) else FINE
        if t.goal_word[t.actor] >= 0:
            return FINE  # a hidden one is revealed, or one is changed: other rules judge that
        is_early = assigned_lands(t) < LANDS and t.reported[self.index] == 0  # missing territories are reported once
        return ILLEGAL if is_early or not is_first_placement(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == TURN:
            return players_facts(self.players_without_objective(t))
        return {"player": Colour(t.actor), "wording": "early" if assigned_lands(t) < LANDS else "late"}


class ObjectivesAfterRound(Rule):
    """Objectives are dealt after `round` rounds and before the next (RCM-07).

    Before that nobody can have met one. Where no objective is `dealt` (a common one, RCM-10g) none is missed. With
    `round` 0 each player has his from the start (EG-02): none is given out while the game is played. Variants in which
    no own objective wins the game have rules for that.
    """

    NAME: ClassVar[str] = "objective.after_round"
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("unrecorded", "unrecorded_several")

    def __init__(self, round: int = 4, dealt: bool = True) -> None:
        super().__init__()
        self.round: i64 = round
        self.dealt = dealt

    def sum_name(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        return 0 if self.is_round_over(t) else 1

    def event_kinds(self) -> list[int]:
        return [OBJ, TURN, CLAIM]

    def is_round_over(self, t: Table) -> bool:
        """True if the round after which objectives are dealt is over; leaving the game in its last turn ends it too."""
        if self.round == 0:
            return True
        if t.round != self.round or is_in_turn(t) or t.last_turn < 0:
            return t.round > self.round
        return t.seat[t.last_turn] >= t.last_active_seat()

    def is_claimed_too_early(self, t: Table) -> bool:
        """True if the current claim is of an objective that nobody has yet."""
        claim = t.a
        return t.op == CLAIM and claim != CLAIM_WORLD and not self.is_round_over(t)

    def players_without_objective(self, t: Table) -> list[int]:
        """The players without an objective."""
        return [colour for colour in range(PLAYERS) if t.is_playing(colour) and t.goal_word[colour] < 0]

    def check(self, t: Table) -> i64:
        if self.round == 0:
            is_late = t.op == OBJ and t.turns > 0 and t.over == 0 and t.stopped < 0 and t.can_stop[OVER_OBJECTIVE] == 0
            return ILLEGAL if is_late and t.goal_word[t.actor] < 0 else FINE
        if t.op == OBJ:
            return FINE if self.is_round_over(t) else ILLEGAL
        if t.op == CLAIM:
            return ILLEGAL if self.is_claimed_too_early(t) else FINE
        if not self.dealt or t.round != self.round or not self.is_round_over(t):
            return FINE
        if len(t.order) == 0 and t.own_turns[t.actor] < self.round:
            return FINE  # without an order the next round begins with who had his turns
        return FINE if not self.players_without_objective(t) else ASSUMED  # it may have been handed out, unrecorded

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "round": t.round, "needed": self.round}
        if t.op == TURN:
            facts.update(players_facts(self.players_without_objective(t), "unrecorded"))
        elif self.round > 0:
            facts["wording"] = "given" if t.op == OBJ else "claimed"
        return facts


def is_claimed_too_early(t: Table) -> bool:
    """True if the current claim is of an objective that nobody has yet: nothing else about it is to be told."""
    return any(isinstance(rule, ObjectivesAfterRound) and rule.is_claimed_too_early(t) for rule in t.rules)

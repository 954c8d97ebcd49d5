"""Rules on objectives from a list: the time of the deal, membership in the list, uniqueness."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import OBJ, TURN
from plancia_replay.kernel.facts import Colour, Objective
from plancia_replay.kernel.holdings import assigned_lands
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, Table
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
        for colour in range(6):
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
    JUDGES_OPENING: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [OBJ, TURN]

    def player_without_objective(self, t: Table) -> i64:
        """A player whose objective is not recorded, or -1."""
        for colour in range(6):
            if t.at_table[colour] == 1 and t.goal_word[colour] < 0:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if t.op == TURN:
            return UNDECIDABLE if t.turns == 0 and self.player_without_objective(t) >= 0 else FINE
        if t.goal_word[t.actor] >= 0:
            return FINE  # a hidden one is revealed, or one is changed: other rules judge that
        is_early = assigned_lands(t) < LANDS and t.reported[self.index] == 0  # missing territories are reported once
        return ILLEGAL if is_early or not is_first_placement(t) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        wording = "early" if assigned_lands(t) < LANDS else "late"
        return {"player": Colour(self.player_without_objective(t) if t.op == TURN else t.actor), "wording": wording}

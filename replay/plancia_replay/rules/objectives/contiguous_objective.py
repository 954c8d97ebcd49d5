"""Rules on the objective of contiguous territories and its substitutes, and on players who abandon the game."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import CARDS, CLAIM, CLAIM_WORLD, ELIM, END, FILL, FOUL, OBJ, STAT, STAT_WITHDRAWN, TAKE
from plancia_replay.kernel.facts import Colour, Objective
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, PASSIVE, PLAYERS, Table
from plancia_replay.rules.objectives.objective_list import is_claimed_too_early


def objective_territories(t: Table, player: i64, for_one: i64) -> i64:
    """Territories held of the objective, plus one for every `for_one` other territories."""
    objective_lands: i64 = 0
    other_lands: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player:
            if t.goal[player * LANDS + land] == 1:
                objective_lands += 1
            else:
                other_lands += 1
    return objective_lands + other_lands // for_one


class ObjectiveSubstitute(Rule):
    """The objective is met with `size` territories; `for_one` others replace each missing one (FIR-22, 23)."""

    NAME: ClassVar[str] = "claim.objective_substitute"

    def __init__(self, size: int = 15, for_one: int = 3) -> None:
        super().__init__()
        self.size: i64 = size
        self.for_one: i64 = for_one

    def sum_name(self) -> str:
        return "claim"

    def amount(self, t: Table, player: i64) -> i64:
        if t.status[player] != ACTIVE or t.goal_known[player] == 0:
            return 0
        return 1 if objective_territories(t, player, self.for_one) >= self.size else 0

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE if t.lands[t.actor] == LANDS else ILLEGAL
        if is_claimed_too_early(t):
            return FINE
        if t.goal_known[t.actor] == 0:
            return UNDECIDABLE if t.status[t.actor] == ACTIVE else FINE  # whatever it is, who left claims nothing
        return FINE if objective_territories(t, t.actor, self.for_one) >= self.size else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": objective_territories(t, t.actor, self.for_one),
            "needed": self.size,
        }
        claim = t.a
        if claim == CLAIM_WORLD:
            facts["missing"] = LANDS - t.lands[t.actor]
            facts["wording"] = "world"
        return facts


class ObjectiveReached(Rule):
    """A player who has met his objective at the end wins, claimed or not, before points are compared (FIR-24).

    A player who has met it at the end of his turn without a claim gets a warning. `size`, `for_one` as for the claim.
    """

    NAME: ClassVar[str] = "objective.reached_wins"

    def __init__(self, size: int = 15, for_one: int = 3) -> None:
        super().__init__()
        self.size: i64 = size
        self.for_one: i64 = for_one

    def sum_name(self) -> str:
        return "reached"

    def amount(self, t: Table, player: i64) -> i64:
        if not t.is_playing(player) or t.goal_known[player] == 0:
            return 0
        return 1 if objective_territories(t, player, self.for_one) >= self.size else 0

    def event_kinds(self) -> list[int]:
        return [END]

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return WARNING if self.amount(t, t.turn) == 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.turn), "found": objective_territories(t, t.turn, self.for_one), "needed": self.size}


class OwnContinents(Rule):
    """No two players have different objectives that touch the same continents (FIR-06)."""

    NAME: ClassVar[str] = "objective.own_continents"

    def event_kinds(self) -> list[int]:
        return [OBJ]

    def continents(self, t: Table, word: str) -> list[int]:
        """The continents that an objective of the list touches, in order; empty if it is not known."""
        return sorted({int(t.continent_of[land]) for land in t.goals.get(word, [])})

    def player_with_same_continents(self, t: Table) -> i64:
        """A player with another objective that touches the same continents, or -1."""
        objective = t.a
        word = t.words[objective] if objective >= 0 else ""
        continents = self.continents(t, word)
        if len(continents) == 0:
            return -1
        for colour in range(PLAYERS):
            if colour == t.actor or t.goal_word[colour] < 0:
                continue
            other_word = t.words[t.goal_word[colour]]
            if other_word != word and self.continents(t, other_word) == continents:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        return FINE if self.player_with_same_continents(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        objective = t.a
        return {
            "player": Colour(t.actor),
            "owner": Colour(self.player_with_same_continents(t)),
            "objective": Objective(t.words[objective] if objective >= 0 else "???"),
        }


class NoArmyLimit(Rule):
    """There is no army limit: no infractions of it and no removals for it (FIR-15).

    The removal for an infraction that was told is not told again. Memory, by player: 1 once it was.
    """

    NAME: ClassVar[str] = "limit.none"
    RECALLS_FINDINGS: ClassVar[bool] = True

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [FOUL]

    def observe(self, t: Table) -> None:
        player = t.a
        if t.reported[self.index] == t.number:
            t.memory[self.base + player] = 1

    def event_kinds(self) -> list[int]:
        return [FOUL, TAKE]

    def check(self, t: Table) -> i64:
        reason_word, rule_word = t.a, t.b
        word = rule_word if t.op == FOUL else reason_word
        if t.op == TAKE and t.actor < NEUTRAL and t.memory[self.base + t.actor] == 1:
            return FINE
        if word < 0:
            return FINE
        is_own_number = t.op == FOUL and t.words[word].upper() in self.numbers
        return ILLEGAL if is_own_number or t.words[word].upper() == "LIMIT" else FINE

    def facts(self, t: Table) -> dict[str, object]:
        colour = t.a
        player = colour if t.op == FOUL else t.actor
        wording: dict[str, object] = {"wording": "named"} if t.op == FOUL else {}
        return {**wording, "player": Colour(player), "found": t.army_total[player]}


class AbandonedCountsEliminated(Rule):
    """A player who abandoned counts as eliminated: he is not eliminated again and may not claim (FIR-16).

    The document does not regulate his cards; it is assumed that no player gets them.
    """

    NAME: ClassVar[str] = "withdrawal.passive"

    def event_kinds(self) -> list[int]:
        return [CARDS, CLAIM, ELIM]

    def check(self, t: Table) -> i64:
        if t.op == CLAIM:
            return ILLEGAL if t.status[t.actor] == PASSIVE else FINE
        eliminated_or_giver = t.a
        if t.status[eliminated_or_giver] != PASSIVE:
            return FINE
        if t.op == ELIM:
            return ILLEGAL
        receiver = t.b
        return ASSUMED if receiver < NEUTRAL else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == CLAIM:
            return {"player": Colour(t.actor), "wording": "claim"}
        eliminated_or_giver = t.a
        receiver = t.b
        given: dict[str, object] = {"by": Colour(receiver), "wording": "cards"} if t.op == CARDS else {}
        return {"player": Colour(eliminated_or_giver), **given}


class AbandonedArmiesStay(Rule):
    """The armies of a player who abandons stay on the board, unchanged and his own (FIR-16)."""

    NAME: ClassVar[str] = "withdrawal.armies_stay"
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("withdrawn",)

    def event_kinds(self) -> list[int]:
        return [STAT, TAKE, FILL]

    def affected_player(self, t: Table) -> i64:
        """The player who abandons or abandoned and whose territories or armies the event changes, or -1."""
        if t.op == STAT:
            player, status = t.a, t.b
            return player if status == STAT_WITHDRAWN else -1
        if t.op == TAKE:
            return t.actor if t.actor < NEUTRAL and t.status[t.actor] == PASSIVE else -1
        armies, count, offset = t.a, t.n, t.x
        for k in range(offset, offset + count):
            owner = t.owner[t.extra[k]]
            if owner >= 0 and owner < NEUTRAL and t.status[owner] == PASSIVE and t.armies[t.extra[k]] != armies:
                return owner
        return -1

    def check(self, t: Table) -> i64:
        return FINE if self.affected_player(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(self.affected_player(t))}
        if t.op != FILL:
            facts["wording"] = "withdrawn" if t.op == STAT else "taken"
        return facts

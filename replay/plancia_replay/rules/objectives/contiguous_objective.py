"""The objective of fifteen contiguous territories, what may stand in for one of them, and who abandons it."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import CARDS, CLAIM, CLAIM_WORLD, ELIM, END, FILL, FOUL, OBJ, STAT, STAT_WITHDRAWN, TAKE
from plancia_replay.kernel.facts import Colour, Objective
from plancia_replay.kernel.rule import ASSUMED, FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, LANDS, NEUTRAL, PASSIVE, Table


def objective_territories(t: Table, player: i64, for_one: i64) -> i64:
    """Territories of the objective held, and those that `for_one` others each stand in for."""
    own: i64 = 0
    others: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player:
            if t.goal[player * LANDS + land] == 1:
                own += 1
            else:
                others += 1
    return own + others // for_one


class ObjectiveSubstitute(Rule):
    """The objective is met with `size` territories of it, each lacking one made up by `for_one` others (FIR-22, 23)."""

    NAME: ClassVar[str] = "claim.objective_substitute"

    def __init__(self, size: int = 15, for_one: int = 3) -> None:
        super().__init__()
        self.size: i64 = size
        self.for_one: i64 = for_one

    def topic(self) -> str:
        return "claim"

    def amount(self, t: Table, player: i64) -> i64:
        if t.status[player] != ACTIVE or t.goal_known[player] == 0:
            return 0
        return 1 if objective_territories(t, player, self.for_one) >= self.size else 0

    def kinds(self) -> list[int]:
        return [CLAIM]

    def finding(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE if t.lands[t.actor] == LANDS else ILLEGAL
        if t.goal_known[t.actor] == 0:
            return UNDECIDABLE
        return FINE if objective_territories(t, t.actor, self.for_one) >= self.size else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {
            "player": Colour(t.actor),
            "found": objective_territories(t, t.actor, self.for_one),
            "needed": self.size,
        }
        claim = t.a
        if claim == CLAIM_WORLD:
            found["missing"] = LANDS - t.lands[t.actor]
            found["wording"] = "world"
        return found


class ObjectiveReached(Rule):
    """Points decide only where nobody has reached his objective: who has at the end wins, claimed or not (FIR-24).

    Who has it at the end of his turn and did not claim is told (a warning). `size` and `for_one` as for the claim.
    """

    NAME: ClassVar[str] = "objective.reached_wins"

    def __init__(self, size: int = 15, for_one: int = 3) -> None:
        super().__init__()
        self.size: i64 = size
        self.for_one: i64 = for_one

    def topic(self) -> str:
        return "reached"

    def amount(self, t: Table, player: i64) -> i64:
        if not t.plays(player) or t.goal_known[player] == 0:
            return 0
        return 1 if objective_territories(t, player, self.for_one) >= self.size else 0

    def kinds(self) -> list[int]:
        return [END]

    def finding(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return WARNING if self.amount(t, t.turn) == 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.turn), "found": objective_territories(t, t.turn, self.for_one), "needed": self.size}


class OwnContinents(Rule):
    """There is one objective for each set of continents: no two players' go through the same ones (FIR-06)."""

    NAME: ClassVar[str] = "objective.own_continents"

    def kinds(self) -> list[int]:
        return [OBJ]

    def touched(self, t: Table, word: str) -> list[int]:
        """The continents that an objective of the list touches, in order; none where it is not known."""
        return sorted({int(t.continent_of[land]) for land in t.goals.get(word, [])})

    def same(self, t: Table) -> i64:
        """Another player whose objective is another one through the same continents, or -1."""
        objective = t.a
        word = t.words[objective] if objective >= 0 else ""
        through = self.touched(t, word)
        if len(through) == 0:
            return -1
        for colour in range(6):
            if colour == t.actor or t.goal_word[colour] < 0:
                continue
            other = t.words[t.goal_word[colour]]
            if other != word and self.touched(t, other) == through:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        return FINE if self.same(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        objective = t.a
        return {
            "player": Colour(t.actor),
            "owner": Colour(self.same(t)),
            "objective": Objective(t.words[objective] if objective >= 0 else "???"),
        }


class NoLimit(Rule):
    """There is no army limit, so no infraction of one and no armies taken off for it (FIR-15)."""

    NAME: ClassVar[str] = "limit.none"

    def kinds(self) -> list[int]:
        return [FOUL, TAKE]

    def finding(self, t: Table) -> i64:
        why, rule_word = t.a, t.b
        word = rule_word if t.op == FOUL else why
        return ILLEGAL if word >= 0 and t.words[word].upper() == "LIMIT" else FINE

    def facts(self, t: Table) -> dict[str, object]:
        colour = t.a
        player = colour if t.op == FOUL else t.actor
        return {"player": Colour(player), "found": t.army_total[player]}


class PassiveLeavesNothing(Rule):
    """Who abandoned counts as eliminated already: nobody eliminates him, and he claims nothing (FIR-16).

    What becomes of his cards the document does not say; that nobody gets them is assumed.
    """

    NAME: ClassVar[str] = "withdrawal.passive"

    def kinds(self) -> list[int]:
        return [CARDS, CLAIM, ELIM]

    def finding(self, t: Table) -> i64:
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
        eliminated_or_giver = t.a
        return {"player": Colour(t.actor if t.op == CLAIM else eliminated_or_giver)}


class ArmiesStay(Rule):
    """Who abandons keeps his armies on the board: they turn neither neutral nor fewer nor more (FIR-16)."""

    NAME: ClassVar[str] = "withdrawal.armies_stay"
    RECORD_WORDINGS: ClassVar[tuple[str, ...]] = ("withdrawn",)

    def kinds(self) -> list[int]:
        return [STAT, TAKE, FILL]

    def touched(self, t: Table) -> i64:
        """Who abandons or has abandoned and would lose territories or armies, or get some; -1 for nobody."""
        if t.op == STAT:
            player, status = t.a, t.b
            return player if status == STAT_WITHDRAWN else -1
        if t.op == TAKE:
            return t.actor if t.actor < NEUTRAL and t.status[t.actor] == PASSIVE else -1
        armies, count, first = t.a, t.n, t.x
        for k in range(first, first + count):
            owner = t.owner[t.extra[k]]
            if owner >= 0 and owner < NEUTRAL and t.status[owner] == PASSIVE and t.armies[t.extra[k]] != armies:
                return owner
        return -1

    def finding(self, t: Table) -> i64:
        return FINE if self.touched(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {"player": Colour(self.touched(t))}
        if t.op == STAT:
            found["wording"] = "withdrawn"
        return found

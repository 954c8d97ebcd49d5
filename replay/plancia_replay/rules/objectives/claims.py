"""Goals that are the same for all, or none, and claims that win nothing."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import FROZEN, LANDS, Table
from plancia_replay.rules.objectives.claim_notes import SLOTS, note_claim
from plancia_replay.rules.scoring.strips import components

WORLD: Final = 2
OBJECTIVE: Final = 0  # an end reason
TARGET: Final = 1


class ObjectiveMet(Rule):
    """Who claims the objective holds all its territories (EG-13).

    With `wins` false an objective only counts points: claiming it wins nothing, short of the whole board.
    """

    NAME: ClassVar[str] = "claim.objective_met"

    def __init__(self, wins: bool = True) -> None:
        super().__init__()
        self.wins = wins

    def topic(self) -> str:
        return "claim"

    def missing(self, t: Table, player: i64) -> i64:
        """Territories of the objective that the player lacks; -1 where the objective is not known."""
        if t.goal_known[player] == 0:
            return -1
        lacking: i64 = 0
        base = player * LANDS
        for land in range(LANDS):
            if t.goal[base + land] == 1 and t.owner[land] != player:
                lacking += 1
        return lacking

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if self.wins and self.missing(t, player) == 0 else 0

    def kinds(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        if t.a == 2:
            return 0 if t.lands[t.actor] == LANDS else 1
        if not self.wins:
            return 1
        lacking = self.missing(t, t.actor)
        if lacking < 0:
            return 2
        return 0 if lacking == 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        lacking = LANDS - t.lands[t.actor] if t.a == 2 else self.missing(t, t.actor)
        found: dict[str, object] = {"player": t.actor, "found": lacking, "missing": lacking, "option": "-"}
        if t.a == WORLD:
            found["rests"] = ""  # no reading gives the whole board to a player who does not hold it
        elif not self.wins:
            found["wording"] = "wins_nothing"
        return found


class ClaimsNothing(Rule):
    """No claim wins a game, short of the whole board: it is played to its end and the points decide (STU-36)."""

    NAME: ClassVar[str] = "claim.none"

    def stops(self) -> list[int]:
        return [OBJECTIVE, TARGET]

    def kinds(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        return 0 if t.a == WORLD and t.lands[t.actor] == LANDS else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}


class NoSecret(Rule):
    """Nobody has an objective of his own: all aim at the same (RCM-08)."""

    NAME: ClassVar[str] = "objective.not_secret"

    def stops(self) -> list[int]:
        return [OBJECTIVE]

    def kinds(self) -> list[int]:
        return [6]

    def finding(self, t: Table) -> i64:
        return 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}


class ContinentOrStrip(Rule):
    """The objective is a `continent`, or `strip` territories that hang together (RCM-10g).

    With `continent` "any" whichever continent will do, with "card" one that lies whole in the player's own objective.
    Memory: who claimed with right after another's claim had ended the game, and whether one by a continent alone did.
    """

    NAME: ClassVar[str] = "claim.continent_or_strip"

    def __init__(self, strip: int = 15, continent: str = "any") -> None:
        super().__init__()
        self.strip: i64 = strip
        self.own_only = continent == "card"

    def memory_size(self) -> int:
        return SLOTS

    def watches(self) -> list[int]:
        return [25]

    def observe(self, t: Table) -> None:
        if t.a != WORLD and (t.stopped == t.number or self.amount(t, t.actor) > 0):
            note_claim(t, self.base, self.longest(t, t.actor) < self.strip)

    def topic(self) -> str:
        return "claim"

    def longest(self, t: Table, player: i64) -> i64:
        """Territories in the player's largest connected group."""
        groups = components(t, player)
        best: i64 = 0
        for group in range(1, LANDS + 1):
            count: i64 = 0
            for land in range(LANDS):
                if groups[land] == group:
                    count += 1
            if count > best:
                best = count
        return best

    def stops(self) -> list[int]:
        return [OBJECTIVE]

    def has_continent(self, t: Table, player: i64) -> bool:
        """Does the player hold a continent that counts?"""
        if not t.holds_continent(player) or not self.own_only:
            return t.holds_continent(player)
        for continent in range(t.board.continents):
            if t.continent_lands[player * 8 + continent] < t.board.continent_size[continent]:
                continue
            own = True
            for land in range(LANDS):
                if t.continent_of[land] == continent and t.goal[player * LANDS + land] == 0:
                    own = False
            if own:
                return True
        return False

    def amount(self, t: Table, player: i64) -> i64:
        return OBJECTIVE + 1 if self.has_continent(t, player) or self.longest(t, player) >= self.strip else 0

    def kinds(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        if t.a == WORLD or self.amount(t, t.actor) > 0:
            return 0
        return 2 if self.own_only and t.holds_continent(t.actor) and t.goal_known[t.actor] == 0 else 1

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {
            "player": t.actor,
            "found": self.longest(t, t.actor),
            "needed": self.strip,
            "option": "-",
        }  # fifteen stands in the text
        if t.holds_continent(t.actor):
            found["wording"] = "not_own"
        return found


class NoObjective(Rule):
    """There are no objectives: none is given out, and only the whole board can be claimed (RCM-10h).

    Without `claims` another rule says what else can be claimed (ONE-21).
    """

    NAME: ClassVar[str] = "objective.none"

    def __init__(self, claims: bool = True) -> None:
        super().__init__()
        self.claims = claims

    def stops(self) -> list[int]:
        return [OBJECTIVE]

    def kinds(self) -> list[int]:
        return [6, 25]

    def finding(self, t: Table) -> i64:
        if t.op == 6:
            return 1
        return 0 if t.a == WORLD or not self.claims else 1

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}


class WorldHeld(Rule):
    """Who claims the whole board holds it (RCM-08, RCM-10g, RCM-10h: where no objective's claim says so)."""

    NAME: ClassVar[str] = "claim.world"

    def kinds(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        return 1 if t.a == WORLD and t.lands[t.actor] < LANDS else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor, "missing": LANDS - t.lands[t.actor]}


class FrozenClaimsNothing(Rule):
    """Who is frozen only defends till the end: his points are counted then, and he claims nothing (RCM-34, RCM-35)."""

    NAME: ClassVar[str] = "freeze.no_claim"

    def topic(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if t.status[player] == FROZEN else 0

    def kinds(self) -> list[int]:
        return [25]

    def finding(self, t: Table) -> i64:
        return 1 if t.a != WORLD and t.status[t.actor] == FROZEN else 0

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": t.actor}

"""Rules on claims of an objective, of a common objective and of the whole board."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.names import LAND_NUMBER
from plancia_events.ops import CLAIM, CLAIM_WORLD, OBJ, OVER_OBJECTIVE, OVER_TARGET
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import FROZEN, LANDS, MAX_CONTINENTS, Table
from plancia_replay.rules.objectives.claim_notes import BY_THIS, SLOTS, note_claim, was_refused
from plancia_replay.rules.objectives.objective_list import is_claimed_too_early
from plancia_replay.rules.scoring.strips import components

CONTINENT = "claim.continent_or_strip.continent"
WINS = "claim.objective_met.wins"


class ObjectiveMet(Rule):
    """A player who claims his objective holds all its territories (EG-13).

    With `wins` false an objective only counts points: claiming it wins nothing, short of the whole board.
    """

    NAME: ClassVar[str] = "claim.objective_met"

    def __init__(self, wins: bool = True) -> None:
        super().__init__()
        self.wins = wins

    def sum_name(self) -> str:
        return "claim"

    def missing_territories(self, t: Table, player: i64) -> i64:
        """Number of territories of the objective that the player lacks; -1 if the objective is not known."""
        if t.goal_known[player] == 0:
            return -1
        missing: i64 = 0
        base = player * LANDS
        for land in range(LANDS):
            if t.goal[base + land] == 1 and t.owner[land] != player:
                missing += 1
        return missing

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if self.wins and self.missing_territories(t, player) == 0 else 0

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def end_depends_on(self, t: Table) -> str:
        return WINS if t.stop_reason == OVER_OBJECTIVE else ""

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD:
            return FINE if t.lands[t.actor] == LANDS else ILLEGAL
        if is_claimed_too_early(t):
            return FINE  # nobody has an objective yet, which is told
        if not self.wins:
            return ILLEGAL
        missing = self.missing_territories(t, t.actor)
        if missing < 0:
            return UNDECIDABLE if t.total(t.claim_bars, t.actor) == 0 else FINE  # whatever it is, the claim fails
        return FINE if missing == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        claim = t.a
        missing = LANDS - t.lands[t.actor] if claim == CLAIM_WORLD else self.missing_territories(t, t.actor)
        facts: dict[str, object] = {"player": Colour(t.actor), "found": missing, "missing": missing, "option": "-"}
        if claim == CLAIM_WORLD:
            facts |= {"rests": "", "wording": "world"}  # no reading gives the board to a player who does not hold it
        elif not self.wins:
            facts["wording"] = "wins_nothing"
        return facts


class ClaimsNothing(Rule):
    """No claim wins a game, short of the whole board: it is played to its end and the points decide (STU-36)."""

    NAME: ClassVar[str] = "claim.none"

    def end_reasons(self) -> list[int]:
        return [OVER_OBJECTIVE, OVER_TARGET]

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        return FINE if claim == CLAIM_WORLD and t.lands[t.actor] == LANDS else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


class NoSecretObjective(Rule):
    """No player has an objective of his own: all have the same (RCM-08)."""

    NAME: ClassVar[str] = "objective.not_secret"

    def end_reasons(self) -> list[int]:
        return [OVER_OBJECTIVE]

    def event_kinds(self) -> list[int]:
        return [OBJ]

    def check(self, t: Table) -> i64:
        return ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


class ContinentOrStrip(Rule):
    """The objective is a `continent`, or `strip` connected territories (RCM-10g).

    With `continent` "any" whichever continent will do, with "card" one that lies whole in the player's own objective.
    Memory: who claimed with right after another's claim had ended the game, and whether one by a continent alone did.
    """

    NAME: ClassVar[str] = "claim.continent_or_strip"
    VALUES: ClassVar[dict[str, object]] = {"continent": ("any", "card")}

    def __init__(self, strip: int = 15, continent: str = "any") -> None:
        super().__init__()
        self.strip: i64 = strip
        self.own_only = continent == "card"

    def memory_size(self) -> int:
        return SLOTS

    def observed_kinds(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        claim = t.a
        if claim != CLAIM_WORLD and (t.stopped == t.number or self.amount(t, t.actor) > 0):
            note_claim(t, self.base, self.longest_strip(t, t.actor) < self.strip)

    def sum_name(self) -> str:
        return "claim"

    def longest_strip(self, t: Table, player: i64) -> i64:
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

    def end_reasons(self) -> list[int]:
        return [OVER_OBJECTIVE]

    def has_continent(self, t: Table, player: i64) -> bool:
        """True if the player holds a continent that counts."""
        if not t.holds_continent(player) or not self.own_only:
            return t.holds_continent(player)
        for continent in range(t.board.continents):
            if t.continent_lands[player * MAX_CONTINENTS + continent] < t.board.continent_size[continent]:
                continue
            is_own = True
            for land in range(LANDS):
                if t.continent_of[land] == continent and t.goal[player * LANDS + land] == 0:
                    is_own = False
            if is_own:
                return True
        return False

    def amount(self, t: Table, player: i64) -> i64:
        return OVER_OBJECTIVE + 1 if self.has_continent(t, player) or self.longest_strip(t, player) >= self.strip else 0

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def end_depends_on(self, t: Table) -> str:
        return CONTINENT if t.memory[self.base + BY_THIS] == 1 else ""

    def refusal_depends_on(self, t: Table, player: i64, reason: i64) -> str:
        if reason != OVER_OBJECTIVE or t.memory[self.base + BY_THIS] == 0:
            return ""
        is_met = self.amount(t, player) > 0 and t.total(t.claim_bars, player) == 0
        return CONTINENT if is_met or was_refused(t, self.base, player) else ""

    def check(self, t: Table) -> i64:
        claim = t.a
        if claim == CLAIM_WORLD or self.amount(t, t.actor) > 0 or is_claimed_too_early(t):
            return FINE
        return UNDECIDABLE if self.own_only and t.holds_continent(t.actor) and t.goal_known[t.actor] == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {
            "player": Colour(t.actor),
            "found": self.longest_strip(t, t.actor),
            "needed": self.strip,
            "option": "-",
        }  # fifteen stands in the text
        if t.holds_continent(t.actor):
            facts["wording"] = "not_own"
        return facts


NO_REGIONS = "no-sub-continents"
# Those of RCM-05 with their armies: the choice that drops them cannot name them, which would change its hash.
SUB_CONTINENTS = (([LAND_NUMBER[code] for code in ["SIB", "CIT", "JAC", "MON", "KAM", "GIA"]], 3),
                  ([LAND_NUMBER[code] for code in ["URA", "AFG", "MEO", "CIN", "IND", "SIA"]], 4))  # fmt: skip


def region_given_up(t: Table, player: i64, armies: i64) -> int:
    """First territory of a sub-continent held whole that brings these armies where it is not given up; else -1."""
    for lands, income in SUB_CONTINENTS:
        if income == armies and all(t.owner[land] == player for land in lands):
            return lands[0]
    return -1


class NoObjectives(Rule):
    """There are no objectives: none is given out, and only the whole board can be claimed (RCM-10h).

    Who plays so by 000 line 7 gives up the sub-continents too: their armies, claimed, cite this line.

    Without `claims` another rule says what else can be claimed (ONE-21).
    """

    NAME: ClassVar[str] = "objective.none"

    def __init__(self, claims: bool = True) -> None:
        super().__init__()
        self.claims = claims

    def sum_name(self) -> str:
        return "continents" if self.claims else ""

    def overclaim_stage(self, t: Table, player: i64, armies: i64) -> str:
        return NO_REGIONS if region_given_up(t, player, armies) >= 0 else ""

    def end_reasons(self) -> list[int]:
        return [OVER_OBJECTIVE]

    def event_kinds(self) -> list[int]:
        return [OBJ, CLAIM]

    def check(self, t: Table) -> i64:
        if t.op == OBJ:
            return ILLEGAL
        claim = t.a
        return FINE if claim == CLAIM_WORLD or not self.claims else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor)}
        if t.op == CLAIM:
            facts["wording"] = "claim"
        return facts


class WorldClaim(Rule):
    """A player who claims the whole board holds it (RCM-08, RCM-10g, RCM-10h)."""

    NAME: ClassVar[str] = "claim.world"

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        return ILLEGAL if claim == CLAIM_WORLD and t.lands[t.actor] < LANDS else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "missing": LANDS - t.lands[t.actor]}


class FrozenClaimsNothing(Rule):
    """A frozen player may not claim; he only defends, and his points count at the end (RCM-34, RCM-35)."""

    NAME: ClassVar[str] = "freeze.no_claim"

    def sum_name(self) -> str:
        return "claim_bar"

    def amount(self, t: Table, player: i64) -> i64:
        return 1 if t.status[player] == FROZEN else 0

    def event_kinds(self) -> list[int]:
        return [CLAIM]

    def check(self, t: Table) -> i64:
        claim = t.a
        return ILLEGAL if claim != CLAIM_WORLD and t.status[t.actor] == FROZEN else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor)}


def has_met_unclaimed(t: Table, player: i64) -> bool:
    """True if the player has met an objective common to all, which wins at once without a claim (EG-13)."""
    is_met = any(isinstance(rule, ContinentOrStrip) and rule.amount(t, player) > 0 for rule in t.rules)
    return is_met and t.total(t.claim_bars, player) == 0

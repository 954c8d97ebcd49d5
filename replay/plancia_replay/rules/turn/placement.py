"""Rules on the placement of reinforcements: how many, all of them, where, and when."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import END, PUT, TRIS
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.holdings import misplaced_land, placement_code, placement_facts
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import NEUTRAL, PASSED, PASSIVE, Table
from plancia_replay.rules.cards.sets_by_hand_size import ANCHOR, armies_by_other_anchor, leftover_facts
from plancia_replay.rules.turn.income import (
    BELOW,
    MINIMUM,
    excess_stage,
    hidden_set_facts,
    is_minimum_income,
    judges_declarations,
)


class PlacementWithinIncome(Rule):
    """No more armies are placed in a turn than are due (EG-04), or than a reported wrong declaration states."""

    NAME: ClassVar[str] = "placement.within_income"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("sets", MINIMUM, BELOW, "income.subcontinents", "declaration.not_over")
    CITES_SETS: ClassVar[str] = "sets"

    def event_kinds(self) -> list[int]:
        return [PUT]

    def check(self, t: Table) -> i64:
        excess = t.placed + t.arriving_armies() - t.armies_allowed()
        is_after_pass = t.turn < 0 and t.acts_out_of_turn == PASSED  # `turn.in_turn` reports it
        if excess <= 0 or not t.is_own_turn() or t.out_of_play == 1 or is_after_pass or self.follows_wrong_claim(t):
            return FINE
        return UNDECIDABLE if excess <= t.set_doubt else ILLEGAL

    def follows_wrong_claim(self, t: Table) -> bool:
        """True if no more armies are placed than a declaration or set claim, already found wrong, allows."""
        if t.forfeit > 0 or t.set_doubt > 0 or t.turn != t.actor:
            return False
        placed = t.placed + t.arriving_armies()
        if t.declared < 0:
            return placed <= t.from_territories + t.from_continents + t.claimed_cards
        return judges_declarations(t) and placed <= t.declared

    def facts(self, t: Table) -> dict[str, object]:
        placed = t.placed + t.arriving_armies()
        armies_due = t.armies_allowed() if t.armies_allowed() > 0 else 0
        assumption = excess_stage(t, placed)
        is_penalised = t.forfeit > 0 and assumption.get("stage") == "penalty"
        if placed - armies_due <= t.claimed_cards + t.unclaimed - t.from_cards:
            assumption["by_sets"] = True
        if is_minimum_income(t, t.actor):
            assumption["hangs_on"] = MINIMUM
        anchor_armies = armies_by_other_anchor(t)
        if anchor_armies > 0 and placed - armies_due <= anchor_armies + (
            anchor_armies if anchor_armies < t.forfeit else t.forfeit
        ):
            assumption["hangs_on"] = ANCHOR
        return {
            **assumption, **leftover_facts(t), "player": Colour(t.actor), "needed": armies_due, "most": armies_due,
            "found": placed, "declared": placed, "computed": armies_due, "excess": placed - armies_due,
            "forfeit": t.forfeit, **(penalty_facts(t) if is_penalised else {}),
            **hidden_set_facts(t),
        }  # fmt: skip


def penalty_facts(t: Table) -> dict[str, object]:
    """What was due before the penalty of an excess declared; of a later, lower declaration the excess is not known."""
    over = t.declared - t.armies_due()
    return {"due": t.armies_due(), "over": over, "wording": "forfeit" if over > 0 else "redeclared"}


class AllArmiesPlaced(Rule):
    """All armies due are placed, up to the army limit; a shortfall is a warning.

    It is none where a declaration, or a bonus claimed for a set, that was less than due was reported already.
    """

    NAME: ClassVar[str] = "placement.all_placed"

    def event_kinds(self) -> list[int]:
        return [END]

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return WARNING if t.placed < self.armies_due(t) and not self.follows_lower_claim(t) else FINE

    def follows_lower_claim(self, t: Table) -> bool:
        """True if all armies of a declaration, or of the sets as claimed, were placed, which was less than is due."""
        is_lower = t.sets > 0 and t.unclaimed == 0 and t.claimed_cards < t.from_cards
        if t.declared >= 0 and not (is_lower and not judges_declarations(t)):
            return t.placed >= t.declared and t.declared < t.armies_due() and judges_declarations(t)
        return is_lower and t.placed >= t.from_territories + t.from_continents + t.claimed_cards

    def armies_due(self, t: Table) -> i64:
        """The armies due, up to the army limit as the board stood at the start of the turn."""
        armies = t.armies_allowed() if t.armies_allowed() > 0 else 0
        if t.cap[t.turn] >= 0 and t.turn_force + armies > t.cap[t.turn]:
            armies = t.cap[t.turn] - t.turn_force
        return armies

    def facts(self, t: Table) -> dict[str, object]:
        armies_due = self.armies_due(t)
        return {
            "player": Colour(t.turn), "needed": armies_due, "found": t.placed, "declared": t.placed,
            "computed": armies_due, "missing": armies_due - t.placed,
        }  # fmt: skip


class PlacementOwnLand(Rule):
    """A player places reinforcements on his own territories (EG-05)."""

    NAME: ClassVar[str] = "placement.own_land"

    def event_kinds(self) -> list[int]:
        return [PUT]

    def check(self, t: Table) -> i64:
        return placement_code(t)

    def facts(self, t: Table) -> dict[str, object]:
        land = misplaced_land(t, True)
        is_abandoned = land >= 0 and 0 <= t.owner[land] < NEUTRAL and t.status[t.owner[land]] == PASSIVE
        return {**placement_facts(t), **({"stage": "passive", "wording": "passive"} if is_abandoned else {})}


OF_SETS: Final = 1  # index in the memory of `PlacementBeforeAttack` of the armies of the turn's sets so far
OF_LATE_SETS: Final = 2
BEFORE: Final = 3  # armies placed before the first late set


class PlacementBeforeAttack(Rule):
    """All reinforcements are placed before the first attack of the turn (EG-05).

    Those of a set played after an elimination come later, as the set does (RCM-29a, ONE-14); so do those of a set that
    is told by itself: of the dummy after its card (ONE-13), or after an attack (`cards.before_attack`).
    """

    NAME: ClassVar[str] = "placement.before_attack"

    def memory_size(self) -> int:
        return 4  # the turn, OF_SETS, OF_LATE_SETS, BEFORE

    def observed_kinds(self) -> list[int]:
        return [TRIS]

    def observe(self, t: Table) -> None:
        if not t.is_own_turn():
            return
        if t.memory[self.base] != t.turns:
            t.memory[self.base] = t.turns
            t.memory[self.base + OF_SETS] = 0
            t.memory[self.base + OF_LATE_SETS] = 0
        armies = t.from_cards + t.set_doubt
        if t.claimed_cards > armies:
            armies = t.claimed_cards  # what is wrong with the claim is told with the set
        if t.attacks + t.announced_attacks > 0 or (t.draws > 0 and t.actor == t.virtual):
            if t.memory[self.base + OF_LATE_SETS] == 0:
                t.memory[self.base + BEFORE] = t.placed
            t.memory[self.base + OF_LATE_SETS] += armies - t.memory[self.base + OF_SETS]
        t.memory[self.base + OF_SETS] = armies

    def event_kinds(self) -> list[int]:
        return [PUT]

    def check(self, t: Table) -> i64:
        if not t.is_own_turn() or (t.attacks == 0 and t.announced_attacks == 0) or self.is_of_late_set(t):
            return FINE
        return ILLEGAL

    def is_of_late_set(self, t: Table) -> bool:
        """True if the armies of the current placement are those of sets played late in the turn."""
        if t.memory[self.base] != t.turns:
            return False
        return t.placed - t.memory[self.base + BEFORE] + t.arriving_armies() <= t.memory[self.base + OF_LATE_SETS]

    def facts(self, t: Table) -> dict[str, object]:
        facts = {"player": Colour(t.actor), "found": t.attacks + t.announced_attacks, "armies": t.arriving_armies()}
        return {**facts, "wording": "announced"} if t.attacks == 0 else facts


def is_of_late_set(t: Table) -> bool:
    """True if the armies of the current placement are those of a set played late, which is right or told by itself."""
    for rule in t.rules:
        if isinstance(rule, PlacementBeforeAttack):
            return rule.is_of_late_set(t)
    return False

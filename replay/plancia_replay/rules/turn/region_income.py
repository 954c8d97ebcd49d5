"""Rules on the income of regions, and on the declaration of the armies due."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.names import LAND_NUMBER
from plancia_events.ops import ATT, DECL, END, MOVE, PUT, REIN, TAKE, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import MAX_CONTINENTS, Table
from plancia_replay.rules.cards.sets_by_hand_size import ANCHOR, armies_by_other_anchor
from plancia_replay.rules.turn.income import is_in_first_turns, renounced_armies


def parse_regions(text: str) -> list[list[int]]:
    """Parse "SIB CIT=3; URA AFG=4" into lists of an amount followed by territories."""
    regions: list[list[int]] = []
    for part in text.split(";"):
        codes, _, amount = part.partition("=")
        lands = [LAND_NUMBER[code] for code in codes.split()]
        if len(lands) > 0:
            regions.append([int(amount) if amount.strip() else 0, *lands])
    return regions


def holds_all(t: Table, player: i64, region: list[int]) -> bool:
    """True if the player holds every territory of a region (its first entry is an amount)."""
    for k in range(1, len(region)):  # noqa: SIM110 (a generator is slow here)
        if t.owner[region[k]] != player:
            return False
    return True


def holds_parent(t: Table, player: i64, region: list[int]) -> bool:
    """True if the player holds the whole continent of the region."""
    continent = t.continent_of[region[1]]
    return t.continent_lands[player * MAX_CONTINENTS + continent] == t.board.continent_size[continent]


class RegionIncome(Rule):
    """The income of regions held whole (RCM-05, STU-07): "SIB CIT JAC=3; URA AFG=4".

    Without `stack` a region adds nothing to a player who holds its whole continent. `from_turn` as for continents.
    """

    NAME: ClassVar[str] = "income.subcontinents"
    VALUES: ClassVar[dict[str, object]] = {"regions": "regions"}

    def __init__(self, regions: str = "", stack: bool = False, from_turn: int = 1) -> None:
        super().__init__()
        self.regions = parse_regions(regions)
        self.stack = stack
        self.from_turn: i64 = from_turn

    def sum_name(self) -> str:
        return "continents"

    def pays_income(self, t: Table, player: i64, region: list[int]) -> bool:
        """True if the player receives the income of the region now."""
        if t.renounced[player] > 0 or t.own_turns[player] < self.from_turn or not holds_all(t, player, region):
            return False
        return self.stack or not holds_parent(t, player, region)

    def amount(self, t: Table, player: i64) -> i64:
        armies: i64 = 0
        for region in self.regions:
            if self.pays_income(t, player, region):
                armies += region[0]
        return armies

    def income_stage(self, t: Table, player: i64) -> str:
        """ "sub-continents" if the player holds a whole region, also one whose continent counts instead; else ''."""
        if t.renounced[player] > 0 or t.own_turns[player] < self.from_turn:
            return ""
        return "sub-continents" if any(holds_all(t, player, region) for region in self.regions) else ""

    def overclaim_stage(self, t: Table, player: i64, armies: i64) -> str:
        """ "sub-continents" if the player holds most of a region, and more than of any continent, with this income."""
        continent_lands: i64 = 0
        for k in range(t.board.continents):
            if t.board.income[k] == armies and t.continent_lands[player * MAX_CONTINENTS + k] > continent_lands:
                continent_lands = t.continent_lands[player * MAX_CONTINENTS + k]
        for region in self.regions:
            lands_held = sum(1 for land in region[1:] if t.owner[land] == player)
            if region[0] == armies and 2 * lands_held >= len(region) and lands_held > continent_lands:
                return "sub-continents"
        return ""

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"region:{region[1]}", region[0]) for region in self.regions if self.pays_income(t, player, region)]


class DeclarationRequired(Rule):
    """Each turn of a player from number `from_turn` on begins with a declaration of the armies due (STU-14).

    The first placement, attack, move or END without a declaration is reported, once in each turn. The END of a turn in
    which nothing was done is only a warning, since the record may have turns alone.
    """

    NAME: ClassVar[str] = "declaration.made"

    def __init__(self, from_turn: int = 3) -> None:
        super().__init__()
        self.from_turn: i64 = from_turn

    def memory_size(self) -> int:
        return 1  # the number of the turn in which it was reported

    def observed_kinds(self) -> list[int]:
        return [PUT, DECL, ATT, MOVE]

    def observe(self, t: Table) -> None:
        if t.declared < 0 and t.is_own_turn():
            t.memory[self.base] = t.turns

    def event_kinds(self) -> list[int]:
        return [PUT, END, DECL, ATT, MOVE]

    def check(self, t: Table) -> i64:
        if t.declared >= 0 or t.own_turns[t.actor] < self.from_turn or t.memory[self.base] == t.turns:
            return FINE
        if not t.is_own_turn():
            return FINE
        if t.op == PUT:
            return ILLEGAL
        if t.turn != t.actor or t.stopped >= 0 or t.armies_due() <= 0:
            return FINE
        return WARNING if t.op == END and t.sets == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        facts: dict[str, object] = {"player": Colour(t.actor), "found": t.own_turns[t.actor], "needed": self.from_turn}
        if t.op != PUT:
            facts["wording"] = "begun"
        return facts


class OverDeclarationPenalty(Rule):
    """A player who declares or counts too many armies loses the excess from the armies due (STU-41, STU-42).

    `floor` limits the loss: with "entitlement" at most the armies due are removed from the board, with "zero" none. No
    more than the loss and the armies placed in excess may be removed (TAKE, not for the limit). A better declaration
    afterwards does not undo the loss.
    """

    NAME: ClassVar[str] = "declaration.not_over"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("income.subcontinents",)
    VALUES: ClassVar[dict[str, object]] = {"floor": ("entitlement", "zero")}

    def __init__(self, floor: str = "entitlement") -> None:
        super().__init__()
        self.zero = floor == "zero"

    def event_kinds(self) -> list[int]:
        return [END, REIN, DECL, ATT, TAKE]

    def memory_size(self) -> int:
        return 1  # armies taken back in the turn

    def observed_kinds(self) -> list[int]:
        return [TURN, REIN, TAKE]

    def is_penalty_removal(self, t: Table) -> bool:
        """True if the current removal is not for the army limit."""
        reason_word = t.a
        return reason_word < 0 or t.words[reason_word].lower() != "limit"

    def armies_removed(self, t: Table) -> i64:
        """Armies taken back so far in the turn."""
        return t.memory[self.base]

    def loss_limit(self, t: Table) -> i64:
        """The largest loss of this turn."""
        return t.armies_due() if self.zero else 2 * t.armies_due()

    def removable_armies(self, t: Table) -> i64:
        """Armies that may be taken back: those placed in excess and those that a penalty removes.

        Placing more than were due is a wrong count itself, of which the excess is lost as well.
        """
        loss = t.placed - t.armies_due()
        if loss > self.loss_limit(t):
            loss = self.loss_limit(t)
        if loss < t.forfeit:
            loss = t.forfeit
        entitlement = t.armies_due() - loss
        return t.placed - entitlement if t.actor == t.turn and t.placed > entitlement else 0

    def excess(self, t: Table) -> i64:
        """The excess of the current declaration over the armies due."""
        total, counted = t.d, t.n
        declared = total if total > counted else counted
        return declared - t.armies_due() if declared > t.armies_due() else 0

    def repeats_set_claim(self, t: Table) -> bool:
        """True if the excess is that of a set whose claim was found wrong: set and declaration are one claim."""
        territories, continents, cards = t.a, t.b, t.c
        is_of_cards = territories == t.from_territories and continents == t.from_continents
        return is_of_cards and t.sets > 0 and cards > t.from_cards and cards == t.claimed_cards and t.set_doubt == 0

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            t.memory[self.base] = 0
            return
        if t.op == TAKE:
            if t.actor == t.turn and self.is_penalty_removal(t):
                t.memory[self.base] += t.arriving_armies()
            return
        if not t.is_own_turn():
            return
        loss = self.excess(t)
        if loss < t.forfeit:
            loss = t.forfeit
        t.forfeit = loss if loss < self.loss_limit(t) else self.loss_limit(t)

    def check(self, t: Table) -> i64:
        if t.op == REIN:
            return ILLEGAL if self.excess(t) > 0 and t.is_own_turn() and not self.repeats_set_claim(t) else FINE
        if t.op == TAKE:
            return (
                ILLEGAL
                if self.is_penalty_removal(t)
                and self.armies_removed(t) + t.arriving_armies() > self.removable_armies(t)
                else FINE
            )
        if t.armies_allowed() >= 0 or (t.op == END and t.turn < 0):
            return FINE
        return ILLEGAL if self.armies_removed(t) < t.placed - t.armies_allowed() and t.attacks == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == TAKE:
            return self.removal_facts(t, self.armies_removed(t) + t.arriving_armies(), self.removable_armies(t))
        if t.op == REIN:
            continents, total, counted = t.b, t.d, t.n
            declared = total if total > counted else counted
            facts: dict[str, object] = {
                "player": Colour(t.actor), "act": "counts" if counted > total else "declares", "declared": declared,
                "computed": t.armies_due(), "excess": self.excess(t), "left": max(0, t.armies_due() - self.excess(t)),
            }  # fmt: skip
            if (
                continents > t.from_continents
                and declared <= t.from_territories + renounced_armies(t, t.actor) + t.from_cards
            ):
                wording = "renounced_now" if t.renounced[t.actor] == t.turns + 1 else "renounced"
                return {**facts, "stage": "renounced", "wording": wording}
            armies_owed = min(self.excess(t), self.loss_limit(t)) - t.armies_due()
            if armies_owed > 0:
                facts.update({"wording": "more", "owed": armies_owed, "unless": "declaration.not_over.floor"})
                facts["certain"] = {"wording": "none_left"}
            if self.excess(t) <= armies_by_other_anchor(t):
                facts["hangs_on"] = ANCHOR
            elif is_in_first_turns(t, t.actor):
                facts["stage"] = "first-turns"
                if continents == 0:
                    facts.setdefault("wording", "territories")
            return facts
        return self.removal_facts(t, self.armies_removed(t), t.placed - t.armies_allowed())

    def removal_facts(self, t: Table, removed: i64, due: i64) -> dict[str, object]:
        """Facts of a removal: of the armies due to be taken back, those placed in excess and those of the penalty.

        Only the latter are limited by the armies due in the turn (STU-42).
        """
        placed_over = due if due < t.placed else t.placed
        wording = "taken" if due == placed_over else "taken_penalty" if placed_over > 0 else "taken_owed"
        return {
            "player": Colour(t.actor if t.op == TAKE else t.turn), "declared": removed, "computed": due,
            "over": placed_over, "owed": due - placed_over, "excess": t.forfeit,
            "wording": wording if due > 0 else "taken_nothing",
        }  # fmt: skip

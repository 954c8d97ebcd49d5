"""Parts of a continent that bring armies of their own, and what a player declares to be due to him."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.names import LAND_NUMBER
from plancia_events.ops import ATT, DECL, END, MOVE, PUT, REIN, TAKE, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import Table
from plancia_replay.rules.cards.sets_by_hand_size import ANCHOR, by_other_anchor
from plancia_replay.rules.turn.income import forgone, in_first_turns


def regions_of(text: str) -> list[list[int]]:
    """ "SIB CIT=3; URA AFG=4" as lists of the amount followed by the territories."""
    found: list[list[int]] = []
    for part in text.split(";"):
        codes, _, amount = part.partition("=")
        lands = [LAND_NUMBER[code] for code in codes.split()]
        if len(lands) > 0:
            found.append([int(amount) if amount.strip() else 0, *lands])
    return found


def holds_all(t: Table, player: i64, region: list[int]) -> bool:
    """True where the player holds every territory of a region (its first entry is an amount)."""
    for k in range(1, len(region)):  # noqa: SIM110 (a generator is slow here)
        if t.owner[region[k]] != player:
            return False
    return True


def holds_parent(t: Table, player: i64, region: list[int]) -> bool:
    """True where the player holds the whole continent that the region lies in."""
    continent = t.continent_of[region[1]]
    return t.continent_lands[player * 8 + continent] == t.board.continent_size[continent]


class SubContinents(Rule):
    """The income of regions held whole (RCM-05, STU-07): "SIB CIT JAC=3; URA AFG=4".

    Without `stack` a region adds nothing to a player who holds its whole continent. `from_turn` as for continents.
    """

    NAME: ClassVar[str] = "income.subcontinents"

    def __init__(self, regions: str = "", stack: bool = False, from_turn: int = 1) -> None:
        super().__init__()
        self.regions = regions_of(regions)
        self.stack = stack
        self.from_turn: i64 = from_turn

    def topic(self) -> str:
        return "continents"

    def pays(self, t: Table, player: i64, region: list[int]) -> bool:
        """True if the region brings its armies to the player now."""
        if t.renounced[player] == 1 or t.own_turns[player] < self.from_turn or not holds_all(t, player, region):
            return False
        return self.stack or not holds_parent(t, player, region)

    def amount(self, t: Table, player: i64) -> i64:
        due: i64 = 0
        for region in self.regions:
            if self.pays(t, player, region):
                due += region[0]
        return due

    def origin(self, t: Table, player: i64) -> str:
        """That of regions held whole, also where their continent takes their place."""
        if t.renounced[player] == 1 or t.own_turns[player] < self.from_turn:
            return ""
        return "sub-continents" if any(holds_all(t, player, region) for region in self.regions) else ""

    def aimed(self, t: Table, player: i64, armies: i64) -> str:
        """That of a region worth so many armies of which he holds most, more than of any continent worth as much."""
        rival: i64 = 0
        for k in range(t.board.continents):
            if t.board.income[k] == armies and t.continent_lands[player * 8 + k] > rival:
                rival = t.continent_lands[player * 8 + k]
        for region in self.regions:
            held = sum(1 for land in region[1:] if t.owner[land] == player)
            if region[0] == armies and 2 * held >= len(region) and held > rival:
                return "sub-continents"
        return ""

    def lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [(f"region:{region[1]}", region[0]) for region in self.regions if self.pays(t, player, region)]


class DeclarationMade(Rule):
    """From a player's turn `from_turn` on it begins with a declaration of the armies due (STU-14).

    Placing, attacking, moving and ending the turn without one are found, the first of them in each turn. An end of a
    turn in which nothing was done is a warning, as armies not placed are: the record may have turns only.
    """

    NAME: ClassVar[str] = "declaration.made"

    def __init__(self, from_turn: int = 3) -> None:
        super().__init__()
        self.from_turn: i64 = from_turn

    def memory_size(self) -> int:
        return 1  # the number of the turn in which it was told

    def watches(self) -> list[int]:
        return [PUT, DECL, ATT, MOVE]

    def observe(self, t: Table) -> None:
        if t.declared < 0:
            t.memory[self.base] = t.turns

    def kinds(self) -> list[int]:
        return [PUT, END, DECL, ATT, MOVE]

    def finding(self, t: Table) -> i64:
        if t.declared >= 0 or t.own_turns[t.actor] < self.from_turn or t.memory[self.base] == t.turns:
            return FINE
        if t.op == PUT:
            return ILLEGAL
        if t.turn != t.actor or t.stopped >= 0 or t.entitled() <= 0:
            return FINE
        return WARNING if t.op == END and t.sets == 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        found: dict[str, object] = {"player": Colour(t.actor), "found": t.own_turns[t.actor], "needed": self.from_turn}
        if t.op != PUT:
            found["wording"] = "begun"
        return found


class DeclarationNotOver(Rule):
    """Who declares or counts too many armies loses the excess from what is due (STU-41, STU-42).

    `floor` says how far a loss goes: "entitlement" takes back at most what was due from the board, "zero" nothing. No
    more than that, with what was placed in excess, is taken back (TAKE, not for the limit), and a better declaration
    after it does not undo the loss.
    """

    NAME: ClassVar[str] = "declaration.not_over"

    def __init__(self, floor: str = "entitlement") -> None:
        super().__init__()
        self.zero = floor == "zero"

    def kinds(self) -> list[int]:
        return [END, REIN, DECL, ATT, TAKE]

    def memory_size(self) -> int:
        return 1  # armies taken back in the turn

    def watches(self) -> list[int]:
        return [TURN, REIN, TAKE]

    def taken_back(self, t: Table) -> bool:
        """True if the current removal is not for the army limit."""
        why = t.a
        return why < 0 or t.words[why].lower() != "limit"

    def armies_removed(self, t: Table) -> i64:
        """Armies taken back so far in the turn."""
        return t.memory[self.base]

    def most(self, t: Table) -> i64:
        """The largest loss of this turn."""
        return t.entitled() if self.zero else 2 * t.entitled()

    def owed(self, t: Table) -> i64:
        """Armies that may be taken back: those placed in excess, and what a penalty takes off the board beside them.

        Placing more than were due is a wrong count itself, of which the excess is lost as well.
        """
        lost = t.placed - t.entitled()
        if lost > self.most(t):
            lost = self.most(t)
        if lost < t.forfeit:
            lost = t.forfeit
        left = t.entitled() - lost
        return t.placed - left if t.actor == t.turn and t.placed > left else 0

    def excess(self, t: Table) -> i64:
        """How many armies too many the declaration in hand names."""
        total, counted = t.d, t.n
        told = total if total > counted else counted
        return told - t.entitled() if told > t.entitled() else 0

    def observe(self, t: Table) -> None:
        if t.op == TURN:
            t.memory[self.base] = 0
            return
        if t.op == TAKE:
            if t.actor == t.turn and self.taken_back(t):
                t.memory[self.base] += t.arriving()
            return
        lost = self.excess(t)
        if lost < t.forfeit:
            lost = t.forfeit
        t.forfeit = lost if lost < self.most(t) else self.most(t)

    def finding(self, t: Table) -> i64:
        if t.op == REIN:
            return ILLEGAL if self.excess(t) > 0 else FINE
        if t.op == TAKE:
            return ILLEGAL if self.taken_back(t) and self.armies_removed(t) + t.arriving() > self.owed(t) else FINE
        if t.allowed() >= 0 or (t.op == END and t.turn < 0):
            return FINE
        return ILLEGAL if self.armies_removed(t) < t.placed - t.allowed() and t.attacks == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == TAKE:
            return {
                "player": Colour(t.actor),
                "declared": self.armies_removed(t) + t.arriving(),
                "computed": self.owed(t),
                "excess": t.forfeit,
                "wording": "taken",
            }
        if t.op == REIN:
            continents, total, counted = t.b, t.d, t.n
            told = total if total > counted else counted
            found: dict[str, object] = {
                "player": Colour(t.actor),
                "declared": told,
                "computed": t.entitled(),
                "excess": self.excess(t),
                "left": max(0, t.entitled() - self.excess(t)),
            }
            more = min(self.excess(t), self.most(t)) - t.entitled()
            if more > 0:
                found["wording"] = "more"
                found["owed"] = more
            if continents > t.from_continents and told <= t.from_territories + forgone(t, t.actor) + t.from_cards:
                found["stage"] = "renounced"
                found["wording"] = "renounced"
            elif self.excess(t) <= by_other_anchor(t):
                found["hangs_on"] = ANCHOR
            elif in_first_turns(t, t.actor):
                found["stage"] = "first-turns"
            return found
        return {
            "player": Colour(t.turn),
            "declared": self.armies_removed(t),
            "computed": t.placed - t.allowed(),
            "excess": t.forfeit,
            "wording": "taken",
        }

"""The army limit, and the penalty for exceeding it."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, DRAW, END, FOUL, MOVE, OVER, PUT, TAKE, TRIS, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import ACTIVE, FROZEN, LANDS, NEUTRAL, PLAYERS, Table

DUE: Final = 0  # armies still to be removed, by colour
HALF: Final = 9  # of these, armies that must come from territories reinforced in the turn, by colour
REPORTED: Final = 18  # 1 once the delay has been noted, by colour
TOTAL: Final = 27 + LANDS  # armies to be removed in all, by colour
PLACED: Final = 27  # armies placed on a territory in the turn
OPEN_HALF: Final = TOTAL + 9  # as HALF, where nobody tells who found the excess, by colour
EARLIER: Final = OPEN_HALF + 9  # of the armies due, those of an excess before the last, by colour


class ArmyLimit(Rule):
    """At most `most` armies of a colour on the board (EG-14; 130 in official tournaments)."""

    NAME: ClassVar[str] = "limit.armies"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("limit.double_excess",)

    def __init__(self, most: int = 130) -> None:
        super().__init__()
        self.most: i64 = most

    def event_kinds(self) -> list[int]:
        return [PUT]

    def sum_name(self) -> str:
        return "limit"

    def amount(self, t: Table, player: i64) -> i64:
        return self.most

    def check(self, t: Table) -> i64:
        return ILLEGAL if t.army_total[t.actor] + t.arriving_armies() > t.cap[t.actor] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        total = t.army_total[t.actor] + t.arriving_armies()
        most = t.cap[t.actor]
        facts: dict[str, object] = {"player": Colour(t.actor), "most": most, "found": total, "excess": total - most}
        if most < self.most:
            facts["stage"] = "lowered"
            facts["wording"] = "lowered"
        if total <= self.most:
            facts["hangs_on"] = "limit.double_excess"  # only above the limit as a penalty lowered it
        elif most < self.most:
            facts["certain"] = {"most": self.most, "excess": total - self.most, "stage": "", "wording": ""}
            facts["unless"] = "limit.double_excess"  # above the limit of the text too, which nothing supposes
        return facts


class DoubleExcess(Rule):
    """An excess costs twice itself at once, and lowers the cap by it (RCM-24, STU-44).

    The armies are due, and the cap sinks, from the event that exceeds it: what is lost in battle afterwards does not
    lessen them, and the player's next line has to remove them. A FOUL names such an excess and adds nothing to it;
    one that no placement brought is due from its FOUL, or from when the player removes armies for the limit (TAKE ...
    why=limit) unasked. Without an excess no army may be removed. A player who is out of play has no limit.

    With `phase1_half` the text speaks of a player who is caught: the excess is that of the moment in which it is found
    (FOUL or TAKE). One found by others in his turn before his first attack takes half of the removal from the
    territories reinforced in that turn, as far as they were (STU-45); a FOUL that does not tell who found it leaves
    open whether it does. A FOUL names the limit by the word LIMIT, or by the number of a line on it.
    """

    NAME: ClassVar[str] = "limit.double_excess"

    def __init__(self, phase1_half: bool = False) -> None:
        super().__init__()
        self.phase1_half = phase1_half
        self.from_event = not phase1_half  # the excess counts from the event that exceeds, not from when it is found

    def memory_size(self) -> int:
        return EARLIER + 9

    def event_kinds(self) -> list[int]:
        return [PUT, TRIS, TURN, END, DECL, ATT, MOVE, DRAW, FOUL, TAKE, OVER]

    def observed_kinds(self) -> list[int]:
        return [PUT, TRIS, TURN, END, DECL, ATT, MOVE, DRAW, FOUL, TAKE]

    def is_limit_infraction(self, t: Table) -> bool:
        """True if the current infraction is one of the army limit."""
        rule_word = t.b
        word = t.words[rule_word].upper()
        if word == "LIMIT" or word in self.numbers:
            return True
        return any(isinstance(rule, ArmyLimit) and word in rule.numbers for rule in t.rules)

    def observe(self, t: Table) -> None:
        if t.op == FOUL:
            self.open_penalty(t)
            return
        if t.op == TAKE:
            self.count_removal(t)
            return
        if t.op == TURN:
            for land in range(LANDS):
                t.memory[self.base + PLACED + land] = 0
            for colour in range(PLAYERS):
                t.memory[self.base + HALF + colour] = 0
                t.memory[self.base + OPEN_HALF + colour] = 0
        elif t.op == PUT:
            count, offset = t.n, t.x
            for k in range(offset, offset + count, 2):
                t.memory[self.base + PLACED + t.extra[k]] += t.extra[k + 1]
        for colour in range(PLAYERS):
            if t.memory[self.base + DUE + colour] > 0:
                t.memory[self.base + REPORTED + colour] = 1
        if t.op == PUT and self.from_event and t.actor < NEUTRAL:
            excess = self.excess(t, t.actor)
            if excess > 0:
                self.add_penalty(t, t.actor, excess)

    def excess(self, t: Table, player: i64) -> i64:
        """Armies of a colour above its cap, without those that a penalty already removes."""
        excess = t.army_total[player] - t.memory[self.base + DUE + player] - t.cap[player]
        return 0 if t.cap[player] < 0 or t.status[player] == FROZEN or excess < 0 else excess

    def is_second_excess(self, t: Table, player: i64) -> bool:
        """True if an excess before the one that is due, or is now removed, lowered the cap already."""
        sunk: i64 = -t.cap[player]
        for rule in t.rules:
            if isinstance(rule, ArmyLimit):
                sunk += rule.most
        due: i64 = t.memory[self.base + DUE + player]
        return t.memory[self.base + EARLIER + player] > 0 or sunk > (
            t.memory[self.base + TOTAL + player] // 2 if due > 0 else 0
        )

    def repeats_report(self, t: Table) -> bool:
        """True if the current infraction is about an excess whose armies are already due."""
        player = t.a
        return t.memory[self.base + DUE + player] > 0

    def is_needless_removal(self, t: Table) -> bool:
        """True if the current removal is for the limit although none is due."""
        armies_due = t.memory[self.base + DUE + t.actor] if t.actor < NEUTRAL else 1
        reason_word = t.a
        return armies_due == 0 and reason_word >= 0 and t.words[reason_word].lower() == "limit"

    def open_penalty(self, t: Table) -> None:
        """Makes the removal for an infraction of the limit due and lowers the cap."""
        player = t.a
        excess = self.excess(t, player)
        if not self.is_limit_infraction(t) or excess <= 0:
            return
        self.add_penalty(t, player, excess)
        finder = t.c
        if self.phase1_half and finder != 0 and t.turn == player and t.attacks == 0 and t.announced_attacks == 0:
            reinforced: i64 = 0
            for land in range(LANDS):
                placed, spare = t.memory[self.base + PLACED + land], t.armies[land] - 1
                if t.owner[land] == player and spare > 0:
                    reinforced += placed if placed < spare else spare
            half = HALF if finder > 0 else OPEN_HALF
            t.memory[self.base + half + player] = excess if excess < reinforced else reinforced

    def add_penalty(self, t: Table, player: i64, excess: i64) -> None:
        """Makes a removal of twice the excess due and lowers the cap by the excess."""
        if t.memory[self.base + DUE + player] == 0:
            t.memory[self.base + TOTAL + player] = 0
        t.memory[self.base + EARLIER + player] = t.memory[self.base + DUE + player]
        t.memory[self.base + TOTAL + player] += 2 * excess
        t.memory[self.base + DUE + player] += 2 * excess
        t.memory[self.base + REPORTED + player] = 0
        t.cap[player] -= excess

    def count_removal(self, t: Table) -> None:
        """Subtracts a removal from the armies due, those of reinforced territories also from their half."""
        if self.is_needless_removal(t) and t.cap[t.actor] >= 0 and t.status[t.actor] != FROZEN:
            excess = t.army_total[t.actor] + t.arriving_armies() - t.cap[t.actor]
            if excess > 0:
                self.add_penalty(t, t.actor, excess)
        size, offset = t.n, t.x
        for k in range(offset, offset + size, 2):
            land = t.extra[k]
            count = t.extra[k + 1]
            placed = t.memory[self.base + PLACED + land]
            removed_here = count if count < placed else placed
            t.memory[self.base + PLACED + land] -= removed_here
            t.memory[self.base + HALF + t.actor] -= removed_here
            t.memory[self.base + OPEN_HALF + t.actor] -= removed_here
            t.memory[self.base + DUE + t.actor] -= count
        t.memory[self.base + EARLIER + t.actor] = max(0, t.memory[self.base + EARLIER + t.actor] - t.arriving_armies())
        is_done = t.memory[self.base + DUE + t.actor] <= 0
        if is_done:
            t.memory[self.base + DUE + t.actor] = 0
        if is_done or t.memory[self.base + HALF + t.actor] < 0:
            t.memory[self.base + HALF + t.actor] = 0
        if is_done or t.memory[self.base + OPEN_HALF + t.actor] < 0:
            t.memory[self.base + OPEN_HALF + t.actor] = 0

    def from_reinforced(self, t: Table) -> i64:
        """Armies of the current removal that come from territories reinforced in the turn."""
        total: i64 = 0
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):
            placed = t.memory[self.base + PLACED + t.extra[k]]
            total += t.extra[k + 1] if t.extra[k + 1] < placed else placed
        return total

    def late_colour(self, t: Table) -> i64:
        """A colour whose removal is still due and not yet reported, or -1."""
        for colour in range(PLAYERS):
            is_due = t.memory[self.base + DUE + colour] > 0 and t.memory[self.base + REPORTED + colour] == 0
            if is_due and t.status[colour] == ACTIVE:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if t.op == FOUL:
            player = t.a
            return (
                ILLEGAL
                if self.is_limit_infraction(t) and self.excess(t, player) == 0 and not self.repeats_report(t)
                else FINE
            )
        if t.op == TAKE:
            armies_due = t.memory[self.base + DUE + t.actor]
            if armies_due == 0:
                if not self.is_needless_removal(t):
                    return FINE
                armies_due = 2 * self.excess(t, t.actor)
            arriving = t.arriving_armies()
            if arriving > armies_due:
                return ILLEGAL
            spare = armies_due - arriving + self.from_reinforced(t)  # what reinforced territories may still give
            if t.memory[self.base + HALF + t.actor] > spare:
                return ILLEGAL
            return UNDECIDABLE if t.memory[self.base + OPEN_HALF + t.actor] > spare else FINE
        return ILLEGAL if self.late_colour(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == FOUL or (t.op == TAKE and self.is_needless_removal(t) and self.excess(t, t.actor) == 0):
            colour = t.a if t.op == FOUL else t.actor
            return {
                "player": Colour(colour), "found": t.army_total[colour], "most": t.cap[colour], "needed": 0,
                "wording": "within", "rests": "limit.armies",
            }  # fmt: skip
        player = t.actor if t.op == TAKE else self.late_colour(t)
        count = t.arriving_armies() if t.op == TAKE else 0
        armies_due = t.memory[self.base + DUE + player]
        if t.op == TAKE and self.is_needless_removal(t):
            armies_due = 2 * self.excess(t, player)
        facts: dict[str, object] = {
            "player": Colour(player),
            "found": count,
            "needed": armies_due,
            "half": t.memory[self.base + HALF + player] + t.memory[self.base + OPEN_HALF + player],
            "most": t.cap[player],
        }
        if self.is_second_excess(t, player):
            facts["stage"] = "again"
        if t.op != TAKE:
            facts["total"] = t.memory[self.base + TOTAL + player]
            facts["gone"] = t.memory[self.base + TOTAL + player] - armies_due
            facts["wording"] = "late_half" if t.memory[self.base + HALF + player] > 0 else "late"
        elif count <= armies_due:
            facts["left"] = self.from_reinforced(t)
            facts["wording"] = facts["stage"] = "half"
        elif (earlier := t.memory[self.base + EARLIER + player]) > 0:
            facts.update({"left": earlier, "new": armies_due - earlier, "wording": "earlier"})
        return facts

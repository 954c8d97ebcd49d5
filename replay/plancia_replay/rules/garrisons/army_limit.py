"""The army limit, and the penalty for exceeding it."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import ATT, DECL, END, FOUL, MOVE, OVER, PUT, TAKE, TURN
from plancia_replay.kernel.facts import Colour
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import FROZEN, LANDS, NEUTRAL, Table

DUE: Final = 0  # armies still to be taken off, by colour
HALF: Final = 9  # of these, armies that must come from territories reinforced in the turn, by colour
TOLD: Final = 18  # 1 once the delay has been noted, by colour
TOTAL: Final = 27 + LANDS  # armies that were to be taken off in all, by colour
PLACED: Final = 27  # armies placed on a territory in the turn


class ArmyLimit(Rule):
    """At most `most` armies of a colour on the board (EG-14; 130 in official tournaments)."""

    NAME: ClassVar[str] = "limit.armies"
    DEPENDS_ON: ClassVar[tuple[str, ...]] = ("limit.double_excess",)

    def __init__(self, most: int = 130) -> None:
        super().__init__()
        self.most: i64 = most

    def kinds(self) -> list[int]:
        return [PUT]

    def topic(self) -> str:
        return "limit"

    def amount(self, t: Table, player: i64) -> i64:
        return self.most

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.army_total[t.actor] + t.arriving() > t.cap[t.actor] else FINE

    def facts(self, t: Table) -> dict[str, object]:
        total = t.army_total[t.actor] + t.arriving()
        most = t.cap[t.actor]
        found: dict[str, object] = {"player": Colour(t.actor), "most": most, "found": total, "excess": total - most}
        if most < self.most:
            found["stage"] = "lowered"
            found["wording"] = "lowered"
        if total <= self.most:
            found["hangs_on"] = "limit.double_excess"  # only above the limit as a penalty lowered it
        return found


class DoubleExcess(Rule):
    """An excess found (FOUL) costs twice itself at once, and lowers the cap by it (RCM-24, STU-44).

    Who takes armies off for the limit (TAKE ... why=limit) before anybody tells him has found it himself; without an
    excess nothing is taken off. Who is frozen has no limit.

    With `phase1_half`, an excess found by others in the offender's turn before his first attack takes half of the
    removal from the territories reinforced in that turn, as far as they were (STU-45).
    """

    NAME: ClassVar[str] = "limit.double_excess"

    def __init__(self, phase1_half: bool = False) -> None:
        super().__init__()
        self.phase1_half = phase1_half

    def memory_size(self) -> int:
        return TOTAL + 9

    def kinds(self) -> list[int]:
        return [PUT, TURN, END, DECL, ATT, MOVE, FOUL, TAKE, OVER]

    def watches(self) -> list[int]:
        return [PUT, TURN, END, DECL, ATT, MOVE, FOUL, TAKE]

    def is_limit(self, t: Table) -> bool:
        """True if the current infraction is one of the army limit."""
        rule_word = t.b
        return t.words[rule_word].upper() == "LIMIT"

    def observe(self, t: Table) -> None:
        if t.op == FOUL:
            self.open_penalty(t)
            return
        if t.op == TAKE:
            self.take(t)
            return
        if t.op == TURN:
            for land in range(LANDS):
                t.memory[self.base + PLACED + land] = 0
            for colour in range(6):
                t.memory[self.base + HALF + colour] = 0
        elif t.op == PUT:
            count, first = t.n, t.x
            for k in range(first, first + count, 2):
                t.memory[self.base + PLACED + t.extra[k]] += t.extra[k + 1]
        for colour in range(6):
            if t.memory[self.base + DUE + colour] > 0:
                t.memory[self.base + TOLD + colour] = 1

    def excess(self, t: Table, player: i64) -> i64:
        """How many armies a colour has above its cap, those apart that a penalty takes off already."""
        found = t.army_total[player] - t.memory[self.base + DUE + player] - t.cap[player]
        return 0 if t.cap[player] < 0 or t.status[player] == FROZEN or found < 0 else found

    def repeats_report(self, t: Table) -> bool:
        """True if the infraction in hand repeats an excess already reported, whose armies still stand."""
        player = t.a
        return t.memory[self.base + DUE + player] > 0 and t.army_total[player] > t.cap[player]

    def needless_removal(self, t: Table) -> bool:
        """True if the current removal is for the limit although none is due."""
        due = t.memory[self.base + DUE + t.actor] if t.actor < NEUTRAL else 1
        why = t.a
        return due == 0 and why >= 0 and t.words[why].lower() == "limit"

    def open_penalty(self, t: Table) -> None:
        """An infraction of the limit: the removal falls due and the cap sinks."""
        player = t.a
        excess = self.excess(t, player)
        if not self.is_limit(t) or excess <= 0:
            return
        self.charge(t, player, excess)
        finder = t.c
        if self.phase1_half and finder > 0 and t.turn == player and t.attacks == 0 and t.announced_attacks == 0:
            reinforced: i64 = 0
            for land in range(LANDS):
                placed, spare = t.memory[self.base + PLACED + land], t.armies[land] - 1
                if t.owner[land] == player and spare > 0:
                    reinforced += placed if placed < spare else spare
            t.memory[self.base + HALF + player] = excess if excess < reinforced else reinforced

    def charge(self, t: Table, player: i64, excess: i64) -> None:
        """Twice the excess falls due and the cap sinks by it."""
        if t.memory[self.base + DUE + player] == 0:
            t.memory[self.base + TOTAL + player] = 0
        t.memory[self.base + TOTAL + player] += 2 * excess
        t.memory[self.base + DUE + player] += 2 * excess
        t.memory[self.base + TOLD + player] = 0
        t.cap[player] -= excess

    def take(self, t: Table) -> None:
        """Armies taken off count against what is due, those of reinforced territories first against their half."""
        if self.needless_removal(t) and t.cap[t.actor] >= 0 and t.status[t.actor] != FROZEN:
            excess = t.army_total[t.actor] + t.arriving() - t.cap[t.actor]
            if excess > 0:
                self.charge(t, t.actor, excess)
        size, first = t.n, t.x
        for k in range(first, first + size, 2):
            land = t.extra[k]
            count = t.extra[k + 1]
            here = t.memory[self.base + PLACED + land]
            part = count if count < here else here
            t.memory[self.base + PLACED + land] -= part
            t.memory[self.base + HALF + t.actor] -= part
            t.memory[self.base + DUE + t.actor] -= count
        if t.memory[self.base + DUE + t.actor] <= 0:
            t.memory[self.base + DUE + t.actor] = 0
            t.memory[self.base + HALF + t.actor] = 0
        elif t.memory[self.base + HALF + t.actor] < 0:
            t.memory[self.base + HALF + t.actor] = 0

    def from_reinforced(self, t: Table) -> i64:
        """How many armies of the removal in hand come from territories reinforced in the turn."""
        found: i64 = 0
        count, first = t.n, t.x
        for k in range(first, first + count, 2):
            here = t.memory[self.base + PLACED + t.extra[k]]
            found += t.extra[k + 1] if t.extra[k + 1] < here else here
        return found

    def late(self, t: Table) -> i64:
        """A colour whose removal is still due and not yet reported, or -1."""
        for colour in range(6):
            if t.memory[self.base + DUE + colour] > 0 and t.memory[self.base + TOLD + colour] == 0:
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        if t.op == FOUL:
            player = t.a
            return ILLEGAL if self.is_limit(t) and self.excess(t, player) == 0 and not self.repeats_report(t) else FINE
        if t.op == TAKE:
            due = t.memory[self.base + DUE + t.actor]
            if due == 0:
                if not self.needless_removal(t):
                    return FINE
                due = 2 * self.excess(t, t.actor)
            arriving = t.arriving()
            if arriving > due:
                return ILLEGAL
            left = t.memory[self.base + HALF + t.actor] - self.from_reinforced(t)
            return ILLEGAL if left > due - arriving else FINE
        return ILLEGAL if self.late(t) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == FOUL:
            colour = t.a
            return {
                "player": Colour(colour),
                "found": t.army_total[colour],
                "most": t.cap[colour],
                "needed": 0,
                "wording": "within",
                "rests": "limit.armies",
            }
        player = t.actor if t.op == TAKE else self.late(t)
        found = t.arriving() if t.op == TAKE else 0
        due = t.memory[self.base + DUE + player]
        if t.op == TAKE and self.needless_removal(t):
            due = 2 * self.excess(t, player)
        told: dict[str, object] = {
            "player": Colour(player),
            "found": found,
            "needed": due,
            "half": t.memory[self.base + HALF + player],
            "most": t.cap[player],
        }
        if t.op != TAKE:
            told["total"] = t.memory[self.base + TOTAL + player]
            told["gone"] = t.memory[self.base + TOTAL + player] - due
            told["wording"] = "late_half" if t.memory[self.base + HALF + player] > 0 else "late"
        elif found <= due:
            told["left"] = self.from_reinforced(t)
            told["wording"] = "half"
        return told

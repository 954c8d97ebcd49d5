"""Weak territories left beside the holder of a continent, and the card they may cost."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table
from plancia_replay.rules.garrisons import PERHAPS_TO_HOLDER, TO_HOLDER


class PendingLoss(Rule):
    """Who leaves a weak territory to the holder of a continent loses a card if the holder takes it (RCM-28c..28h).

    Opened at the end of the leaver's turn, where a player without continent offered him a territory with one army
    after his reinforcement, and while three or more active players hold no continent. With `offers` "anybody" whoever
    holds that territory counts, neutral ones too; a loss that hangs by this reading alone is noted but not due. Void
    where a player without continent takes it first, where the holder lets his next turn go by or has lost the
    continent, and where the leaver has ended another turn. Memory: leaver + 1 by territory and holder (10 more where it
    hangs by the other reading alone), then whether the offer stood (1: by the other reading alone).
    """

    NAME: ClassVar[str] = "garrison.pending_loss"

    def __init__(self, armies: int = 2, offers: str = "without-continent") -> None:
        super().__init__()
        self.armies: i64 = armies
        self.anybody = offers == "anybody"

    def slots(self) -> int:
        return LANDS * 6 + 1

    def notes(self) -> list[int]:
        return [8, 10, 11, 12, 17, 21, 27]

    def follow(self, t: Table) -> None:
        if t.op == 8 or t.op == 10:
            if t.op == 10:
                self.settle(t)
            if t.attacks == 0:
                t.memory[self.base + LANDS * 6] = self.offered(t, t.actor)
        elif t.op == 11:
            self.settle(t)
        elif t.op == 12:
            self.close(t, t.last_turn)
            self.open(t, t.last_turn)
        elif t.op == 17:
            self.taken(t)
        elif (t.op == 21 and t.c == 2) or (t.op == 27 and t.b == 4):
            t.short[t.a] = 0

    def settle(self, t: Table) -> None:
        """A new turn: what was due and told before is told no more."""
        for colour in range(6):
            if t.short[colour] == TO_HOLDER or t.short[colour] == PERHAPS_TO_HOLDER:
                t.short[colour] = 0

    def offered(self, t: Table, player: i64) -> i64:
        """Is there a territory with one army beside this player's? 2: such as counts, 1: by the other reading."""
        found: i64 = 0
        for land in range(LANDS):
            owner = t.owner[land]
            if owner < 0 or owner == player or t.armies[land] != 1:
                continue
            for k in range(t.degree[land]):
                if t.owner[t.neighbours[land * 8 + k]] == player:
                    if self.anybody or (owner < NEUTRAL and not t.holds_continent(owner)):
                        return 2
                    found = 1
        return found

    def open(self, t: Table, leaver: i64) -> None:
        """The leaver's weak territories beside a holder become pending, in the place of those of an earlier turn."""
        for place in range(LANDS * 6):
            if t.memory[self.base + place] % 10 == leaver + 1:
                t.memory[self.base + place] = 0
        without: i64 = 0
        for colour in range(6):
            if t.plays(colour) and not t.holds_continent(colour):
                without += 1
        if without < 3 or t.memory[self.base + LANDS * 6] == 0:
            return
        for land in range(LANDS):
            if t.owner[land] != leaver or t.armies[land] > self.armies:
                continue
            for k in range(t.degree[land]):
                holder = t.owner[t.neighbours[land * 8 + k]]
                if holder >= 0 and holder < NEUTRAL and holder != leaver and t.holds_continent(holder):
                    sure = t.memory[self.base + LANDS * 6] == 2
                    t.memory[self.base + land * 6 + holder] = leaver + (1 if sure else 11)

    def close(self, t: Table, holder: i64) -> None:
        """The holder's turn went by: what he did not take is void (exception B)."""
        for land in range(LANDS):
            t.memory[self.base + land * 6 + holder] = 0

    def taken(self, t: Table) -> None:
        """A pending territory changed hands: by its holder the loss is due, by another it is void (exception A)."""
        mark = t.memory[self.base + t.b * 6 + t.actor]
        if mark > 0 and t.turn == t.actor and t.holds_continent(t.actor):
            t.short[mark % 10 - 1] = TO_HOLDER if mark < 10 else PERHAPS_TO_HOLDER
            for land in range(LANDS):  # one card, however many territories of his turn the holder takes
                if t.memory[self.base + land * 6 + t.actor] == mark:
                    t.memory[self.base + land * 6 + t.actor] = 0
        for colour in range(6):
            t.memory[self.base + t.b * 6 + colour] = 0

    def ops(self) -> list[int]:
        return [10, 11, 38]

    def owing(self, t: Table) -> i64:
        """A colour that must give up a card for a territory a holder took, or -1."""
        for colour in range(6):
            if t.short[colour] == TO_HOLDER and t.plays(colour):
                return colour
        return -1

    def finding(self, t: Table) -> i64:
        return 1 if self.owing(t) >= 0 else 0

    def facts(self, t: Table) -> dict[str, object]:
        player = self.owing(t)
        return {"player": player, "hand": t.hand_size[player], "option": "-"}  # due by either reading

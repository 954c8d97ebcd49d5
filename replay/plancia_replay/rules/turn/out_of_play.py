"""Rules on frozen players and on players who withdraw."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import (
    END,
    FILL,
    FILL_WITHDRAWAL,
    OVER,
    PASS,
    STAT,
    STAT_FROZEN,
    STAT_PASSIVE,
    TURN,
    TURN_CHANCE,
)
from plancia_replay.kernel.facts import Colour, Land, Lands, lands_facts, numbers_text
from plancia_replay.kernel.rule import FINE, ILLEGAL, Rule
from plancia_replay.kernel.table import ACTIVE, FROZEN, LANDS, NEUTRAL, PLAYERS, WITHDRAWN, Table


def count_weak_lands(t: Table, player: i64, limit: i64) -> i64:
    """Number of a player's territories with at most `limit` armies."""
    count: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player and t.armies[land] <= limit:
            count += 1
    return count


class FreezeDue(Rule):
    """A player with `territories` of at most `max_armies` at the end of his turn is frozen, unless he won (RCM-32).

    `suggestion` as the cause of a freeze is the arbiter's act and is not judged (RCM-37). After a freezing that was not
    due, which is reported, the player may play on as well as stay out. A player frozen in an
    extra turn loses the doubling of his strip where `strip_lost` (RCM-36).
    """

    NAME: ClassVar[str] = "freeze.due"
    RECALLS_FINDINGS: ClassVar[bool] = True

    def __init__(self, territories: int = 10, max_armies: int = 2, strip_lost: bool = True) -> None:
        super().__init__()
        self.territories: i64 = territories
        self.most: i64 = max_armies
        self.strip_lost = strip_lost

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, END, STAT]

    def observe(self, t: Table) -> None:
        if t.op == END:
            if t.last_turn < 0:  # an END before the first turn is nobody's
                return
            is_active = t.is_running() and t.status[t.last_turn] == ACTIVE
            is_due = is_active and count_weak_lands(t, t.last_turn, self.most) >= self.territories
            t.memory[self.base + t.last_turn] = 1 if is_due else 0
        elif t.op == TURN or t.op == PASS:
            for colour in range(PLAYERS):
                t.memory[self.base + colour] = 0
        else:
            player, status = t.a, t.b
            if status == STAT_FROZEN:
                t.memory[self.base + player] = 0
                t.unfounded[player] = 1 if t.reported[self.index] == t.number else 0
                if t.unfounded[player] == 0 and self.strip_lost and t.turn_kind == TURN_CHANCE:
                    t.undoubled[player] = 1

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, STAT, OVER]

    def unfrozen_player(self, t: Table) -> i64:
        """A player who must be frozen and is not, or -1."""
        for colour in range(PLAYERS):
            if t.memory[self.base + colour] == 1 and t.status[colour] == ACTIVE:
                return colour
        return -1

    def check(self, t: Table) -> i64:
        if t.op == STAT:
            status, reason_word = t.b, t.d
            if status != STAT_FROZEN or (reason_word >= 0 and t.words[reason_word] == "suggestion"):
                return FINE
            player = t.a
            return FINE if t.memory[self.base + player] == 1 else ILLEGAL
        return FINE if self.unfrozen_player(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        colour = t.a
        player = colour if t.op == STAT else self.unfrozen_player(t)
        weak_lands = count_weak_lands(t, player, self.most)
        facts: dict[str, object] = {
            "player": Colour(player), "found": weak_lands, "needed": self.territories, "most": self.most,
        }  # fmt: skip
        if t.op != STAT:
            facts["wording"] = "missed"
        elif weak_lands >= self.territories:
            facts["wording"] = "not_now"
        return facts


def is_freeze_unfounded(t: Table) -> bool:
    """True if the current freezing has just been reported: then nothing that a freezing brings is demanded."""
    return any(isinstance(rule, FreezeDue) and t.reported[rule.index] == t.number for rule in t.rules)


class FreezeGarrison(Rule):
    """All territories of a frozen player get `armies` each, at once (RCM-33).

    With `exact` those that held more go down to that number, without it they keep what they have. What is shot away
    after they had that number is not missing, and a freezing that was reported demands none.
    """

    NAME: ClassVar[str] = "freeze.garrison"

    def __init__(self, armies: int = 5, exact: bool = True) -> None:
        super().__init__()
        self.armies: i64 = armies
        self.exact = exact

    def memory_size(self) -> int:
        return PLAYERS

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, STAT, FILL]

    def observe(self, t: Table) -> None:
        if t.op == STAT:
            player, status = t.a, t.b
            if status == STAT_FROZEN and not is_freeze_unfounded(t):
                t.memory[self.base + player] = 1 if self.has_wrong_land(t, player) else 0
        elif t.op == FILL:
            count, offset = t.n, t.x
            for k in range(offset, offset + count):
                owner = t.owner[t.extra[k]]
                if owner >= 0 and owner < NEUTRAL:
                    t.memory[self.base + owner] = 0
        else:
            for colour in range(PLAYERS):
                t.memory[self.base + colour] = 0

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, FILL, OVER]

    def unfilled_player(self, t: Table) -> i64:
        """A frozen player whose territories are not filled, or -1."""
        for colour in range(PLAYERS):
            if t.memory[self.base + colour] == 1 and self.has_wrong_land(t, colour):
                return colour
        return -1

    def has_wrong_land(self, t: Table, player: i64) -> bool:
        """True if a territory of the player has too few armies or too many."""
        for land in range(LANDS):  # noqa: SIM110 (a generator is slow here)
            if t.owner[land] == player and self.has_wrong_armies(t, land):
                return True
        return False

    def has_wrong_armies(self, t: Table, land: i64) -> bool:
        """True if the territory has too few armies or too many."""
        return t.armies[land] < self.armies or (self.exact and t.armies[land] > self.armies)

    def weak_lands(self, t: Table, player: i64) -> list[int]:
        """The territories of the player that have too few armies, and that the current event does not fill."""
        weak = [land for land in range(LANDS) if t.owner[land] == player and t.armies[land] < self.armies]
        return [land for land in weak if t.op != FILL or not self.is_filled(t, land)]

    def filled_player(self, t: Table) -> i64:
        """The frozen player whose territories the current event fills completely, or -1.

        Territories that already have the right number of armies may be left out.
        """
        player = self.filled_owner(t)
        if player < 0:
            return -1
        for land in range(LANDS):
            is_filled = self.is_filled(t, land)
            if t.owner[land] == player and self.has_wrong_armies(t, land) and not is_filled:
                return -1
            if is_filled and not self.exact and t.armies[land] > self.armies:
                return -1
        return player

    def filled_owner(self, t: Table) -> i64:
        """The frozen player who owns every territory that the current event fills, or -1."""
        count, offset = t.n, t.x
        player = t.owner[t.extra[offset]]
        for k in range(offset, offset + count):
            if t.owner[t.extra[k]] != player:
                return -1
        return player if player >= 0 and player < NEUTRAL and t.status[player] == FROZEN else -1

    def is_filled(self, t: Table, land: i64) -> bool:
        """True if the current event fills the territory."""
        count, offset = t.n, t.x
        for k in range(offset, offset + count):  # noqa: SIM110 (a generator is slow here)
            if t.extra[k] == land:
                return True
        return False

    def check(self, t: Table) -> i64:
        if t.op == FILL:
            reason = t.b
            if reason == FILL_WITHDRAWAL:
                return FINE
            armies = t.a
            return ILLEGAL if armies != self.armies or self.filled_player(t) < 0 else FINE
        return FINE if self.unfilled_player(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        armies, offset = t.a, t.x
        player = t.owner[t.extra[offset]] if t.op == FILL else self.unfilled_player(t)
        is_right_owner = t.op != FILL or (armies == self.armies and self.filled_owner(t) >= 0)
        lacking = self.weak_lands(t, player)
        lacking_facts = {"lands": Lands(lacking), "wording": "lacking"} if is_right_owner and lacking else {}
        return {
            "player": Colour(player), "found": armies if t.op == FILL else 0, "needed": self.armies,
            "option": "exact" if is_right_owner and not lacking else "-", **lacking_facts,
        }  # fmt: skip


BARE: Final = 1  # an abandoned territory that has had too few armies since its player left
FILLED: Final = 2  # one that had enough of them, or got some


class WithdrawalGarrison(Rule):
    """The territories of a player who withdraws become neutral and get at least `min` armies each, at once (RCM-31).

    What is shot away after they had that number is not missing. No player leaves the game and keeps his territories.
    Memory: what is known of each abandoned territory.
    """

    NAME: ClassVar[str] = "withdrawal.garrison"
    RECORD_FAULT_WORDINGS: ClassVar[tuple[str, ...]] = ("kept",)

    def __init__(self, min: int = 5, sink: bool = False) -> None:
        super().__init__()
        self.least: i64 = min
        self.may_sink = sink

    def memory_size(self) -> int:
        return LANDS

    def observed_kinds(self) -> list[int]:
        return [TURN, PASS, STAT, FILL]

    def observe(self, t: Table) -> None:
        if t.op == FILL:
            count, offset = t.n, t.x
            for k in range(offset, offset + count):
                t.memory[self.base + t.extra[k]] = FILLED
            return
        for land in range(LANDS):
            if t.op != STAT:
                t.abandoned[land] = 0
                t.memory[self.base + land] = 0
            elif t.abandoned[land] == 1 and t.memory[self.base + land] == 0:
                t.memory[self.base + land] = BARE if t.armies[land] < self.least else FILLED

    def event_kinds(self) -> list[int]:
        return [TURN, PASS, STAT, FILL, OVER]

    def bare_land(self, t: Table) -> i64:
        """The first abandoned territory that never had enough armies, or -1."""
        for land in range(LANDS):
            if t.memory[self.base + land] == BARE and t.owner[land] == NEUTRAL:
                return land
        return -1

    def check(self, t: Table) -> i64:
        if t.op == STAT:
            status = t.b
            return ILLEGAL if status == STAT_PASSIVE else FINE
        if t.op != FILL:
            return FINE if self.bare_land(t) < 0 else ILLEGAL
        reason = t.b
        if reason != FILL_WITHDRAWAL:
            return FINE
        return FINE if self.wrong_land(t) < 0 else ILLEGAL

    def wrong_land(self, t: Table) -> i64:
        """The first territory that the event fills with too few armies, reduces, or that was not abandoned; or -1."""
        armies, count, offset = t.a, t.n, t.x
        for k in range(offset, offset + count):
            land = t.extra[k]
            if armies < self.least or t.abandoned[land] == 0 or self.reduces_armies(t, land):
                return land
        return -1

    def reduces_armies(self, t: Table, land: i64) -> bool:
        """True if the current event removes armies from the territory although none may be removed."""
        armies = t.a
        return not self.may_sink and armies < t.armies[land]

    def facts(self, t: Table) -> dict[str, object]:
        if t.op == STAT:
            player = t.a
            return {"player": Colour(player), "wording": "kept", "option": "-"}
        land = self.wrong_land(t) if t.op == FILL else self.bare_land(t)
        armies = t.a
        armies_now = armies if t.op == FILL else t.armies[land]
        needed = t.armies[land] if t.op == FILL and t.armies[land] > self.least else self.least
        is_sunk = t.op == FILL and armies >= self.least and t.abandoned[land] == 1
        facts: dict[str, object] = {"territory": Land(land), "found": armies_now, "needed": needed}
        facts["option"] = "sink" if is_sunk else "-"
        others = self.count_bare(t) - 1
        sunk = self.sunk_lands(t)
        if is_sunk and len(sunk) > 1:
            facts.update(lands_facts(sunk, "sunk"))
            facts.update({"most": self.least, "counts": numbers_text([int(t.armies[place]) for place in sunk])})
        elif is_sunk:
            facts.update({"most": self.least, "wording": "sunk"})
        elif t.op == FILL and t.abandoned[land] == 0:
            facts["wording"] = "kept_out"
        elif others > 0:
            facts.update({"others": others, "needed": self.least, "wording": "several"})
        return facts

    def sunk_lands(self, t: Table) -> list[int]:
        """The abandoned territories that had more armies than the current event leaves them."""
        armies, count, offset = t.a, t.n, t.x
        filled = [int(t.extra[k]) for k in range(offset, offset + count)] if t.op == FILL else []
        return [land for land in filled if t.abandoned[land] == 1 and armies < t.armies[land]]

    def count_bare(self, t: Table) -> i64:
        """The number of abandoned territories that have too few armies, or are now filled with too few."""
        if t.op == FILL:
            armies, filled = t.a, t.n
            return filled if armies < self.least else 0
        count: i64 = 0
        for land in range(LANDS):
            if t.memory[self.base + land] == BARE and t.owner[land] == NEUTRAL:
                count += 1
        return count


class WithdrawalPoints(Rule):
    """Ranking points for a withdrawal (RCM-30)."""

    NAME: ClassVar[str] = "ranking.withdrawal"

    def __init__(self, points: int = -25) -> None:
        super().__init__()
        self.points: i64 = points

    def sum_name(self) -> str:
        return "ranking"

    def amount(self, t: Table, player: i64) -> i64:
        return 2 * self.points if t.status[player] == WITHDRAWN else 0

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        return [("withdrawal", 2 * self.points)] if t.status[player] == WITHDRAWN else []

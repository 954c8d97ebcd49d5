"""Rules on garrisons at the end of a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import END, TAKE, TRIS, TURN
from plancia_replay.kernel.facts import Colour, Land, Lands, lands_facts
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE, Rule
from plancia_replay.kernel.table import LANDS, MAX_NEIGHBOURS, PLAYERS, Table
from plancia_replay.rules.cards.sets_by_hand_size import exchangeable_armies
from plancia_replay.rules.garrisons.card_debt import AT_TURN_END, PERHAPS_BY_CARDS, PERHAPS_BY_MOVE, PERHAPS_BY_OWNER

EARLY_SETS: Final = 2 * LANDS  # a place in the memory of GarrisonAll
BY_OWNER: Final = 1  # who weakened a territory; 0: nobody did, or attacks
BEFORE_RECORD: Final = 2


def count_bare_lands(t: Table, player: i64, below: i64) -> i64:
    """Number of a player's territories with fewer than `below` armies."""
    count: i64 = 0
    for land in range(LANDS):
        if t.owner[land] == player and t.armies[land] < below:
            count += 1
    return count


class TurnEndGarrison(Rule):
    """At the end of his turn every territory of a player has at least `min` armies (RCM-25, RCM-27).

    With `by_move` a player who did not move is expected to restore the minimum by the move, with `by_cards` by the sets
    that he did not exchange. A violation that exists only under these readings is noted and not due.

    A player who could not restore the minimum after attacks of others is exempt. Of the territories below it when the
    turn began, he has to restore as many as armies were due to him (within the army limit, unless more were placed).
    No other territory may be below it, nor one that he weakened himself: in an earlier turn, by removing armies in
    another player's turn, or by placing none there in the set-up. Who weakened a territory that was below it at the
    first turn, in a position whose placing is not recorded, is not known: while it stays so the finding is undecidable.
    Memory: territories below the minimum when the turn began (1 by attacks, 2 by the owner, 3 before the record), then
    who weakened them, then the armies of the sets exchanged before the first attack.
    """

    NAME: ClassVar[str] = "garrison.all"

    def __init__(self, min: int = 2, by_move: bool = False, by_cards: bool = False) -> None:
        super().__init__()
        self.least: i64 = min
        self.by_move = by_move
        self.by_cards = by_cards

    def memory_size(self) -> int:
        return EARLY_SETS + 1

    def observed_kinds(self) -> list[int]:
        return [TURN, END, TRIS, TAKE]

    def observe(self, t: Table) -> None:
        own_base = self.base + LANDS
        if t.op == TRIS:
            if t.attacks == 0 and t.is_own_turn():
                t.memory[self.base + EARLY_SETS] = t.from_cards
            return
        if t.op == TAKE:
            self.mark_removals(t)
            return
        if t.op == END:
            if t.last_turn < 0:  # an END before the first turn is nobody's
                return
            t.garrison_debt[t.last_turn] = self.outcome(t, t.last_turn) if t.is_running() else 0
            for land in range(LANDS):
                if t.owner[land] == t.last_turn:
                    t.memory[own_base + land] = self.who_weakened(t, land)
            return
        t.memory[self.base + EARLY_SETS] = 0
        if t.turns == 1:
            self.mark_initial_bare_lands(t)
        for land in range(LANDS):
            is_weak = t.owner[land] == t.actor and t.armies[land] < self.least
            t.memory[self.base + land] = 1 + t.memory[own_base + land] if is_weak else 0

    def who_weakened(self, t: Table, land: i64) -> i64:
        """Who weakened a territory, at the end of its owner's turn; 0 also if it is not below the minimum."""
        since = t.memory[self.base + land]
        if t.armies[land] >= self.least or since == 1:
            return 0
        return BEFORE_RECORD if since == 1 + BEFORE_RECORD else BY_OWNER

    def mark_initial_bare_lands(self, t: Table) -> None:
        """Marks territories that are bare at the first turn as bared by their owner, if he placed all his armies."""
        for land in range(LANDS):
            owner = t.owner[land]
            if owner >= 0 and t.armies[land] < self.least:
                is_placed = t.army_total[owner] == t.setup_placed[owner]
                t.memory[self.base + LANDS + land] = BY_OWNER if is_placed else BEFORE_RECORD

    def mark_removals(self, t: Table) -> None:
        """Marks territories that a player bares by removing armies outside his turn."""
        if t.turn == t.actor:
            return
        count, offset = t.n, t.x
        for k in range(offset, offset + count, 2):
            land = t.extra[k]
            armies = t.armies[land]
            if t.owner[land] == t.actor and armies < self.least and armies + t.extra[k + 1] >= self.least:
                t.memory[self.base + LANDS + land] = BY_OWNER

    def armies_available(self, t: Table, player: i64) -> i64:
        """Armies that were or could be placed in the turn, those of sets after attacks included."""
        armies_due = t.armies_due()
        placed = t.placed if t.placed < armies_due else armies_due
        late_armies = t.from_cards - t.memory[self.base + EARLY_SETS]
        if late_armies > armies_due - placed:
            late_armies = armies_due - placed
        if t.cap[player] >= 0:
            if late_armies > t.cap[player] - t.army_total[player]:
                late_armies = t.cap[player] - t.army_total[player]
            if t.turn_force + armies_due > t.cap[player]:
                armies_due = t.cap[player] - t.turn_force
        placeable_armies = placed + late_armies if late_armies > 0 else placed
        return placeable_armies if placeable_armies > armies_due else armies_due

    def outcome(self, t: Table, player: i64) -> i64:
        """The debt at the end of the turn: a card, a card by another reading alone, or 0."""
        if self.unexcused_lands(t, player) > 0:
            return AT_TURN_END
        if self.unknown_lands(t, player):
            return PERHAPS_BY_OWNER
        moves_possible = 0 if self.by_move else self.possible_moves(t, player)
        card_armies = 0 if self.by_cards else exchangeable_armies(t, player)
        if moves_possible > 0 and self.unexcused_with(t, player, moves_possible) > 0:
            return PERHAPS_BY_MOVE
        if card_armies > 0 and self.unexcused_with(t, player, card_armies) > 0:
            return PERHAPS_BY_CARDS
        return 0

    def possible_moves(self, t: Table, player: i64) -> i64:
        """1 if no move was made and one might have restored a bare territory, else 0."""
        if t.moves > 0:
            return 0
        for land in range(LANDS):
            if t.owner[land] != player or t.armies[land] >= self.least or not self.may_be_excused(t, land):
                continue
            for k in range(t.degree[land]):
                neighbour = t.neighbours[land * MAX_NEIGHBOURS + k]
                if t.owner[neighbour] == player and t.armies[neighbour] > self.least:
                    return 1
        return 0

    def may_be_excused(self, t: Table, land: i64) -> bool:
        """True if attacks weakened the territory before the turn, or may have."""
        since = t.memory[self.base + land]
        return since == 1 or since == 1 + BEFORE_RECORD

    def unknown_lands(self, t: Table, player: i64) -> list[int]:
        """Bare territories of which nothing tells who weakened them."""
        return [
            land
            for land in range(LANDS)
            if t.owner[land] == player
            and t.armies[land] < self.least
            and t.memory[self.base + land] == 1 + BEFORE_RECORD
        ]

    def unexcused_lands(self, t: Table, player: i64) -> i64:
        """Number of bare territories that are not excused."""
        extra_armies: i64 = 0
        if self.by_move:
            extra_armies += self.possible_moves(t, player)
        if self.by_cards:
            extra_armies += exchangeable_armies(t, player)
        return self.unexcused_with(t, player, extra_armies)

    def unexcused_with(self, t: Table, player: i64, extra_armies: i64) -> i64:
        """The same, if `extra_armies` beyond the available ones could have been placed."""
        earlier_lands: i64 = 0
        bare_lands: i64 = 0
        new_lands: i64 = 0
        for land in range(LANDS):
            is_weak = t.owner[land] == player and t.armies[land] < self.least
            if self.may_be_excused(t, land):
                earlier_lands += 1
                if is_weak:
                    bare_lands += 1
            elif is_weak:
                new_lands += 1
        if new_lands > 0:
            return new_lands + bare_lands
        excused_lands = earlier_lands - self.armies_available(t, player) - extra_armies
        if excused_lands < 0:
            excused_lands = 0
        return bare_lands - excused_lands if bare_lands > excused_lands else 0

    def event_kinds(self) -> list[int]:
        return [END]

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        if self.unexcused_lands(t, t.turn) > 0:
            return ILLEGAL
        return UNDECIDABLE if self.unknown_lands(t, t.turn) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        if self.unexcused_lands(t, t.turn) == 0:
            lands = self.unknown_lands(t, t.turn)
            return {"player": Colour(t.turn), "lands": Lands(lands), "found": len(lands), "needed": self.least}
        weak_lands = [land for land in range(LANDS) if t.owner[land] == t.turn and t.armies[land] < self.least]
        new_lands = [land for land in weak_lands if not self.may_be_excused(t, land)]
        return {
            "player": Colour(t.turn),
            "territory": Land(new_lands[0] if new_lands else weak_lands[-1] if weak_lands else -1),
            "lands": Lands(weak_lands), "received": self.armies_available(t, t.turn),
            "wording": self.fault_wording(t, new_lands) + ("_one" if new_lands and len(weak_lands) == 1 else ""),
            "found": count_bare_lands(t, t.turn, self.least), "missing": self.unexcused_lands(t, t.turn),
            "needed": self.least, "option": self.decisive_option(t),
        }  # fmt: skip

    def fault_wording(self, t: Table, new_lands: list[int]) -> str:
        """The wording key: the reason why the bare territories are not excused."""
        if len(new_lands) == 0:
            return "uncovered"
        return "own" if t.memory[self.base + new_lands[0]] == 2 else "bared"

    def decisive_option(self, t: Table) -> str:
        """The option that the finding depends on: a stricter reading, or "min" if it holds by every reading."""
        if self.unexcused_with(t, t.turn, 0) > 0:
            return "min"
        return "by_move" if self.by_move and self.possible_moves(t, t.turn) > 0 else "by_cards"


class TwoNeighbourGarrison(Rule):
    """Territories with at most `armies` do not border two other players, unless a continent is held (RCM-28a, 28b).

    With `phase` "closing" this holds from the announcement of the last rounds on, not in the whole game.
    """

    NAME: ClassVar[str] = "garrison.two_neighbours"
    VALUES: ClassVar[dict[str, object]] = {"phase": ("whole", "closing")}

    def __init__(self, armies: int = 2, phase: str = "whole") -> None:
        super().__init__()
        self.closing_only = phase == "closing"
        self.armies: i64 = armies

    def observed_kinds(self) -> list[int]:
        return [END]

    def observe(self, t: Table) -> None:
        if t.last_turn >= 0:  # an END before the first turn is nobody's
            t.garrison_debt[t.last_turn] = AT_TURN_END if t.is_running() and self.weak_lands(t, t.last_turn) else 0

    def other_players(self, t: Table, land: i64) -> i64:
        """Number of other active players who hold a neighbour of the territory."""
        count: i64 = 0
        for colour in range(PLAYERS):
            if colour == t.owner[land] or not t.is_playing(colour):
                continue
            for k in range(t.degree[land]):
                if t.owner[t.neighbours[land * MAX_NEIGHBOURS + k]] == colour:
                    count += 1
                    break
        return count

    def weak_lands(self, t: Table, player: i64) -> list[int]:
        """The territories with too few armies beside two other players."""
        lands: list[int] = []
        if self.closing_only and t.closing_from < 0:
            return lands
        for colour in range(PLAYERS):
            if t.at_table[colour] == 1 and t.holds_continent(colour):
                return lands
        for land in range(LANDS):
            if t.owner[land] == player and t.armies[land] <= self.armies and self.other_players(t, land) >= 2:
                lands.append(land)
        return lands

    def event_kinds(self) -> list[int]:
        return [END]

    def check(self, t: Table) -> i64:
        if t.turn < 0 or t.stopped >= 0:
            return FINE
        return ILLEGAL if self.weak_lands(t, t.turn) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        lands = self.weak_lands(t, t.turn)
        return {
            **lands_facts(lands), "player": Colour(t.turn), "found": t.armies[lands[0]], "most": self.armies,
            "needed": self.armies + 1,
        }  # fmt: skip

"""Ranking table of a game between two real players: the first row that fits."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from plancia_events.ops import CLAIM, CLAIM_WORLD, OCC
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import LANDS, MAX_CONTINENTS, NEUTRAL, PLAYERS, WITHDRAWN, Table

CLAIMANT: Final = 0  # who claimed the continents with right, or holds the board, + 1
WORLD: Final = 1  # 1 where it was the board
ELIMINATED_BY: Final = 2  # who eliminated a colour, + 1, by colour


class DuelRankingTable(Rule):
    """World, RisiKo! (with the other or the dummy eliminated, or neither), else the gap in table points (ONE-25).

    `rows` are winner's and loser's points from the world down to the draw; `gaps` the least gap of the rows by gap.
    A player who holds the whole board needs no claim.
    """

    NAME: ClassVar[str] = "ranking.one_rows"
    VALUES: ClassVar[dict[str, object]] = {"rows": "pairs", "gaps": "numbers"}

    def __init__(
        self,
        rows: str = "200:10 190:10 180:20 170:30 160:40 150:50 140:60 130:70 120:80 110:90 100:100",
        gaps: str = "61 51 41 31 21 11 0",
        continents: int = 3,
    ) -> None:
        super().__init__()
        self.winner = [int(row.split(":")[0]) for row in rows.split()]
        self.loser = [int(row.split(":")[1]) for row in rows.split()]
        self.gaps = [int(word) for word in gaps.split()]
        self.continents: i64 = continents

    def memory_size(self) -> int:
        return 8

    def observed_kinds(self) -> list[int]:
        return [OCC, CLAIM]

    def observe(self, t: Table) -> None:
        if t.op == CLAIM:
            self.record_claim(t)
            return
        if t.over == 1 or not t.may_still_claim(t.actor):
            return
        if t.actor < NEUTRAL and t.actor != t.virtual and t.lands[t.actor] == LANDS:
            t.memory[self.base + CLAIMANT] = t.actor + 1
            t.memory[self.base + WORLD] = 1
        for colour in range(PLAYERS):
            is_out = t.lands[colour] == 0 and t.status[colour] != WITHDRAWN
            if t.at_table[colour] == 1 and is_out and t.memory[self.base + ELIMINATED_BY + colour] == 0:
                t.memory[self.base + ELIMINATED_BY + colour] = t.actor + 1

    def record_claim(self, t: Table) -> None:
        """Records the first valid claim that no earlier end of the game precedes."""
        if t.memory[self.base + CLAIMANT] > 0 or t.actor >= NEUTRAL or t.actor == t.virtual or t.over == 1:
            return
        if t.stopped != t.number and not t.may_still_claim(t.actor):
            return
        continents: i64 = 0
        for k in range(t.board.continents):
            if t.continent_lands[t.actor * MAX_CONTINENTS + k] == t.board.continent_size[k]:
                continents += 1
        holds_board = t.lands[t.actor] == LANDS
        claim = t.a
        if holds_board or (claim != CLAIM_WORLD and continents >= self.continents):
            t.memory[self.base + CLAIMANT] = t.actor + 1
            t.memory[self.base + WORLD] = 1 if holds_board else 0

    def claimant(self, t: Table) -> i64:
        """Who claimed with right, or holds the board, or -1."""
        return t.memory[self.base + CLAIMANT] - 1

    def sum_name(self) -> str:
        return "ranking_rows"

    def rival(self, t: Table, player: i64) -> i64:
        """The other real player."""
        for colour in range(PLAYERS):
            if t.at_table[colour] == 1 and colour != player and colour != t.virtual:
                return colour
        return player

    def row(self, t: Table, claimant: i64) -> i64:
        """The index of the row for a game won by a claim."""
        if t.memory[self.base + WORLD] == 1:
            return 0
        if t.memory[self.base + ELIMINATED_BY + self.rival(t, claimant)] == claimant + 1:
            return 1
        if t.virtual >= 0 and t.memory[self.base + ELIMINATED_BY + t.virtual] == claimant + 1:
            return 2
        return 3

    def gap_row(self, t: Table, player: i64) -> str:
        """The name of the row for the gap in table points: by its least gap."""
        gap = t.total(t.score_terms, player) - t.total(t.score_terms, self.rival(t, player))
        reached = [least for least in self.gaps if 2 * least <= (gap if gap >= 0 else -gap)]
        return f"gap-{reached[0]}" if reached else "gap"

    def amount(self, t: Table, player: i64) -> i64:
        if player == t.virtual:
            return 0
        claimant = self.claimant(t)
        if claimant >= 0:
            row = self.row(t, claimant)
            return 2 * (self.winner[row] if player == claimant else self.loser[row])
        gap = t.total(t.score_terms, player) - t.total(t.score_terms, self.rival(t, player))
        size = gap if gap >= 0 else -gap
        for place in range(len(self.gaps)):
            if size >= 2 * self.gaps[place]:
                return 2 * (self.winner[place + 4] if gap >= 0 else self.loser[place + 4])
        return 0

    def account_lines(self, t: Table, player: i64) -> list[tuple[str, int]]:
        if player == t.virtual:
            return []
        claimant = self.claimant(t)
        if claimant >= 0:
            names = ("world", "risiko-and-rival-out", "risiko-and-dummy-out", "risiko")
            return [(names[int(self.row(t, claimant))], self.amount(t, player))]
        return [(self.gap_row(t, player), self.amount(t, player))]


def has_claimed(t: Table, player: i64) -> bool:
    """True if this player claimed rightly, be it with the conquest that ended the game (003 line 14)."""
    return any(isinstance(rule, DuelRankingTable) and rule.claimant(t) == player for rule in t.rules)

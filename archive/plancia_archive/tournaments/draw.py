"""A drawing of tables: the sizes that the rules foresee, new opponents first, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.events import refuse
from plancia_archive.tournaments.state import Tournament

STARTS = 24
EXCHANGES = 150_000  # tried at most in a drawing, so that a thousand players are seated in seconds too
MEETING, MATES, ODD = 100, 10000, 150  # what a repeated opponent, a team mate, a table of another size weighs

Unit = tuple[str, ...]


def draw(
    state: Tournament,
    seed: int = 0,
    at: int | None = None,
    absent: Sequence[str] = (),
    sizes: Sequence[int] = (),
    order: Sequence[str] = (),
) -> list[list[str]]:
    """The tables of a round (the next one without `at`): seats in the order drawn.

    `sizes` are the tables wanted, else those of the system; with `order` (a ranking) the first of it sit together.
    Two legs: an even round is the one before with seats swapped. Raises ArchiveError where no table can be made.
    """
    given = state.rules.given
    rounds = at if at is not None else state.rounds + 1
    players = [p for p in state.players if p not in state.left and p not in absent]
    if given.get("legs") == 2 and rounds % 2 == 0:
        return [table.seats[::-1] for table in state.of_round(rounds - 1) if not set(table.seats) - set(players)]
    if given.get("seats") == "pairs":
        units = pairs_of(state, players)
        return [across(table) for table in seated(state, units, [2] * (len(units) // 2), seed, rounds, order)]
    wanted = list(sizes) or sizes_for(state, len(players))
    if sum(wanted) != len(players) or not all(2 <= size <= 6 for size in wanted):
        refuse("t-sizes", f"{'+'.join(map(str, wanted)) or '-'} / {len(players)}")
    found = seated(state, [(player,) for player in players], wanted, seed, rounds, order)
    return [[player for unit in table for player in unit] for table in found]


def sizes_for(state: Tournament, players: int) -> list[int]:
    """Sizes of tables: those that the rules name; else fours, with one five or else threes for what is over.

    The second is what clubs do (GestioneTorneo 30c0cc1 has it among its ways). Raises ArchiveError.
    """
    given = state.rules.given
    due: dict[str, list[int]] = given.get("tables") or {}
    if str(players) in due:
        return list(due[str(players)])
    if given.get("legs") == 2:
        return [2] * (players // 2) if players % 2 == 0 else refused(players)
    if players in (2, 3, 5, 6):
        return {2: [2], 3: [3], 5: [5], 6: [3, 3]}[players]
    if players < 2:
        return refused(players)
    threes = {0: 0, 1: 0, 2: 2, 3: 1}[players % 4]
    fives = 1 if players % 4 == 1 else 0
    return [5] * fives + [4] * ((players - 3 * threes - 5 * fives) // 4) + [3] * threes


def refused(players: int) -> list[int]:
    """Raises ArchiveError: so many cannot be seated."""
    raise ArchiveError("t-sizes", f"- / {players}")


def pairs_of(state: Tournament, players: Sequence[str]) -> list[Unit]:
    """The pairs that play together, by the teams they entered with. Raises ArchiveError for one that is no pair."""
    found: list[Unit] = []
    for team, members in state.teams().items():
        here = tuple(player for player in members if player in players)
        if len(here) not in (0, 2):
            refuse("t-pair", f"{team}: {len(here)}")
        found += [here] if here else []
    alone = [player for player in players if not state.players.get(player)]
    if alone or len(found) % 2 or not found:
        refuse("t-pair", ", ".join(alone) or len(found))
    return found


def across(table: Sequence[Unit]) -> list[str]:
    """Two pairs round a table, partners opposite (STU-03)."""
    one, other = table
    return [one[0], other[0], one[1], other[1]]


def seated(
    state: Tournament, units: Sequence[Unit], sizes: Sequence[int], seed: int, at: int, order: Sequence[str]
) -> list[list[Unit]]:
    """Units at tables of these sizes: by rank where an order is given, else the best of several drawings."""
    if order:
        rank = {player: place for place, player in enumerate(order)}
        return cut(sorted(units, key=lambda unit: min(rank.get(player, len(rank)) for player in unit)), sizes)
    weights = Weights(state)
    best: list[list[Unit]] = []
    least = -1
    for start in range(STARTS):
        chance = random.Random(f"{state.id}/{at}/{seed}/{start}")
        mixed = list(units)
        chance.shuffle(mixed)
        tables = improved(cut(mixed, sizes), weights, EXCHANGES // STARTS)
        cost = sum(weights.of(table) for table in tables)
        if least < 0 or cost < least:
            best, least = tables, cost
        if least == 0:
            break
    return best


def cut(units: Sequence[Unit], sizes: Sequence[int]) -> list[list[Unit]]:
    """Consecutive units as tables."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(units[start : start + size]))
        start += size
    return tables


class Weights:
    """What a table costs: opponents met before, mates of a team, who sits again at a table that is not of four."""

    def __init__(self, state: Tournament) -> None:
        self.team = state.players
        self.met: Counter[frozenset[str]] = Counter()
        self.odd: Counter[str] = Counter()
        for table in state.tables.values():
            self.met.update(frozenset(pair) for pair in combinations(table.seats, 2))
            if len(table.seats) != 4:
                self.odd.update(table.seats)

    def of(self, table: Sequence[Unit]) -> int:
        """The cost of a table."""
        total = 0
        for one, other in combinations(table, 2):
            for mine in one:
                for yours in other:
                    total += MEETING * self.met[frozenset((mine, yours))] ** 2
                    total += MATES * (self.team[mine] is not None and self.team[mine] == self.team[yours])
        odd = sum(len(unit) for unit in table) != 4
        return total + (ODD * sum(self.odd[player] ** 2 for unit in table for player in unit) if odd else 0)


def improved(tables: list[list[Unit]], weights: Weights, most: int) -> list[list[Unit]]:
    """Exchanges two units of different tables as long as that costs less, so many exchanges tried at most."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            cost = weights.of(one) + weights.of(other)
            for mine, yours in product(range(len(one)), range(len(other))) if cost else ():
                most -= 1
                if most < 0:
                    return tables
                one[mine], other[yours] = other[yours], one[mine]
                changed = weights.of(one) + weights.of(other)
                if changed < cost:
                    cost, better = changed, True
                else:
                    one[mine], other[yours] = other[yours], one[mine]
    return tables

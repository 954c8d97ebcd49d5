"""Draws players to tables: sizes by the rules, few repeated opponents, reproducible by a seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.events import raise_event_error
from plancia_archive.tournaments.state import Tournament

RANDOM_STARTS = 24
MAX_SWAPS = 150_000  # per draw, so that a thousand players are seated in seconds too
# costs: opponents who met before, team mates, a second table that is not of four
REPEAT_COST, TEAM_COST, ODD_SIZE_COST = 100, 10000, 150

Unit = tuple[str, ...]


def draw(
    state: Tournament,
    seed: int = 0,
    at: int | None = None,
    absent: Sequence[str] = (),
    sizes: Sequence[int] = (),
    order: Sequence[str] = (),
) -> list[list[str]]:
    """Draws the tables of round `at` (default: the next one); each table lists its players in drawn order.

    `sizes` overrides the table sizes of the ranking system. With `order` (a ranking) neighbours in it share a table.
    In a system of two legs an even round repeats the one before with seats swapped. Raises ArchiveError if the
    players cannot be seated.
    """
    settings = state.rules.settings
    round_number = at if at is not None else state.rounds + 1
    players = [p for p in state.players if p not in state.left and p not in absent]
    if settings.get("legs") == 2 and round_number % 2 == 0:
        return [
            table.seats[::-1]
            for table in state.tables_of_round(round_number - 1)
            if not set(table.seats) - set(players)
        ]
    if settings.get("seats") == "pairs":
        units = team_pairs(state, players)
        return [
            seat_partners_opposite(table)
            for table in seat_units(state, units, [2] * (len(units) // 2), seed, round_number, order)
        ]
    table_sizes = list(sizes) or table_sizes_for(state, len(players))
    if sum(table_sizes) != len(players) or not all(2 <= size <= 6 for size in table_sizes):
        raise_event_error("t-sizes", f"{'+'.join(map(str, table_sizes)) or '-'} / {len(players)}")
    tables = seat_units(state, [(player,) for player in players], table_sizes, seed, round_number, order)
    return [[player for unit in table for player in unit] for table in tables]


def table_sizes_for(state: Tournament, players: int) -> list[int]:
    """Returns the table sizes: those that the rules list; else tables of four, the remainder as one five or as threes.

    The fallback is what clubs do (one of the modes of GestioneTorneo 30c0cc1). Raises ArchiveError.
    """
    settings = state.rules.settings
    sizes_by_players: dict[str, list[int]] = settings.get("tables") or {}
    if str(players) in sizes_by_players:
        return list(sizes_by_players[str(players)])
    if settings.get("legs") == 2:
        return [2] * (players // 2) if players % 2 == 0 else raise_player_count_error(players)
    if players in (2, 3, 5, 6):
        return {2: [2], 3: [3], 5: [5], 6: [3, 3]}[players]
    if players < 2:
        return raise_player_count_error(players)
    tables_of_three = {0: 0, 1: 0, 2: 2, 3: 1}[players % 4]
    tables_of_five = 1 if players % 4 == 1 else 0
    return (
        [5] * tables_of_five + [4] * ((players - 3 * tables_of_three - 5 * tables_of_five) // 4) + [3] * tables_of_three
    )


def raise_player_count_error(players: int) -> list[int]:
    """Raises ArchiveError for a number of players that cannot be seated."""
    raise ArchiveError("t-sizes", f"- / {players}")


def team_pairs(state: Tournament, players: Sequence[str]) -> list[Unit]:
    """Returns the pairs of partners, by team. Raises ArchiveError for a team that is not a pair."""
    pairs: list[Unit] = []
    for team, members in state.teams().items():
        pair = tuple(player for player in members if player in players)
        if len(pair) not in (0, 2):
            raise_event_error("t-pair", f"{team}: {len(pair)}")
        pairs += [pair] if pair else []
    unpaired = [player for player in players if not state.players.get(player)]
    if unpaired or len(pairs) % 2 or not pairs:
        raise_event_error("t-pair", ", ".join(unpaired) or len(pairs))
    return pairs


def seat_partners_opposite(table: Sequence[Unit]) -> list[str]:
    """Seats two pairs with partners opposite each other (STU-03)."""
    first_pair, second_pair = table
    return [first_pair[0], second_pair[0], first_pair[1], second_pair[1]]


def seat_units(
    state: Tournament, units: Sequence[Unit], sizes: Sequence[int], seed: int, at: int, order: Sequence[str]
) -> list[list[Unit]]:
    """Seats units (players or pairs) by rank if there is an order, else by the cheapest of RANDOM_STARTS draws."""
    if order:
        rank = {player: place for place, player in enumerate(order)}
        return split_into_tables(
            sorted(units, key=lambda unit: min(rank.get(player, len(rank)) for player in unit)), sizes
        )
    weights = TableCosts(state)
    best_tables: list[list[Unit]] = []
    least_cost = -1
    for attempt in range(RANDOM_STARTS):
        random_source = random.Random(f"{state.id}/{at}/{seed}/{attempt}")
        shuffled = list(units)
        random_source.shuffle(shuffled)
        tables = improve_by_swaps(split_into_tables(shuffled, sizes), weights, MAX_SWAPS // RANDOM_STARTS)
        cost = sum(weights.cost(table) for table in tables)
        if least_cost < 0 or cost < least_cost:
            best_tables, least_cost = tables, cost
        if least_cost == 0:
            break
    return best_tables


def split_into_tables(units: Sequence[Unit], sizes: Sequence[int]) -> list[list[Unit]]:
    """Splits a list of units into tables of these sizes, in order."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(units[start : start + size]))
        start += size
    return tables


class TableCosts:
    """Computes the cost of a table: repeated opponents, team mates, players who sat at a table of another size than
    four.
    """

    def __init__(self, state: Tournament) -> None:
        self.team = state.players
        self.met: Counter[frozenset[str]] = Counter()
        self.odd_seats: Counter[str] = Counter()
        for table in state.tables.values():
            self.met.update(frozenset(pair) for pair in combinations(table.seats, 2))
            if len(table.seats) != 4:
                self.odd_seats.update(table.seats)

    def cost(self, table: Sequence[Unit]) -> int:
        """Returns the cost of one table."""
        total = 0
        for player_a, other in combinations(table, 2):
            for player in player_a:
                for opponent in other:
                    total += REPEAT_COST * self.met[frozenset((player, opponent))] ** 2
                    total += TEAM_COST * (self.team[player] is not None and self.team[player] == self.team[opponent])
        odd_size = sum(len(unit) for unit in table) != 4
        return total + (
            ODD_SIZE_COST * sum(self.odd_seats[player] ** 2 for unit in table for player in unit) if odd_size else 0
        )


def improve_by_swaps(tables: list[list[Unit]], weights: TableCosts, swaps_left: int) -> list[list[Unit]]:
    """Swaps units between tables while that lowers the total cost (local search), at most `swaps_left` attempts."""
    improved = True
    while improved:
        improved = False
        for first_table, second_table in combinations(tables, 2):
            cost = weights.cost(first_table) + weights.cost(second_table)
            for i, j in product(range(len(first_table)), range(len(second_table))) if cost else ():
                swaps_left -= 1
                if swaps_left < 0:
                    return tables
                first_table[i], second_table[j] = second_table[j], first_table[i]
                new_cost = weights.cost(first_table) + weights.cost(second_table)
                if new_cost < cost:
                    cost, improved = new_cost, True
                else:
                    first_table[i], second_table[j] = second_table[j], first_table[i]
    return tables

"""The board as vectors for the kernel."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from plancia_events.packed.log import COMPILED

LANDS: Final = 42
MAX_NEIGHBOURS: Final = 8  # of a territory: the width of its row in `neighbours`
MAX_CONTINENTS: Final = 8  # of a board: the width of a colour's row in `continent_lands`
CARD_KINDS: Final = 45  # 42 territories, the jolly, the unknown, the committed
PREBUILT_SIZE: Final = 512  # a slice of a ready vector is copied at once, where a list is read value by value
ZEROS: Final = vec[i64]([0] * PREBUILT_SIZE)
MINUS_ONES: Final = vec[i64]([-1] * PREBUILT_SIZE)


def zeros(size: int, value: int = 0) -> vec[i64]:
    """Return a vector of `size` equal integers (a list in plain Python, see the log)."""
    if not COMPILED:
        values: Any = [value] * size
        vector: vec[i64] = values
        return vector
    if size <= PREBUILT_SIZE and value == 0:
        return ZEROS[0:size]
    if size <= PREBUILT_SIZE and value == -1:
        return MINUS_ONES[0:size]
    return vec[i64]([value] * size)


class BoardPlan:
    """Vectors of a board: adjacency (42 x 42, 0 or 1), degrees, continents, incomes, card symbols."""

    def __init__(
        self, borders: list[tuple[int, int]], continent_of: list[int], incomes: list[int], symbols: list[int]
    ) -> None:
        self.adjacent = zeros(LANDS * LANDS)
        self.degree = zeros(LANDS)
        self.neighbours = zeros(LANDS * MAX_NEIGHBOURS, -1)
        for first, second in borders:
            self._connect(first, second)
            self._connect(second, first)
        self.continents: i64 = len(incomes)
        self.continent_of = zeros(LANDS)
        self.continent_size = zeros(len(incomes))
        for land in range(LANDS):
            self.continent_of[land] = continent_of[land]
            self.continent_size[continent_of[land]] += 1
        self.income = zeros(len(incomes))
        for place, income in enumerate(incomes):
            self.income[place] = income
        self.symbol = zeros(CARD_KINDS, -1)
        for land in range(LANDS):
            self.symbol[land] = symbols[land]
        self.symbol[LANDS] = 3

    def _connect(self, land: int, neighbour: int) -> None:
        self.adjacent[land * LANDS + neighbour] = 1
        self.neighbours[land * MAX_NEIGHBOURS + self.degree[land]] = neighbour
        self.degree[land] += 1

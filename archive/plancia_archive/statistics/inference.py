"""Intervals and tests: Wilson's interval of a share, exact and chi-square tests, Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

Rows = list[dict[str, Any]]
Z95 = 1.959963984540054


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == trials else min(1.0, middle + half)
    return low, high


def chi_square(observed: list[int], weights: list[float]) -> tuple[float, int]:
    """The statistic against these expected shares, and its degrees of freedom."""
    total = sum(observed)
    value = sum((n - total * w) ** 2 / (total * w) for n, w in zip(observed, weights, strict=True)) if total else 0.0
    return value, len(observed) - 1


def tail(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least `value` (by recurrence over Q)."""
    half = value / 2
    if half <= 0:
        return 1.0
    step = 0.5 if freedom % 2 else 1.0
    found = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while step < freedom / 2:
        found += math.exp(step * math.log(half) - half - math.lgamma(step + 1))
        step += 1
    return min(1.0, found)


LEAST = 5  # the least count expected in a cell for which chi-square is good enough


def fairness(observed: list[int], weights: list[float]) -> tuple[float, float, str]:
    """Chi-square, the chance of one at least as great on fair dice, and which test told it: "exact" or "chi-square".

    The exact test sums over all outcomes of so many throws; it is used where a cell is expected fewer than five times.
    """
    value, freedom = chi_square(observed, weights)
    if sum(observed) * min(weights) >= LEAST:
        return value, tail(value, freedom), "chi-square"
    if len(set(weights)) == 1:
        return value, exact_even(tuple(sorted(observed))), "exact"
    return value, exact(tuple(observed), tuple(weights)), "exact"


@cache
def exact(observed: tuple[int, ...], weights: tuple[float, ...]) -> float:
    """The chance of a chi-square at least as great as the observed one, over all outcomes of as many trials."""
    value, _ = chi_square(list(observed), list(weights))
    found = []
    for counts in divided(sum(observed), len(weights)):
        if chi_square(list(counts), list(weights))[0] >= value * (1 - 1e-12) - 1e-12:
            logs = (n * math.log(w) - math.lgamma(n + 1) for n, w in zip(counts, weights, strict=True))
            found.append(math.exp(math.lgamma(sum(observed) + 1) + math.fsum(logs)))
    return min(1.0, math.fsum(found))


@cache
def exact_even(observed: tuple[int, ...]) -> float:
    """The same for cells of equal chance, in whole numbers, over the outcomes that differ in more than their order."""
    total, cells = sum(observed), len(observed)
    squares = sum(n * n for n in observed)
    found = 0
    for counts in falling(total, cells, total):
        if sum(n * n for n in counts) >= squares:
            ways = math.factorial(total)
            orders = math.factorial(cells)
            for n in counts:
                ways //= math.factorial(n)
            for n in set(counts):
                orders //= math.factorial(counts.count(n))
            found += ways * orders
    return min(1.0, float(found / cells**total))


def divided(total: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Every way to put so many into so many cells."""
    if cells == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in divided(total - first, cells - 1):
            yield (first, *rest)


def falling(total: int, cells: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to put so many into so many cells, none with more than the one before."""
    if cells == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        if first * cells < total:
            return
        for rest in falling(total - first, cells - 1, first):
            yield (first, *rest)


def two_sided(z: float) -> float:
    """The chance of a standard normal figure at least so far from zero."""
    return math.erfc(abs(z) / math.sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction of many p-values, in the order given (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    made = [0.0] * len(chances)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[place]))
        made[place] = least
    return made


def shares(rows: Rows, hits: str, trials: str, name: str = "", of: int | None = None) -> Rows:
    """Adds to rows with counts their share and its 95 % interval as `share`, `low`, `high` (`NAME_share` ...).

    Trials are a column of the row, or `of` where all rows have the same.
    """
    before = f"{name}_" if name else ""
    for row in rows:
        count = int(row[trials]) if of is None else of
        low, high = wilson(int(row[hits] or 0), count)
        share = figure(int(row[hits] or 0) / count) if count else None
        row.update({f"{before}share": share, f"{before}low": figure(low), f"{before}high": figure(high)})
    return rows


def probability(value: float) -> float:
    """A chance as it is shown: six digits, however small."""
    return float(f"{value:.6g}")


def figure(value: float) -> float:
    """A number as it is shown: six decimals."""
    return round(value, 6)

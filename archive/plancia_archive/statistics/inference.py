"""Statistical inference: Wilson intervals, exact and chi-square tests, Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from plancia_archive.statistics.registry import Rows

Z95 = 1.959963984540054


def wilson_interval(hits: int, trials: int) -> tuple[float, float]:
    """Returns the 95 % confidence interval of a proportion (Wilson 1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half_width = Z95 * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    low = 0.0 if hits == 0 else max(0.0, centre - half_width)
    high = 1.0 if hits == trials else min(1.0, centre + half_width)
    return low, high


def chi_square(observed: list[int], weights: list[float]) -> tuple[float, int]:
    """Returns Pearson's chi-square against the expected proportions `weights`, and its degrees of freedom."""
    total = sum(observed)
    value = sum((n - total * w) ** 2 / (total * w) for n, w in zip(observed, weights, strict=True)) if total else 0.0
    return value, len(observed) - 1


def chi_square_tail(value: float, freedom: int) -> float:
    """Returns P(X >= value) of the chi-square distribution (survival function).

    `freedom` are the degrees of freedom; computed by recurrence over the gamma function Q.
    """
    half = value / 2
    if half <= 0:
        return 1.0
    step = 0.5 if freedom % 2 else 1.0
    total = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while step < freedom / 2:
        total += math.exp(step * math.log(half) - half - math.lgamma(step + 1))
        step += 1
    return min(1.0, total)


MIN_EXPECTED = 5  # below this expected count in a cell the exact test replaces chi-square


def fairness_test(observed: list[int], weights: list[float]) -> tuple[float, float, str]:
    """Tests whether dice are fair: returns chi-square, p-value, and the test used, "exact" or "chi-square".

    The exact test sums over all outcomes of as many throws; it is used if an expected count is below MIN_EXPECTED.
    """
    value, freedom = chi_square(observed, weights)
    if sum(observed) * min(weights) >= MIN_EXPECTED:
        return value, chi_square_tail(value, freedom), "chi-square"
    if len(set(weights)) == 1:
        return value, exact_p_value_uniform(tuple(sorted(observed))), "exact"
    return value, exact_p_value(tuple(observed), tuple(weights)), "exact"


@cache
def exact_p_value(observed: tuple[int, ...], weights: tuple[float, ...]) -> float:
    """Returns the probability of a chi-square not below the observed one, over all outcomes of as many trials."""
    value, _ = chi_square(list(observed), list(weights))
    probabilities = []
    for counts in compositions(sum(observed), len(weights)):
        if chi_square(list(counts), list(weights))[0] >= value * (1 - 1e-12) - 1e-12:
            logs = (n * math.log(w) - math.lgamma(n + 1) for n, w in zip(counts, weights, strict=True))
            probabilities.append(math.exp(math.lgamma(sum(observed) + 1) + math.fsum(logs)))
    return min(1.0, math.fsum(probabilities))


@cache
def exact_p_value_uniform(observed: tuple[int, ...]) -> float:
    """Computes `exact_p_value` for equally probable cells, in integers, enumerating outcomes up to permutation."""
    total, cells = sum(observed), len(observed)
    squares = sum(n * n for n in observed)
    permutations = 0
    for counts in partitions(total, cells, total):
        if sum(n * n for n in counts) >= squares:
            ways = math.factorial(total)
            orders = math.factorial(cells)
            for n in counts:
                ways //= math.factorial(n)
            for n in set(counts):
                orders //= math.factorial(counts.count(n))
            permutations += ways * orders
    return min(1.0, float(permutations / cells**total))


def compositions(total: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Yields all compositions of `total` into `cells` non-negative parts."""
    if cells == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, cells - 1):
            yield (first, *rest)


def partitions(total: int, cells: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yields all non-increasing compositions of `total` into `cells` parts, the first at most `largest`."""
    if cells == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        if first * cells < total:
            return
        for rest in partitions(total - first, cells - 1, first):
            yield (first, *rest)


def two_sided_p_value(z: float) -> float:
    """Returns the two-sided p-value of a standard normal deviate."""
    return math.erfc(abs(z) / math.sqrt(2))


def holm_correction(p_values: Sequence[float]) -> list[float]:
    """Applies Holm's correction to multiple p-values (Holm 1979); returns them in input order."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [0.0] * len(p_values)
    running_max = 0.0
    for rank, index in enumerate(order):
        running_max = max(running_max, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = running_max
    return corrected


def add_shares(rows: Rows, hits: str, trials: str, name: str = "", total: int | None = None) -> Rows:
    """Adds the share of `hits` and its 95 % interval to rows, as `share`, `low`, `high` (or `NAME_share` ...).

    `trials` is a column of the row; `total` is used instead if all rows have the same number.
    """
    prefix = f"{name}_" if name else ""
    for row in rows:
        count = int(row[trials]) if total is None else total
        low, high = wilson_interval(int(row[hits] or 0), count)
        share = round_value(int(row[hits] or 0) / count) if count else None
        row.update({f"{prefix}share": share, f"{prefix}low": round_value(low), f"{prefix}high": round_value(high)})
    return rows


def round_p_value(value: float) -> float:
    """Rounds a probability to six significant digits."""
    return float(f"{value:.6g}")


def round_value(value: float) -> float:
    """Rounds a number to six decimals."""
    return round(value, 6)

"""Intervals and tests: Wilson's interval of a share, chi-square, Holm's correction."""

from __future__ import annotations

import math

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


def holm(chances: list[float]) -> list[float]:
    """Holm's correction of many p-values, in the order given (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    made = [0.0] * len(chances)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[place]))
        made[place] = least
    return made


def figure(value: float) -> float:
    """A number as it is shown: six decimals."""
    return round(value, 6)

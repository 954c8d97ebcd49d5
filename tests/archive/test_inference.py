"""Exact tests of fairness, chances of conquests, and how small chances are shown."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from plancia_archive.facts import odds
from plancia_archive.statistics.inference import (
    chi_square,
    chi_square_tail,
    exact_p_value,
    exact_p_value_uniform,
    fairness_test,
    round_p_value,
)


def test_exact_tests_are_those_of_all_outcomes() -> None:
    for observed in ([2, 0, 1, 0, 1, 0], [1, 1, 1, 1, 0, 0], [4, 0, 0, 0, 0, 0]):
        value, _ = chi_square(observed, [1 / 6] * 6)
        outcomes = [[faces.count(face) for face in range(6)] for faces in product(range(6), repeat=4)]
        as_great = sum(chi_square(counts, [1 / 6] * 6)[0] >= value - 1e-9 for counts in outcomes)
        assert exact_p_value_uniform(tuple(sorted(observed))) == pytest.approx(as_great / 6**4)
        assert exact_p_value(tuple(observed), (1 / 6,) * 6) == pytest.approx(as_great / 6**4)
    assert fairness_test([10, 12, 9, 11, 8, 10], [1 / 6] * 6)[2] == "chi-square"
    value, p, test = fairness_test([6, 3, 4, 3, 4, 5], [1 / 6] * 6)
    assert test == "exact" and p == pytest.approx(chi_square_tail(value, 5), abs=0.05)
    assert fairness_test([0, 2], [21 / 36, 15 / 36])[1] == pytest.approx(float(Fraction(15, 36) ** 2))


def test_decimal_odds_are_the_exact_ones() -> None:
    for most, usable, defenders in product((2, 3), range(1, 9), range(1, 9)):
        assert odds.conquest_chance(usable, defenders, most) == pytest.approx(
            float(odds.conquest_odds(usable, defenders, most))
        )
    mean, spread = odds.scaled_moments(3, 3)
    assert Fraction(mean, odds.SCALE) == Fraction(-3 * 17871 - 12348 + 10017 + 3 * 6420, 46656)
    assert Fraction(spread, odds.SCALE**2) == odds.variance(3, 3)


def test_small_chances_are_not_shown_as_nothing() -> None:
    assert round_p_value(1.23456789e-12) == 1.23457e-12 and round_p_value(0.5) == 0.5 and round_p_value(0.0) == 0.0

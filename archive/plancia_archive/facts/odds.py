"""Exact odds of throws and assaults, by enumeration, as fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any


@cache
def throw(attack: int, defence: int) -> dict[tuple[int, int], Fraction]:
    """Chance of each (attacker loses, defender loses) of one throw with so many dice (1..3 each)."""
    counts: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=attack + defence):
        mine = sorted(faces[:attack], reverse=True)
        yours = sorted(faces[attack:], reverse=True)
        lost = sum(a <= d for a, d in zip(mine, yours, strict=False))
        key = (lost, min(attack, defence) - lost)
        counts[key] = counts.get(key, 0) + 1
    return {key: Fraction(count, 6 ** (attack + defence)) for key, count in sorted(counts.items())}


@cache
def conquest(usable: int, defenders: int, most: int = 3) -> Fraction:
    """Chance to conquer attacking to the end: `usable` armies (those beyond the one that stays), full defence."""
    if defenders <= 0:
        return Fraction(1)
    if usable <= 0:
        return Fraction(0)
    chances = throw(min(3, usable), min(most, defenders))
    return sum(
        (chance * conquest(usable - lost, defenders - killed, most) for (lost, killed), chance in chances.items()),
        Fraction(0),
    )


@cache
def expected(attack: int, defence: int) -> tuple[Fraction, Fraction]:
    """Mean losses of attacker and defender in one throw."""
    chances = throw(attack, defence)
    return (
        sum((lost * chance for (lost, _), chance in chances.items()), Fraction(0)),
        sum((killed * chance for (_, killed), chance in chances.items()), Fraction(0)),
    )


@cache
def variance(attack: int, defence: int) -> Fraction:
    """Variance of (defender's losses - attacker's losses) in one throw."""
    lost, killed = expected(attack, defence)
    mean = killed - lost
    return sum((chance * (d - a - mean) ** 2 for (a, d), chance in throw(attack, defence).items()), Fraction(0))


SCALE = 6**6  # every chance of a throw of at most six dice is a whole number of these parts


@cache
def scaled(attack: int, defence: int) -> tuple[int, int]:
    """Mean of (defender's losses - attacker's losses) in parts of SCALE and its variance in parts of SCALE squared."""
    lost, killed = expected(attack, defence)
    return int((killed - lost) * SCALE), int(variance(attack, defence) * SCALE * SCALE)


@cache
def chance(usable: int, defenders: int, most: int = 3) -> float:
    """As `conquest`, as a decimal: the fractions of large armies grow without end."""
    if defenders <= 0:
        return 1.0
    if usable <= 0:
        return 0.0
    return math.fsum(
        float(share) * chance(usable - lost, defenders - killed, most)
        for (lost, killed), share in throw(min(3, usable), min(most, defenders)).items()
    )


def answer(attackers: int, defenders: int, defence: int = 3) -> dict[str, Any]:
    """The odds of an attack as data: of one throw and of going on to the end, as exact fractions."""
    whole = conquest(attackers, defenders, defence)
    return {
        "attackers": attackers, "defenders": defenders, "defence": defence,
        "throw": [
            {"attack_losses": lost, "defence_losses": killed, "chance": str(chance), "decimal": round(float(chance), 6)}
            for (lost, killed), chance in throw(min(3, attackers), min(defence, defenders)).items()
        ],
        "conquest": str(whole), "conquest_decimal": round(float(whole), 6),
    }  # fmt: skip

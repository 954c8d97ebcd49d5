"""Exact odds of throws and assaults, as fractions, by enumeration of all dice."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypedDict

from plancia_replay import RuleSet

MAX_ARMIES = 60  # larger assaults are not counted: the tables of odds end here


@cache
def throw_odds(attack: int, defence: int) -> dict[tuple[int, int], Fraction]:
    """Returns the probability of each (attacker's losses, defender's losses) of one throw, with 1..3 dice each."""
    counts: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=attack + defence):
        attack_faces = sorted(faces[:attack], reverse=True)
        defence_faces = sorted(faces[attack:], reverse=True)
        attack_losses = sum(a <= d for a, d in zip(attack_faces, defence_faces, strict=False))
        key = (attack_losses, min(attack, defence) - attack_losses)
        counts[key] = counts.get(key, 0) + 1
    return {key: Fraction(count, 6 ** (attack + defence)) for key, count in sorted(counts.items())}


@cache
def conquest_odds(usable: int, defenders: int, max_dice: int = 3) -> Fraction:
    """Returns the probability of a conquest by an attack that is never broken off.

    `usable` are the attacking armies without the one that stays, `max_dice` the most dice of the defence.
    """
    if defenders <= 0:
        return Fraction(1)
    if usable <= 0:
        return Fraction(0)
    chances = throw_odds(min(3, usable), min(max_dice, defenders))
    return sum(
        (
            chance * conquest_odds(usable - lost, defenders - killed, max_dice)
            for (lost, killed), chance in chances.items()
        ),
        Fraction(0),
    )


@cache
def expected_losses(attack: int, defence: int) -> tuple[Fraction, Fraction]:
    """Returns the expected losses of attacker and defender in one throw."""
    chances = throw_odds(attack, defence)
    return (
        sum((lost * chance for (lost, _), chance in chances.items()), Fraction(0)),
        sum((killed * chance for (_, killed), chance in chances.items()), Fraction(0)),
    )


@cache
def variance(attack: int, defence: int) -> Fraction:
    """Variance of (defender's losses - attacker's losses) in one throw."""
    lost, killed = expected_losses(attack, defence)
    mean = killed - lost
    return sum((chance * (d - a - mean) ** 2 for (a, d), chance in throw_odds(attack, defence).items()), Fraction(0))


SCALE = 6**6  # every probability of a throw of at most six dice is a multiple of 1 / SCALE


@cache
def scaled_moments(attack: int, defence: int) -> tuple[int, int]:
    """Returns the mean of (defender's losses - attacker's losses) times SCALE, and its variance times SCALE squared."""
    lost, killed = expected_losses(attack, defence)
    return int((killed - lost) * SCALE), int(variance(attack, defence) * SCALE * SCALE)


@cache
def conquest_chance(usable: int, defenders: int, max_dice: int = 3) -> float:
    """Computes `conquest_odds` in floating point: fractions of large armies become too long."""
    if defenders <= 0:
        return 1.0
    if usable <= 0:
        return 0.0
    return math.fsum(
        float(probability) * conquest_chance(usable - lost, defenders - killed, max_dice)
        for (lost, killed), probability in throw_odds(min(3, usable), min(max_dice, defenders)).items()
    )


def max_defence_dice(rules: RuleSet) -> int:
    """Returns the maximum number of defence dice under a rule-set; three without such a rule (EG-08)."""
    return next((int(rule.most) for rule in rules.rules if rule.NAME == "attack.defender_dice"), 3)  # type: ignore[attr-defined]


class LossProbability(TypedDict):
    attack_losses: int
    defence_losses: int
    chance: str
    decimal: float


class Odds(TypedDict):
    attackers: int
    defenders: int
    defence: int
    throw: list[LossProbability]
    conquest: str
    conquest_decimal: float


def odds_json(attackers: int, defenders: int, defence: int = 3) -> Odds:
    """Returns the odds of an attack in JSON form: of one throw and of a conquest, as exact fractions and decimals."""
    probability = conquest_odds(attackers, defenders, defence)
    return {
        "attackers": attackers, "defenders": defenders, "defence": defence,
        "throw": [
            {"attack_losses": lost, "defence_losses": killed, "chance": str(chance), "decimal": round(float(chance), 6)}
            for (lost, killed), chance in throw_odds(min(3, attackers), min(defence, defenders)).items()
        ],
        "conquest": str(probability), "conquest_decimal": round(float(probability), 6),
    }  # fmt: skip

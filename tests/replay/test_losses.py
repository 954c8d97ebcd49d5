"""The losses of every throw, against a reckoning with lists of faces."""

from __future__ import annotations

from itertools import combinations_with_replacement

from plancia_replay.rules.combat.losses import losses


def codes() -> list[tuple[int, list[int]]]:
    """Every way to throw one to three dice, sorted down, with its code."""
    found = []
    for count in (1, 2, 3):
        for faces in combinations_with_replacement([6, 5, 4, 3, 2, 1], count):
            found.append((int("".join(map(str, faces)).ljust(3, "0")), list(faces)))
    return found


def test_every_throw_costs_what_its_pairs_say() -> None:
    for _ in range(2):  # the second time from what was kept
        for one, mine in codes():
            for two, yours in codes():
                slain = sum(a > b for a, b in zip(mine, yours, strict=False))
                lost = min(len(mine), len(yours)) - slain
                assert losses(one, two) == lost * 1000 + slain


def test_dice_that_are_not_told_cost_nothing_known() -> None:
    for code in (-1, 1000, 3000):
        assert losses(code, 640) == losses(640, code) == -1

"""Typed values of facts: the type says how a number of a finding is printed.

A plain value is printed as it is; a negative integer is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plancia_events.names import ACTOR_LETTERS


class Land(NamedTuple):
    """A territory by its number; below 0: none."""

    number: int


class Lands(NamedTuple):
    """Territories by their numbers."""

    numbers: Sequence[int]


class Colour(NamedTuple):
    """A colour, or another actor, by its number; below 0: nobody."""

    number: int


class Colours(NamedTuple):
    """Colours by their numbers, in significant order."""

    numbers: Sequence[int]


class Card(NamedTuple):
    """A card by its number; below 0: unknown."""

    number: int


class Cards(NamedTuple):
    """Cards by their numbers."""

    numbers: Sequence[int]


class Figures(NamedTuple):
    """Figures of cards by their numbers: infantry, cavalry, cannon, jolly; below 0: hidden."""

    numbers: Sequence[int]


class Continent(NamedTuple):
    """A continent of the board in play by its number."""

    number: int


class Half(NamedTuple):
    """Points in half units."""

    halves: int


class Account(NamedTuple):
    """The account of armies due: lines `what=armies`, where `continent:NUMBER` names a continent."""

    lines: Sequence[str]


class Objective(NamedTuple):
    """An objective by its name in the record, which is not translated."""

    word: str


class Ending(NamedTuple):
    """The reason why a game ended, as a word of the notation."""

    reason: str


def players_facts(colours: list[int], wording: str = "") -> dict[str, object]:
    """Facts of a finding on one or more players: the first, and where they are several all of them as letters.

    The wording is then that for `several`.
    """
    facts: dict[str, object] = {"player": Colour(colours[0] if colours else -1)}
    if wording:
        facts["wording"] = wording
    if len(colours) > 1:
        facts["players"] = " ".join(ACTOR_LETTERS[colour] for colour in colours)
        facts["wording"] = f"{wording}_several" if wording else "several"
    return facts

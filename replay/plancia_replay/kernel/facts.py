"""Typed values of facts: the type says how a number of a finding is printed.

A plain value is printed as it is; a negative integer is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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

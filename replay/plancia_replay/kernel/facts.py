"""Typed values of facts: what a number in a finding stands for, so that it is written out by its type.

A plain value stands for itself; a negative whole number is one that is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Land(NamedTuple):
    """A territory by its number; none below 0."""

    number: int


class Lands(NamedTuple):
    """Territories by their numbers."""

    numbers: Sequence[int]


class Colour(NamedTuple):
    """A colour, or another actor, by its number; nobody below 0."""

    number: int


class Colours(NamedTuple):
    """Colours by their numbers, in an order that matters."""

    numbers: Sequence[int]


class Card(NamedTuple):
    """A card by its number; not known below 0."""

    number: int


class Cards(NamedTuple):
    """Cards by their numbers."""

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
    """An objective by its name in the record, which is no word of any language."""

    word: str


class Ending(NamedTuple):
    """Why a game ended, by the word of the notation."""

    reason: str

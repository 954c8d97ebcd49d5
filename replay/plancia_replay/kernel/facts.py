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


class Continents(NamedTuple):
    """Continents of the board in play by their numbers."""

    numbers: Sequence[int]


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


def wording_facts(wording: str, is_several: bool) -> dict[str, object]:
    """The wording of a finding, if it has one; with `several` where it names more than one."""
    words = [word for word in (wording, "several" if is_several else "") if word]
    return {"wording": "_".join(words)} if words else {}


def players_facts(colours: list[int], wording: str = "", counts: Sequence[int] = ()) -> dict[str, object]:
    """Facts of a finding on one or more players: the first, and where they are several all, with a number of each."""
    facts = {"player": Colour(colours[0] if colours else -1), **wording_facts(wording, len(colours) > 1)}
    if len(colours) > 1:
        facts["players"] = " ".join(ACTOR_LETTERS[colour] for colour in colours)
        if counts:
            facts["counts"] = numbers_text(list(counts))
    return facts


def lands_facts(lands: list[int], wording: str = "") -> dict[str, object]:
    """Facts of a finding on one or more territories: the first, and where they are several all of them."""
    facts = {"territory": Land(lands[0] if lands else -1), **wording_facts(wording, len(lands) > 1)}
    return {**facts, "lands": Lands(lands)} if len(lands) > 1 else facts


def numbers_text(numbers: list[int]) -> str:
    """Numbers of several players or territories in the order in which these are told."""
    return ", ".join([str(number) for number in numbers])

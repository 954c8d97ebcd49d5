"""Texts of the drawn board in both languages: names, owners of territories, the description for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from plancia_data import in_language, words
from plancia_replay.text.sentences import place_names

COLOUR_LETTERS = "RBGYNV"


@dataclass(frozen=True)
class Wording:
    """Names of territories by code and of owners by letter, and the other texts of a drawing in one language."""

    lang: str
    title: str
    places: dict[str, str]
    owners: dict[str, str]
    marks: dict[str, str]  # of the colours, on discs
    nobody: str
    territories: tuple[str, str]
    armies: tuple[str, str]
    short: tuple[str, str]


@cache
def wording(lang: str) -> Wording:
    """Returns the texts in a language."""
    texts = words(lang)
    owners = {letter: str(texts[f"colour.{letter}"]) for letter in (*COLOUR_LETTERS, "-")}
    return Wording(
        lang=lang,
        title=in_language(lang, "Tabellone", "Board"),
        places=place_names(lang),
        owners=owners,
        marks=initials({letter: owners[letter] for letter in COLOUR_LETTERS}),
        nobody=in_language(lang, "di nessuno", "held by nobody"),
        territories=(in_language(lang, "territorio", "territory"), in_language(lang, "territori", "territories")),
        armies=(in_language(lang, "armata", "army"), in_language(lang, "armate", "armies")),
        short=(in_language(lang, "terr.", "terr."), in_language(lang, "arm.", "arm.")),
    )


def initials(named_colours: Mapping[str, str]) -> dict[str, str]:
    """The first letters of each colour's name with which no other of them begins, for discs and swatches."""
    names = list(named_colours.values())

    def initial(name: str) -> str:
        begins = (name[:length] for length in range(1, len(name)))
        return next((begin for begin in begins if sum(other.startswith(begin) for other in names) == 1), name)

    return {letter: initial(name) for letter, name in named_colours.items()}


def with_noun(number: int, forms: tuple[str, str]) -> str:
    """Returns a number with its noun in singular or plural, which are the two `forms`."""
    return f"{number} {forms[0] if number == 1 else forms[1]}"


def owner_description(owner: str, armies: int, texts: Wording) -> str:
    """Returns the owner and the armies of a territory as text."""
    if owner not in texts.owners:
        return texts.nobody
    return f"{texts.owners[owner]}, {with_noun(armies, texts.armies)}"


def totals_by_owner(position: Mapping[str, Sequence[Any]]) -> dict[str, tuple[int, int]]:
    """Returns numbers of territories and armies by owner's letter, in the order of colours, without eliminated ones."""
    totals = {}
    for letter in (*COLOUR_LETTERS, "-"):
        armies_held = [int(armies) for owner, armies in position.values() if owner == letter]
        if armies_held:
            totals[letter] = len(armies_held), sum(armies_held)
    return totals


def position_description(position: Mapping[str, Sequence[Any]], texts: Wording) -> str:
    """Returns the description of a position: territories and armies of each owner."""
    parts = [
        f"{texts.owners[letter]}: {with_noun(territories, texts.territories)}, {with_noun(armies, texts.armies)}"
        for letter, (territories, armies) in totals_by_owner(position).items()
    ]
    return "; ".join(parts) or texts.nobody

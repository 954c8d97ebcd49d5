"""The words of the drawn board: names, who holds what, and the description for a screen reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from plancia_data import in_language, words
from plancia_replay.text.sentences import place_names

LETTERS = "RBGYNV"


@dataclass(frozen=True)
class Wording:
    """Names of territories by code and of owners by letter, and the other texts of a drawing in one language."""

    lang: str
    title: str
    places: dict[str, str]
    owners: dict[str, str]
    nobody: str
    territories: tuple[str, str]
    armies: tuple[str, str]
    short: tuple[str, str]


@cache
def wording(lang: str) -> Wording:
    """The words in a language."""
    texts = words(lang)
    owners = {letter: str(texts[f"colour.{letter}"]) for letter in (*LETTERS, "-")}
    return Wording(
        lang=lang,
        title=in_language(lang, "Tabellone", "Board"),
        places=place_names(lang),
        owners=owners,
        nobody=in_language(lang, "di nessuno", "held by nobody"),
        territories=(in_language(lang, "territorio", "territory"), in_language(lang, "territori", "territories")),
        armies=(in_language(lang, "armata", "army"), in_language(lang, "armate", "armies")),
        short=(in_language(lang, "terr.", "terr."), in_language(lang, "arm.", "arm.")),
    )


def counted(number: int, forms: tuple[str, str]) -> str:
    """A number with its noun."""
    return f"{number} {forms[0] if number == 1 else forms[1]}"


def holding(owner: str, armies: int, texts: Wording) -> str:
    """Who holds a territory, with how many armies."""
    if owner not in texts.owners:
        return texts.nobody
    return f"{texts.owners[owner]}, {counted(armies, texts.armies)}"


def totals(position: Mapping[str, Sequence[Any]]) -> dict[str, tuple[int, int]]:
    """Territories and armies by owner's letter, of the owners that hold something, in the order of the colours."""
    found = {}
    for letter in (*LETTERS, "-"):
        held = [int(armies) for owner, armies in position.values() if owner == letter]
        if held:
            found[letter] = len(held), sum(held)
    return found


def summary(position: Mapping[str, Sequence[Any]], texts: Wording) -> str:
    """The description: territories and armies of every owner."""
    parts = [
        f"{texts.owners[letter]}: {counted(lands, texts.territories)}, {counted(armies, texts.armies)}"
        for letter, (lands, armies) in totals(position).items()
    ]
    return "; ".join(parts) or texts.nobody

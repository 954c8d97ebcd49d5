"""The legend of colour letters, one line under output that has them: G is green, V is violet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

COLOUR_LETTERS = "RBGYNV-*A"
COLOUR_COLUMNS = ("actor", "colour", "colours", "from", "to", "turn", "winner", "winners")  # columns of letters


def format_legend(letters: Iterable[str], lang: str) -> str:
    """Each letter with its word, in the order of the notation; "" if no letter is a colour."""
    from plancia_data import messages, words

    letters_present = set(letters)
    names = words(lang)
    entries = [
        f"{letter} {names[f'colour.{letter}'].lower()}" for letter in COLOUR_LETTERS if letter in letters_present
    ]
    if not letters_present & set(COLOUR_LETTERS[:6]):  # a dash alone needs no legend
        return ""
    return str(messages("cli", lang)["legend"]).format(letters=", ".join(entries))


def letters_in(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> set[str]:
    """The colour letters in a table's columns of letters."""
    letters: set[str] = set()
    for column in columns:
        if column in COLOUR_COLUMNS:
            values = {str(row.get(column) or "") if not isinstance(row.get(column), list) else " ".join(row[column])
                      for row in rows}  # fmt: skip
            words = {part for value in values for part in value.split()}
            if words.issubset(COLOUR_LETTERS):
                letters |= words
    return letters

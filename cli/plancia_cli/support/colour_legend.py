"""What the letters of colours mean, in one line under output that shows them: G is green, V is violet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

LETTERS = "RBGYNV-*A"
COLUMNS = ("actor", "colour", "colours", "from", "to", "turn", "winner", "winners")  # of tables, where letters stand


def legend(letters: Iterable[str], lang: str) -> str:
    """Each letter with its word, in the order of the notation; "" where there is none."""
    from plancia_data import messages, words

    shown = set(letters)
    names = words(lang)
    told = [f"{letter} {names[f'colour.{letter}'].lower()}" for letter in LETTERS if letter in shown]
    if not shown & set(LETTERS[:6]):  # a dash alone says nothing
        return ""
    return str(messages("cli", lang)["legend"]).format(letters=", ".join(told))


def letters_in(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> set[str]:
    """The letters of colours in the columns of a table that hold such."""
    found: set[str] = set()
    for column in columns:
        if column in COLUMNS:
            values = {str(row.get(column) or "") if not isinstance(row.get(column), list) else " ".join(row[column])
                      for row in rows}  # fmt: skip
            parts = {part for value in values for part in value.split()}
            if parts <= set(LETTERS):
                found |= parts
    return found

"""Upper and lower case of ASCII, which is that of the notation: no other letter becomes one of A to Z."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)
SMALL_LETTERS = str.maketrans(ascii_uppercase, ascii_lowercase)


def upper(text: str) -> str:
    """The text with a to z in capitals; other letters stay, as the long s does, which `str.upper` makes an S."""
    return text.upper() if text.isascii() else text.translate(CAPITALS)


def lower(text: str) -> str:
    """The text with A to Z in small letters; other letters stay."""
    return text.lower() if text.isascii() else text.translate(SMALL_LETTERS)

"""Figures of many games summed at once: those of a game are the lanes of one whole number, and numbers are added whole.

Adding two numbers adds all their lanes, a hundred or two for the price of one, as long as no lane runs over into the
next. One byte of every lane is left free for that, so that 256 numbers can be added before they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from struct import unpack

CODES = {2: "H", 4: "I", 8: "Q"}  # how a lane of so many bytes is read
MAX_SUMMANDS = 256  # numbers that may be added: the greatest figure times so many still fits its lane


def packed(figures: Sequence[int]) -> tuple[int, bytes]:
    """The bytes of a lane (2, 4, 8) and the lanes of these figures, the first in the highest bytes.

    Raises OverflowError for a figure below 0 or of more than seven bytes.
    """
    width = next((width for width in CODES if max(figures, default=0) < 256 ** (width - 1)), 8)
    if max(figures, default=0) >= 256**7:
        raise OverflowError(max(figures))
    return width, b"".join(figure.to_bytes(width) for figure in figures)


def summed(numbers: Sequence[bytes], width: int) -> list[int]:
    """The sums of the lanes of numbers that have as many, of this width."""
    length = len(numbers[0]) if numbers else 0
    total = [0] * (length // width)
    for start in range(0, len(numbers), MAX_SUMMANDS):
        whole = sum(map(int.from_bytes, numbers[start : start + MAX_SUMMANDS]))
        lanes = unpack(f">{len(total)}{CODES[width]}", whole.to_bytes(length))
        total = list(map(add, total, lanes))
    return total

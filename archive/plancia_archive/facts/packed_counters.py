"""A game's counters packed into one big integer; adding the integers of many games adds all counters at once (SWAR).

One addition sums a hundred or two lanes, as long as no lane overflows into the next. One byte of each lane is kept
free, so 256 integers can be added before the lanes are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from struct import unpack

STRUCT_CODE_BY_WIDTH = {2: "H", 4: "I", 8: "Q"}  # struct code of a lane, by its width in bytes
MAX_SUMMANDS = 256  # integers that may be added before a lane can overflow


def pack_counters(figures: Sequence[int]) -> tuple[int, bytes]:
    """Packs counters: lane width in bytes (2, 4, 8) and the lanes, big-endian, first counter first.

    Raises OverflowError for a counter below 0 or of more than seven bytes.
    """
    width = next((width for width in STRUCT_CODE_BY_WIDTH if max(figures, default=0) < 256 ** (width - 1)), 8)
    if max(figures, default=0) >= 256**7:
        raise OverflowError(max(figures))
    return width, b"".join(figure.to_bytes(width) for figure in figures)


def sum_packed(numbers: Sequence[bytes], width: int) -> list[int]:
    """Sums packed counters of equal length and lane width, lane by lane."""
    length = len(numbers[0]) if numbers else 0
    total = [0] * (length // width)
    for start in range(0, len(numbers), MAX_SUMMANDS):
        integer_sum = sum(map(int.from_bytes, numbers[start : start + MAX_SUMMANDS]))
        lanes = unpack(f">{len(total)}{STRUCT_CODE_BY_WIDTH[width]}", integer_sum.to_bytes(length))
        total = list(map(add, total, lanes))
    return total

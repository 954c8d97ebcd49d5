"""Memo tables for the interpreted kernel: a dict lookup costs a third of a function call. Unused when compiled."""

from __future__ import annotations

from collections.abc import Callable

MAX_ENTRIES = 8192


class Memo(dict[int, int]):
    """Memoises a function of one integer for the first `MAX_ENTRIES` arguments; look up by `memo[number]`."""

    def __init__(self, function: Callable[[int], int]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, number: int) -> int:
        result = self.function(number)
        if len(self) < MAX_ENTRIES:
            self[number] = result
        return result

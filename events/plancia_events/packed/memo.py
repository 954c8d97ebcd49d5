"""Answers kept for plain Python, where to ask a table costs a third of a call. Beside the compiled kernel."""

from __future__ import annotations

from collections.abc import Callable

MOST = 8192


class Memo(dict[int, int]):
    """What a function says of a number, worked out once for each of the first `MOST` numbers; asked by `[number]`."""

    def __init__(self, ask: Callable[[int], int]) -> None:
        super().__init__()
        self.ask = ask

    def __missing__(self, number: int) -> int:
        said = self.ask(number)
        if len(self) < MOST:
            self[number] = said
        return said

"""Packed events in memory: eight integers a row, lists and words beside them. Part of the compiled kernel.

Where the kernel runs as plain Python a list stands in for each vector: it does all that is asked of a vector here,
and an interpreter reads and writes it in half the time.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

WIDTH = 8


def empty() -> vec[i64]:
    """No integers yet."""
    if COMPILED:
        return vec[i64]()
    plain: Any = []
    made: vec[i64] = plain
    return made


COMPILED: Final = not hasattr(empty, "__code__")  # only a function of plain Python carries its bytecode
GROWTH: Final = vec[i64]([0] * 512)


def added(values: vec[i64], value: i64) -> vec[i64]:
    """The integers with one more behind them; use only what it returns."""
    if COMPILED:
        return append(values, value)
    plain: Any = values
    plain.append(value)
    return values


class Log:
    """Rows [op, actor, a, b, c, d, n, x]; `extra` holds lists that rows point into, `words` their texts.

    There are `count` rows; behind them `rows` may hold room for more.
    """

    def __init__(self) -> None:
        self.rows = empty()
        self.extra = empty()
        self.words: list[str] = []
        self.count: i64 = 0

    def reset(self) -> Log:
        """This log for another game: nothing in it, but room where its rows were. Nobody else may hold it."""
        if not COMPILED:
            self.rows = empty()
        self.extra = empty()
        self.words = []
        self.count = 0
        return self

    def add(self, op: i64, actor: i64, a: i64, b: i64, c: i64, d: i64, n: i64, x: i64) -> None:
        """Appends one row."""
        base = self.count * 8
        self.count += 1
        if not COMPILED:
            plain: Any = self.rows
            plain += (op, actor, a, b, c, d, n, x)
            return
        rows = self.rows
        if base >= len(rows):  # room for many rows in one call, then plain stores
            rows = extend(rows, GROWTH)
            self.rows = rows
        rows[base] = op
        rows[base + 1] = actor
        rows[base + 2] = a
        rows[base + 3] = b
        rows[base + 4] = c
        rows[base + 5] = d
        rows[base + 6] = n
        rows[base + 7] = x

    def add_list(self, values: list[int]) -> int:
        """Appends values to `extra` and returns where they begin."""
        start = len(self.extra)
        extra = self.extra
        for value in values:
            extra = added(extra, value)
        self.extra = extra
        return start

    def push(self, value: i64) -> None:
        """Appends one value to `extra`."""
        self.extra = added(self.extra, value)

    def cut(self, start: i64) -> None:
        """Forgets the values of `extra` from `start` on: a line was given up after some were kept."""
        self.extra = self.extra[0:start]

    def add_word(self, word: str) -> int:
        """Keeps a text and returns its index."""
        self.words.append(word)
        return len(self.words) - 1

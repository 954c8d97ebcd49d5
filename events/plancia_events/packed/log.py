"""Packed events in memory: rows of eight integers, with lists and words beside them. Part of the compiled kernel.

In plain Python a list replaces each vector: the operations are the same, and access takes half the time.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

ROW_WIDTH = 8


def empty_vector() -> vec[i64]:
    """An empty vector, or an empty list in plain Python."""
    if COMPILED:
        return vec[i64]()
    values: Any = []
    vector: vec[i64] = values
    return vector


COMPILED: Final = not hasattr(empty_vector, "__code__")  # only interpreted functions have bytecode
GROWTH: Final = vec[i64]([0] * 512)


def append_value(values: vec[i64], value: i64) -> vec[i64]:
    """Appends a value to a vector; the argument must not be used afterwards, only the result."""
    if COMPILED:
        return append(values, value)
    items: Any = values
    items.append(value)
    return values


class Log:
    """Rows [op, actor, a, b, c, d, n, x]; rows refer to lists in `extra` and to texts in `words` by index.

    There are `count` rows; `rows` may have spare capacity after them.
    """

    def __init__(self) -> None:
        self.rows = empty_vector()
        self.extra = empty_vector()
        self.words: list[str] = []
        self.count: i64 = 0

    def reset(self) -> Log:
        """Empties the log for another game and returns it; the capacity is reused, so nothing else may refer to it."""
        if not COMPILED:
            self.rows = empty_vector()
        self.extra = empty_vector()
        self.words = []
        self.count = 0
        return self

    def copy(self) -> Log:
        """Returns another log with the same rows."""
        log = Log()
        log.rows = self.rows[0 : self.count * 8]
        log.extra = self.extra[0 : len(self.extra)]
        log.words = list(self.words)
        log.count = self.count
        return log

    def add(self, op: i64, actor: i64, a: i64, b: i64, c: i64, d: i64, n: i64, x: i64) -> None:
        """Appends one row."""
        base = self.count * 8
        self.count += 1
        if not COMPILED:
            items: Any = self.rows
            items += (op, actor, a, b, c, d, n, x)
            return
        rows = self.rows
        if base >= len(rows):  # grow by many rows at once; each row is then eight plain stores
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
        """Appends values to `extra` and returns the index of the first."""
        start = len(self.extra)
        extra = self.extra
        for value in values:
            extra = append_value(extra, value)
        self.extra = extra
        return start

    def push(self, value: i64) -> None:
        """Appends one value to `extra`."""
        self.extra = append_value(self.extra, value)

    def truncate(self, start: i64) -> None:
        """Drops the values of `extra` from `start` on, after a line that does not match."""
        self.extra = self.extra[0:start]

    def add_word(self, word: str) -> int:
        """Appends a text and returns its index."""
        self.words.append(word)
        return len(self.words) - 1

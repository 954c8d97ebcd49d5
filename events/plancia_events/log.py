"""Packed events in memory: eight integers a row, lists and words beside them. Part of the compiled kernel."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

WIDTH = 8


class Log:
    """Rows [op, actor, a, b, c, d, n, x]; `extra` holds lists that rows point into, `words` their texts."""

    def __init__(self) -> None:
        self.rows = vec[i64]()
        self.extra = vec[i64]()
        self.words: list[str] = []
        self.count: i64 = 0

    def add(self, op: i64, actor: i64, a: i64, b: i64, c: i64, d: i64, n: i64, x: i64) -> None:
        """Appends one row."""
        rows = self.rows
        rows = append(rows, op)
        rows = append(rows, actor)
        rows = append(rows, a)
        rows = append(rows, b)
        rows = append(rows, c)
        rows = append(rows, d)
        rows = append(rows, n)
        self.rows = append(rows, x)
        self.count += 1

    def add_list(self, values: list[int]) -> int:
        """Appends values to `extra` and returns where they begin."""
        start = len(self.extra)
        extra = self.extra
        for value in values:
            extra = append(extra, value)
        self.extra = extra
        return start

    def push(self, value: i64) -> None:
        """Appends one value to `extra`."""
        self.extra = append(self.extra, value)

    def add_word(self, word: str) -> int:
        """Keeps a text and returns its index."""
        self.words.append(word)
        return len(self.words) - 1

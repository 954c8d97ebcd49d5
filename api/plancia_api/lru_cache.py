"""A least recently used cache that is bounded by the size of its values."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any


class LruCache:
    """A cache of at most `capacity` bytes, by the estimated sizes of its values; safe for several threads.

    Two threads that miss the same key both compute the value; the lock is never held during a computation.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.used = 0
        self.values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self.lock = threading.Lock()
        self.stamp = ""

    def require(self, stamp: str) -> None:
        """Drops all values that were stored under another stamp: a digest of what none of the keys has."""
        with self.lock:
            if stamp != self.stamp:
                self.values.clear()
                self.used, self.stamp = 0, stamp

    def get(self, key: Hashable) -> Any:
        """Returns the value, None on a miss."""
        with self.lock:
            if key not in self.values:
                return None
            self.values.move_to_end(key)
            return self.values[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Stores a value of about `size` bytes; one larger than a quarter of the capacity is not stored."""
        if size > self.capacity // 4:
            return
        with self.lock:
            self.used += size - self.values.pop(key, (None, 0))[1]
            self.values[key] = value, size
            while self.used > self.capacity:
                self.used -= self.values.popitem(last=False)[1][1]

"""Leases of writers: which device records a game, while others follow. They are kept in memory, not in the archive.

A lease is a courtesy between devices at one table. What keeps two of them from writing over each other is the version
in `If-Match`; so a restart of the server, which forgets leases, loses nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from plancia_api.app_keys import AppKey

LEASE_SECONDS = 15 * 60  # without a sign of the device: longer than a locked screen, shorter than an evening
MAX_LEASES = 10_000  # beyond it the oldest are forgotten


@dataclass(frozen=True)
class Writer:
    """The device that records a game; times in seconds since 1970."""

    device: str
    kind: str
    since: float
    seen: float


class WriterLeases:
    """The writers of games, safe for several threads."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.writers: dict[str, Writer] = {}
        self.lock = threading.Lock()

    def find(self, game_id: str) -> Writer | None:
        """Returns the writer of a game; None without one, or after LEASE_SECONDS without a sign of it."""
        with self.lock:
            return self._valid(game_id)

    def claim(self, game_id: str, device: str, kind: str, take: bool = False) -> Writer:
        """Makes the device the writer where there is none, or with `take`; renews its lease. Returns the writer."""
        with self.lock:
            writer, now = self._valid(game_id), self.clock()
            if writer is None or (take and writer.device != device):
                writer = Writer(device, kind, now, now)
            elif writer.device == device:
                writer = replace(writer, seen=now)
            else:
                return writer
            self.writers.pop(game_id, None)
            self.writers[game_id] = writer  # last, so that the first is the one that was renewed longest ago
            if len(self.writers) > MAX_LEASES:
                del self.writers[next(iter(self.writers))]
            return writer

    def leave(self, game_id: str, device: str) -> Writer | None:
        """Ends the lease of the device; returns the writer, if it is another."""
        with self.lock:
            writer = self._valid(game_id)
            if writer is not None and writer.device == device:
                del self.writers[game_id]
                return None
            return writer

    def _valid(self, game_id: str) -> Writer | None:
        writer = self.writers.get(game_id)
        return writer if writer is not None and self.clock() - writer.seen < LEASE_SECONDS else None


WRITERS = AppKey[WriterLeases]("writers")

"""How often somebody may write or ask for bulk: so many a minute for each token or address, else 429."""

from __future__ import annotations

import math
import threading
import time

from flask import Flask, current_app, request

from plancia_api.problems import Problem

WRITES_A_MINUTE = 120


class Budget:
    """A bucket of permissions for each caller, filled evenly over the minute."""

    def __init__(self, a_minute: int) -> None:
        self.a_minute = a_minute
        self.left: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def take(self, caller: str) -> float:
        """Takes one permission; the seconds to wait where there is none, else 0."""
        now = time.monotonic()
        with self.lock:
            if len(self.left) > 10_000:
                self.left.clear()
            permissions, before = self.left.get(caller, (float(self.a_minute), now))
            permissions = min(float(self.a_minute), permissions + (now - before) * self.a_minute / 60)
            if permissions < 1:
                self.left[caller] = (permissions, now)
                return (1 - permissions) * 60 / self.a_minute
            self.left[caller] = (permissions - 1, now)
            return 0.0


def register(app: Flask, writes_a_minute: int) -> None:
    """Counts every write of the application."""
    app.config["PLANCIA_WRITES"] = Budget(writes_a_minute)
    app.before_request(count)


def count() -> None:
    """Takes a permission for a write. Raises Problem 429 with Retry-After."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    budget: Budget = current_app.config["PLANCIA_WRITES"]
    wait = budget.take(request.headers.get("Authorization") or request.remote_addr or "-")
    if wait > 0:
        problem = Problem("too-many", f"{math.ceil(wait)} s")
        problem.headers["Retry-After"] = str(math.ceil(wait))
        raise problem

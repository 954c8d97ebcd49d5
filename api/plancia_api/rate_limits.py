"""Rate limits for each token holder or address: writes, bulk answers, processor time; 429 beyond (RFC 6585, 4)."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from flask import Flask, Response, current_app, g, request

from plancia_api.auth import caller, current_grant
from plancia_api.problems import Problem

WRITES_A_MINUTE = 120
BULK_A_MINUTE = 60
SECONDS_A_MINUTE = 30.0  # of processor time (D-139)
BULK_AT_ONCE = 3  # fewer than the server has threads, so that bulk answers never block writes
CALLERS_MAX = 10_000  # buckets in memory; beyond it all are forgotten


class RequestBudget:
    """A token bucket of requests for each caller, refilled evenly over the minute."""

    def __init__(self, a_minute: int) -> None:
        self.a_minute = a_minute
        self.buckets: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def take(self, caller: str) -> float:
        """Takes one request from the caller's bucket; the seconds to wait where it is empty, else 0."""
        now = time.monotonic()
        with self.lock:
            if len(self.buckets) > CALLERS_MAX:
                self.buckets.clear()
            level, before = self.buckets.get(caller, (float(self.a_minute), now))
            level = min(float(self.a_minute), level + (now - before) * self.a_minute / 60)
            if level < 1:
                self.buckets[caller] = (level, now)
                return (1 - level) * 60 / self.a_minute
            self.buckets[caller] = (level - 1, now)
            return 0.0


class TimeBudget:
    """A bucket of processor seconds for each caller, refilled evenly over the minute; it may become negative."""

    def __init__(self, a_minute: float) -> None:
        self.a_minute = a_minute
        self.buckets: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def spend(self, caller: str, seconds: float) -> float:
        """Takes processor seconds from the caller's bucket; the seconds to wait until it is no longer negative."""
        now = time.monotonic()
        with self.lock:
            if len(self.buckets) > CALLERS_MAX:
                self.buckets.clear()
            level, before = self.buckets.get(caller, (self.a_minute, now))
            level = min(self.a_minute, level + (now - before) * self.a_minute / 60) - seconds
            self.buckets[caller] = level, now
            return max(0.0, -level * 60 / self.a_minute)


def register(app: Flask, writes_a_minute: int, bulk_a_minute: int, seconds_a_minute: float) -> None:
    """Counts every write and the processor time of every request; routes count bulk answers and replays themselves."""
    app.config["PLANCIA_WRITES"] = RequestBudget(writes_a_minute)
    app.config["PLANCIA_BULK"] = RequestBudget(bulk_a_minute)
    app.config["PLANCIA_WORK"] = TimeBudget(seconds_a_minute)
    app.config["PLANCIA_AT_ONCE"] = threading.BoundedSemaphore(BULK_AT_ONCE)
    app.before_request(check_limits)
    app.after_request(clear_full_disk)
    app.teardown_request(charge_time)


def check_limits() -> None:
    """Counts a write and starts the clock. Raises Problem 429 with Retry-After, 401 for an invalid token.

    An invalid token is refused before any work: with a new one for each request a client would have a new budget each
    time. Pages need no token and ignore it.
    """
    api = request.path.startswith("/api/")
    if api:
        current_grant()
    g.caller = caller() if api else f"address {request.remote_addr or '-'}"
    wait = current_app.config["PLANCIA_WORK"].spend(g.caller, 0.0)
    if wait > 0:
        raise too_many(math.ceil(wait))
    g.started = time.thread_time()
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        take(current_app.config["PLANCIA_WRITES"])


def charge_time(error: BaseException | None) -> None:
    """Charges the caller with the processor time of this thread, whatever other threads did meanwhile."""
    if "started" in g:
        current_app.config["PLANCIA_WORK"].spend(g.caller, time.thread_time() - g.pop("started"))


def clear_full_disk(answer: Response) -> Response:
    """Clears the flag of a full disk after a write that succeeded."""
    if request.method == "POST" and answer.status_code in (200, 201):
        current_app.config["PLANCIA_FULL"] = False
    return answer


def take(budget: RequestBudget) -> None:
    """Takes a request of this caller. Raises Problem 429 with Retry-After."""
    wait = budget.take(caller())
    if wait > 0:
        raise too_many(math.ceil(wait))


def take_bulk() -> Callable[[], None]:
    """Counts a bulk answer and takes one of the few places for them; returns the function that releases the place.

    Raises Problem 429 with Retry-After.
    """
    take(current_app.config["PLANCIA_BULK"])
    slots: threading.BoundedSemaphore = current_app.config["PLANCIA_AT_ONCE"]
    if not slots.acquire(blocking=False):
        raise too_many(5)
    return slots.release


def take_work() -> None:
    """Counts an answer that replays games, as a bulk answer. Raises Problem 429 with Retry-After."""
    take(current_app.config["PLANCIA_BULK"])


def too_many(seconds: int) -> Problem:
    """The Problem 429 with Retry-After in seconds (RFC 9110, 10.2.3)."""
    problem = Problem("too-many", f"{seconds} s")
    problem.headers["Retry-After"] = str(seconds)
    return problem

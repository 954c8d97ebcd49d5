"""How often somebody may write or ask for bulk: so many a minute for each token or address, else 429."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from flask import Flask, Response, current_app, g, request

from plancia_api.problems import Problem
from plancia_api.seam import caller, scopes

WRITES_A_MINUTE = 120
BULK_A_MINUTE = 60
SECONDS_A_MINUTE = 30.0  # of one processor
BULK_AT_ONCE = 3  # fewer than the threads of the server, so that bulk never keeps a table from writing


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


class Work:
    """Seconds of computing for each caller, filled evenly over the minute; who has spent them waits."""

    def __init__(self, a_minute: float) -> None:
        self.a_minute = a_minute
        self.left: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def spend(self, caller: str, seconds: float) -> float:
        """Takes so many seconds, though they were more than were left; the seconds to wait until some are there."""
        now = time.monotonic()
        with self.lock:
            if len(self.left) > 10_000:
                self.left.clear()
            left, before = self.left.get(caller, (self.a_minute, now))
            left = min(self.a_minute, left + (now - before) * self.a_minute / 60) - seconds
            self.left[caller] = left, now
            return max(0.0, -left * 60 / self.a_minute)


def register(app: Flask, writes_a_minute: int, bulk_a_minute: int, seconds_a_minute: float) -> None:
    """Counts every write of the application, every answer that is bulk or long work, and what all of them cost."""
    app.config["PLANCIA_WRITES"] = Budget(writes_a_minute)
    app.config["PLANCIA_BULK"] = Budget(bulk_a_minute)
    app.config["PLANCIA_WORK"] = Work(seconds_a_minute)
    app.config["PLANCIA_AT_ONCE"] = threading.BoundedSemaphore(BULK_AT_ONCE)
    app.before_request(count)
    app.after_request(wrote)
    app.teardown_request(spent)


def count() -> None:
    """Takes a permission for a write. Raises Problem 429 with Retry-After, 401 for a token that is not valid.

    Such a token is refused before any work: an invented one each time would be a caller with a budget of its own. On
    pages, where none is needed, it counts as none.
    """
    api = request.path.startswith("/api/")
    if api:
        scopes()
    g.caller = caller() if api else f"address {request.remote_addr or '-'}"
    wait = current_app.config["PLANCIA_WORK"].spend(g.caller, 0.0)
    if wait > 0:
        raise too_many(math.ceil(wait))
    g.begun = time.thread_time()
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        take(current_app.config["PLANCIA_WRITES"])


def spent(error: BaseException | None) -> None:
    """What a request cost is its caller's: the time of this thread alone, whoever else was served meanwhile."""
    if "begun" in g:
        current_app.config["PLANCIA_WORK"].spend(g.caller, time.thread_time() - g.pop("begun"))


def wrote(answer: Response) -> Response:
    """A write that succeeded found room."""
    if request.method == "POST" and answer.status_code in (200, 201):
        current_app.config["PLANCIA_FULL"] = False
    return answer


def take(budget: Budget) -> None:
    """Takes a permission of this caller. Raises Problem 429 with Retry-After."""
    wait = budget.take(caller())
    if wait > 0:
        raise too_many(math.ceil(wait))


def take_bulk() -> Callable[[], None]:
    """Takes a permission for a bulk answer and a place among the few at a time; gives what frees the place.

    Raises Problem 429 with Retry-After.
    """
    take(current_app.config["PLANCIA_BULK"])
    places: threading.BoundedSemaphore = current_app.config["PLANCIA_AT_ONCE"]
    if not places.acquire(blocking=False):
        raise too_many(5)
    return places.release


def take_work() -> None:
    """Takes a permission for an answer that replays games. Raises Problem 429 with Retry-After."""
    take(current_app.config["PLANCIA_BULK"])


def too_many(seconds: int) -> Problem:
    """The refusal, with the seconds to wait."""
    problem = Problem("too-many", f"{seconds} s")
    problem.headers["Retry-After"] = str(seconds)
    return problem

"""Rate limits per token name or address: writes, bulk answers and processor time; above them 429 (RFC 6585, 4).

Writes to a game with a token are counted per token and game, since the tables of an evening share one token.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, Response, current_app, g, request

from plancia_api.answer_headers import note_limit
from plancia_api.app_keys import AppKey
from plancia_api.auth import caller_key, current_grant
from plancia_api.http_methods import READ_METHODS
from plancia_api.language import language
from plancia_api.problems import DISK_FULL, Problem
from plancia_data import in_language

WRITES_PER_MINUTE = 120
TABLES_PER_TOKEN = 12  # writes to all games with one token: so many times those to one
BULK_PER_MINUTE = 60
SECONDS_PER_MINUTE = 30.0  # of processor time (D-139)
MAX_CONCURRENT_BULK = 3  # fewer than the server has threads, so that bulk answers never block writes
UNCOUNTED = (
    "recording.complete_in_game",
    "recording.complete_text",
    "opening.next_question",
    "writers.claim_writer",
)  # they store nothing and are asked at every move
COUNTED_READS = (  # reads that count against BULK_PER_MINUTE, at least in some form or with `under`
    "list_games", "list_events", "list_players", "list_verdicts", "verdicts", "score", "corrections", "search",
    "supposing", "events",
)  # fmt: skip
MAX_CALLERS = 10_000  # buckets in memory; beyond it all are forgotten


class RequestBudget:
    """A token bucket of requests per caller, refilled evenly over the minute."""

    def __init__(self, per_minute: int, name: str = "requests") -> None:
        self.per_minute = per_minute
        self.name = name  # in the header RateLimit
        self.buckets: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def take(self, caller_key: str) -> float:
        """Takes one request from the caller's bucket; returns 0, or the seconds to wait if it is empty."""
        now = time.monotonic()
        with self.lock:
            if len(self.buckets) > MAX_CALLERS:
                self.buckets.clear()
            level, updated_at = self.buckets.get(caller_key, (float(self.per_minute), now))
            level = min(float(self.per_minute), level + (now - updated_at) * self.per_minute / 60)
            if level < 1:
                self.buckets[caller_key] = (level, now)
                return (1 - level) * 60 / self.per_minute
            self.buckets[caller_key] = (level - 1, now)
            return 0.0

    def level(self, caller_key: str) -> float:
        """Returns what was left in the caller's bucket after its last request."""
        return self.buckets.get(caller_key, (float(self.per_minute), 0.0))[0]


class TimeBudget:
    """A bucket of processor seconds per caller, refilled evenly over the minute; its level may be negative."""

    def __init__(self, per_minute: float) -> None:
        self.per_minute = per_minute
        self.buckets: dict[str, tuple[float, float]] = {}
        self.lock = threading.Lock()

    def spend(self, caller_key: str, seconds: float) -> float:
        """Takes processor seconds from the caller's bucket; returns the seconds until it is no longer negative."""
        now = time.monotonic()
        with self.lock:
            if len(self.buckets) > MAX_CALLERS:
                self.buckets.clear()
            level, updated_at = self.buckets.get(caller_key, (self.per_minute, now))
            level = min(self.per_minute, level + (now - updated_at) * self.per_minute / 60) - seconds
            self.buckets[caller_key] = level, now
            return max(0.0, -level * 60 / self.per_minute)


@dataclass(frozen=True)
class Budgets:
    """What callers of an application may use: writes, writes with one token, bulk answers, processor time."""

    writes: RequestBudget
    token_writes: RequestBudget
    bulk: RequestBudget
    processor_time: TimeBudget
    bulk_slots: threading.BoundedSemaphore


BUDGETS = AppKey[Budgets]("budgets")


def register(app: Flask, writes_per_minute: int, bulk_per_minute: int, seconds_per_minute: float) -> None:
    """Installs the limits on writes and on processor time; routes count bulk answers and replays themselves."""
    BUDGETS.keep(app, Budgets(
        RequestBudget(writes_per_minute, "writes"),
        RequestBudget(writes_per_minute * TABLES_PER_TOKEN, "writes-of-token"),
        RequestBudget(bulk_per_minute, "bulk"),
        TimeBudget(seconds_per_minute),
        threading.BoundedSemaphore(MAX_CONCURRENT_BULK),
    ))  # fmt: skip
    DISK_FULL.keep(app, False)
    app.before_request(check_limits)
    app.after_request(clear_full_disk)
    app.teardown_request(charge_time)


def check_limits() -> None:
    """Counts a write and starts the measurement of processor time.

    Raises Problem 429 with Retry-After, and 401 for an invalid token: a client that sent a new token with each request
    would otherwise have a new budget each time. Pages need no token and ignore it.
    """
    is_api_request = request.path.startswith("/api/")
    if is_api_request:
        current_grant()
    g.caller = caller_key() if is_api_request else f"address {request.remote_addr or '-'}"
    wait_seconds = BUDGETS.current.processor_time.spend(g.caller, 0.0)
    if wait_seconds > 0:
        raise too_many_requests(math.ceil(wait_seconds))
    g.started = time.thread_time()
    if request.method not in READ_METHODS and request.endpoint not in UNCOUNTED:
        count_write()


def charge_time(error: BaseException | None) -> None:
    """Charges the processor time of this thread since `check_limits` to the caller."""
    if "started" in g:
        BUDGETS.current.processor_time.spend(g.caller, time.thread_time() - g.pop("started"))


def clear_full_disk(answer: Response) -> Response:
    """Clears the flag of a full disk after a write that succeeded."""
    if request.method == "POST" and answer.status_code in (200, 201):
        DISK_FULL.keep(current_app, False)
    return answer


def count_write() -> None:
    """Counts a write: with a token to a game against the limits of both, else against the caller's.

    Raises Problem 429 with Retry-After.
    """
    game = (request.view_args or {}).get("game_id")
    if game is None or current_grant() is None:
        count_request(BUDGETS.current.writes)
        return
    count_request(BUDGETS.current.writes, f" game {game}")
    count_request(BUDGETS.current.token_writes)


def count_request(budget: RequestBudget, part: str = "") -> None:
    """Counts a request of this caller, or of a part of his requests. Raises Problem 429 with Retry-After."""
    key = caller_key() + part
    wait_seconds = budget.take(key)
    note_limit(budget.name, budget.per_minute, budget.level(key))
    if wait_seconds > 0:
        raise too_many_requests(math.ceil(wait_seconds))


def acquire_bulk_slot() -> Callable[[], None]:
    """Counts a bulk answer against the client's limit and acquires a slot; returns the function that releases it.

    Raises Problem 429 with Retry-After if the limit is reached or all slots are taken.
    """
    count_request(BUDGETS.current.bulk)
    slots = BUDGETS.current.bulk_slots
    if not slots.acquire(blocking=False):
        raise too_many_requests(5)
    return slots.release


def count_replay() -> None:
    """Counts an answer that replays games, like a bulk answer. Raises Problem 429 with Retry-After."""
    count_request(BUDGETS.current.bulk)


def too_many_requests(seconds: int) -> Problem:
    """Returns the Problem 429 with Retry-After in seconds (RFC 9110, 10.2.3)."""
    template = in_language(language(), "riprovare fra {} s", "try again in {} s")
    problem = Problem("too-many", template.format(seconds))
    problem.headers["Retry-After"] = str(seconds)
    return problem

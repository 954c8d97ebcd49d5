"""The open streams of server-sent events: how many there may be, their threads, and their end with the server (D-180).

A stream occupies the thread that answers it for as long as somebody follows a game. The server has a thread more for
each open stream (sockets.py), so that as many as before are left for the other requests.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

from plancia_api.app_keys import AppKey
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_data import in_language

STREAM_SECONDS = 15 * 60.0  # after which a stream ends, and its client connects again
MAX_STREAMS = 32
MAX_STREAMS_PER_CALLER = 6
POLL_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0
RETRY_AFTER_SECONDS = 30  # two heartbeats: until then a client that has gone is noticed
BEGIN_STREAM = "plancia.begin_stream"  # in the WSGI environment: called when the connection becomes a stream


class LiveStreams:
    """The open streams of an application, by caller."""

    def __init__(self, seconds: float = STREAM_SECONDS) -> None:
        self.seconds = seconds
        self.poll_seconds = POLL_SECONDS
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self.callers: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.ending = threading.Event()
        self.on_count: Callable[[int], None] | None = None

    def begin(self, on_count: Callable[[int], None]) -> None:
        """Begins to serve: `on_count` is called with the number of open streams whenever it changes, until `end`."""
        self.on_count = on_count
        self.ending.clear()

    def end(self) -> None:
        """Ends all streams at once; `on_count` is not called any more."""
        with self.lock:
            self.on_count = None
            self.ending.set()

    def acquire(self, caller: str) -> Callable[[], None]:
        """Counts a stream of a caller; returns the function that releases it, once. Raises Problem 429."""
        with self.lock:
            if self.callers[caller] >= MAX_STREAMS_PER_CALLER:
                raise too_many_streams(MAX_STREAMS_PER_CALLER, "di questo chiamante", "of this caller")
            if self.callers.total() >= MAX_STREAMS:
                raise too_many_streams(MAX_STREAMS, "del server", "of the server")
            self.count(caller, 1)
        stack = ExitStack()
        stack.callback(self.release, caller)
        return stack.close

    def release(self, caller: str) -> None:
        """Counts a stream as ended."""
        with self.lock:
            self.count(caller, -1)

    def count(self, caller: str, change: int) -> None:
        """Changes the number of a caller's streams, and that of the server's threads."""
        self.callers[caller] += change
        if not self.callers[caller]:
            del self.callers[caller]
        if self.on_count is not None:
            self.on_count(self.callers.total())

    def pause(self) -> bool:
        """Waits until the next look for news; returns True, at once, if the server ends."""
        return self.ending.wait(self.poll_seconds)


STREAMS = AppKey[LiveStreams]("streams")


def too_many_streams(most: int, whose_it: str, whose_en: str) -> Problem:
    """Returns the Problem 429 for one stream too many."""
    template = in_language(
        language(),
        "sono già aperti {most} flussi {whose_it}: chiuderne uno, riprovare fra {seconds} s, o chiedere /events?after=",
        "{most} streams {whose_en} are open already: close one, try again in {seconds} s, or ask /events?after=",
    )
    problem = Problem(
        "too-many", template.format(most=most, whose_it=whose_it, whose_en=whose_en, seconds=RETRY_AFTER_SECONDS)
    )
    problem.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return problem

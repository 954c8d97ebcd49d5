"""Tasks for the processes of tests: a process imports the module of its task, and this one imports nothing slow."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancia_archive.workers import State


def double(state: State, number: int) -> int:
    return 2 * number


def slowly(state: State, number: int) -> int:
    """The first tasks take longest, so that later ones are done before them."""
    time.sleep(0.2 if number < 2 else 0)
    return number


def fail(state: State, error: Exception | None) -> None:
    if error is not None:
        raise error


def die(state: State, number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_at_last(state: State, ids: list[str]) -> None:
    """Stands for a worker that the kernel kills in the middle of a dump."""
    os.kill(os.getpid(), signal.SIGKILL)


def starve(state: State, number: int) -> None:
    raise MemoryError


def pid(state: State, task: None) -> int:
    return os.getpid()


def last_entry(state: State, task: None) -> int:
    last: int = state["view"].last_index()
    return last

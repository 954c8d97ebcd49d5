"""Worker processes: tasks spread over the cores, results in the order of the tasks, one process for small inputs.

Processes are spawned, never forked: the API server has threads, and an SQLite connection must not cross a fork. Each
has a pipe of its own: a worker that is killed is noticed at once, as its end of the pipe closes, and a worker whose
parent was killed ends for the same reason (D-152). Workers only read, so that they can be ended by SIGKILL.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from plancia_archive.errors import ArchiveError

SMALL = 600  # games below which starting processes, about a second of CPU each, costs more than it saves
SMALL_BYTES = 2_400_000  # the same of files to import
LARGE_BYTES = 8_000_000  # of files to import that are not held in memory all at once, even in one process
CHUNK = 32  # games of one task at most: some hundredths of a second
PER_WORKER = 2  # tasks that a worker has at once, so that it need not wait for the next
WAITING = 4  # tasks a worker that are begun or done and not yet yielded: what bounds memory

State = dict[str, Any]  # what a process stores from one task to the next, such as its view of an archive
Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")
Outcome = tuple[bool, Any]  # True and the result, or False and what rebuilds the exception


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on Windows, not on macOS
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def processes_for(jobs: int, games: int) -> int:
    """How many processes so many games are worth: at most `jobs`, one for few games."""
    return 1 if games < SMALL else max(1, min(jobs, games))


def chunks(items: Sequence[Item], jobs: int) -> list[Sequence[Item]]:
    """Consecutive parts of a sequence: small enough for every process to have several, at most CHUNK long."""
    size = max(1, min(CHUNK, len(items) // (jobs * WAITING)))
    return [items[start : start + size] for start in range(0, len(items), size)]


class WorkerError(ArchiveError):
    """A worker process that ended before its time: killed, or out of memory. `what` says how."""

    def __init__(self, what: str) -> None:
        super().__init__("worker", what)


class Alone:
    """The same interface in this process, with the state given: what few games, `--jobs 1` and the API use."""

    def __init__(self, **state: Any) -> None:
        self.count = 1
        self.state: State = state

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *reason: object) -> None:
        self.state.clear()

    def everywhere(self, function: Callable[[State, Task], Result], task: Task) -> list[Result]:
        """Calls a function once."""
        return [function(self.state, task)]

    def map(self, function: Callable[[State, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Calls a function with each task, when its result is wanted."""
        return (function(self.state, task) for task in tasks)


class Workers:
    """Processes that call functions; leaving the `with` block ends them. Functions must be importable by name."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.processes: list[SpawnProcess] = []
        self.pipes: list[Connection] = []
        self.sent = 0
        self.load: dict[Connection, int] = {}

    def __enter__(self) -> Workers:
        context = get_context("spawn")
        try:
            with interrupts_later():
                for _ in range(self.count):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=serve, args=(theirs,), daemon=True)
                    self.pipes.append(ours)
                    process.start()
                    self.processes.append(process)
                    theirs.close()
        except BaseException:
            self.end()
            raise
        self.load = dict.fromkeys(self.pipes, 0)
        return self

    def __exit__(self, *reason: object) -> None:
        self.end()

    def end(self) -> None:
        """Ends all processes now, whatever they are doing."""
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.join()
        for pipe in self.pipes:
            pipe.close()

    def everywhere(self, function: Callable[[State, Task], Result], task: Task) -> list[Result]:
        """Calls a function once in each process. Raises what it raises, and WorkerError for a worker that died."""
        numbers = [self.send(pipe, function, task) for pipe in self.pipes]
        outcomes: dict[int, Outcome] = {}
        while not all(number in outcomes for number in numbers):
            self.receive(outcomes)
        return [unpacked(outcomes[number]) for number in numbers]

    def map(self, function: Callable[[State, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Calls a function with each task in whichever process is free; yields the results in the tasks' order.

        Raises what the function raises, where its result would have come, and WorkerError for a worker that died.
        """
        left = iter(tasks)
        begun: deque[int] = deque()
        outcomes: dict[int, Outcome] = {}
        while True:
            while len(begun) < self.count * WAITING:
                free = min(self.pipes, key=self.load.__getitem__)
                if self.load[free] >= PER_WORKER:
                    break
                try:
                    task = next(left)
                except StopIteration:
                    break
                begun.append(self.send(free, function, task))
            if not begun:
                return
            self.receive(outcomes, begun[0] not in outcomes)
            if begun[0] in outcomes:
                yield unpacked(outcomes.pop(begun.popleft()))

    def send(self, pipe: Connection, function: Callable[[State, Task], Result], task: Task) -> int:
        """Gives a worker a task; its number. Raises WorkerError for a worker that died."""
        self.sent += 1
        try:
            pipe.send((self.sent, function, task))
        except OSError as error:
            raise self.died(pipe) from error
        self.load[pipe] += 1
        return self.sent

    def receive(self, outcomes: dict[int, Outcome], wait: bool = True) -> None:
        """Takes in the results that have come; with `wait`, at least one. Raises WorkerError for a worker that died."""
        for pipe in connection.wait(self.pipes, None if wait else 0):
            assert isinstance(pipe, Connection)
            try:
                number, *outcome = pipe.recv()
            except (EOFError, OSError) as error:
                raise self.died(pipe) from error
            self.load[pipe] -= 1
            outcomes[number] = (outcome[0], outcome[1])

    def died(self, pipe: Connection) -> WorkerError:
        """The refusal for a worker that ended by itself: a signal such as the kernel's when memory is short."""
        process = self.processes[self.pipes.index(pipe)]
        process.join(1)
        code = process.exitcode
        return WorkerError(f"signal {-code}" if code is not None and code < 0 else f"exit code {code}")


def processes(count: int) -> Alone | Workers:
    """So many worker processes, or this process alone for one; to be used in a `with` statement."""
    return Alone() if count == 1 else Workers(count)


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Holds Ctrl-C back while processes start: they inherit the mask, and print no traceback of their own."""
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    if mask is None:
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # by itself it would take the mask away when the first process starts
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def serve(pipe: Connection) -> None:
    """The life of a worker: tasks in, outcomes out, until it is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    tasks: queue.SimpleQueue[tuple[int, Callable[[State, Any], Any], Any]] = queue.SimpleQueue()
    threading.Thread(target=take, args=(pipe, tasks), daemon=True).start()
    state: State = {}
    while True:
        number, function, task = tasks.get()
        try:
            reply = (number, True, function(state, task))
        except Exception as error:
            reply = (number, False, packed(error))
        with suppress(BrokenPipeError):  # the parent is gone; the other thread ends this process
            pipe.send(reply)


def take(pipe: Connection, tasks: queue.SimpleQueue[Any]) -> None:
    """Reads tasks as they come, so that the parent never waits to send one; ends the process when its parent ends."""
    while True:
        try:
            tasks.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(1)


def packed(error: Exception) -> bytes:
    """An exception as bytes: class, arguments and attributes, whatever its constructor wants."""
    if isinstance(error, MemoryError):
        error = WorkerError("MemoryError")
    try:
        return pickle.dumps((type(error), error.args, vars(error)))
    except Exception:  # something in it cannot be sent: its class and words can
        return packed(WorkerError(f"{type(error).__name__}: {error}"[:300]))


def unpacked(outcome: Outcome) -> Any:
    """The result of a task. Raises the exception that the task raised."""
    good, value = outcome
    if good:
        return value
    raise exception(value)


def exception(data: bytes) -> Exception:
    """The exception that `packed` made into bytes."""
    kind, arguments, attributes = pickle.loads(data)
    error: Exception = kind.__new__(kind, *arguments)
    vars(error).update(attributes)
    return error

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

MIN_GAMES = 600  # below this number of games starting processes, about a second of CPU each, costs more than it saves
MIN_BYTES = 2_400_000  # the same of files to import
STREAM_BYTES = 8_000_000  # of files to import that are not held in memory all at once, even in one process
CHUNK_SIZE = 32  # games of one task at most: some hundredths of a second
MAX_QUEUED = 2  # tasks that a worker has at once, so that it need not wait for the next
MAX_PENDING = 4  # tasks a worker that are begun or done and not yet yielded: what bounds memory

State = dict[str, Any]  # what a process stores from one task to the next, such as its view of an archive
Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")
Outcome = tuple[bool, Any]  # True and the result, or False and what rebuilds the exception


def cores() -> int:
    """Returns the number of cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on Windows, not on macOS
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def worker_count(jobs: int, games: int) -> int:
    """Returns the number of processes for a number of games: at most `jobs`, one below MIN_GAMES."""
    return 1 if games < MIN_GAMES else max(1, min(jobs, games))


def chunks(items: Sequence[Item], jobs: int) -> list[Sequence[Item]]:
    """Splits a sequence into consecutive slices, several per process, of at most CHUNK_SIZE items."""
    size = max(1, min(CHUNK_SIZE, len(items) // (jobs * MAX_PENDING)))
    return [items[start : start + size] for start in range(0, len(items), size)]


class WorkerError(ArchiveError):
    """A worker process ended unexpectedly: killed, or out of memory. `what` is its exit code or signal."""

    def __init__(self, what: str) -> None:
        super().__init__("worker", what)


class InProcessWorkers:
    """The interface of `Workers` without processes: runs tasks in the caller's process, with the given state."""

    def __init__(self, **state: Any) -> None:
        self.count = 1
        self.state: State = state

    def __enter__(self) -> InProcessWorkers:
        return self

    def __exit__(self, *reason: object) -> None:
        self.state.clear()

    def broadcast(self, function: Callable[[State, Task], Result], task: Task) -> list[Result]:
        """Calls a function once."""
        return [function(self.state, task)]

    def map(self, function: Callable[[State, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Calls a function with each task, lazily."""
        return (function(self.state, task) for task in tasks)


class Workers:
    """Processes that call functions; leaving the `with` block ends them. Functions must be importable by name."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.processes: list[SpawnProcess] = []
        self.pipes: list[Connection] = []
        self.sent_count = 0
        self.load: dict[Connection, int] = {}

    def __enter__(self) -> Workers:
        context = get_context("spawn")
        try:
            with block_interrupts():
                for _ in range(self.count):
                    parent_pipe, worker_pipe = context.Pipe()
                    process = context.Process(target=run_worker, args=(worker_pipe,), daemon=True)
                    self.pipes.append(parent_pipe)
                    process.start()
                    self.processes.append(process)
                    worker_pipe.close()
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

    def broadcast(self, function: Callable[[State, Task], Result], task: Task) -> list[Result]:
        """Calls a function once in each process. Raises its exceptions, and WorkerError for a worker that died."""
        task_numbers = [self.send(pipe, function, task) for pipe in self.pipes]
        outcomes: dict[int, Outcome] = {}
        while not all(number in outcomes for number in task_numbers):
            self.receive(outcomes)
        return [result_of(outcomes[number]) for number in task_numbers]

    def map(self, function: Callable[[State, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Calls a function with each task in whichever process is free; yields the results in the tasks' order.

        Raises the function's exceptions in place of the results, and WorkerError for a worker that died.
        """
        remaining_tasks = iter(tasks)
        pending_numbers: deque[int] = deque()
        outcomes: dict[int, Outcome] = {}
        while True:
            while len(pending_numbers) < self.count * MAX_PENDING:
                idle_pipe = min(self.pipes, key=self.load.__getitem__)
                if self.load[idle_pipe] >= MAX_QUEUED:
                    break
                try:
                    task = next(remaining_tasks)
                except StopIteration:
                    break
                pending_numbers.append(self.send(idle_pipe, function, task))
            if not pending_numbers:
                return
            self.receive(outcomes, pending_numbers[0] not in outcomes)
            if pending_numbers[0] in outcomes:
                yield result_of(outcomes.pop(pending_numbers.popleft()))

    def send(self, pipe: Connection, function: Callable[[State, Task], Result], task: Task) -> int:
        """Sends a task to a worker; returns its number. Raises WorkerError for a worker that died."""
        self.sent_count += 1
        try:
            pipe.send((self.sent_count, function, task))
        except OSError as error:
            raise self.exit_error(pipe) from error
        self.load[pipe] += 1
        return self.sent_count

    def receive(self, outcomes: dict[int, Outcome], wait: bool = True) -> None:
        """Receives the available results; with `wait`, at least one. Raises WorkerError for a worker that died."""
        for pipe in connection.wait(self.pipes, None if wait else 0):
            assert isinstance(pipe, Connection)
            try:
                number, *outcome = pipe.recv()
            except (EOFError, OSError) as error:
                raise self.exit_error(pipe) from error
            self.load[pipe] -= 1
            outcomes[number] = (outcome[0], outcome[1])

    def exit_error(self, pipe: Connection) -> WorkerError:
        """Returns the error for a worker that ended, with its exit code or signal."""
        process = self.processes[self.pipes.index(pipe)]
        process.join(1)
        exit_code = process.exitcode
        return WorkerError(
            f"signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"exit code {exit_code}"
        )


def worker_pool(count: int) -> InProcessWorkers | Workers:
    """Returns a context manager of `count` worker processes; for 1, tasks run in this process."""
    return InProcessWorkers() if count == 1 else Workers(count)


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Blocks SIGINT while processes start: they inherit the mask, so Ctrl-C prints no traceback from them."""
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    if mask is None:
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # by itself it would take the mask away when the first process starts
    previous_mask = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, previous_mask)


def run_worker(pipe: Connection) -> None:
    """Main loop of a worker process: receives tasks and sends outcomes until the process is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    tasks: queue.SimpleQueue[tuple[int, Callable[[State, Any], Any], Any]] = queue.SimpleQueue()
    threading.Thread(target=read_tasks, args=(pipe, tasks), daemon=True).start()
    state: State = {}
    while True:
        number, function, task = tasks.get()
        try:
            reply = (number, True, function(state, task))
        except Exception as error:
            reply = (number, False, pickle_error(error))
        with suppress(BrokenPipeError):  # the parent is gone; the other thread ends this process
            pipe.send(reply)


def read_tasks(pipe: Connection, tasks: queue.SimpleQueue[Any]) -> None:
    """Reads tasks in a thread, so that the parent never blocks on sending; exits when the parent has ended."""
    while True:
        try:
            tasks.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(1)


def pickle_error(error: Exception) -> bytes:
    """Pickles an exception as class, arguments and attributes; its constructor is not called on loading."""
    if isinstance(error, MemoryError):
        error = WorkerError("MemoryError")
    try:
        return pickle.dumps((type(error), error.args, vars(error)))
    except Exception:  # something in it cannot be sent: its class and words can
        return pickle_error(WorkerError(f"{type(error).__name__}: {error}"[:300]))


def result_of(outcome: Outcome) -> Any:
    """Returns the result of a task. Raises the exception that the task raised."""
    succeeded, value = outcome
    if succeeded:
        return value
    raise unpickle_error(value)


def unpickle_error(data: bytes) -> Exception:
    """Loads an exception pickled by `pickle_error`."""
    error_class, arguments, attributes = pickle.loads(data)
    error: Exception = error_class.__new__(error_class, *arguments)
    vars(error).update(attributes)
    return error

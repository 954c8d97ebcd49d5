"""A program under test: JSON requests on its standard input, one a line, and its answers on standard output."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from plancia_cli.support.conformance_answers import Answer, Request

MAX_STARTS = 20  # a program that ends, hangs or answers wrongly is started this often, after the request in question
MAX_STRAY_LINES = 20  # lines that are no JSON object, such as a program's own messages, before the answer to a request
MAX_QUOTATION = 200
END_OF_OUTPUT = None


@dataclass(frozen=True)
class Reply:
    """What came for a request: the `answer`, or the key of a `fault` (words "driver.KEY") with its details."""

    answer: Answer
    fault: str = ""
    detail: str = ""


class Process:
    """One run of the program. Requests are written by a thread, so that neither side waits for the other."""

    def __init__(self, command: Sequence[str], lines: Sequence[str]) -> None:
        """Starts the program. Raises OSError."""
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.errors = b""
        self.threads = [
            threading.Thread(target=target, args=args, daemon=True)
            for target, args in ((self.write, (lines,)), (self.collect, ()), (self.collect_errors, ()))
        ]
        for thread in self.threads:
            thread.start()

    def write(self, lines: Sequence[str]) -> None:
        """Writes the requests, then closes the program's input."""
        assert self.process.stdin is not None
        try:
            for line in lines:
                self.process.stdin.write(line.encode() + b"\n")
                self.process.stdin.flush()
            self.process.stdin.close()
        except OSError:  # it has ended: its output shows that
            pass

    def collect(self) -> None:
        """Collects the lines of the program's output."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(END_OF_OUTPUT)

    def collect_errors(self) -> None:
        """Collects the last lines of the program's standard error."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors = (self.errors + line)[-4 * MAX_QUOTATION :]

    def end(self, patience: float = 0.5) -> str:
        """Ends the program where it still runs after `patience` seconds; its exit code and last words (stderr)."""
        try:
            code = self.process.wait(patience if self.lines.empty() else 0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.threads[2].join(1)
        last_words = self.errors.decode("utf-8", errors="replace").strip()[-MAX_QUOTATION:]
        return f"exit code {code}" + (f": {last_words}" if last_words else "")


def ask(
    command: str, payloads: Sequence[Request], timeout: float, step: Callable[[], object] = lambda: None
) -> Iterator[Reply]:
    """Yields one reply for each request, in order; `timeout` is the time in seconds between two answers.

    A program that ends, hangs or answers wrongly is started again with the requests that follow. Raises OSError where
    it cannot be started, ValueError for a command with unmatched quotes.
    """
    words = shlex.split(command)
    if not words:
        raise ValueError(command)
    done = 0
    for _ in range(MAX_STARTS):
        for reply in run_once(words, payloads[done:], done + 1, timeout):
            done += 1
            step()
            yield reply
        if done == len(payloads):
            return
    for _ in payloads[done:]:
        step()
        yield Reply({}, "given-up", str(MAX_STARTS))


def run_once(words: Sequence[str], payloads: Sequence[Request], first: int, timeout: float) -> Iterator[Reply]:
    """The replies of one run of the program, up to the request that it left without its answer, that one included."""
    lines = [json.dumps({"id": first + i, **payload}, ensure_ascii=False) for i, payload in enumerate(payloads)]
    process = Process(words, lines)
    patience = 0.0
    try:
        for number in range(first, first + len(payloads)):
            reply, in_step = next_reply(process, number, timeout)
            yield reply
            if not in_step:  # its next line may belong to any request
                return
        patience = 0.5  # it may end by itself, as it should at the end of its input
    finally:
        process.end(patience)


def next_reply(process: Process, number: int, timeout: float) -> tuple[Reply, bool]:
    """The reply to a request, and True where the program's next line answers the next request.

    Lines that are no JSON object are its fault. Where the right answer follows them they were messages, and the program
    is still in step.
    """
    garbage: Reply | None = None
    until = time.monotonic() + timeout
    for _ in range(MAX_STRAY_LINES):
        try:
            line = process.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return garbage or Reply({}, "silent", f"{timeout:g}"), False
        if line is END_OF_OUTPUT:
            return garbage or Reply({}, "ended", process.end()), False
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if isinstance(answer, dict):
            if answer.get("id") == number:
                return garbage or Reply(answer), True
            return garbage or Reply({}, "order", quote(line)), False
        garbage = garbage or Reply({}, "garbage", quote(line))
    assert garbage is not None  # every line was
    return garbage, False


def quote(line: bytes) -> str:
    """A line of the program, shortened."""
    text = line.decode("utf-8", errors="replace").rstrip("\n")
    return text if len(text) <= MAX_QUOTATION else f"{text[:MAX_QUOTATION]}..."

"""The C limit: compiles limit.c where there is a compiler, and compares it with the kernel on packed rows."""

from __future__ import annotations

import ctypes
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import corpus
from agreement import ASIDE

from plancia_events import pack_canonical
from plancia_replay import audit, kernel_form, load_ruleset
from plancia_replay.batch.audit import audit_context, seats
from plancia_replay.kernel import engine

HERE = Path(__file__).resolve().parent


def library(folder: str) -> Any:
    """The compiled limit."""
    built = Path(folder) / "limit.so"
    command = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*command, "-O3", "-shared", "-fPIC", "-o", built, HERE / "limit.c"], check=True)
    found = ctypes.CDLL(str(built))
    found.judge.restype = ctypes.c_longlong
    found.judge.argtypes = [ctypes.c_void_p, ctypes.c_longlong, *[ctypes.c_void_p] * 4]
    return found


def board_json(table: Any) -> array[int]:
    """What the limit knows of board, deck and objectives, as its struct has it."""
    board = table.board
    of_board = (board.adjacent, board.degree, board.continent_of, board.continent_size, board.income, board.symbol)
    return array("q", [int(value) for part in (*of_board, table.goal) for value in part])


def ratio(rounds: int) -> tuple[list[float], float, float]:
    """Kernel over limit, on rows in memory: ratios of rounds A B B A, and the least nanoseconds an event of both.

    Raises AssertionError where they differ in the number of findings, in the board, or in the impossible event.
    """
    rules = load_ruleset("torneo@1", {"deck": "risiko-rl"})
    ready = audit_context(rules)
    games = []
    with tempfile.TemporaryDirectory() as folder:
        judge = library(folder).judge
        for text in corpus.texts(1):
            text = corpus.without_checkpoints(text)
            log, done, end = pack_canonical(text), audit(text, rules), array("q", [0] * 84)
            data = (array("q", map(int, log.rows)), array("q", map(int, log.extra)), board_json(done.table), end)
            stop = ctypes.c_longlong(0)
            places = [part.buffer_info()[0] for part in data]
            given = (places[0], int(log.count), places[1], places[2], places[3], ctypes.byref(stop))
            found = judge(*given)
            kept = [r for _, r, _ in done.findings if not str(rules.clauses[r]["rule"]).startswith(ASIDE)]
            assert (found, stop.value) == (len(kept), 0), (found, len(kept), stop.value)
            assert list(end) == [*map(int, done.table.owner), *map(int, done.table.armies)]
            games.append((given, data, log, seats(text[: text.find(b"\n\n")])))
        events = sum(log.count for _, _, log, _ in games)

        def native() -> None:
            for given, _, _, _ in games:
                judge(*given)

        def kernel() -> None:
            for _, _, log, seated in games:
                engine.replay(ready.table(*seated), log, rules.checks, rules.observers, [], 0, log.count)

        return rounds_of(kernel, native, rounds, events)


def rounds_of(slow: Any, fast: Any, rounds: int, events: int) -> tuple[list[float], float, float]:
    """Ratios slow / fast of A B B A rounds of a hundred runs each, and the least of each."""
    times: dict[Any, list[float]] = {slow: [], fast: []}
    ratios = []
    for _ in range(rounds):
        sums = {slow: 0.0, fast: 0.0}
        for act in (slow, fast, fast, slow):
            start = time.process_time()
            for _ in range(100):
                act()
            spent = (time.process_time() - start) / 100 / events * 1e9
            sums[act] += spent
            times[act].append(spent)
        ratios.append(sums[slow] / sums[fast])
    return ratios, min(times[slow]), min(times[fast])


if __name__ == "__main__":
    made, slow, fast = ratio(int(sys.argv[1]))
    print(json.dumps({
        "form": kernel_form(), "ratio": statistics.median(made), "least": min(made), "most": max(made),
        "slow_ns": slow, "fast_ns": fast,
    }))  # fmt: skip

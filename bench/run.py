"""The benchmark: `python3 run.py` first, then `.venv/bin/python bench/run.py` writes docs/quality/performance.md.

Contestants run in fresh processes, interleaved A B B A; the figure is the median of the ratios of neighbours, with the
least and the greatest. The peers live in an environment of their own. Results are compared before anything is timed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import agreement
import corpus
import page

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".venv" / "peers"
COPIES = {"compiled": 40, "pure": 12, "reference": 2, "chess": 6, "pokerkit": 10,
          "eventsourcing": 5, "stored": 60,
          "largest": 60, "smallest": 60, "largest-pure": 3, "smallest-pure": 3}  # fmt: skip
TARGETS = [
    ("text read and judged, compiled, against python-chess read_game", "chess", "compiled", 100, 200),
    ("the same, pure Python", "chess", "pure", 6, 12),
    ("compiled against pokerkit parse and replay, an action", "pokerkit", "compiled", 250, 500),
    (
        "archive's SQLite read and judged, compiled, against eventsourcing's rebuild from SQLite",
        "eventsourcing",
        "stored",
        150,
        300,
    ),
    ("compiled against the idiomatic immutable reference", "reference", "compiled", 60, 120),
    ("pure against the same reference", "reference", "pure", 2.5, 4),
]
WEIGHTS = [
    ("all rules of `rcm` against the rules of the record alone, compiled", "largest", "smallest"),
    ("the same, pure Python", "largest-pure", "smallest-pure"),
]


def compiled_folder() -> Path:
    """Where run.py put the compiled form."""
    found = [path.parent for path in (ROOT / ".venv").glob("compiled-*/done")]
    if not found:
        sys.exit("bench: nothing compiled; run `python3 run.py demo` on a machine with a C compiler first")
    return found[0]


def peers() -> Path:
    """The Python of the peers' environment."""
    python = PEERS / "bin" / "python"
    if not (PEERS / "done-2").exists():
        venv.create(PEERS, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "chess", "pokerkit", "eventsourcing"], check=True)
        (PEERS / "done-2").write_text("")
    return python


def measure(name: str) -> float:
    """One fresh process of a contestant."""
    kind = "kernel" if name in ("compiled", "pure") else name.removesuffix("-pure")
    built = name in ("compiled", "largest", "smallest", "stored")
    python = str(peers()) if name in ("chess", "pokerkit", "eventsourcing") else sys.executable
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if built:
        env["PYTHONPATH"] = str(compiled_folder())
    command = [python, str(ROOT / "bench" / "worker.py"), kind, str(COPIES[name])]
    done = json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    ours = name in COPIES and kind in ("kernel", "largest", "smallest", "stored")
    assert not ours or done["form"] == ("compiled" if built else "pure"), done
    return float(done["ns"])


def ratio(slow: str, fast: str, rounds: int) -> tuple[list[float], float, float]:
    """Ratios slow / fast of A B B A rounds, and the median nanoseconds of both."""
    ratios: list[float] = []
    slows: list[float] = []
    fasts: list[float] = []
    for _ in range(rounds):
        a, b, c, d = measure(slow), measure(fast), measure(fast), measure(slow)
        ratios.append((a + d) / (b + c))
        slows += [a, d]
        fasts += [b, c]
    return ratios, statistics.median(slows), statistics.median(fasts)


def bytes_per_event() -> float:
    """Canonical text, stated boards left aside."""
    texts = [corpus.without_checkpoints(text).partition(b"\n\n")[2] for text in corpus.texts(1)]
    return sum(map(len, texts)) / sum(text.count(b"\n") for text in texts)


def compiled_json(*command: str) -> dict[str, Any]:
    """What a script of this folder prints, run with the compiled kernel."""
    env = {**os.environ, "PYTHONPATH": str(compiled_folder())}
    given = [sys.executable, str(ROOT / "bench" / command[0]), *command[1:]]
    found: dict[str, Any] = json.loads(
        subprocess.run(given, env=env, capture_output=True, text=True, check=True).stdout
    )
    assert found["form"] == "compiled", found
    return found


def pure_json(*command: str) -> dict[str, Any]:
    """The same with plain Python."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    given = [sys.executable, str(ROOT / "bench" / command[0]), *command[1:]]
    found: dict[str, Any] = json.loads(
        subprocess.run(given, env=env, capture_output=True, text=True, check=True).stdout
    )
    assert found["form"] == "pure", found
    return found


def plain_rows(stored: dict[str, Any], plain: dict[str, Any]) -> list[dict[str, Any]]:
    """The figures that are no ratio of two contestants; a target of 0 is none."""
    games = f"{stored['games']} games"
    rows = [
        (f"audit of {games} from SQLite against reading them, compiled", stored["audit_to_read"], "x", 16, 8, True),
        (f"two processes against one, {games}, by the clock", stored["two_processes"], "x", 1.5, 1.7, False),
        ("the same, one's CPU time over that of the longer half", stored["two_cpu"], "x", 0, 0, False),
        (
            "position at any event of a game of 1,100, from its text, compiled",
            stored["position_ms"],
            "ms",
            0.2,
            0.06,
            True,
        ),
        ("the same, pure Python", plain["position_ms"], "ms", 4, 1.5, True),
        (
            "the same as the API gives it (`state_at`, from event objects), compiled",
            stored["state_ms"],
            "ms",
            0,
            0,
            True,
        ),
        ("canonical text, an event", bytes_per_event(), "bytes", 24, 18, True),
        ("stored hot: the log with its indices, an event", stored["hot"], "bytes", 32, 24, True),
        ("stored cold: the texts by zstd 19, a game at a time, an event", stored["cold"], "bytes", 7, 4.5, True),
    ]
    names = ("what", "value", "unit", "must", "goal", "lower")
    return [dict(zip(names, row, strict=True)) for row in rows]


def write(result: dict[str, Any]) -> None:
    """Keeps the result and makes the page of it."""
    (ROOT / "bench" / "result.json").write_text(json.dumps(result, indent=1) + "\n")
    (ROOT / "docs" / "quality" / "performance.md").write_text(page.page(result))


def main() -> None:
    """Measures and writes the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--stored", action="store_true", help="measure the second table only, keep the first")
    given = arguments.parse_args()
    if given.stored:
        known = json.loads((ROOT / "bench" / "result.json").read_text())
        plain = plain_rows(compiled_json("stored.py", "3000"), pure_json("stored.py", "90"))
        return write({**known, "plain": plain})
    write(measured(given.rounds))


def measured(rounds: int) -> dict[str, Any]:
    """Everything, once the contestants are found to agree."""
    compared = agreement.check()
    rows = []
    for what, slow, fast, must, goal in TARGETS:
        ratios, slow_ns, fast_ns = ratio(slow, fast, rounds)
        rows.append(
            {
                "what": what, "ratio": statistics.median(ratios), "least": min(ratios), "most": max(ratios),
                "must": must, "goal": goal, "lower": False, "slow_ns": slow_ns, "fast_ns": fast_ns,
            }
        )  # fmt: skip
        print(f"{rows[-1]['ratio']:8.1f}x  {what}", file=sys.stderr)
    weights = []
    for what, slow, fast in WEIGHTS:
        ratios, slow_ns, fast_ns = ratio(slow, fast, rounds)
        weights.append({"what": what, "ratio": statistics.median(ratios), "slow_ns": slow_ns, "fast_ns": fast_ns})
        print(f"{weights[-1]['ratio']:8.1f}x  {what}", file=sys.stderr)
    limit = compiled_json("limit.py", str(3 * rounds))
    rows.append(
        {"what": "compiled kernel against a C limit, rows in memory", "lower": True, "must": 8, "goal": 4, **limit}
    )
    plain = plain_rows(compiled_json("stored.py", "3000"), pure_json("stored.py", "90"))
    return {
        "rounds": rounds, "rows": rows, "weights": weights, "plain": plain, "compared": compared,
        "machine": platform.processor() or platform.machine(), "python": platform.python_version(),
    }  # fmt: skip


if __name__ == "__main__":
    main()

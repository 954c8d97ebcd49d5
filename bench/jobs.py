"""Several processes: `.venv/bin/python bench/jobs.py` writes bench/jobs.json for the page of performance.

Without --games: `plancia import` and `plancia verify` of copies of one game of 254 events in one and in two processes,
by the clock and in CPU time, beside the kernel's own audit of that game; interleaved rounds in fresh processes.

With --games N: so many synthetic games are written, imported once and verified once with --jobs processes, and time,
memory and bytes on disk are noted. A few thousand games are generated (several variants, a seed each); the others are
copies of them with the same moves under another id, other players, another date and another event, so that no game is a
duplicate and every one is read, judged and stored.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import io
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import house
import house_times

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench" / "jobs.json"
GAMES = {"compiled": 3000, "pure": 1000}  # of the rounds; more than commands do in one process
VARIANTS = ("torneo@1", "monopoli@1", "rcm@1", "firenze@1")
A_FILE, A_FOLDER = 100, 10_000  # games; a folder may hold 500 MB of records
PEOPLE, DAYS = 400, 3650
COLOURS = re.compile(r'^\[(Red|Blue|Green|Black|Yellow|Violet) "[^"]*"\]$', re.M)
SAMPLE_S = 0.25


def measure(name: str, jobs: int, games: int) -> dict[str, Any]:
    """Seconds a game by the clock and in CPU time of one command, in this process and those it starts."""
    from plancia_replay import kernel_form

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if name == "audit":
            cpu = clock = house_times.audited(folder, games)
        else:
            path, few, many = folder / "a.db", house_times.files(folder, "w", 3), house_times.files(folder, "g", games)
            run(path, "import", str(few))
            if name == "verify":
                run(path, "import", str(many))
                run(path, "verify", "--quick")
                clock, cpu = timed(path, "verify", "--jobs", str(jobs))
            else:
                clock, cpu = timed(path, "import", str(many), "--jobs", str(jobs))
            clock, cpu = clock / games, cpu / games
    return {"clock": clock, "cpu": cpu, "form": kernel_form()}


def run(path: Path, *args: str) -> None:
    """A command on an archive. Raises AssertionError where it fails."""
    with contextlib.redirect_stderr(io.StringIO()):
        house_times.command("--lang", "en", "--archive", str(path), *args)


def timed(path: Path, *args: str) -> tuple[float, float]:
    """Seconds by the clock and in CPU time of a command."""
    clock, cpu = time.perf_counter(), house_times.spent()
    run(path, *args)
    return time.perf_counter() - clock, house_times.spent() - cpu


def ratios(compiled: Path | None, rounds: int, games: int | None) -> dict[str, Any]:
    """Medians over rounds there and back of every contestant, and of their ratios to the audit and to one another."""
    form = "compiled" if compiled else "pure"
    count = games or GAMES[form]
    contestants = [("audit", 1), ("import", 1), ("import", 2), ("verify", 1), ("verify", 2)]
    taken: dict[str, list[dict[str, float]]] = {f"{name}-{jobs}": [] for name, jobs in contestants}
    for turn in range(rounds):
        for name, jobs in [*contestants, *reversed(contestants)]:
            found = house.answer("jobs.py", "--measure", name, str(jobs), str(count), compiled=compiled)
            assert found["form"] == form, found
            taken[f"{name}-{jobs}"].append(found)
        print(f"jobs: round {turn + 1} of {rounds}", file=sys.stderr)

    def middle(key: str, unit: str) -> float:
        return statistics.median(one[unit] for one in taken[key])

    def ratio(slow: str, fast: str, unit: str) -> float:
        return statistics.median(a[unit] / b[unit] for a, b in zip(taken[slow], taken[fast], strict=True))

    rows = []
    for name, jobs in contestants[1:]:
        key = f"{name}-{jobs}"
        rows.append({
            "command": name, "jobs": jobs, "clock_ms": middle(key, "clock") * 1e3, "cpu_ms": middle(key, "cpu") * 1e3,
            "clock_audits": ratio(key, "audit-1", "clock"), "cpu_audits": ratio(key, "audit-1", "cpu"),
            "faster": ratio(f"{name}-1", key, "clock"), "more_cpu": ratio(key, f"{name}-1", "cpu"),
        })  # fmt: skip
    return {"form": form, "rounds": rounds, "games": count, "audit_us": middle("audit-1", "cpu") * 1e6, "rows": rows}


def generated(state: dict[str, Any], seed: int) -> str:
    """For a worker: one game."""
    from plancia_replay.synthetic import DeadEnd, GameSpec, generate

    while True:
        try:
            return generate(GameSpec(VARIANTS[seed % len(VARIANTS)], seed)).text()
        except DeadEnd:
            seed += 1_000_000


def names() -> list[str]:
    """Names that share no words, so that none looks like another."""
    chance = random.Random(7)
    syllables = [a + b for a in "bcdfglmnprstvz" for b in "aeiou"]
    made: set[str] = set()
    while len(made) < 2 * PEOPLE:
        made.add("".join(chance.choices(syllables, k=4)).capitalize())
    words = sorted(made)
    chance.shuffle(words)
    return [" ".join(pair) for pair in zip(words[::2], words[1::2], strict=True)]


def copies(texts: list[str], games: int) -> Iterator[str]:
    """So many games with the moves of a few: each has an id, players, a date and an event of its own."""
    chance, people = random.Random(1), names()
    for number in range(games):
        seats = iter(chance.sample(people, 6))
        day = datetime.date(2016, 1, 1) + datetime.timedelta(days=number % DAYS)
        text = COLOURS.sub(lambda found, seats=seats: f'[{found[1]} "{next(seats)}"]', texts[number % len(texts)])
        text = re.sub(r'^\[Game "[^"]*"\]$', f'[Game "game-{number}"]', text, count=1, flags=re.M)
        text = re.sub(r'^\[(Date|Event) "[^"]*"\]\n', "", text, flags=re.M)
        more = f'[Event "evening {number // 24}"]\n[Date "{day.isoformat()}"]\n'
        yield re.sub(r'^(\[Variant "[^"]*"\]\n)', lambda found, more=more: found[1] + more, text, count=1, flags=re.M)


def written(folder: Path, games: int, distinct: int, jobs: int) -> list[Path]:
    """Folders of files of a hundred games each."""
    from plancia_archive.workers import worker_pool

    with worker_pool(jobs) as workers:
        texts = list(workers.map(generated, range(distinct)))
    folders: list[Path] = []
    part: list[str] = []
    for number, text in enumerate(copies(texts, games)):
        if number % A_FOLDER == 0:
            folders.append(folder / f"{number // A_FOLDER:03}")
            folders[-1].mkdir()
        part.append(text)
        if len(part) == A_FILE or number == games - 1:
            (folders[-1] / f"{number // A_FILE:05}.rgn").write_text("\n".join(part))
            part = []
    return folders


class Memory(threading.Thread):
    """Samples the resident memory of a process group until it is stopped: peak of the sum, and of the largest."""

    def __init__(self, group: int) -> None:
        super().__init__(daemon=True)
        self.group, self.peak, self.largest, self.most = group, 0, 0, 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(SAMPLE_S):
            sizes = [size for stat in Path("/proc").glob("[0-9]*/stat") if (size := self.resident(stat))]
            self.peak, self.most = max(self.peak, sum(sizes)), max(self.most, len(sizes))
            self.largest = max(self.largest, *sizes, 0)

    def resident(self, stat: Path) -> int:
        """Bytes resident of a process of the group, 0 of another one."""
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == self.group:
                return int(fields[21]) * resource.getpagesize()
        return 0


def watched(compiled: Path | None, path: Path, *args: str) -> dict[str, Any]:
    """Runs a command in a process of its own: seconds by the clock, CPU seconds, memory. Raises AssertionError."""
    paths = [str(compiled)] if compiled else house.folders()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1", "PLANCIA_LANG": "en"}
    command = [sys.executable, "-m", "plancia_cli", "-a", str(path), *args]
    before, start = house_times.spent(), time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        memory = Memory(process.pid)
        memory.start()
        code = process.wait()
        memory.over.set()
        errors.seek(0)
        told = errors.read()[-2000:].decode("utf-8", errors="replace")
    assert code == 0, told
    return {
        "clock_s": time.perf_counter() - start, "cpu_s": house_times.spent() - before, "processes": memory.most,
        "peak_bytes": memory.peak, "largest_bytes": memory.largest,
    }  # fmt: skip


def large(compiled: Path | None, games: int, distinct: int, jobs: int, keep: Path | None) -> dict[str, Any]:
    """The one run over many games."""
    with tempfile.TemporaryDirectory() as place:
        folder = keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        start = time.perf_counter()
        folders = written(folder, games, distinct, jobs)
        print(f"jobs: {games} games written in {time.perf_counter() - start:.0f} s", file=sys.stderr)
        files = [path for one in folders for path in one.iterdir()]
        text_bytes = sum(path.stat().st_size for path in files)
        events = sum(path.read_bytes().count(b"\n") for path in files[:20]) / (A_FILE * min(20, len(files)))
        path = folder / "archive.db"
        stored = watched(compiled, path, "import", *map(str, folders), "--jobs", str(jobs))
        print(f"jobs: imported in {stored['clock_s']:.0f} s", file=sys.stderr)
        proved = watched(compiled, path, "verify", "--jobs", str(jobs))
        print(f"jobs: verified in {proved['clock_s']:.0f} s", file=sys.stderr)
        return {
            "form": "compiled" if compiled else "pure", "games": games, "distinct": min(distinct, games), "jobs": jobs,
            "variants": list(VARIANTS), "people": PEOPLE, "text_bytes": text_bytes, "lines": events,
            "disk_bytes": path.stat().st_size, "import": stored, "verify": proved,
        }  # fmt: skip


def main() -> None:
    """Measures and stores the figures; `python bench/page.py` puts them into docs/quality/performance.md."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, help="write, import and verify so many games, once")
    options.add_argument("--distinct", type=int, default=2000, help="generate so many, copy the others")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--keep", type=Path, help="where to leave the games and the archive of --games")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--round-games", type=int, help="games of a round, in place of the usual number")
    options.add_argument("--pure", action="store_true", help="time plain Python even where there is a compiled form")
    options.add_argument("--compiled", metavar="FOLDER", help="a compiled form that is not in .venv")
    options.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.measure:
        print(json.dumps(measure(given.measure[0], int(given.measure[1]), int(given.measure[2]))))
        return
    compiled = None if given.pure else house.compiled_folder(given.compiled)
    stored: dict[str, Any] = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    if given.games:
        stored["large"] = house.machine() | large(compiled, given.games, given.distinct, given.jobs, given.keep)
    else:
        stored["ratios"] = house.machine() | ratios(compiled, given.rounds, given.round_games)
    RESULT.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    print(json.dumps(stored, indent=1))


if __name__ == "__main__":
    main()

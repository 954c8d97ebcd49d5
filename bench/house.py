"""How a game passes through the house; `.venv/bin/python bench/house.py --write` writes docs/quality/house.md.

The measures of the plan that labelled the rooms: what a line and a game cost on their way, and what the source shows.
Calls are counted by a hook in plain Python; times are CPU time in fresh processes, interleaved, with the compiled
kernel where run.py compiled it. Without --write it only prints; figures of before stand in bench/house.json.
"""

from __future__ import annotations

import argparse
import ast
import filecmp
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import house_calls
import house_page
import house_source

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench" / "house.json"
SINCE = "947679c"  # the commit before this work: commit subjects are counted from there
RULES = ROOT / "replay" / "plancia_replay" / "rules"
GAMES = {  # a process of each, by the kernel's form
    "compiled": {"audit": 2000, "import": 100, "verify": 100, "get": 100, "import-one": 1000, "import-two": 1000},
    "pure": {"audit": 60, "import": 30, "verify": 30, "get": 40, "import-one": 700, "import-two": 700},
}
NEW_KIND: dict[str, Any] = {
    # Set by hand after a trial: how many places a new kind of event with an effect has to touch, and how many of them a
    # failing test names when they are forgotten. `how` says who tried what on which commit.
    "places": 4,
    "places_found": 4,
    "how": "`LOSE R CIN-2` and `GIFT G VEN>V` added from CONTRIBUTING.md: class and union, effect, strategy, "
    "row of the standard; a test named each one that was left out",
}


def folders() -> list[str]:
    """Where the packages of this checkout are."""
    return [str(ROOT / package) for package in house_calls.PACKAGES]


def compiled_folder(given: str | None) -> Path | None:
    """The compiled form of exactly these sources, or None; ends the program where the one given is of others."""
    places = [Path(given)] if given else [path.parent for path in (ROOT / ".venv").glob("compiled-*/done")]
    for place in places:
        if not any(place.rglob("*.so")) and not any(place.rglob("*.pyd")):
            continue
        if all(same(Path(folder), place) for folder in folders()):
            return place
    if given:
        sys.exit(f"house: {given} does not hold the compiled form of these sources")
    return None


def same(folder: Path, compiled: Path) -> bool:
    """True if the sources of a package are those that were compiled; generators beside it are not installed."""
    found = [path for path in folder.glob("plancia*/**/*.py") if "__pycache__" not in path.parts]
    pairs = [(path, compiled / path.relative_to(folder)) for path in found]
    return all(other.is_file() and filecmp.cmp(path, other, shallow=False) for path, other in pairs)


def answer(script: str, *arguments: str, compiled: Path | None = None) -> Any:
    """What a script of this folder prints, in a process of its own. Raises CalledProcessError."""
    path = [str(compiled)] if compiled else folders()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONUTF8": "1", "PLANCIA_LANG": "en"}
    command = [sys.executable, str(ROOT / "bench" / script), *arguments]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return json.loads(done.stdout)


def next_house() -> dict[str, Any]:
    """The figures of the next house: three walks, and what the source has too much of."""
    sys.path.insert(0, str(ROOT))
    from tests.test_architecture import MODULES, nodes, sizes

    walks: dict[str, int] = answer("walks.py")
    files = [path for known in MODULES.values() for path in known.values()]
    size = sizes()
    imports = sum(
        node.end_lineno - node.lineno + 1
        for path in files for node in nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom) and node.end_lineno
    )  # fmt: skip
    return {
        "walk_attack": next(count for name, count in walks.items() if name.startswith("attack typed, long")),
        "walk_game": walks["games page, again"], "walk_dispute": walks["disputes page, first"],
        "walk_dispute_again": walks["disputes page, again"], **size,
        "import_share": 100 * imports / size["lines"], "modules": len(files),
    }  # fmt: skip


def counts() -> dict[str, Any]:
    """Everything that is counted: the path of an attack, an append, the source, the log of commits."""
    known = {name for one in house_calls.PACKAGES for name in house_source.functions(ROOT / one, one)}
    if old := house_calls.stale(known):
        sys.exit(f"house: no function has a name of {', '.join(old)}: put the new name into bench/house_calls.py")
    runs = {}
    for which in ("without", "with"):
        runs[which] = Counter({(a, b): n for a, b, n in answer("house_calls.py", which)})
    path = house_calls.path_of(runs["without"], runs["with"])
    found: dict[str, Any] = {"hops": len(path), "forms": len(house_calls.forms_of(runs["with"]))}
    found |= answer("house_calls.py", "append")
    found["kind_numbers"] = house_source.kind_numbers(RULES)
    found["verdict_numbers"], found["noughts"] = house_source.verdict_numbers(RULES)
    graphs = {
        name: house_source.graph(ROOT / name / f"plancia_{name}", f"plancia_{name}") for name in house_calls.PACKAGES
    }
    graphs["plancia"] = house_source.graph(ROOT / "api" / "plancia", "plancia")
    graphs["bench"] = house_source.graph(ROOT / "bench", "")
    loops = [loop for arrows in graphs.values() for loop in house_source.circles(arrows)]
    found["circles"], found["loops"] = len(loops), loops
    for name, flat in (("archive", ""), ("replay", "rules")):
        found[f"{name}_rooms"], found[f"{name}_arrows"] = house_source.rooms(graphs[name], f"plancia_{name}", flat)
    found["long_subjects"], found["subjects"] = house_source.long_subjects(ROOT, SINCE) or (None, None)
    return {**found, **NEW_KIND, **next_house(), "path": sorted(path)}


def times(compiled: Path | None, rounds: int) -> dict[str, Any]:
    """Everything that is timed: medians of rounds there and back, each figure in a process of its own."""
    form = "compiled" if compiled else "pure"
    names = ["audit", "import", "verify", "get"]
    if measured("jobs", compiled, 1):
        names += ["import-one", "import-two"]
    taken: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        for name in [*names, *reversed(names)]:
            taken[name].append(measured(name, compiled, GAMES[form][name]))
        print(f"house: round {turn + 1} of {rounds}", file=sys.stderr)
    middle = {name: statistics.median(values) for name, values in taken.items()}
    found = {
        "form": form, "rounds": rounds, "audit_us": middle["audit"] * 1e6,
        "import_ms": middle["import"] * 1e3, "import_ratio": of_rounds(taken, "import"),
        "verify_ms": middle["verify"] * 1e3, "verify_ratio": of_rounds(taken, "verify"),
        "get_per_s": 1 / middle["get"], "import_jobs": None,
    }  # fmt: skip
    if "import-two" in middle:
        found["import_jobs"] = of_rounds(taken, "import-one", "import-two")
        found["import_two_ratio"] = middle["import-two"] / middle["audit"]
    return found


def of_rounds(taken: dict[str, list[float]], slow: str, fast: str = "audit") -> float:
    """The median of the ratios of rounds, in each of which both came twice."""
    pairs = zip(taken[slow][::2], taken[slow][1::2], taken[fast][::2], taken[fast][1::2], strict=True)
    return statistics.median((a + b) / (c + d) for a, b, c, d in pairs)


def measured(name: str, compiled: Path | None, games: int) -> float:
    """One fresh process of `house_times.py`, in the form that was asked for."""
    found = answer("house_times.py", name, str(games), compiled=compiled)
    assert found["form"] == ("compiled" if compiled else "pure"), found
    return float(found["seconds"])


def lane() -> dict[str, float]:
    """Seconds by the clock of the fast lane of the tests. Raises CalledProcessError where a test fails."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "run.py", "test", "--quick"], cwd=ROOT, check=True, stdout=sys.stderr)
    return {"lane_s": time.perf_counter() - start}


def machine() -> dict[str, Any]:
    """Where and on what it was measured."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        cpu = platform.processor() or platform.machine()
    git = ["git", "log", "-1", "--format=%h", "--", *house_calls.PACKAGES]  # the last that changed what is measured
    commit = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return {"cpu": cpu, "cores": os.cpu_count(), "python": platform.python_version(), "commit": commit}


def main() -> None:
    """Measures, prints the table, and with --write stores the figures and writes the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="store the figures and write docs/quality/house.md")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--pure", action="store_true", help="time plain Python even where there is a compiled form")
    options.add_argument("--compiled", metavar="FOLDER", help="a compiled form that is not in .venv")
    options.add_argument("--counts", action="store_true", help="count only; times stay as they were stored")
    options.add_argument("--lane", action="store_true", help="time the fast lane of the tests too")
    options.add_argument("--page", action="store_true", help="measure nothing, write the page from the stored figures")
    options.add_argument("--before", action="store_true", help="store the figures as those of before")
    given = options.parse_args()
    stored: dict[str, Any] = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    which = "before" if given.before else "now"
    if not given.page:
        fresh = {**stored.get(which, {}), **counts(), **machine()}
        if not given.counts:
            fresh |= times(None if given.pure else compiled_folder(given.compiled), given.rounds)
            fresh["timed"] = fresh["commit"]
        if given.lane:
            fresh |= lane()
        stored[which] = fresh
    page = house_page.page(stored)
    print("\n".join(line for line in page.splitlines() if line.startswith("|")))
    if given.write or given.page:
        RESULT.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        house_page.PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()

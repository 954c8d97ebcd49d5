"""How many of 200 changes to the source the tests notice, and which of the others the soak would.

python bench/mutations.py map [WORDS]        runs the tests, or those that WORDS for pytest name, on unchanged code
python bench/mutations.py run [--soak]       makes one change at a time and runs the tests that come by its place

A place is an operator, a comparison, a condition, a number, a True or False or a returned value within a function. Each
package has its share of places by its lines, drawn with a fixed seed. All changes stand in one copy of the checkout,
each behind a switch (`switched`) that also tells which tests come by: a mutant schema, after Untch, Offutt and Harrold
(1993). The tests of a place follow from the quickest on until one fails or their time reaches `BUDGET`. Plain Python
is tested; JavaScript is not changed. `map --soak` and `run --soak` come after those without.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("archive", "events", "replay", "api", "cli", "data")
STORE = ROOT / "bench" / "mutations.json"
WORK = Path(os.environ.get("MUTATIONS_WORK", ROOT / "build" / "mutations"))
COPY = WORK / "plancia"
LANE = os.environ.get("MUTATIONS_LANE", "quick")  # of a map: quick or soak
BUDGET = 90.0  # seconds of tests for one change
LIMIT = 600  # seconds after which a change counts as noticed: a loop that does not end
ACTIVE = int(os.environ.get("MUTATION", "-1"))
SEEN: set[tuple[str, int]] = set()
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


class Place(NamedTuple):
    """A node of a file that can be changed; `node` counts the nodes of the file in the order of `ast.walk`."""

    file: str
    node: int
    line: int
    what: str


def switched(number: int) -> bool:
    """Called by the copy where a change stands: is it made? Keeps which test comes by."""
    seen = (os.environ.get("MUTATIONS_TEST", ""), number)
    if ACTIVE < 0 and seen[0] and seen not in SEEN:
        SEEN.add(seen)
        with (WORK / f"{LANE}-seen.{os.getpid()}").open("a", encoding="utf-8") as file:
            file.write(json.dumps(seen) + "\n")
    return number == ACTIVE


def changed(node: ast.AST) -> tuple[str, ast.expr] | None:
    """What the change of a node is called, and what stands in its place (in that of its test or value, where it is a
    statement); None where it has none."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            other = COMPARISONS[type(op)]
            return f"{type(op).__name__} -> {other.__name__}", ast.Compare(node.left, [other()], node.comparators)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            operator = OPERATORS[type(op)]
            return f"{type(op).__name__} -> {operator.__name__}", ast.BinOp(node.left, operator(), node.right)
        case ast.BoolOp(op=op):
            swap = (ast.Or(), "and -> or") if isinstance(op, ast.And) else (ast.And(), "or -> and")
            return swap[1], ast.BoolOp(swap[0], node.values)
        case ast.UnaryOp(op=ast.Not()):
            return "not removed", node.operand
        case ast.Constant(value=bool(value)):
            return f"{value} -> {not value}", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return f"{value} -> {value + 1}", ast.Constant(value + 1)
        case ast.If(test=test):
            return "condition denied", ast.UnaryOp(ast.Not(), test)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return "condition denied", ast.IfExp(test, orelse, body)
        case ast.Return(value=ast.expr()):
            return "returns None", ast.Constant(None)
    return None


def places(file: Path) -> Iterator[Place]:
    """Every place of a file that can be changed: in bodies of functions, patterns and annotations aside."""
    tree = ast.parse(file.read_text("utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    within = {id(inner) for body in bodies for statement in body for inner in ast.walk(statement)}
    fixed: list[ast.AST] = [node for node in ast.walk(tree) if isinstance(node, ast.pattern | ast.JoinedStr)]
    fixed += [node.annotation for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)]
    within -= {id(inner) for node in fixed for inner in ast.walk(node)}
    for number, node in enumerate(ast.walk(tree)):
        found = changed(node)
        if found and id(node) in within:
            yield Place(str(file.relative_to(ROOT)), number, getattr(node, "lineno", 0), found[0])


def drawn(count: int, seed: int) -> list[Place]:
    """As many places as asked, each package its share by lines."""
    chance = random.Random(seed)
    files = {name: sorted((ROOT / name / f"plancia_{name}").rglob("*.py")) for name in PACKAGES}
    lines = {name: sum(len(file.read_text("utf-8").splitlines()) for file in files[name]) for name in PACKAGES}
    found: list[Place] = []
    for name in PACKAGES:
        every = [place for file in files[name] for place in places(file)]
        share = max(1, round(count * lines[name] / sum(lines.values())))
        found += chance.sample(every, min(share, len(every)))
    return found[:count]


class Switches(ast.NodeTransformer):
    """Puts each change behind its switch, beside what stands there."""

    def __init__(self, numbers: dict[int, int]) -> None:
        self.numbers = numbers  # numbers of places by id of node

    def visit(self, node: ast.AST) -> Any:
        """The node with what it contains, and its own change, if there is one."""
        found = changed(node)  # before what it contains has changed: each change is one alone
        kept: Any = self.generic_visit(node)
        number = self.numbers.get(id(node))
        if number is None or not found:
            return kept
        switch = ast.parse(f"__import__('mutations').switched({number})", mode="eval").body
        match kept:
            case ast.If():
                kept.test = ast.IfExp(switch, found[1], kept.test)
            case ast.Return(value=ast.expr() as value):
                kept.value = ast.IfExp(switch, found[1], value)
            case _:
                return ast.copy_location(ast.IfExp(switch, found[1], kept), node)
        return kept


def make_copy(chosen: list[Place]) -> None:
    """Writes the copy of the checkout in which every change stands."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=shutil.ignore_patterns(".venv", "build", "__pycache__"))
    numbers: dict[str, dict[int, int]] = defaultdict(dict)
    for number, place in enumerate(chosen):
        numbers[place.file][place.node] = number
    for file, by_node in numbers.items():
        tree = ast.parse((COPY / file).read_text("utf-8"))
        by_id = {id(node): by_node[place] for place, node in enumerate(ast.walk(tree)) if place in by_node}
        (COPY / file).write_text(ast.unparse(ast.fix_missing_locations(Switches(by_id).visit(tree))), "utf-8")


def run_tests(*words: str, lane: str, mutation: int = -1) -> int:
    """Runs tests of the copy in plain Python; returns the code of pytest."""
    rooms = os.pathsep.join([str(COPY), str(COPY / "bench"), *(str(COPY / name) for name in PACKAGES)])
    form = {"PLANCIA_PURE": "1", "PLANCIA_EXPECT": "pure", "PYTHONUTF8": "1", "PYTHONPATH": rooms}
    env = {**os.environ, **form, "MUTATIONS_WORK": str(WORK), "MUTATIONS_LANE": lane, "MUTATION": str(mutation)}
    if lane == "soak":
        env["PLANCIA_SOAK"] = "1"
        words = ("-m", "soak", *words)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutations", *words]
    if mutation < 0:
        return subprocess.run(command, cwd=COPY, env=env).returncode
    return subprocess.run(command, cwd=COPY, env=env, capture_output=True, timeout=LIMIT).returncode


def pytest_runtest_logstart(nodeid: str) -> None:
    """As a plugin (`-p mutations`): processes that a test starts know its name."""
    os.environ["MUTATIONS_TEST"] = nodeid


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keeps what became of each test, with its seconds."""
    if report.when == "call" and ACTIVE < 0 and "PYTEST_XDIST_WORKER" in os.environ:
        with (WORK / f"{LANE}-tests.{os.getpid()}").open("a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, report.outcome, max(report.duration, 0.01)]) + "\n")


def stored(pattern: str) -> Iterator[Any]:
    """The JSON lines that a map has written."""
    for file in WORK.glob(pattern):
        yield from map(json.loads, file.read_text("utf-8").splitlines())


def tests_by_place(lane: str) -> dict[int, list[str]]:
    """The tests of each place that pass on unchanged code, the quickest first, as many as `BUDGET` allows."""
    seconds = {name: took for name, outcome, took in stored(f"{lane}-tests.*") if outcome == "passed"}
    seen: dict[int, set[str]] = defaultdict(set)
    for name, number in stored(f"{lane}-seen.*"):
        seen[number].add(name)
    chosen: dict[int, list[str]] = {}
    for number, names in seen.items():
        left = BUDGET
        chosen[number] = []
        for name in sorted(names & seconds.keys(), key=lambda name: seconds[name]):
            left -= seconds[name]
            if left < 0 and chosen[number]:
                break
            chosen[number].append(name)
    return chosen


def is_noticed(number: int, tests: list[str], lane: str) -> bool:
    """Does one of these tests fail where a change is made?"""
    if not tests:
        return False
    names = WORK / f"names.{number}"
    names.write_text("\n".join(tests), "utf-8")
    try:
        return run_tests("-x", "-p", "no:rerunfailures", f"@{names}", lane=lane, mutation=number) not in (0, 5)
    except subprocess.TimeoutExpired:
        return True


def run(chosen: list[Place], jobs: int, lane: str) -> None:
    """Makes one change at a time, in the soak those that no test noticed, and keeps what became of each at once.

    What is kept of these places is not tried again, so that a run which was broken off goes on.
    """
    tests, lock = tests_by_place(lane), threading.Lock()
    kept = {Place(*(row[name] for name in Place._fields)): row for row in read_rows()}
    rows = [kept.get(place, place._asdict()) for place in chosen]
    tried = [number for number, row in enumerate(rows) if not row.get("quick") and lane not in row]

    def one(number: int) -> None:
        began = time.monotonic()
        of_place = tests.get(number, [])
        result = {lane: is_noticed(number, of_place, lane), f"{lane}_tests": len(of_place)}
        with lock:
            rows[number] |= result
            STORE.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")
        print(number, rows[number], round(time.monotonic() - began, 1), flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, tried))


def read_rows() -> list[dict[str, Any]]:
    """What is kept of earlier runs."""
    return json.loads(STORE.read_text("utf-8")) if STORE.exists() else []


def table() -> str:
    """The table of what was noticed, by package."""
    rows = [row for row in read_rows() if "quick" in row]
    lines = ["| package | places | noticed | met by no test | by the soak alone |", "| --- | --- | --- | --- | --- |"]
    for name in [*PACKAGES, ""]:
        own = [row for row in rows if row["file"].startswith(f"{name}/") or not name]
        noticed, unmet = sum(row["quick"] for row in own), sum(not row["quick_tests"] for row in own)
        soak = sum(row.get("soak", False) for row in own)
        lines.append(f"| {name or 'all'} | {len(own)} | {noticed} | {unmet} | {soak} |")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["map", "run", "table"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--soak", action="store_true")
    given, words = parser.parse_known_args()
    lane = "soak" if given.soak else "quick"
    if given.what == "map":
        if lane == "quick":
            make_copy(drawn(given.count, given.seed))
        sys.exit(run_tests("-n", str(given.jobs), "--dist", "worksteal", *words, lane=lane))
    if given.what == "run":
        run(drawn(given.count, given.seed), given.jobs, lane)
    print(table())


if __name__ == "__main__":
    main()

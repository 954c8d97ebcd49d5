"""What bench/house.py counts in the source: numbers in rules, circles of imports, rooms and arrows, commit subjects."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

LISTS = {  # what names the kinds of a rule, today and in earlier commits
    "event_kinds", "observed_kinds", "ops", "notes", "kinds", "watches", "OPS", "KINDS", "WATCHES", "NOTES",
}  # fmt: skip
OP = "op"  # the kind of the event in hand: `t.op`, or a local name for it
FINDING = {"check", "finding"}  # what returns the code of a verdict
SUBJECT_MOST = 72

Graph = dict[str, set[str]]


def trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file below a folder, parsed."""
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def integers(node: ast.AST) -> bool:
    """Are whole numbers written in an expression: itself, or parts of a list, tuple, set, sum or call?"""
    return any(isinstance(one, ast.Constant) and type(one.value) is int for one in ast.walk(node))


def is_op(node: ast.AST) -> bool:
    """Is this `t.op`, or a local `op`?"""
    return (isinstance(node, ast.Attribute) and node.attr == OP) or (isinstance(node, ast.Name) and node.id == OP)


def kind_expressions(tree: ast.AST) -> Iterator[ast.AST]:
    """Expressions that say a kind of event: compared with `op`, returned by `ops`, or the value of a list of kinds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_op, sides)):
                yield from (side for side in sides if not is_op(side))
        elif isinstance(node, ast.FunctionDef) and node.name in LISTS:
            returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
            yield from (value for one in returned for value in results(one))
        elif isinstance(node, ast.ClassDef | ast.Module):
            yield from (value for name, value in assigned(node.body) if name in LISTS)


def kind_numbers(folder: Path) -> int:
    """Places in the rules of a folder where kinds of events are written as numbers; a list of them is one place.

    Where an expression names a constant of a module in the folder that holds numbers, the constant is one place more,
    however often it is used.
    """
    files = [tree for _, tree in trees(folder)]
    count, names = 0, set()
    for tree in files:
        for expression in set(kind_expressions(tree)):
            count += integers(expression)
            names |= {one.id for one in ast.walk(expression) if isinstance(one, ast.Name)}
    constants = [one for tree in files for one in assigned(tree.body)]
    return count + sum(integers(value) for name, value in constants if name in names - LISTS)


def assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """The names that statements give to values, such as constants of a module."""
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((one.id, node.value) for one in targets if isinstance(one, ast.Name))


def results(node: ast.AST) -> Iterator[ast.AST]:
    """The values that an expression may have: both branches of a condition, both sides of a sum or an `or`."""
    if isinstance(node, ast.IfExp):
        yield from results(node.body)
        yield from results(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from results(value)
    elif isinstance(node, ast.BinOp):
        yield from results(node.left)
        yield from results(node.right)
    else:
        yield node


def verdict_numbers(folder: Path) -> tuple[int, int]:
    """Codes of verdicts written as numbers in `check`: those of a fault (1, 2, 3, 4), and the noughts beside them."""
    values = [
        value.value
        for _, tree in trees(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in FINDING
        for one in ast.walk(node)
        if isinstance(one, ast.Return) and one.value is not None
        for value in results(one.value)
        if isinstance(value, ast.Constant) and type(value.value) is int
    ]
    return sum(value != 0 for value in values), values.count(0)


def functions(folder: Path, package: str) -> set[str]:
    """Every function and class of a package as `package:qualified name`, whatever its module."""
    found: set[str] = set()

    def enter(body: list[ast.stmt], within: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(f"{package}:{within}{node.name}")
                inner = "." if isinstance(node, ast.ClassDef) else ".<locals>."
                enter(node.body, f"{within}{node.name}{inner}")

    for _, tree in trees(folder):
        enter(tree.body, "")
    return found


def modules(folder: Path, package: str) -> dict[str, Path]:
    """The modules of a package by their dotted name; a package's own file has the name of its folder."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(part for part in (package, *parts) if part not in ("", "__init__"))] = path
    return found


def imports(path: Path, name: str, known: dict[str, Path]) -> set[str]:
    """The modules of the same package that a file imports, wherever the import stands in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                home = name if path.name == "__init__.py" else name.rpartition(".")[0]
                for _ in range(node.level - 1):
                    home = home.rpartition(".")[0]
                base = f"{home}.{base}".strip(".")
            deep = {f"{base}.{alias.name}" if base else alias.name for alias in node.names}
            found |= (deep & known.keys()) | ({base} if deep - known.keys() else set())
    return (found & known.keys()) - {name}


def graph(folder: Path, package: str) -> Graph:
    """Which module of a package imports which other of it."""
    known = modules(folder, package)
    return {name: imports(path, name, known) for name, path in known.items()}


def circles(arrows: Graph) -> list[list[str]]:
    """Groups of modules that all reach each other by imports (strongly connected, of two or more)."""
    reach: dict[str, set[str]] = {}
    for start in arrows:
        seen: set[str] = set()
        waiting = list(arrows[start])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += arrows.get(name, ())
        reach[start] = seen
    looped = [name for name in arrows if name in reach[name]]
    groups = {
        tuple(sorted(other for other in looped if other in reach[name] and name in reach[other])) for name in looped
    }
    return [list(group) for group in sorted(groups) if len(group) > 1]


def rooms(arrows: Graph, package: str, flat: str = "") -> tuple[int, int]:
    """Rooms of a package, and arrows between them.

    A room is a folder one level below the package, or a file directly in it; the package's own `__init__.py` is the
    door and no room. Of the folder `flat` each file is a room, however deep. An arrow is an ordered pair of rooms, one
    of which imports from the other.
    """

    def room(name: str) -> str:
        inner = name.removeprefix(package).lstrip(".")
        first = inner.partition(".")[0]
        return inner if first == flat else first

    pairs = {(room(name), room(other)) for name, others in arrows.items() for other in others}
    doors = {name.rpartition(".")[0] for name in arrows if room(name).startswith(f"{flat}.")}  # packages inside `flat`
    inside = {room(name) for name in arrows if name not in doors}
    return len(inside - {"", flat}), sum(a != b and bool(a) and bool(b) for a, b in pairs)


def long_subjects(root: Path, since: str) -> tuple[int, int] | None:
    """Commits since one whose subject is longer than 72 characters, and all of them; None outside a repository."""
    done = subprocess.run(
        ["git", "log", "--format=%s", f"{since}..HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return None
    subjects = done.stdout.splitlines()
    return sum(len(subject) > SUBJECT_MOST for subject in subjects), len(subjects)

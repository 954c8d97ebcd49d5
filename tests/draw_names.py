"""Draws names and docstrings at random for review: python -m tests.draw_names SEED [--names 10] [--docstrings 5].

The same seed draws the same ones from the same sources. A reviewer judges each beside a page of httpx, SQLite or attrs:
would an engineer who knows the field, and not this project, guess the meaning of the name, and read the text once?
"""

from __future__ import annotations

import argparse
import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("api", "archive", "cli", "data", "events", "replay")
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Named(NamedTuple):
    """A definition: where it stands, its name or its signature, its docstring ("" for none)."""

    place: str
    name: str
    signature: str
    docstring: str


def signature_of(node: DEFINITION) -> str:
    """The head of a definition on one line, without decorators and without its body."""
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}({', '.join(ast.unparse(base) for base in node.bases)})"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"def {node.name}({ast.unparse(node.args)}){returns}"


def definitions(path: Path) -> Iterator[Named]:
    """The module of a file, its classes and functions, and the names that its functions bind."""
    tree = ast.parse(path.read_text("utf-8"))
    place = path.relative_to(ROOT).as_posix()
    yield Named(place, path.stem, place, ast.get_docstring(tree) or "")
    for node in ast.walk(tree):
        if isinstance(node, DEFINITION):
            yield Named(f"{place}:{node.lineno}", node.name, signature_of(node), ast.get_docstring(node) or "")
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and len(target.id) > 2:
                    line = ast.unparse(node).split("\n")[0][:120]
                    yield Named(f"{place}:{node.lineno}", target.id, line, "")


def everything() -> list[Named]:
    """Every definition of the six packages, in the order of paths and lines; dunder names left aside."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return [one for path in paths for one in definitions(path) if not one.name.startswith("__")]


def main() -> None:
    """Prints the draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--names", type=int, default=10)
    parser.add_argument("--docstrings", type=int, default=5)
    wanted = parser.parse_args()
    chance, population = random.Random(wanted.seed), everything()
    for one in chance.sample(population, wanted.names):
        print(f"name       {one.name}\n           {one.signature}\n           {one.place}")
    for one in chance.sample([one for one in population if one.docstring], wanted.docstrings):
        print(f"docstring  {one.signature}\n           {one.place}")
        print("\n".join(f"           | {line}" for line in one.docstring.split("\n")))


if __name__ == "__main__":
    main()

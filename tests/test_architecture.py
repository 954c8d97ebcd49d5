"""Imports run along the arrows, and each library stays in its home."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY = {
    "data": set(),
    "events": {"data"},
    "replay": {"data", "events"},
    "archive": {"data", "events", "replay"},
    "api": {"data", "events", "replay", "archive"},
    "cli": {"data", "events", "replay", "archive"},
}
FACE = ROOT / "api" / "plancia"  # `import plancia`: the Python face, imported by nobody
FACE_MAY = {"data", "events", "replay", "archive"}
HOMES = {
    "msgspec": {"events"}, "sqlite_utils": {"archive"}, "pysqlite3": {"archive"}, "sqlite3": {"archive"},
    "flask": {"api"}, "flask_smorest": {"api"}, "marshmallow": {"api"}, "waitress": {"api"},
    "flask_compress": {"api"}, "click": {"cli"}, "tabulate": {"cli"}, "librt": {"events", "replay"},
    "openpyxl": {"archive"}, "rapidfuzz": {"archive"}, "pyarrow": {"archive"},
}  # fmt: skip


def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def reachable(path: Path, room: str) -> set[str]:
    """The packages that a file may import."""
    if path.is_relative_to(FACE):
        return FACE_MAY | ({"cli"} if path.name == "__main__.py" else set())
    return MAY[room] | {room}


@pytest.mark.parametrize("room", sorted(MAY))
def test_arrows_and_homes(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        for name in imports(path):
            top = name.split(".")[0]
            if top.startswith("plancia_"):
                other = top.removeprefix("plancia_")
                served = path.name == "serve.py" and room == "cli" and other == "api"
                assert other in reachable(path, room) or served, f"{path}: {name}"
            assert top != "plancia" or path.is_relative_to(FACE), f"{path}: {name}"
            if top in HOMES:
                assert room in HOMES[top], f"{path}: {name}"


def test_files_are_one_topic_long() -> None:
    for room in MAY:
        for path in (ROOT / room).rglob("*.py"):
            assert len(path.read_text("utf-8").splitlines()) <= 400, path


def test_rules_ask_terms_and_helpers_not_the_classes_of_other_rules() -> None:
    from plancia_replay.kernel.rule import Rule
    from plancia_replay.rulesets.registry import rule_classes

    classes = {(kind.__module__, kind.__name__) for kind in rule_classes().values()}
    assert len(classes) > 150 and all(issubclass(kind, Rule) for kind in rule_classes().values())
    for path in (ROOT / "replay" / "plancia_replay" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                taken = {(node.module, alias.name) for alias in node.names} & classes
                assert not taken, (
                    f"{path.name}:{node.lineno}: ask a method of Rule, a term or a helper of {node.module}"
                )

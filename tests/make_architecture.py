"""From the source: the rooms in docs/developers/architecture.md, and lower numbers in tests/sizes.toml."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from tests.test_architecture import SIZES, imported, sizes

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "developers" / "architecture.md"
PACKAGES = ("data", "events", "replay", "archive", "api", "cli")
BEGIN, END = "<!-- rooms -->\n", "<!-- /rooms -->\n"


def room_of(module: str) -> tuple[str, str]:
    """The package of a module and its folder there; "" for a file directly in the package."""
    package, _, inner = module.removeprefix("plancia_").partition(".")
    folder = inner.partition(".")[0]
    return package, folder if (ROOT / package / f"plancia_{package}" / folder).is_dir() else ""


def rows() -> list[tuple[str, str, str]]:
    """Each folder with modules: its path, what it is, the rooms of its own package that it imports from."""
    made = []
    for package in PACKAGES:
        top = ROOT / package / f"plancia_{package}"
        for init in sorted(top.glob("*/__init__.py")):
            says = (ast.get_docstring(ast.parse(init.read_text("utf-8"))) or "").partition("\n")[0]
            known = {room_of(name) for path in init.parent.rglob("*.py") for name in imported(path)}
            others = sorted({folder for home, folder in known if home == package} - {"", init.parent.name})
            made.append((f"{package}/plancia_{package}/{init.parent.name}", says, ", ".join(others) or "-"))
    return made


def made() -> str:
    """The page with its rooms as they are."""
    lines = ["| room | what it has | imports from, in its package |", "| --- | --- | --- |"]
    lines += [f"| `{room}` | {says} | {others} |" for room, says, others in rows()]
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2]


def lowered_sizes() -> str:
    """tests/sizes.toml with lower numbers where a count fell by more than its slack; none is raised here."""
    text = SIZES.read_text("utf-8")
    counts = sizes()
    for name, limit in tomllib.loads(text).items():
        if counts[name] < limit["most"] - limit["slack"]:
            text = re.sub(rf"(\[{name}\].*\nmost = )\d+", rf"\g<1>{counts[name] + limit['slack'] // 2}", text)
    return text

"""Joins a module of `static` and what it imports into one classic script, which browsers also load from a file.

Each module becomes a function that returns what it exports, so that two modules may use one name.
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parent.parent / "static"
IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}\s+from\s+)?\"(\.{1,2}/[\w./-]+)\";[^\n]*\n", re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.M)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|^(?!\s*(?:\*|/[/*])).*\bimport(?:\(|\.meta).*", re.M)  # outside comments


def classic_script(name: str, folder: Path = STATIC) -> str:
    """Returns the module `name` and its imports as one script. Raises ValueError for syntax that is not known here."""
    order: list[Path] = []
    collect_modules(folder / name, order, ())
    numbers = {path: number for number, path in enumerate(order)}
    parts = [module_function(path, numbers) for path in order]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"


def collect_modules(path: Path, order: list[Path], importers: tuple[Path, ...]) -> None:
    """Appends a module to `order` after the modules that it imports. Raises ValueError for a circle."""
    path = path.resolve()
    if path in order:
        return
    if path in importers:
        raise ValueError(f"{path.name}: imports itself over others")
    for match in IMPORT.finditer(path.read_text("utf-8")):
        collect_modules(path.parent / match[2], order, (*importers, path))
    order.append(path)


def module_function(path: Path, numbers: dict[Path, int]) -> str:
    """Returns a module as a function that is called at once and returns its exports."""
    text = path.read_text("utf-8")

    def imported(match: re.Match[str]) -> str:
        number = numbers[(path.parent / match[2]).resolve()]
        names = ", ".join(": ".join(name.split(" as ")) for name in re.split(r",\s*", (match[1] or "").strip()) if name)
        return f"const {{ {names} }} = module{number};\n"

    exports = [match[2] for match in EXPORT.finditer(text)]
    text = EXPORT.sub(r"\1", IMPORT.sub(imported, text))
    if unknown := UNKNOWN.search(text):
        raise ValueError(f"{path.name}: not understood: {unknown[0].strip()}")
    return f"const module{numbers[path]} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();\n"

"""Writes again what is generated in seconds: python3 run.py make. It names the files that it changed.

Editions that are new, numbers of the kinds of event, the grammar of the notation, the examples of the API, the index of
cases and the pages; see docs/developers/README.md.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Each from what the one before has written.
STEPS = (
    "tests.make_ops", "tests.make_grammar", "tests.make_editions", "tests.make_examples", "tests.make_unicode",
    "tests.make_conformance",
    "tests.make_rulings --ids", "tests.make_pages",
)  # fmt: skip
DATA = (
    "data/plancia_data/cases.toml", "tests/data/editions.toml", "events/plancia_events/ops.py",
    "api/plancia_api/examples.json", "docs/rgn/names.json", "tests/conformance/manifest.json",
    "tests/rulings/ids.json", "docs/lines.schema.json", "tests/sizes.toml",
)  # fmt: skip


def contents() -> dict[Path, bytes]:
    """The files that the steps write, and their neighbours."""
    made = {*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs" / "rgn").rglob("*.*")}
    files = [*(ROOT / name for name in DATA), *sorted(made)]
    return {file: file.read_bytes() for file in files}


def main() -> int:
    """Runs the steps; 1 where one fails."""
    before = contents()
    for step in STEPS:
        if subprocess.run([sys.executable, "-m", *step.split()], cwd=ROOT).returncode:
            print(f"{step} failed", file=sys.stderr)
            return 1
    after = contents()
    changed = sorted(file for file in after if after[file] != before.get(file))
    print(
        "\n".join(
            ["changed:", *(f"  {file.relative_to(ROOT).as_posix()}" for file in changed)]
            if changed
            else ["nothing changed"]
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

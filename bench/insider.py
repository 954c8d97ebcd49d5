"""What shows the edits of a keeper who has the file, the source and the key: tried one by one.

    python bench/insider.py            # into bench/reliability.json
    python bench/insider.py --print    # printed only

Each edit is done to a fresh copy; then the archive checks itself, and the copy is held against what others had before.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from insider_anchors import Anchors, named, taken
from insider_archive import filled
from insider_edits import Edit
from insider_others import EDITS
from reliability_store import store


def prepared(folder: Path) -> Anchors:
    """Makes the archive `a.db` in a folder; what others hold of it."""
    folder.mkdir(parents=True)
    filled(folder / "a.db")
    anchors = taken(folder / "a.db", folder / "witness")
    before = named(folder / "a.db", anchors)
    assert not any(before.values()), before
    return anchors


def tried(edit: Edit, original: Path, anchors: Anchors, folder: Path) -> dict[str, Any]:
    """Does an edit to a copy; a row with the codes that each finds."""
    shutil.copytree(original, folder)
    edit.work(folder / "a.db")
    found = named(folder / "a.db", replace(anchors, witness=folder / "witness"))
    return {"edit": edit.name, "kind": edit.kind, **found}


def main() -> None:
    """Runs every edit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        anchors = prepared(Path(name) / "original")
        rows = [tried(edit, Path(name) / "original", anchors, Path(name) / str(number))
                for number, edit in enumerate(EDITS)]  # fmt: skip
    print(json.dumps(rows, indent=1))
    if not options.print:
        store("insider", rows)


if __name__ == "__main__":
    main()

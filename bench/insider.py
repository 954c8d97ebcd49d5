"""What shows the edits of a keeper who has the file, the source and the key: tried one by one.

    python bench/insider.py                    # into bench/reliability.json
    python bench/insider.py --print NAME...    # printed only; all edits, or those whose names contain one of the words

Each edit is done to a fresh copy; then `plancia verify`, `plancia restore` and `plancia witness submit` judge it, as
processes, alone and against what others had before.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from dataclasses import asdict
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from insider_anchors import Anchors, judged, taken
from insider_archive import filled
from insider_edits import Edit
from insider_second import EDITS
from reliability_store import store


def prepared(folder: Path) -> Anchors:
    """Makes the archive `a.db` in a folder; what others hold of it."""
    folder.mkdir(parents=True)
    filled(folder / "a.db")
    anchors = taken(folder / "a.db")
    before = judged(folder / "a.db", anchors)
    assert all((one.exit, one.codes) == (0, []) for one in before.values()), before
    (folder / "restored.db").unlink()
    return anchors


def tried(edit: Edit, original: Path, anchors: Anchors, folder: Path) -> dict[str, Any]:
    """Does an edit to a copy; a row with what each command says."""
    shutil.copytree(original, folder)
    edit.work(folder / "a.db")
    found = judged(folder / "a.db", anchors)
    shutil.rmtree(folder)
    return {"edit": edit.name, "kind": edit.kind, **{name: asdict(one) for name, one in found.items()}}


def tried_by_name(task: tuple[str, Path, Anchors, Path]) -> dict[str, Any]:
    """`tried` for a worker process."""
    name, *rest = task
    return tried(next(edit for edit in EDITS if edit.name == name), *rest)


def main() -> None:
    """Runs every edit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", nargs="*", metavar="NAME", help="print only")
    parser.add_argument("--jobs", type=int, default=2, help="edits tried at once")
    options = parser.parse_args()
    edits = [edit for edit in EDITS if not options.print or any(word in edit.name for word in options.print)]
    rows = []
    with tempfile.TemporaryDirectory() as name, Pool(options.jobs) as pool:
        original = Path(name) / "original"
        anchors = prepared(original)
        tasks = [(edit.name, original, anchors, Path(name) / str(number)) for number, edit in enumerate(edits)]
        for row in pool.imap(tried_by_name, tasks):
            rows.append(row)
            print(json.dumps(row), flush=True)
    if options.print is None:
        store("insider", rows)


if __name__ == "__main__":
    main()

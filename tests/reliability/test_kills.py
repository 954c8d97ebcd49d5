"""kill -9 of real processes: what they acknowledged is kept; the checks after a kill see what is missing."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of POSIX systems")
KINDS = [
    "import into a new archive",
    "append over HTTP",
    "append",
    "restore",
    "backup",
    "tournament events",
    "checkpoints",
    "erasures",
]


@POSIX
def test_what_killed_processes_acknowledged_is_kept(bench: Any) -> None:
    rows = bench("kills").run(1, KINDS, 3)
    assert [row["kind"] for row in rows] == KINDS and sum(row["kills"] for row in rows) >= len(KINDS) - 1
    assert [row["faults"] for row in rows] == [[]] * len(KINDS)
    assert sum(row["acknowledged"] for row in rows) > 0


@POSIX
def test_a_missing_line_a_lost_game_and_a_stale_file_are_seen(bench: Any, tmp_path: Path) -> None:
    kills, kinds = bench("kills"), bench("kill_operations")
    source = kills.base(tmp_path / "base")
    kind = kinds.OPERATIONS["append"]
    trial = kills.prepared(source, tmp_path / "trial", kind)
    archive = Archive.open(trial.place)
    archive.append(trial.game, ["NOTE A {n0}"], None)
    archive.append(trial.game, ["NOTE A {n1}"], None)
    archive.append(trial.game, ["NOTE A {n1}"], None)
    archive.close()
    trial.acknowledged += ["n0"]
    assert kills.faults(kind, trial) == []
    trial.acknowledged += ["n1", "n2"]
    (trial.folder / "b.zip.x.part").write_bytes(b"")
    assert kills.faults(kind, trial) == ["lost: n1", "lost: n2", "stale: b.zip.x.part"], "one twice, one not there"
    trial.place.unlink()
    shutil.copy(source.folder / "base.zip", trial.place)
    assert kills.faults(kind, trial)[0].startswith("unopened")


@POSIX
def test_a_lost_checkpoint_a_name_that_is_left_and_a_lost_file_are_seen(bench: Any, tmp_path: Path) -> None:
    kills, kinds = bench("kills"), bench("kill_operations")
    source = kills.base(tmp_path / "base")
    trial = kills.prepared(source, tmp_path / "trial", kinds.OPERATIONS["checkpoints"])
    archive = Archive.open(trial.place)
    before = archive.checkpoints.latest()
    archive.append(trial.game, ["NOTE A {n0}"], None)
    note = archive.checkpoints.sign()
    assert before is not None and note is not None
    trial.acknowledged += [note.text()]
    assert kinds.lost_checkpoints(trial, archive) == []
    Path(f"{trial.place}.checkpoint").write_text(before.text())
    assert len(kinds.lost_checkpoints(trial, archive)) == 1, "the file is older than what was printed"
    trial.acknowledged = ["n0"]
    trial.number = 1
    assert kinds.names_left(trial, archive) == ["n0"], "nobody erased it"
    trial.acknowledged = ["n0"]
    assert kinds.stored_disputes(trial, archive) == kinds.stored_files(trial, archive) == ["n0"]
    archive.close()

"""The start script: two first starts at once must not set up over each other."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HOLD = "import run\nwith run.alone():\n    print('in', flush=True)\n    input()\nprint('out', flush=True)"


def start(folder: Path) -> subprocess.Popen[str]:
    """A process that takes the lock of the start script and holds it until it is told to go on."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", HOLD], cwd=folder, text=True, stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_second_start_waits_for_the_first(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[1] / "run.py", tmp_path)
    first = start(tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "in\n"
    second = start(tmp_path)
    assert second.stderr is not None and "waiting" in second.stderr.readline()
    first.communicate("\n", timeout=30)
    assert second.communicate("\n", timeout=30)[0] == "in\nout\n"


def test_a_killed_start_leaves_no_lock(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[1] / "run.py", tmp_path)
    first = start(tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "in\n"
    first.kill()
    first.wait(timeout=30)
    said, warned = start(tmp_path).communicate("\n", timeout=30)
    assert (said, warned) == ("in\nout\n", "")


def test_who_may_not_lock_goes_on_where_all_is_set_up(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[1] / "run.py", tmp_path)
    (tmp_path / ".venv.lock").mkdir()  # cannot be opened for writing by anybody
    said, warned = start(tmp_path).communicate("\n", timeout=30)
    assert said == "" and "let its owner run" in warned and "Traceback" not in warned
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "stamp").write_text("")
    assert start(tmp_path).communicate("\n", timeout=30) == ("in\nout\n", "")

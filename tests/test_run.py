"""The start script: two first starts at once do not set up over each other; who may not write runs what is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKED = '[tool.hatch.build.targets.wheel.hooks.custom.files]\n"docs/page.html" = "x/page.html"\n"suite" = "x/suite"\n'
HOLD = "import run\nwith run.alone():\n    print('in', flush=True)\n    input()\nprint('out', flush=True)"


def start(folder: Path) -> subprocess.Popen[str]:
    """A process that takes the lock of the start script and holds it until it is told to go on."""
    pipe = subprocess.PIPE
    env = {**os.environ, "PLANCIA_LANG": "en"}
    command = [sys.executable, "-c", HOLD]
    return subprocess.Popen(command, cwd=folder, text=True, stdin=pipe, stdout=pipe, stderr=pipe, env=env)


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


def checkout(folder: Path) -> Path:
    """A checkout whose environment holds a `plancia_cli` that says what it was asked; its lock cannot be opened."""
    shutil.copy(Path(__file__).resolve().parents[1] / "run.py", folder)
    (folder / "pyproject.toml").write_text(PACKED)
    (folder / "hatch_build.py").write_text("")
    (folder / ".venv.lock").mkdir()  # a lock that nobody can open, root neither
    return folder


def set_up(folder: Path) -> None:
    """Leaves what a finished setting up leaves, as far as the start script looks at it."""
    code = (
        "import run, os, sys\n"
        "run.PYTHON.parent.mkdir(parents=True)\n"
        "os.symlink(sys.executable, run.PYTHON)\n"
        "now = run.standing()\n"
        "assert not now.installed(frozenset())\n"
        "(run.VENV / 'stamp').write_text(now.base)\n"
        "now.compiled.mkdir()\n"
        "(now.compiled / 'done').write_text('')\n"
        "assert run.standing().installed(frozenset()) and not run.standing().installed(frozenset({'dev'}))\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, timeout=60)
    (folder / "plancia_cli.py").write_text("import sys\nprint('asked', *sys.argv[1:])\n")


def started(folder: Path, *words: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    """What the start script does with these words."""
    command = [sys.executable, "run.py", *words]
    env = {key: value for key, value in os.environ.items() if key != "PLANCIA_PURE"} | {"PLANCIA_LANG": lang}
    return subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=60, env=env)


@pytest.mark.skipif(os.name == "nt", reason="a link stands for the environment's Python")
def test_bytecode_is_kept_in_the_environment_where_variables_keep_it_out_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without bytecode each command compiles all its modules again, twice the time of most."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    set_up(checkout(tmp_path))
    (tmp_path / "plancia_cli.py").write_text("import plancia_part")
    (tmp_path / "plancia_part.py").write_text("")
    assert started(tmp_path, "list").returncode == 0
    (made,) = tmp_path.rglob("plancia_part*.pyc")
    assert made.is_relative_to(tmp_path / ".venv" / "pycache")


@pytest.mark.skipif(os.name == "nt", reason="a link stands for the environment's Python")
def test_who_may_not_write_runs_what_is_set_up(tmp_path: Path) -> None:
    set_up(checkout(tmp_path))
    kept = sorted(str(path) for path in tmp_path.rglob("*") if not {"__pycache__", "pycache"} & {*path.parts})
    done = started(tmp_path, "list", "--json")
    assert (done.returncode, done.stdout) == (0, "asked list --json\n"), done.stderr
    assert sorted(str(path) for path in tmp_path.rglob("*") if not {"__pycache__", "pycache"} & {*path.parts}) == kept


@pytest.mark.parametrize("words", [("list",), ("test",)])
def test_who_may_not_write_is_told_so_where_something_is_left_to_set_up(tmp_path: Path, words: tuple[str]) -> None:
    checkout(tmp_path)
    if words == ("test",) and os.name != "nt":
        set_up(tmp_path)  # without the tools of tests
    for lang, said in (("it", "non si può scrivere"), ("en", "cannot be written")):
        done = started(tmp_path, *words, lang=lang)
        assert (done.returncode, done.stdout) == (1, "") and "Traceback" not in done.stderr
        assert said in done.stderr and str(tmp_path) in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_unknown_extra_is_refused_with_those_that_exist(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[1] / "run.py", tmp_path)
    shutil.copy(Path(__file__).resolve().parents[1] / "pyproject.toml", tmp_path)
    done = started(tmp_path, "setup", "--with", "parket")
    assert done.returncode == 2 and "parket" in done.stderr and "parquet" in done.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.skipif(os.name == "nt", reason="a link stands for the environment's Python")
def test_a_start_without_the_compiled_kernel_compiles_in_the_background(tmp_path: Path) -> None:
    set_up(checkout(tmp_path))
    (tmp_path / ".venv.lock").rmdir()
    for done in tmp_path.glob(".venv/compiled-*/done"):
        done.unlink()
    code = "import run\nprint(run.chosen_form(), bool(calls))"
    spy = "import run\ncalls = []\nrun.compile_in_background = lambda: calls.append(1)\n"
    env = {key: value for key, value in os.environ.items() if key != "PLANCIA_PURE"} | {"CC": sys.executable}
    said = subprocess.run([sys.executable, "-c", spy + code], cwd=tmp_path, env=env, text=True, capture_output=True)
    assert said.stdout == "None True\n", said.stderr
    quiet = {**env, "PLANCIA_PURE": "1"}
    said = subprocess.run([sys.executable, "-c", spy + code], cwd=tmp_path, env=quiet, text=True, capture_output=True)
    assert said.stdout == "None False\n", said.stderr


def test_the_compiled_install_is_stale_when_any_file_packed_into_it_changes(tmp_path: Path) -> None:
    checkout(tmp_path)
    command = [sys.executable, "-c", "import run\nprint(run.standing().compiled.name)"]
    names = []
    for file in ("", "docs/page.html", "docs/other.html", "suite/inner/case.json", "api/page.html"):
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text("changed")
        names.append(subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=True).stdout)
    assert names[1] == names[2] and len(set(names)) == 4

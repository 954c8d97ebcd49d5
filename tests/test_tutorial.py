"""The tutorial of the API is true: every command of it runs against a served archive and prints what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sh|python|out)\n(.*?)^```$", PAGE, re.M | re.S)
SERVE = "plancia serve club.db --port 8001"


def masked(text: str) -> str:
    """A text without what is random in it."""
    text = re.sub(r'"receipt": \{[^{}]*\}', '"receipt": {...}', text.replace("\ufeff", ""))
    text = re.sub(r"\bt_[0-9A-Z]{8}\b", "t_0", text)
    return re.sub(r"\bp_[0-9A-Z]{8}\b", "p_0", re.sub(r"\bg_[0-9a-f]{18}\b", "g_0", text)).strip()


def steps() -> list[tuple[str, str, str | None]]:
    """The blocks that act, each with what it should print (None where the page does not say)."""
    found: list[tuple[str, str, str | None]] = []
    for kind, text in BLOCKS:
        if kind == "out":
            before = found.pop()
            found.append((before[0], before[1], text))
        else:
            found.append((kind, text, None))
    return found


@pytest.fixture
def command(tmp_path: Path) -> dict[str, str]:
    """An environment in which `plancia` is this checkout."""
    script = tmp_path / "bin" / "plancia"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plancia_cli "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IEXEC)
    return {**os.environ, "PATH": f"{script.parent}:{os.environ['PATH']}", "PLANCIA_LANG": "en"}


@contextlib.contextmanager
def server(folder: Path, env: dict[str, str]) -> Iterator[str]:
    """`plancia serve` on a free port; its host and port."""
    line = [*SERVE.removesuffix("8001").split(), "0"]
    process = subprocess.Popen(line, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
    try:
        said = process.stdout.readline() if process.stdout else ""
        yield re.findall(r"127\.0\.0\.1:\d+", said)[0]
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout:
            process.stdout.close()


def in_shell(text: str, folder: Path, env: dict[str, str]) -> str:
    """What a block of shell prints; variables go on from block to block. A command that fails is told."""
    kept = "[ -f kept.sh ] && . ./kept.sh; set -e\n"
    script = f"{kept}{text}\ndeclare -p BASE TOKEN GAME > kept.sh 2> kept.err || true"
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def in_python(text: str, folder: Path, names: dict[str, Any]) -> str:
    """What a block of Python prints; names go on from block to block."""
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out):
        exec(compile(text, "tutorial.md", "exec"), names)
    return out.getvalue()


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="the tutorial speaks of curl and bash")
def test_every_command_of_the_tutorial_prints_what_it_says(tmp_path: Path, command: dict[str, str]) -> None:
    todo = steps()
    at = next(place for place, (_, text, _) in enumerate(todo) if text.strip() == SERVE)
    for _, text, _ in todo[:at]:
        in_shell(text, tmp_path, command)
    names: dict[str, Any] = {"__name__": "tutorial"}
    wrong: list[str] = []
    with server(tmp_path, command) as place:
        for kind, text, expected in todo[at + 1 :]:
            here = text.replace("127.0.0.1:8001", place)
            printed = in_shell(here, tmp_path, command) if kind == "sh" else in_python(here, tmp_path, names)
            if expected is not None and masked(printed) != masked(expected):
                wrong.append(f"{text}\nprints\n{printed}\nand not\n{expected}")
    assert not wrong, "\n".join(wrong)


def test_the_tutorial_says_it_with_curl_and_with_python() -> None:
    kinds = [kind for kind, text, _ in steps()]
    assert kinds.count("sh") > 8 and kinds.count("python") > 7
    assert sum(expected is not None for _, _, expected in steps()) > 15

"""`plancia open`: the club's own archive as a process, from its first start to its end by Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

from plancia_archive import Archive
from plancia_cli import open as opening
from plancia_cli.main import plancia

ROOT = Path(__file__).resolve().parents[2]


def started(path: Path, lang: str) -> subprocess.Popen[str]:
    """The command in a process of its own; what it says on both streams comes by `stdout`."""
    command = [sys.executable, "-c", "from plancia_cli.main import main; main()", "--lang", lang, "-a", str(path)]
    return subprocess.Popen(
        [*command, "open", "--no-browser", "--alone", "--port", "0"], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def test_the_first_start_makes_it_signs_in_and_ends_its_token(tmp_path: Path) -> None:
    path = tmp_path / "dati del circolo" / "circolo.db"
    process = started(path, "it")
    try:
        assert process.stdout is not None
        printed = ""
        while "/sign-in" not in printed:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/sign-in\?next=/keeper#plk_\S+", printed)
        assert f"nuovo archivio del circolo: {path}" in printed
        with urllib.request.urlopen(address.partition("#")[0], timeout=10) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0
    archive = Archive.open(path)
    assert [(row["role"], row["state"]) for row in archive.tokens.all()] == [("keeper", "revoked")]
    archive.close()


def test_without_a_name_it_lies_where_the_system_keeps_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, **_: tmp_path / name)
    asked: list[str] = []
    monkeypatch.setattr(opening, "start_server", lambda context, *_, **__: asked.append(context.archive))
    for words in ("a new archive", "the archive of the club"):
        told = CliRunner().invoke(plancia, ["--lang", "en", "open", "--alone"], env={"PLANCIA_ARCHIVE": None})
        assert told.exit_code == 0 and words in told.output, told.output
    assert asked == [str(tmp_path / "Plancia" / "circolo.db")] * 2 and Path(asked[0]).exists()
    named = CliRunner().invoke(plancia, ["open", "--alone"], env={"PLANCIA_ARCHIVE": str(tmp_path / "b.db")})
    assert named.exit_code == 0 and asked[-1] == str(tmp_path / "b.db")


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(tmp_path / "file" / "a.db"), "open"])
    assert told.exit_code == 1 and str(tmp_path / "file") in told.output and "Traceback" not in told.output


@pytest.mark.parametrize("name", ["Plancia.bat", "Plancia.command", "Plancia.desktop"])
def test_a_double_click_opens_it(name: str) -> None:
    data = (ROOT / name).read_bytes()
    assert b"run.py open" in data
    assert (b"\r\n" in data) == (name == "Plancia.bat"), "each with the line ends of its system"
    assert name == "Plancia.bat" or os.access(ROOT / name, os.X_OK) or sys.platform == "win32"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_the_launcher_runs_in_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "Plancia.command").write_bytes((ROOT / "Plancia.command").read_bytes())
    (tmp_path / "run.py").write_text("import os, sys\nprint(os.getcwd(), *sys.argv[1:])\n")
    found = subprocess.run(
        ["sh", str(tmp_path / "Plancia.command"), "--alone"], capture_output=True, text=True, cwd="/"
    )
    assert found.stdout.split() == [str(tmp_path), "open", "--alone"]


def test_an_archive_that_is_gone_at_the_end_is_told_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "circolo.db"
    process = started(path, "en")
    assert process.stdout is not None
    while "/sign-in" not in (line := process.stdout.readline()):
        assert line
    for file in tmp_path.glob("circolo.db*"):
        file.unlink()
    path.write_bytes(b"no archive any more")
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == 1 and "Traceback" not in told, told

"""The season of docs/season.md: its commands, run in a shell as a reader would, and its standings by hand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive
from plancia_cli.main import plancia
from tests.command_server import client_command

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "season.md"
PAGES = {"en": PAGE, "it": ROOT / "docs" / "season.it.md"}
OVER_HTTP = re.compile(r"\n## (?:The same season over HTTP|La stessa stagione via HTTP)\n")
STARTS = ("plancia ", "curl ", "export ")
# player: points of each evening, of them the winner's five; nobody's five is told by 0, an evening not played by None
BY_HAND: dict[str, list[tuple[int, int] | None]] = {
    "Anna": [(26, 5), (23, 5), (20, 5), (9, 0)],  # 31 + 28 + 25 + 9 = 93, without the fives 78
    "Bruno": [(21, 0), (18, 0), (20, 0), (27, 5)],  # 21 + 18 + 20 + 32 = 91, 86
    "Dino": [(16, 0), (20, 0), (26, 5), (18, 0)],  # 16 + 20 + 31 + 18 = 85, 80
    "Gaia": [(27, 5), (14, 0), (14, 0), (25, 0)],  # 32 + 14 + 14 + 25 = 85, 80
    "Luca": [(22, 0), (17, 0), (21, 0), (20, 0)],  # 22 + 17 + 21 + 20 = 80, 80
    "Fabio": [(18, 0), (17, 0), (16, 0), (24, 5)],  # 18 + 17 + 16 + 29 = 80, 75
    "Marta": [(15, 0), (27, 5), (11, 0), (16, 0)],  # 15 + 32 + 11 + 16 = 74, 69
    "Elena": [(10, 0), (17, 0), (19, 0), (22, 0)],  # 10 + 17 + 19 + 22 = 68, 68
    "Carla": [(9, 0), (21, 0), (14, 0), (21, 0)],  # 9 + 21 + 14 + 21 = 65, 65
    "Ivo": [(12, 0), (19, 0), (8, 0), None],  # 12 + 19 + 8 = 39, 39
}
TOTALS = {"Anna": 93, "Bruno": 91, "Dino": 85, "Gaia": 85, "Luca": 80, "Fabio": 80, "Marta": 74, "Elena": 68,
          "Carla": 65, "Ivo": 39}  # fmt: skip
PLACES = {"Anna": 1, "Bruno": 2, "Dino": 3, "Gaia": 3, "Luca": 5, "Fabio": 6, "Marta": 7, "Elena": 8, "Carla": 9,
          "Ivo": 10}  # fmt: skip
# after two evenings, before and after the arbiter's correction of Marta's card: 17 becomes 27 + 5, Dino's 20 + 5 is 20
SECOND = {"Anna": 59, "Gaia": 46, "Dino": 41, "Bruno": 39, "Luca": 39, "Fabio": 35, "Marta": 32, "Ivo": 31,
          "Carla": 30, "Elena": 27}  # fmt: skip
CORRECTED = {**SECOND, "Marta": 47, "Dino": 36}


def part(page: str, http: bool) -> str:
    """The half of the page by command line, or the one over HTTP."""
    first, second = OVER_HTTP.split(page)
    return second if http else first


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Every command of the page's indented blocks with the lines of output that stand below it."""
    found: list[tuple[str, list[str]]] = []
    open_quote = False
    for line in text.splitlines():
        if not line.startswith("    "):
            open_quote = False
            continue
        line = line[4:]
        if open_quote:
            found[-1] = (found[-1][0] + "\n" + line, [])
        elif line.startswith(STARTS):
            found.append((line, []))
        elif found:
            found[-1][1].append(line)
        open_quote = bool(found) and not found[-1][1] and unfinished(found[-1][0])
    return found


def unfinished(command: str) -> bool:
    """Does the command go on in the next line?"""
    try:
        shlex.split(command)
    except ValueError:
        return True
    return command.endswith("\\")


def run(commands: list[str], folder: Path, **more: str) -> list[str]:
    """What each command prints, both streams together, in one shell, each as a process. Skips without bash."""
    shell = shutil.which("bash")
    if shell is None or (any("curl " in one for one in commands) and shutil.which("curl") is None):
        pytest.skip("the page's commands need bash and curl")
    (folder / "docs").mkdir(exist_ok=True)
    for name in ("season", "first-evening"):
        if not (folder / "docs" / name).exists():
            shutil.copytree(ROOT / "docs" / name, folder / "docs" / name)
    script = [f'plancia() {{ {shlex.join(client_command())} "$@"; }}']
    for command in commands:
        script += ["printf '\\n@@@\\n'", command]
    done = subprocess.run(
        [shell], input="\n".join(script) + "\n", cwd=folder, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PYTHONIOENCODING": "utf-8", **more}, timeout=240,
    )  # fmt: skip
    return [part.strip("\n") for part in done.stdout.split("\n@@@\n")[1:]]


def plain(text: str) -> str:
    """Output without references, ids of games, ends of lines and receipts."""
    text = re.sub(r"\bp_[0-9A-Z]{8}\b", "p_REFERENC", re.sub(r"\b(g_[0-9a-f]{18}|c_[0-9a-f]{24})\b", "g_GAME", text))
    lines = (line.rstrip() for line in text.splitlines() if not line.startswith(("receipt: ", "ricevuta: ")))
    return "\n".join(lines).strip("\n")


def season_archive(path: Path, mark: str, until: str) -> Archive:
    """The archive of the season up to a heading of the page, made in this process; `mark` ends every player's name."""
    text, _, rest = PAGE.read_text("utf-8").partition(f"\n## {until}\n")
    assert rest, until
    names = re.compile(rf"\b({'|'.join(BY_HAND)})\b")
    records = path.parent / "docs" / "season"
    records.mkdir(parents=True)
    for file in (ROOT / "docs" / "season").glob("*.rgn"):
        (records / file.name).write_text(names.sub(rf"\1{mark}", file.read_text("utf-8")), "utf-8")
    for command, _ in commands(text):
        words = shlex.split(names.sub(rf"\1{mark}", command).replace("docs/season", str(records)))[1:]
        words += ["--as-written"] if "enter" in words else []  # the mark makes the names alike
        if command.startswith("plancia ") and "standings" not in words:
            result = CliRunner().invoke(plancia, ["-a", str(path), *words])
            assert result.exit_code == 0, result.output
    return Archive.open(path)

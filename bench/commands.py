"""Runs `plancia` commands, each as a process of its own with its exit code, from one parent that has the imports done.

A child is forked for each command and calls what the installed program calls, so that a bench of hundreds of commands
spends its time on them. Where processes cannot be forked, each starts a new interpreter.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NoReturn


def serve() -> None:
    """Reads commands as lines of JSON on standard input; writes exit code and outputs of each as a line."""
    import plancia_archive.exports.backups
    import plancia_archive.integrity.verify
    import plancia_archive.log.submission  # noqa: F401
    from plancia_cli.main import main

    for line in sys.stdin:
        folder, words = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = os.fork()
            if child == 0:
                run(main, folder, words, out.fileno(), err.fileno())
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            texts = [os.pread(file.fileno(), 1 << 24, 0).decode() for file in (out, err)]
        print(json.dumps([code, *texts]), flush=True)


def run(main: Callable[[], None], folder: str, words: list[str], out: int, err: int) -> NoReturn:
    """The child: the program with these words, as from a shell; it ends as an interpreter does."""
    os.chdir(folder)
    for source, target in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
        os.dup2(source, target)
    sys.argv = ["plancia", *words]
    main()
    sys.exit(0)


@cache
def server(process: int) -> subprocess.Popen[str]:
    """The parent of the commands of a process."""
    program = [sys.executable, str(Path(__file__).resolve())]
    return subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def plancia(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a command on an archive."""
    words = ("--lang", "en", "-a", str(place), *words)
    if not hasattr(os, "fork"):
        program = [sys.executable, "-m", "plancia_cli", *words]
        return subprocess.run(program, capture_output=True, text=True, cwd=place.parent)
    parent = server(os.getpid())
    assert parent.stdin and parent.stdout
    parent.stdin.write(json.dumps([str(place.parent), words]) + "\n")
    parent.stdin.flush()
    return subprocess.CompletedProcess(list(words), *json.loads(parent.stdout.readline()))


if __name__ == "__main__":
    serve()

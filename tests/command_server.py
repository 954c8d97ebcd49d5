"""Runs commands as processes without the price of a start: a process that has imported everything forks for each.

A page of the manual has some sixty commands, and a start takes longer than most of them. `client_command` returns the
words that run a command; what it reads, prints and returns, its folder and its environment are those of a process of
its own. Where the system has no sockets with files (Windows) commands start as they do elsewhere.
"""

from __future__ import annotations

import array
import atexit
import functools
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CAN_SERVE = hasattr(socket, "AF_UNIX") and hasattr(os, "fork")
CLIENT = """
import array, json, os, socket, sys
told = json.dumps([os.getcwd(), dict(os.environ), sys.argv[2:]]).encode()
server = socket.socket(socket.AF_UNIX)
server.connect(sys.argv[1])
server.sendmsg([len(told).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
server.sendall(told)
code = server.recv(1)
os._exit(code[0] if code else 99)
"""


def client_command() -> list[str]:
    """The words before the arguments of a command."""
    if not CAN_SERVE:
        return [sys.executable, "-m", "plancia_cli"]
    return [sys.executable, "-ISE", "-c", CLIENT, server_address()]


@functools.cache
def server_address() -> str:
    """Starts the server of this process, which ends with it; returns the path of its socket."""
    folder = tempfile.mkdtemp()
    path = str(Path(folder) / "s")
    words = [sys.executable, "-m", "tests.command_server", path]
    root = Path(__file__).resolve().parent.parent
    server = subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert server.stdout and server.stdin
    server.stdout.readline()

    def end() -> None:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return path


def serve(path: str) -> None:
    """Answers each connection by a forked process, until the process that asked for the server has ended."""
    import importlib
    import pkgutil

    import plancia_cli

    for module in pkgutil.walk_packages(plancia_cli.__path__, "plancia_cli."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    print("ready", flush=True)
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:  # closed: the process that asked for the server is gone
            return
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            answer(connection)
        connection.close()


def warm_up() -> None:
    """Reads and judges a game once in each language, so that words, rules and what else is made once are there."""
    from click.testing import CliRunner

    from plancia_cli.main import plancia
    from plancia_data import samples

    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "g.rgn"
        game.write_bytes(samples()["monopoli-serata.rgn"])
        for lang in ("it", "en"):
            archive = ["--lang", lang, "-a", f"{folder}/{lang}.db"]
            for words in (["init"], ["import", str(game)], ["list"], ["judge", str(game)], ["verify"]):
                assert CliRunner().invoke(plancia, [*archive, *words]).exit_code in (0, 3), words
    gc.collect()
    gc.freeze()  # a collection in a fork would copy what is shared


def answer(connection: socket.socket) -> None:
    """Runs the command of a connection in this process, which ends with it."""
    code = 99
    try:
        files = array.array("i")
        size, found, _, _ = connection.recvmsg(4, socket.CMSG_LEN(3 * files.itemsize))
        files.frombytes(found[0][2])
        told = b""
        while len(told) < int.from_bytes(size, "big"):
            told += connection.recv(1 << 16)
        folder, env, words = json.loads(told)
        code = run_command(folder, env, words, list(files))
    finally:
        connection.sendall(bytes([code & 255]))
        os._exit(code)


def run_command(folder: str, env: dict[str, str], words: list[str], files: list[int]) -> int:
    """Runs a command as `python -m plancia_cli` does; returns its exit code."""
    from plancia_cli.main import main

    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    streams: dict[str, Any] = {"stdin": (0, "r"), "stdout": (1, "w"), "stderr": (2, "w")}
    for name, (number, mode) in streams.items():
        stream = open(number, mode, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv = ["plancia", *words]
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1 if end.code else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    serve(sys.argv[1])

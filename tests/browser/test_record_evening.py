"""Whole games recorded through the page while the server is killed, restarted, and the network comes and goes."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive
from plancia_events import Game, format_event
from tests.browser.conftest import slow, wait
from tests.browser.test_record_offline import (
    GAME,
    LINES,
    SAID,
    NewDevice,
    Table,
    device_of,
    open_tab,
    say,
    sent,
    table,
)

__all__ = ["table"]  # the fixture
CODE = "from plancia_cli.main import main; main()"


class KilledServer:
    """`plancia serve` behind a relay that kills it when it has answered a record request, before the answer passes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kills = 0
        self.lock = threading.Lock()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = self.start()
        self.relay = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.relay.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", CODE, "serve", str(self.path), "--port", str(self.port)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        for _ in range(200):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return process
            time.sleep(0.1)
        raise AssertionError("the server does not start")

    def accept(self) -> None:
        while True:
            try:
                browser, _ = self.relay.accept()
            except OSError:
                return
            threading.Thread(target=self.pass_on, args=(browser,), daemon=True).start()

    def pass_on(self, browser: socket.socket) -> None:
        """Passes bytes both ways; a marked connection loses its server instead of an answer."""
        marked = threading.Event()
        try:
            server = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            browser.close()
            return

        def to_server() -> None:
            while data := receive(browser):
                if self.kills and data.startswith(b"POST") and b"/record" in data.split(b"\r\n", 1)[0]:
                    marked.set()
                send(server, data)
            close(server)

        threading.Thread(target=to_server, daemon=True).start()
        while data := receive(server):
            if marked.is_set():
                self.kill()
                break
            send(browser, data)
        close(browser)
        close(server)

    def kill(self) -> None:
        """Kills the server without a chance to finish anything, and starts it again after a while."""
        with self.lock:
            if self.kills:
                self.kills -= 1
                self.process.kill()
                self.process.wait()
                time.sleep(0.5)
                self.process = self.start()

    def stop(self) -> None:
        self.relay.close()
        self.process.terminate()
        self.process.wait(20)


def receive(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except OSError:
        return b""


def send(connection: socket.socket, data: bytes) -> None:
    try:
        connection.sendall(data)
    except OSError:
        close(connection)


def close(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[tuple[KilledServer, str, str]]:
    """A server to be killed, a token and a game."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(Game(GAME.headers, [])).game_id
    token = archive.tokens.grant("table", "recorder")[1]
    archive.close()
    server = KilledServer(tmp_path / "a.db")
    yield server, token, game
    server.stop()


@slow  # a connection cut after storing: test_record_offline; a killed process: tests/reliability/test_kills.py
def test_the_server_is_killed_between_storing_and_answering(
    killed: tuple[KilledServer, str, str], new_device: NewDevice
) -> None:
    server, token, game = killed
    device = new_device(phone=True)
    device.add_cookies([{"name": "plancia_token", "value": token, "url": server.address}])
    page = device.new_page()
    page.goto(f"{server.address}/record/{game}?lang=en")
    wait(page, "Boolean(window.planciaRecord?.recording.bar)")
    say(page, SAID[:9])
    sent(page)
    server.kills = 2
    say(page, SAID[9:12])
    sent(page)
    assert server.kills == 0
    say(page, SAID[12:16])
    sent(page)
    archive = Archive.open(server.path)
    stored = [format_event(event) for event in archive.game(game).events]
    archive.close()
    assert len(stored) > 16 and stored == LINES[: len(stored)]


@slow
def test_an_evening_of_whole_games_on_one_device(table: Table, new_device: NewDevice) -> None:
    games = [table.new_game() for _ in range(2)]
    device = device_of(table, new_device, phone=True)
    cuts = range(0, len(SAID), 70)
    for game in games:
        page: Any = open_tab(device, table, game)
        for start in cuts:
            device.set_offline(True)
            say(page, SAID[start : start + 55])
            if start:
                page.close()
                device.set_offline(False)
                page = open_tab(device, table, game)
            device.set_offline(False)
            table.dying = 1
            sent(page)
            say(page, SAID[start + 55 : start + 70])
            sent(page)
        page.close()
    assert [table.lines(game) for game in games] == [LINES, LINES]

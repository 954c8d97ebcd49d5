"""A headless Chromium driven over the DevTools protocol with the standard library alone."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-port=0", "--remote-allow-origins=*",
)  # fmt: skip
PATIENCE = 60  # seconds


def chromium() -> str | None:
    """The path of an installed Chromium, or None."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


class Browser:
    """One page in one process; `requests` holds every address that the page asked for."""

    def __init__(self, folder: Path) -> None:
        path = chromium()
        assert path
        self.process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.number = 0
        self.socket = self._connect(self._port(folder / "DevToolsActivePort"))
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def _port(self, file: Path) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if file.exists() and len(lines := file.read_text("utf-8").split("\n")) > 1:
                return lines[0]
            time.sleep(0.05)
        raise TimeoutError("Chromium did not open its port")

    def _connect(self, port: str) -> socket.socket:
        """Opens the page's WebSocket (RFC 6455, 4.1)."""
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as answer:
            pages = [one for one in json.load(answer) if one["type"] == "page"]
        address = urlsplit(pages[0]["webSocketDebuggerUrl"])
        made = socket.create_connection((address.hostname, address.port), PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        made.sendall(
            f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.stream = made.makefile("rb")
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        return made

    def _send(self, text: bytes) -> None:
        """Sends one masked text frame (RFC 6455, 5.2); a mask of zeros leaves the bytes as they are."""
        size = len(text)
        head = struct.pack(">BBQ", 0x81, 0xFF, size) if size > 65535 else struct.pack(">BBH", 0x81, 0xFE, size)
        self.socket.sendall(head + bytes(4) + text)

    def _receive(self) -> dict[str, Any]:
        whole = b""
        while True:
            first, second = self.stream.read(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            whole += self.stream.read(size)
            if first & 0x80:
                return dict(json.loads(whole))

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        self._send(json.dumps({"id": self.number, "method": method, "params": params}).encode())
        while True:
            message = self._receive()
            if message.get("method") == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.errors.append(json.dumps(message["params"]))
            if message.get("id") == self.number:
                assert "error" not in message, message
                return dict(message["result"])

    def run(self, code: str) -> Any:
        """The value of an expression in the page; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, code: str) -> None:
        """Waits until an expression holds."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"!!({code})"):
            if time.monotonic() > end:
                raise TimeoutError(code)
            time.sleep(0.05)

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.until(f"document.readyState === 'complete' && location.href === {json.dumps(address)}")

    def choose(self, selector: str, file: Path) -> None:
        """Chooses a file in an input of the page."""
        node = self.call("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        self.call("DOM.setFileInputFiles", files=[str(file)], objectId=node["result"]["objectId"])

    def picture(self, file: Path, width: int, *, dark: bool = False) -> None:
        """Takes a picture of the whole page at a width."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait(PATIENCE)

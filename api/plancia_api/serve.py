"""Serving with waitress, ended cleanly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from waitress.server import create_server

from plancia_api.app import create_app

THREADS = 6


class PortTaken(OSError):
    """The port is in use."""


def serve_archive(path: Path, host: str, port: int, ready: Callable[[str], None], private: bool = False) -> None:
    """Serves until interrupted; `ready` is told the address, `private` hides names. Raises PortTaken."""
    app = create_app(path, private=private)
    try:
        server = create_server(app, host=host, port=port, threads=THREADS, ident="plancia")
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(f"http://{host}:{server.effective_port}/")
    try:
        server.run()
    finally:
        server.close()

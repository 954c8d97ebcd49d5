"""Serving with waitress, ended cleanly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from plancia_api.app import BODY_MOST, create_app
from plancia_api.listening import listen
from plancia_api.proxied import Behind, Proxies


class PortTaken(OSError):
    """The port is in use."""


def serve_archive(
    path: Path, host: str, port: int, ready: Callable[[str], None], private: bool = False, proxies: Iterable[str] = ()
) -> None:
    """Serves until interrupted; `ready` is given the address, `private` hides names.

    `proxies` are the addresses of the proxies in front. Raises PortTaken.
    """
    trusted = Proxies(proxies)
    app = create_app(path, private=private)
    app.wsgi_app = Behind(app.wsgi_app, trusted)  # type: ignore[method-assign]
    try:
        server, found = listen(app, host, port, BODY_MOST, trusted)
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(f"http://{f'[{host}]' if ':' in host else host}:{found}/")
    try:
        server.run()
    finally:
        server.close()

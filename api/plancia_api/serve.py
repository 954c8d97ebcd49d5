"""Serving an archive with waitress until interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plancia_api.app import create_app
from plancia_api.pages.upload_forms import UPLOAD_MAX, UPLOAD_PATHS
from plancia_api.proxy import Behind, Proxies
from plancia_api.request_bodies import BODY_MAX
from plancia_api.sockets import PortTaken, address_of, listen
from plancia_api.witness_app import witness_blueprint
from plancia_archive.log.wal_checkpoint import Idle
from plancia_archive.tlog.witness_files import WitnessFiles


@dataclass(frozen=True)
class Serving:
    """Options of `plancia serve`: address, privacy of names, trusted proxies, hosts and origins, a witness."""

    host: str = "127.0.0.1"
    port: int = 8001
    private: bool = False
    proxies: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    witness: WitnessFiles | None = None

    def host_names(self) -> tuple[str, ...]:
        """The host names that the server answers to: those given and those of this machine."""
        own = socket.gethostname()
        return (*self.names, self.host, own, f"{own}.local", socket.getfqdn() if "." not in own else own)


def serve_archive(path: Path, how: Serving, ready: Callable[[str], None]) -> None:
    """Serves until interrupted; calls `ready` with the URL. Raises PortTaken."""
    trusted = Proxies(how.proxies)
    host = how.host
    app = create_app(path, private=how.private, names=how.host_names(), origins=how.origins)
    if how.witness:
        app.register_blueprint(witness_blueprint(how.witness), url_prefix="/witness")
    app.wsgi_app = Behind(app.wsgi_app, trusted)  # type: ignore[method-assign]
    try:
        server, port = listen(app, host, how.port, BODY_MAX, trusted, (UPLOAD_PATHS, UPLOAD_MAX))
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(address_of(host, port))
    idle = Idle(lambda: app.config["PLANCIA_ARCHIVE"])
    idle.start()
    try:
        server.run()
    finally:
        server.close()
        idle.end()
        app.config["PLANCIA_ARCHIVE"].close()

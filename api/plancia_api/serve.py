"""Serves an archive with waitress."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plancia_api.app import create_app
from plancia_api.body_limits import body_gate
from plancia_api.current_archive import ARCHIVE
from plancia_api.lan_address import BOUND_HOST
from plancia_api.proxy import TrustedProxies, TrustedProxyMiddleware
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_api.sockets import Listener, PortTaken, listen, server_url
from plancia_api.tls import TlsListener
from plancia_api.upload_forms import MAX_UPLOAD_BYTES, UPLOAD_PATHS
from plancia_api.witness_app import witness_blueprint
from plancia_archive.log.side_files import EvidenceLimits
from plancia_archive.log.wal_checkpoint import IdleCheckpointer
from plancia_archive.tlog.witness_files import WitnessFiles


@dataclass(frozen=True)
class ServerOptions:
    """Options of `plancia serve`: address, privacy of names, trusted proxies, host names, origins, witness, TLS.

    `evidence_...` are megabytes of files of evidence.
    """

    host: str = "127.0.0.1"
    port: int = 8001
    private: bool = False
    proxies: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    witness: WitnessFiles | None = None
    tls: ssl.SSLContext | None = None
    evidence_per_dispute: int = EvidenceLimits.per_dispute
    evidence_per_day: int = EvidenceLimits.per_day

    def host_names(self) -> tuple[str, ...]:
        """Returns the host names that the server answers to: the configured ones and those of this machine."""
        machine_name = socket.gethostname()
        full_name = socket.getfqdn() if "." not in machine_name else machine_name
        return (*self.names, self.host, machine_name, f"{machine_name}.local", full_name)


def serve_archive(path: Path, options: ServerOptions, ready: Callable[[str], None]) -> None:
    """Serves an archive until interrupted; calls `ready` with the URL. Raises PortTaken."""
    trusted_proxies = TrustedProxies(options.proxies)
    host = options.host
    app = create_app(
        path, private=options.private, names=options.host_names(), origins=options.origins,
        evidence_limits=EvidenceLimits(options.evidence_per_dispute, options.evidence_per_day),
    )  # fmt: skip
    BOUND_HOST.keep(app, host)
    if options.witness:
        app.register_blueprint(witness_blueprint(options.witness), url_prefix="/witness")
    app.wsgi_app = TrustedProxyMiddleware(app.wsgi_app, trusted_proxies)  # type: ignore[method-assign]
    listener_class = TlsListener if options.tls else Listener
    try:
        server, port = listen(
            app, host, options.port, MAX_BODY_BYTES, trusted_proxies, (UPLOAD_PATHS, MAX_UPLOAD_BYTES),
            listener_class, options.tls, body_gate(app),
        )  # fmt: skip
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(server_url(host, port, "https" if options.tls else "http"))
    idle_task = IdleCheckpointer(lambda: ARCHIVE.of(app))
    idle_task.start()
    try:
        server.run()
    finally:
        server.close()
        idle_task.stop()
        ARCHIVE.of(app).close()

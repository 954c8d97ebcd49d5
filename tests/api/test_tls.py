"""TLS of the listening sockets: handshakes that do not go on, many clients at once, slow readers, a clean end."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import pytest
from flask import Flask, Response, request

from plancia_api import sockets
from plancia_api.proxy import TrustedProxies
from plancia_api.tls import TlsListener, server_tls
from tests.certificate_pair import make_pair

LARGE = Random(1).randbytes(4_000_000)
BODY = 100 * 16_384  # its last record is a full one, more than waitress reads at once
BODY_BYTES = 8_000_000


@dataclass
class Server:
    port: int
    trusting: ssl.SSLContext

    def connection(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection("localhost", self.port, context=self.trusting, timeout=30)

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        with contextlib.closing(self.connection()) as connection:
            connection.request(method, path, body)
            return connection.getresponse().read()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    cert, key = make_pair(tmp_path_factory.mktemp("pair"))
    app = Flask("large")
    app.add_url_rule("/large", "large", view_func=lambda: Response(iter([LARGE[:1_000_000], LARGE[1_000_000:]])))
    app.add_url_rule("/scheme", "scheme", view_func=lambda: f"{request.scheme} {request.is_secure}")
    app.add_url_rule("/sum", "sum", view_func=lambda: hashlib.sha256(request.get_data()).hexdigest(), methods=["POST"])
    listening, port = sockets.listen(
        app, "localhost", 0, BODY_BYTES, TrustedProxies(()), None, TlsListener, server_tls(str(cert), str(key))
    )
    thread = threading.Thread(target=listening.run, daemon=True)
    thread.start()
    yield Server(port, ssl.create_default_context(cafile=str(cert)))
    listening.close()
    thread.join(5)


def test_requests_are_secure(server: Server) -> None:
    assert server.ask("GET", "/scheme") == b"https True"


def test_many_clients_get_and_send_whole_bodies(server: Server) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: server.ask("GET", "/large"), range(12)))
        sums = list(pool.map(lambda _: server.ask("POST", "/sum", LARGE[:BODY]), range(6)))
    assert all(answer == LARGE for answer in answers)
    assert set(sums) == {hashlib.sha256(LARGE[:BODY]).hexdigest().encode()}


def test_a_slow_reader_gets_everything_and_one_connection_serves_several_requests(server: Server) -> None:
    with contextlib.closing(server.connection()) as connection:
        for _ in range(2):
            connection.request("GET", "/large")
            answer = connection.getresponse()
            head = answer.read(10_000)
            time.sleep(0.3)  # the buffers of the sockets fill up
            assert server.ask("GET", "/scheme") == b"https True"
            assert head + answer.read() == LARGE


def test_handshakes_that_do_not_go_on_block_nobody(server: Server) -> None:
    silent = [socket.create_connection(("localhost", server.port), timeout=5) for _ in range(30)]
    silent[0].sendall(b"\x16\x03\x01")  # the beginning of a ClientHello
    silent[1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")  # no TLS
    assert server.ask("GET", "/scheme") == b"https True"
    with contextlib.suppress(ConnectionResetError):
        assert not silent[1].recv(100).startswith(b"HTTP/")
    for one in silent:
        one.close()
    assert server.ask("GET", "/scheme") == b"https True"


def test_older_versions_are_refused(server: Server) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        socket.create_connection(("localhost", server.port), timeout=5) as plain,
        pytest.raises((ssl.SSLError, OSError)),
    ):
        old.wrap_socket(plain)


def test_the_end_of_a_connection_is_told(server: Server) -> None:
    with (
        socket.create_connection(("localhost", server.port), timeout=5) as plain,
        server.trusting.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False) as connection,
    ):
        connection.sendall(b"GET /scheme HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        got = b""
        while data := connection.recv(1000):  # raises SSLEOFError without close_notify
            got += data
        assert got.endswith(b"https True")

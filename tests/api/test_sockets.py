"""Listening sockets (H1, H2): large bodies, incomplete requests, many connections, proxies."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request

from plancia_api import create_app, sockets
from plancia_api.body_limits import body_gate
from plancia_api.current_archive import ARCHIVE
from plancia_api.proxy import TrustedProxies, TrustedProxyMiddleware
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_api.upload_forms import MAX_UPLOAD_BYTES, UPLOAD_PATHS
from plancia_archive import Archive


@contextlib.contextmanager
def served(app: Flask, proxies: TrustedProxies | None = None) -> Iterator[int]:
    """The port of a running server."""
    server, port = sockets.listen(
        app, "127.0.0.1", 0, MAX_BODY_BYTES, proxies or TrustedProxies(()), (UPLOAD_PATHS, MAX_UPLOAD_BYTES),
        may_be_large=body_gate(app) if ARCHIVE.find(app) else None,
    )  # fmt: skip
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield port
    server.close()
    thread.join(5)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Archive.open(tmp_path / "a.db", create=True))


def get(port: int, path: str = "/api/v1/health", **headers: str) -> str:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=named)
    with urllib.request.urlopen(request, timeout=5) as answer:
        return str(answer.read().decode())


def get_refused(port: int, path: str, body: bytes, **headers: str) -> str:
    """The text of the answer that refuses a POST."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, named)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    return str(refused.value.read().decode())


def token(app: Flask) -> bytes:
    """A token that may write, as a header has it."""
    return bytes(ARCHIVE.of(app).tokens.make("t", ["write"]).encode())


def half(port: int, head: bytes = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    connection.sendall(head)
    return connection


def test_h1_a_body_that_is_too_large_is_refused_before_it_is_sent(app: Flask) -> None:
    with served(app) as port:
        start = b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token(app) + b"\r\n"
        with half(port, start + b"Content-Length: 900000000\r\n\r\n") as sent:
            assert sent.recv(100).startswith(b"HTTP/1.1 413 ")
        chunked = start + b"Transfer-Encoding: chunked\r\n\r\n"
        with half(port, chunked) as sent:
            piece = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
            with contextlib.suppress(OSError):
                for _ in range(8):
                    sent.sendall(piece)
            with contextlib.suppress(OSError):
                assert sent.recv(100).startswith(b"HTTP/1.1 413 ")
        assert "ok" in get(port)


def test_h1_a_large_photo_reaches_the_application_and_a_larger_one_is_told_the_limit(app: Flask) -> None:
    with served(app) as port:
        cookie = b"Cookie: lang=it; plancia_token=" + token(app) + b"\r\n"
        head = b"POST /disputes/new HTTP/1.1\r\nHost: 127.0.0.1\r\n" + cookie + b"Content-Length: %d\r\n\r\n"
        with half(port, head % (MAX_UPLOAD_BYTES + 1)) as sent:
            answer = sent.makefile("rb").read()
            assert answer.startswith(b"HTTP/1.1 413 ") and b"16 MB at most" in answer
        with half(port, head.replace(b"disputes/new", b"check") % 30_000_000) as sent:
            answer = sent.makefile("rb").read()
            assert b"al massimo 4 MB" in answer and b"4 MB at most" in answer
        body = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body += bytes(41 * 2**20) + b"\r\n--b--\r\n"
        url = f"http://127.0.0.1:{port}/disputes/new"
        headers = {"Content-Type": "multipart/form-data; boundary=b", "Accept": "text/html",
                   "Cookie": cookie.decode()[8:].strip()}  # fmt: skip
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30)
        assert refused.value.headers.get_content_type() == "text/html"


ANONYMOUS_HEADS = [  # of requests whose body nobody may send, and the status
    (b"POST /disputes/new", b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 36700160", b"401"),
    (b"POST /disputes/new", b"Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked", b"401"),
    (b"POST /disputes/new", b"Cookie: plancia_token=plk_wrong\r\nContent-Length: 36700160", b"401"),
    (b"POST /api/v1/disputes/d_00000000/evidence", b"Content-Length: 36700160", b"401"),
    (b"POST /api/v1/games", b"Authorization: Bearer plk_wrong\r\nContent-Length: 4000000", b"401"),
    (b"POST /nowhere", b"Content-Length: 4000000", b"404"),
]


def test_a_large_body_without_a_token_is_refused_by_its_headers(app: Flask, tmp_path: Path) -> None:
    with served(app) as port:
        for line, fields, status in ANONYMOUS_HEADS:
            head = line + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en\r\n" + fields + b"\r\n\r\n"
            with half(port, head) as sent:  # nothing of the body is sent, and the answer is there
                answer = sent.makefile("rb").read()
            assert answer.startswith(b"HTTP/1.1 " + status + b" "), (line, answer[:80])
            assert b"\r\nConnection: close\r\n" in answer, line
        page = get_refused(port, "/disputes/new", b"x" * 300_000, Accept="text/html", Accept_Language="en")
        assert "choose the photo again" in page and "/sign-in" in page
        small = get_refused(port, "/api/v1/games", b"x" * 1000)
        assert '"code": "unauthorized"' in small
        game = b"[Notation]\n" * 100_000
        assert '"code": "malformed"' in get_refused(port, "/api/v1/judge", game, Content_Type="text/plain")


FAULTY = [
    b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 6\r\n\r\n0\r\n\r\n",
    b"POST /api/v1/games HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /api/v1/health HTTP/1.1\r\n\r\n",
    b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",
]


@pytest.mark.parametrize("faulty", FAULTY)
def test_faulty_framing_and_a_missing_host_end_the_connection(app: Flask, faulty: bytes) -> None:
    follow_up = b"GET /api/v1/head HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with served(app) as port, half(port, faulty + follow_up) as sent:
        answer = sent.makefile("rb").read()
    assert (
        answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.0 400 "))
        and answer.count(b"HTTP/1.") - answer.count(b"in HTTP/1.") == 1
    )


def test_http_1_0_needs_no_host(app: Flask) -> None:
    with served(app) as port, half(port, b"GET /api/v1/health HTTP/1.0\r\n\r\n") as sent:
        assert sent.makefile("rb").read().startswith(b"HTTP/1.0 200 ")


def test_h2_incomplete_requests_block_nobody(app: Flask) -> None:
    with served(app) as port:
        many = [half(port) for _ in range(150)]
        for _ in range(5):
            assert "ok" in get(port)
        alive = 0
        for one in many:
            one.settimeout(0.05)
            try:
                alive += one.recv(1) != b""
            except TimeoutError:
                alive += 1
            except OSError:
                pass
            one.close()
        assert alive <= sockets.MAX_CONNECTIONS_PER_ADDRESS


def test_h2_a_slow_request_is_ended(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets.UploadParser, "seconds", 1)
    monkeypatch.setattr(sockets, "CLEANUP_SECONDS", 1)
    with served(app) as port, half(port) as sent:
        ended = time.monotonic() + 8
        with pytest.raises(OSError):
            while time.monotonic() < ended:
                sent.sendall(b"x")  # a byte now and then keeps it no longer
                time.sleep(0.2)
            pytest.fail("still open")


@pytest.mark.parametrize(("proxies", "seen"), [
    (("127.0.0.1",), "203.0.113.9 https club.example"), (("127.0.0.0/8", "::1"), "203.0.113.9 https club.example"),
    (("10.0.0.1",), "127.0.0.1 http 127.0.0.1:PORT"), ((), "127.0.0.1 http 127.0.0.1:PORT"),
])  # fmt: skip
def test_h2_forwarded_headers_count_from_trusted_proxies_only(proxies: Any, seen: str) -> None:
    app = Flask("seen")
    trusted = TrustedProxies(proxies)
    app.wsgi_app = TrustedProxyMiddleware(app.wsgi_app, trusted)  # type: ignore[method-assign]
    app.add_url_rule("/", view_func=lambda: f"{request.remote_addr} {request.scheme} {request.host}")
    with served(app, trusted) as port:
        given = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "club.example"}
        assert get(port, "/", **given) == seen.replace("PORT", str(port))


@pytest.mark.parametrize("ended_by", ["will_close", "close_when_flushed"])
def test_a_stream_that_ends_is_read_no_more(ended_by: str) -> None:
    connection = sockets.Connection.__new__(sockets.Connection)
    connection.is_stream, connection.will_close, connection.close_when_flushed = True, False, False
    assert connection.readable()
    setattr(connection, ended_by, True)
    assert not connection.readable()

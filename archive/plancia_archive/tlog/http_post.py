"""HTTP POST to an untrusted service: no redirects, with limits on the size of the response and on the total time."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from plancia_archive.tlog.errors import ServiceError
from plancia_archive.tlog.text_fields import excerpt

TIMEOUT_SECONDS = 20.0  # for the whole exchange
MAX_RESPONSE_BYTES = 1_000_000  # bytes
CONNECTION_CLASSES = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
REDIRECT_STATUSES = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class Response:
    """An HTTP response: status, media type without parameters, body."""

    status: int
    media_type: str
    body: bytes


def check_url(url: str, allow_http: bool = False) -> SplitResult:
    """Parses and checks a URL to post to. The scheme http is accepted for loopback hosts, or with `allow_http`.

    Raises ServiceError: `service-url` or `service-http`.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise ServiceError("service-url", excerpt(url)) from error
    has_unusable_parts = parts.username is not None or parts.fragment or not url.isascii() or any(c <= " " for c in url)
    if parts.scheme not in CONNECTION_CLASSES or not host or has_unusable_parts:
        raise ServiceError("service-url", excerpt(url))
    if parts.scheme == "http" and not allow_http and not is_loopback(host):
        raise ServiceError("service-http", excerpt(url))
    return parts


def is_loopback(host: str) -> bool:
    """Returns whether a host is `localhost` or a loopback address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def post(
    url: str, body: bytes, content_type: str, allow_http: bool = False, timeout_seconds: float = TIMEOUT_SECONDS
) -> Response:  # fmt: skip
    """Posts a body to a URL and returns the response, whatever its status except a redirect.

    Raises ServiceError: `service-url`, `service-http`, `service-unreachable`, `service-late`, `service-redirect`,
    `service-large` or `service-answer`.
    """
    parts = check_url(url, allow_http)
    connection = CONNECTION_CLASSES[parts.scheme](parts.hostname or "", parts.port, timeout=timeout_seconds)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    timed_out = threading.Event()

    def stop() -> None:
        timed_out.set()
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)

    deadline_timer = threading.Timer(
        timeout_seconds, stop
    )  # a timeout of the socket alone would begin again with every byte
    deadline_timer.daemon = True
    deadline_timer.start()
    try:
        connection.request("POST", target, body, {"Content-Type": content_type, "User-Agent": "plancia"})
        response = connection.getresponse()
        data = response.read(MAX_RESPONSE_BYTES + 1)
    except TimeoutError as error:
        raise ServiceError("service-late", f"{excerpt(url)}, {timeout_seconds:g} s") from error
    except (OSError, http.client.HTTPException) as error:
        if timed_out.is_set():
            raise ServiceError("service-late", f"{excerpt(url)}, {timeout_seconds:g} s") from error
        detail = f"{excerpt(url)}: {type(error).__name__} {error}"[:200]
        if isinstance(error, http.client.HTTPException):
            raise ServiceError("service-answer", detail) from error
        raise ServiceError("service-unreachable", detail) from error
    finally:
        deadline_timer.cancel()
        connection.close()
    if timed_out.is_set():
        raise ServiceError("service-late", f"{excerpt(url)}, {timeout_seconds:g} s")
    if response.status in REDIRECT_STATUSES:
        raise ServiceError("service-redirect", f"{excerpt(url)}: {response.status}")
    if len(data) > MAX_RESPONSE_BYTES:
        raise ServiceError("service-large", f"{excerpt(url)}: {MAX_RESPONSE_BYTES}")
    return Response(response.status, response.headers.get_content_type(), data)

"""A POST to a service that is not trusted: redirects are not followed, size and time of the answer are bounded."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from plancia_archive.tlog.errors import ServiceError
from plancia_archive.tlog.text_fields import shown

SECONDS = 20.0  # for the whole exchange
LARGEST_ANSWER = 1_000_000  # bytes
SCHEMES = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class Reply:
    """The answer of a service: status, media type without parameters, body."""

    status: int
    media_type: str
    body: bytes


def check_url(url: str, insecure_http: bool = False) -> SplitResult:
    """The parts of a URL that may be posted to. Plain http is for this machine, or where the caller allows it.

    Raises ServiceError: `service-url` or `service-http`.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise ServiceError("service-url", shown(url)) from error
    unusable = parts.username is not None or parts.fragment or not url.isascii() or any(c <= " " for c in url)
    if parts.scheme not in SCHEMES or not host or unusable:
        raise ServiceError("service-url", shown(url))
    if parts.scheme == "http" and not insecure_http and not is_loopback(host):
        raise ServiceError("service-http", shown(url))
    return parts


def is_loopback(host: str) -> bool:
    """True for localhost and loopback addresses."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def post(
    url: str, body: bytes, content_type: str, insecure_http: bool = False, seconds: float = SECONDS
) -> Reply:  # fmt: skip
    """The reply to a body that is posted to a URL, whatever its status.

    Raises ServiceError: `service-url`, `service-http`, `service-unreachable`, `service-late`, `service-redirect`,
    `service-large` or `service-answer`.
    """
    parts = check_url(url, insecure_http)
    connection = SCHEMES[parts.scheme](parts.hostname or "", parts.port, timeout=seconds)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    late = threading.Event()

    def stop() -> None:
        late.set()
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)

    clock = threading.Timer(seconds, stop)  # a timeout of the socket alone would begin again with every byte
    clock.daemon = True
    clock.start()
    try:
        connection.request("POST", target, body, {"Content-Type": content_type, "User-Agent": "plancia"})
        answer = connection.getresponse()
        data = answer.read(LARGEST_ANSWER + 1)
    except TimeoutError as error:
        raise ServiceError("service-late", f"{shown(url)}, {seconds:g} s") from error
    except (OSError, http.client.HTTPException) as error:
        if late.is_set():
            raise ServiceError("service-late", f"{shown(url)}, {seconds:g} s") from error
        why = f"{shown(url)}: {type(error).__name__} {error}"[:200]
        if isinstance(error, http.client.HTTPException):
            raise ServiceError("service-answer", why) from error
        raise ServiceError("service-unreachable", why) from error
    finally:
        clock.cancel()
        connection.close()
    if late.is_set():
        raise ServiceError("service-late", f"{shown(url)}, {seconds:g} s")
    if answer.status in REDIRECTS:
        raise ServiceError("service-redirect", f"{shown(url)}: {answer.status}")
    if len(data) > LARGEST_ANSWER:
        raise ServiceError("service-large", f"{shown(url)}: {LARGEST_ANSWER}")
    return Reply(answer.status, answer.headers.get_content_type(), data)

"""Listening sockets of waitress with limits on connections and durations: no client blocks others (D-138)."""

from __future__ import annotations

import copy
import re
import ssl
import time
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from plancia_api.live_streams import BEGIN_STREAM, STREAMS, LiveStreams
from plancia_api.proxy import TrustedProxies

WORKER_THREADS = 6
MAX_CONNECTIONS = 400
MAX_CONNECTIONS_PER_ADDRESS = 60
IDLE_SECONDS = 20  # without a byte in either direction
REQUEST_SECONDS = 60  # from the first byte of a request to its last
UPLOAD_SECONDS = 300  # likewise, of a request that may have a file
TOO_LARGE_MESSAGE = (  # to a browser, of a form with a file: the application never sees such a request
    "Il file è troppo grande: al massimo 16 MB. Niente è stato registrato: tornare indietro e scegliere un'altra foto."
    "\r\n\r\nThe file is too large: 16 MB at most. Nothing was recorded: go back and choose another photo."
)
BODY_TOO_LARGE_MESSAGE = (  # to anybody, of another request
    "Ciò che è stato mandato è troppo grande: al massimo {most} MB. Niente è stato registrato."
    "\r\n\r\nWhat was sent is too large: {most} MB at most. Nothing was recorded."
)
UNREAD_HEADER = "Plancia-Unread"  # tells the application of a body that was not received: its sender may not
ASK_FROM_BYTES = 256 * 1024  # of a body from which on its sender is asked about
TWO_FRAMINGS = "Content-Length with Transfer-Encoding, or Transfer-Encoding in HTTP/1.0 (RFC 9112, 6.1)"
NO_HOST = "one header Host is needed (RFC 9112, 3.2)"
HEADER_NAME = re.compile(rb"\r\n([A-Za-z-]+):")
MATCH_NOTHING = re.compile(r"(?!)")
CLEANUP_SECONDS = 2  # between two looks for late connections


class PortTaken(OSError):
    """Raised if the port is in use."""


def server_url(host: str, port: int, scheme: str = "http") -> str:
    """Returns the URL of a server on a host and port."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


class UploadParser(HTTPRequestParser):  # type: ignore[misc]
    """A request parser that allows POST requests to upload paths a larger body and more time.

    A large body of a caller who may not send it is not received: the request ends with its headers, and has
    UNREAD_HEADER. Faulty framing and a missing Host are answered 400, after which the connection closes.
    """

    adj: Any
    error: Any
    headers: dict[str, str]
    chunked: bool
    content_length: int
    seconds = REQUEST_SECONDS

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            most = self.adj.max_request_body_size // 2**20
            is_upload = self.adj.upload_paths.match(self.path)
            self.error.body = TOO_LARGE_MESSAGE if is_upload else BODY_TOO_LARGE_MESSAGE.format(most=most)
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        self.check_framing(header_plus)
        unread_name = UNREAD_HEADER.upper().replace("-", "_")
        self.headers.pop(unread_name, None)
        is_large = self.chunked or self.content_length > ASK_FROM_BYTES
        if is_large and not self.adj.may_be_large(self.command, self.path, self.headers):
            self.close()
            self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
            self.headers |= {unread_name: "1", "CONTENT_LENGTH": "0", "CONNECTION": "close"}
            return
        if self.command == "POST" and self.adj.upload_paths.match(self.path):
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = self.adj.upload_max + 1
            self.seconds = UPLOAD_SECONDS

    def check_framing(self, header_plus: bytes) -> None:
        """Raises ParsingError for a body of two lengths, and without exactly one Host in HTTP/1.1."""
        names = [name.lower() for name in HEADER_NAME.findall(header_plus)]
        if b"transfer-encoding" in names and (b"content-length" in names or self.version == "1.0"):
            raise ParsingError(TWO_FRAMINGS)
        if names.count(b"host") > 1 or (self.version == "1.1" and b"host" not in names):
            raise ParsingError(NO_HOST)


class StreamableTask(WSGITask):  # type: ignore[misc]
    """The answer to a request, which may turn its connection into a stream."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[BEGIN_STREAM] = self.channel.begin_stream
        return environ


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that records when the first byte of its current request arrived.

    One that is a stream is read on, so that a client that goes is noticed at once and not when it is next written to.
    """

    parser_class = UploadParser
    task_class = StreamableTask
    request_start = 0.0
    is_stream = False

    def begin_stream(self) -> None:
        """Makes the connection a stream: it ends with this answer."""
        self.is_stream = True
        self.server.pull_trigger()  # the main thread waits without reading from it

    def readable(self) -> bool:
        if self.is_stream:
            return not self.will_close and not self.close_when_flushed
        return bool(super().readable())

    def received(self, data: bytes) -> Any:
        if self.is_stream:
            return False
        if self.request is None:
            self.request_start = time.time()
        return super().received(data)

    def is_waiting(self) -> bool:
        """Returns True if the server owes no answer: the connection is idle or its request incomplete."""
        return not self.requests and not self.total_outbufs_len and not self.will_close

    def is_overdue(self, now: float) -> bool:
        """Returns True if the request has been incomplete for too long, or the client does not read the answer."""
        if self.request is not None and not self.requests and now - self.request_start > self.request.seconds:
            return True
        return bool(self.total_outbufs_len) and now - self.last_activity > IDLE_SECONDS


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket that accepts every connection and, above a limit, closes the longest waiting one."""

    channel_class = Connection
    proxies = TrustedProxies(())
    tls: ssl.SSLContext | None = None

    def handle_accept(self) -> None:
        """Accepts a connection; above the limit per address, closes one from that address, else one of all."""
        known_channels = set(self.active_channels)
        super().handle_accept()
        for channel_id in set(self.active_channels) - known_channels:
            address = self.active_channels[channel_id].addr[0]
            address_channels = [channel for channel in self.active_channels.values() if channel.addr[0] == address]
            if len(address_channels) > MAX_CONNECTIONS_PER_ADDRESS and not self.proxies.contains(address):
                self.close_longest_waiting(address_channels, self.active_channels[channel_id])
            elif len(self.active_channels) > MAX_CONNECTIONS:
                self.close_longest_waiting(list(self.active_channels.values()), self.active_channels[channel_id])

    def close_longest_waiting(self, connections: list[Connection], newest: Connection) -> None:
        """Closes the connection that has waited longest; the newest if all others are being answered."""
        idle_connections = [
            connection for connection in connections if connection is not newest and connection.is_waiting()
        ]
        min(idle_connections, key=lambda connection: connection.creation_time, default=newest).will_close = True

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_overdue(now):
                channel.will_close = True


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The worker threads: WORKER_THREADS, and one for each open stream; streams end before the threads do."""

    def __init__(self, streams: LiveStreams | None) -> None:
        super().__init__()
        self.streams = streams

    def begin(self) -> None:
        """Starts the threads."""
        self.set_thread_count(WORKER_THREADS)
        if self.streams is not None:
            self.streams.begin(lambda count: self.set_thread_count(WORKER_THREADS + count))

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        if self.streams is not None:
            self.streams.end()
        return bool(super().shutdown(cancel_pending, timeout))


def listen(
    app: Flask, host: str, port: int, max_body_bytes: int, proxies: TrustedProxies,
    uploads: tuple[re.Pattern[str], int] | None = None, listener_class: type[Listener] = Listener,
    tls: ssl.SSLContext | None = None, may_be_large: Callable[[str, str, Mapping[str, str]], bool] | None = None,
) -> tuple[MultiSocketServer, int]:  # fmt: skip
    """Returns a server, not yet running, and its port; a host name with several addresses is served on each.

    A body larger than `max_body_bytes` is refused by its Content-Length, before it is stored. `uploads` is a pattern of
    paths whose requests may be larger, and their limit in bytes; `tls` is for a `listener_class` that speaks TLS.
    `may_be_large` tells by method, path and headers whether a body of more than ASK_FROM_BYTES is received at all.
    Raises OSError.
    """
    adjustments = Adjustments(
        host=host, port=port, threads=WORKER_THREADS, ident="plancia", max_request_body_size=max_body_bytes + 1,
        connection_limit=MAX_CONNECTIONS + 100, channel_timeout=IDLE_SECONDS, cleanup_interval=CLEANUP_SECONDS,
        asyncore_use_poll=True, url_scheme="https" if tls else "http",
        clear_untrusted_proxy_headers=not proxies.networks,
    )  # fmt: skip
    adjustments.may_be_large = may_be_large or (lambda method, path, headers: True)
    adjustments.upload_paths, adjustments.upload_max = uploads or (MATCH_NOTHING, max_body_bytes)
    sockets: dict[int, Any] = {}
    dispatcher = Dispatcher(STREAMS.find(app))
    listeners = []
    try:
        for address in adjustments.listen:
            listeners.append(listener_class(app, sockets, dispatcher=dispatcher, adj=adjustments, sockinfo=address))
            listeners[-1].proxies = proxies
            listeners[-1].tls = tls
    except OSError:
        for listener in listeners:
            listener.close()
        raise
    dispatcher.begin()
    addresses = [(listener.effective_host, listener.effective_port) for listener in listeners]
    return MultiSocketServer(sockets, adjustments, addresses, dispatcher, None), int(listeners[0].effective_port)

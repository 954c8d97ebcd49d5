"""The listening sockets: how large a request, how many connections, for how long, so that nobody keeps others out."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from plancia_api.proxy import Proxies

THREADS = 6
CONNECTIONS = 400
PER_ADDRESS = 60
IDLE_SECONDS = 20  # without a byte in either direction
REQUEST_SECONDS = 60  # from the first byte of a request to its last
LOOK_SECONDS = 2


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that remembers when the request that it is sending began."""

    begun = 0.0

    def received(self, data: bytes) -> Any:
        if self.request is None:
            self.begun = time.time()
        return super().received(data)

    def waits(self) -> bool:
        """Is no answer due on it: does it stand idle, or with half a request?"""
        return not self.requests and not self.total_outbufs_len and not self.will_close

    def late(self, now: float) -> bool:
        """Is it to be closed: half a request for too long, or nobody who reads the answer?"""
        if self.request is not None and not self.requests and now - self.begun > REQUEST_SECONDS:
            return True
        return bool(self.total_outbufs_len) and now - self.last_activity > IDLE_SECONDS


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """A socket that takes every new connection and lets the oldest waiting one of a crowd go for it."""

    channel_class = Connection
    proxies = Proxies(())

    def handle_accept(self) -> None:
        """Makes room first: for an address that has many connections among its own, else among all."""
        before = set(self.active_channels)
        super().handle_accept()
        for new in set(self.active_channels) - before:
            address = self.active_channels[new].addr[0]
            own = [one for one in self.active_channels.values() if one.addr[0] == address]
            if len(own) > PER_ADDRESS and not self.proxies.trusted(address):
                self.let_go(own, self.active_channels[new])
            elif len(self.active_channels) > CONNECTIONS:
                self.let_go(list(self.active_channels.values()), self.active_channels[new])

    def let_go(self, crowd: list[Connection], newest: Connection) -> None:
        """Closes the one of a crowd that has waited longest; the newest where all the others are being served."""
        waiting = [one for one in crowd if one is not newest and one.waits()]
        min(waiting, key=lambda one: one.creation_time, default=newest).will_close = True

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.late(now):
                channel.will_close = True


def listen(app: Flask, host: str, port: int, body_most: int, proxies: Proxies) -> tuple[MultiSocketServer, int]:
    """The server, not yet running, and its port; a name of several addresses is served on each. Raises OSError.

    A larger body than `body_most` is refused when its head is read, before anything of it is kept.
    """
    adjustments = Adjustments(
        host=host, port=port, threads=THREADS, ident="plancia", max_request_body_size=body_most + 1,
        connection_limit=CONNECTIONS + 100, channel_timeout=IDLE_SECONDS, cleanup_interval=LOOK_SECONDS,
        asyncore_use_poll=True, clear_untrusted_proxy_headers=not proxies.networks,
    )  # fmt: skip
    sockets: dict[int, Any] = {}
    dispatcher = ThreadedTaskDispatcher()
    made = []
    try:
        for place in adjustments.listen:
            made.append(Listener(app, sockets, dispatcher=dispatcher, adj=adjustments, sockinfo=place))
            made[-1].proxies = proxies
    except OSError:
        for one in made:
            one.close()
        raise
    dispatcher.set_thread_count(THREADS)
    names = [(one.effective_host, one.effective_port) for one in made]
    return MultiSocketServer(sockets, adjustments, names, dispatcher, None), int(made[0].effective_port)

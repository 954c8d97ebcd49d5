"""TLS (RFC 8446) for the listening sockets of waitress, which has none of its own."""

from __future__ import annotations

import contextlib
import ssl
import threading
import time
from typing import Any

from plancia_api.sockets import Connection, Listener

RECORD_BYTES = 16_384  # the most plaintext of a TLS record (RFC 8446, 5.1)


def server_tls(certificate: str, key: str) -> ssl.SSLContext:
    """Returns the context of a server from a certificate chain and its key, in PEM without a password.

    Raises OSError for files that cannot be read, and ssl.SSLError, one of them, for files that are not such a pair.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.load_cert_chain(certificate, key, password=lambda: "")  # without it OpenSSL asks the terminal
    return context


class TlsConnection(Connection):
    """A connection over TLS: the handshake runs in its first reads, so that it never blocks other connections."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.tls_lock = threading.Lock()  # worker threads write while the main thread reads
        self.read_wants_to_write = False
        super().__init__(*args, **options)

    def send(self, data: bytes, do_close: bool = True) -> int:
        try:
            with self.tls_lock:
                return int(self.socket.send(data))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except OSError:  # the client has gone
            if do_close:
                self.handle_close()
            return 0

    def handle_read(self) -> None:
        self.read_wants_to_write = False
        try:
            with self.tls_lock:  # never held while the lock of the output is taken, which `send` is called with
                data = self.socket.recv(RECORD_BYTES)  # a whole record: poll does not see what TLS has buffered
        except ssl.SSLWantReadError:
            return
        except ssl.SSLWantWriteError:
            self.read_wants_to_write = True
            return
        except OSError:  # also a client without TLS
            data = b""
        if data:
            self.last_activity = time.time()
            self.received(data)
        else:
            self.handle_close()

    def writable(self) -> bool:
        return self.read_wants_to_write or bool(super().writable())

    def handle_write(self) -> None:
        if self.read_wants_to_write:
            self.handle_read()
        else:
            super().handle_write()

    def handle_close(self) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError), self.tls_lock:
            self.socket.unwrap()  # sends close_notify (RFC 8446, 6.1), and does not wait for the client's
        super().handle_close()


class TlsListener(Listener):
    """A listening socket whose connections speak TLS."""

    channel_class = TlsConnection

    def accept(self) -> tuple[Any, Any] | None:
        accepted = super().accept()
        if accepted is None or self.tls is None:
            return None
        connection, address = accepted
        connection.setblocking(False)
        try:
            return self.tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address
        except OSError:  # closed by the client before it was accepted
            connection.close()
            return None

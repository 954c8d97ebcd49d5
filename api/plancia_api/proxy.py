"""Reverse proxies: trusts X-Forwarded-For, -Proto and -Host only from configured addresses."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class TrustedProxies:
    """The addresses and networks of trusted proxies. Raises ValueError for text that is neither."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self.networks: list[IPv4Network | IPv6Network] = [ip_network(address, strict=False) for address in addresses]

    def contains(self, address: str) -> bool:
        """Returns True for the address of a trusted proxy; a zone (`%eth0`) is ignored."""
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(ip.version == network.version and ip in network for network in self.networks)


class TrustedProxyMiddleware:
    """WSGI middleware that applies the forwarded headers of requests from trusted proxies only."""

    def __init__(self, app: WSGIApplication, proxies: TrustedProxies) -> None:
        self.app = app
        self.proxies = proxies
        self.proxied_app = ProxyFix(app, x_for=1, x_proto=1, x_host=1)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self.proxies.contains(str(environ.get("REMOTE_ADDR", ""))):
            return self.proxied_app(environ, start_response)
        return self.app(environ, start_response)

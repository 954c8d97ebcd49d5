"""Behind a proxy: whose headers are believed about the caller's address, the scheme and the host."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Proxies:
    """The addresses and networks of one's own proxies. Raises ValueError for what is neither."""

    def __init__(self, given: Iterable[str]) -> None:
        self.networks: list[IPv4Network | IPv6Network] = [ip_network(one, strict=False) for one in given]

    def trusted(self, address: str) -> bool:
        """Is it the address of one of them?"""
        try:
            asked = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(asked.version == one.version and asked in one for one in self.networks)


class Behind:
    """Takes X-Forwarded-For, -Proto and -Host of requests that come from one's own proxy, and of no others."""

    def __init__(self, app: WSGIApplication, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies
        self.fixed = ProxyFix(app, x_for=1, x_proto=1, x_host=1)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self.proxies.trusted(str(environ.get("REMOTE_ADDR", ""))):
            return self.fixed(environ, start_response)
        return self.app(environ, start_response)

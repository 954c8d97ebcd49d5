"""The address of this machine in its local network, at which phones reach the pages that it serves."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from plancia_api.app_keys import AppKey

BOUND_HOST = AppKey[str]("bound-host")  # the address that the server listens on
ROUTE_TARGETS = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")  # RFC 5737 and 1918


def lan_address() -> str | None:
    """Returns the private IPv4 address of this machine, that of the default route first; None without one."""
    found = (*route_addresses(), *name_addresses())
    return next((address for address in found if is_lan_address(address)), None)


def is_lan_address(text: str) -> bool:
    """Returns True for a private IPv4 address that other machines of the network can reach."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    is_private = isinstance(address, IPv4Address) and address.is_private
    return is_private and not (address.is_loopback or address.is_link_local or address.is_unspecified)


def route_addresses() -> list[str]:
    """Returns the addresses that packets to ROUTE_TARGETS would be sent from; connecting UDP sends none."""
    found = []
    for target in ROUTE_TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.append(str(probe.getsockname()[0]))
            except OSError:  # no route
                continue
    return found


def name_addresses() -> list[str]:
    """Returns the addresses of this machine's name."""
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def phone_host() -> str:
    """Returns host and port at which phones of the local network reach this server; "" where they do not."""
    parts = urlsplit(request.host_url)
    name = parts.hostname or ""
    try:
        is_loopback = ip_address(name).is_loopback
    except ValueError:
        is_loopback = name == "localhost"
    if not is_loopback:
        return parts.netloc
    found = lan_address() if BOUND_HOST.find(current_app) in ("0.0.0.0", "::") else None
    return parts.netloc.replace(name, found) if found else ""

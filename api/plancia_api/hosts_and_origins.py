"""Checks of the Host header (RFC 9110, 7.2 and 15.5.20: 421) and of origins (CORS, Fetch standard).

The check of Host prevents DNS rebinding: a foreign name that resolves to this address would make its pages same-origin
(D-140).
"""

from __future__ import annotations

from ipaddress import ip_address

from flask import Flask, Response, request

from plancia_api.app_keys import AppKey
from plancia_api.http_methods import READ_METHODS
from plancia_api.problems import Problem
from plancia_api.shown_names import PRIVATE

ENDPOINTS_WITHOUT_NAMES = {  # blueprints and endpoints without names
    "variants", "rules", "service", "odds", "api-docs.openapi_json", "tlog.log_head", "tlog.checkpoint", "tlog.tile",
    "tlog.inclusion_proof", "tlog.consistency_proof",
}  # fmt: skip
NAMES = AppKey[set[str]]("host-names")
ORIGINS = AppKey[set[str]]("origins")
ALLOWED_METHODS = ", ".join(READ_METHODS)
EXPOSED_HEADERS = "ETag, Link, Retry-After, Content-Language"
ALLOWED_HEADERS = "Accept, Accept-Language, Authorization, If-None-Match"


def register(app: Flask, names: tuple[str, ...], origins: tuple[str, ...]) -> None:
    """Installs the check of Host for every request and the CORS headers of answers to reads."""
    NAMES.keep(app, {name.casefold().rstrip(".") for name in names})
    ORIGINS.keep(app, {origin.rstrip("/").casefold() for origin in origins})
    app.before_request(check_host)
    app.after_request(add_cors_headers)


def check_host() -> None:
    """Raises Problem 421 unless Host is an IP address, localhost, or a configured host name."""
    header = request.environ.get("HTTP_HOST")
    names = NAMES.current
    if header is None or "*" in names:
        return
    host = parse_host(str(header))
    if host in names or host == "localhost" or host.endswith(".localhost"):
        return
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        raise Problem("unknown-host", f"{host[:100]}: plancia serve --name {host[:100]}") from None


def parse_host(header: str) -> str:
    """Returns the host of a Host header without its port; the address of `[::1]:8001`."""
    header = header.strip().casefold()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].rstrip(".")


def add_cors_headers(answer: Response) -> Response:
    """Allows every origin to read answers without names of people, and configured origins to read all answers."""
    if not request.path.startswith("/api/") or request.method not in READ_METHODS:
        return answer
    if request.method == "OPTIONS" and "plancia.format" in request.environ:
        answer.headers["Allow"] = ALLOWED_METHODS  # an address with a suffix is one format of a read
    origins = ORIGINS.current
    endpoint = request.endpoint or ""
    has_no_names = bool(ENDPOINTS_WITHOUT_NAMES & {endpoint, endpoint.partition(".")[0]})
    origin = request.headers.get("Origin", "")
    if has_no_names or PRIVATE.current or "*" in origins:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    elif origins:
        answer.vary.add("Origin")
        if origin.casefold() not in origins:
            return answer
        answer.headers["Access-Control-Allow-Origin"] = origin
    else:
        return answer
    answer.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        answer.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        answer.headers["Access-Control-Max-Age"] = "86400"
    return answer

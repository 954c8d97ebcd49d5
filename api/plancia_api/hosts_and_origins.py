"""By which names the server may be called, and which web pages may read it: a browser asks for whoever wrote a page."""

from __future__ import annotations

from ipaddress import ip_address

from flask import Flask, Response, current_app, request

from plancia_api.problems import Problem

OPEN = {"knowledge", "statistics.odds", "api-docs.openapi_json"}  # what has no names in it on any server
READS = "GET, HEAD, OPTIONS"
EXPOSED = "ETag, Link, Retry-After, Content-Language"
SENT = "Accept, Accept-Language, Authorization, If-None-Match"


def register(app: Flask, names: tuple[str, ...], origins: tuple[str, ...]) -> None:
    """Looks at the Host of every request, and says in every answer to a read which pages may see it."""
    app.config["PLANCIA_NAMES"] = {name.casefold().rstrip(".") for name in names}
    app.config["PLANCIA_ORIGINS"] = {origin.rstrip("/").casefold() for origin in origins}
    app.before_request(known_host)
    app.after_request(readable)


def known_host() -> None:
    """Raises Problem 421 for a Host that is none of ours: a name of somebody else's that was led to this address.

    An address is nobody's name; names are those of this machine for itself, and those that the server was given.
    """
    given = request.environ.get("HTTP_HOST")
    names = current_app.config["PLANCIA_NAMES"]
    if given is None or "*" in names:
        return
    host = host_of(str(given))
    if host in names or host == "localhost" or host.endswith(".localhost"):
        return
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        raise Problem("unknown-host", f"{host[:100]}: plancia serve --name {host[:100]}") from None


def host_of(given: str) -> str:
    """The host of a Host header, without its port."""
    given = given.strip().casefold()
    if given.startswith("["):
        return given[1:].partition("]")[0]
    return given.partition(":")[0].rstrip(".")


def readable(answer: Response) -> Response:
    """CORS: reads are open to every page where no answer has a name in it, else to the pages that are allowed."""
    if not request.path.startswith("/api/") or request.method not in ("GET", "HEAD", "OPTIONS"):
        return answer
    if request.method == "OPTIONS" and "plancia.form" in request.environ:
        answer.headers["Allow"] = READS  # an address with a suffix is one form of a read
    origins = current_app.config["PLANCIA_ORIGINS"]
    endpoint = request.endpoint or ""
    nameless = bool(OPEN & {endpoint, endpoint.partition(".")[0]})
    free = nameless or current_app.config["PLANCIA_PRIVATE"] or "*" in origins
    origin = request.headers.get("Origin", "")
    if free:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    elif origins:
        answer.vary.add("Origin")
        if origin.casefold() not in origins:
            return answer
        answer.headers["Access-Control-Allow-Origin"] = origin
    else:
        return answer
    answer.headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Methods"] = READS
        answer.headers["Access-Control-Allow-Headers"] = SENT
        answer.headers["Access-Control-Max-Age"] = "86400"
    return answer

"""Content negotiation (RFC 9110, 12.5.1): the URL suffix, else `Accept`; 406 where a route lacks the format.

The suffix is removed before routing, so that every route has every format by one rule (D-133).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import MethodNotAllowed

from plancia_api.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MEDIA = {
    "json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv", "rgn": "text/x-rgn",
    "svg": "image/svg+xml", "txt": "text/plain", "bin": "application/octet-stream",
    "html": "text/html", "md": "text/markdown",
}  # fmt: skip
OTHER_MEDIA = {"rgn": ("text/plain",), "ndjson": ("application/ndjson", "application/jsonl")}
SUFFIX = re.compile(r"(/api/v1/.*[^/.])\.([a-z]{2,8})")
OTHER_SUFFIXES = {"jsonl": "ndjson"}
View = TypeVar("View", bound=Callable[..., Any])


class Suffixes:
    """WSGI middleware that moves the suffix of a path from PATH_INFO to `plancia.format`."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        environ["plancia.path"] = path
        parts = SUFFIX.fullmatch(path)
        if parts:
            environ["PATH_INFO"], environ["plancia.format"] = parts[1], parts[2]
        return self.app(environ, start_response)


def offers(*formats: str, bulk: bool = False) -> Callable[[View], View]:
    """Declares the formats of a route, the default first; with `bulk` all but JSON stream everything."""

    def mark(view: View) -> View:
        view.formats = formats  # type: ignore[attr-defined]
        view.bulk = bulk  # type: ignore[attr-defined]
        return view

    return mark


def offered(view: Callable[..., Any]) -> tuple[str, ...]:
    """The formats of a route."""
    return tuple(getattr(view, "formats", ("json",)))


def register(app: Flask) -> None:
    """Negotiates the format of every API request before anything else is done."""
    app.before_request(choose)
    app.wsgi_app = Suffixes(app.wsgi_app)  # type: ignore[method-assign]


def choose() -> None:
    """Stores the negotiated format in `g`. Raises Problem 406; 405 for a write with a suffix."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or request.method == "OPTIONS" or not request.path.startswith("/api/v1"):
        return
    if request.method not in ("GET", "HEAD") and "plancia.format" in request.environ:
        raise MethodNotAllowed(["GET", "HEAD", "OPTIONS"])
    g.format = negotiated(offered(view))


def negotiated(formats: tuple[str, ...]) -> str:
    """The format requested among those offered. Raises Problem 406 that lists them."""
    of_url = request.environ.get("plancia.format")
    choice = OTHER_SUFFIXES.get(of_url, of_url) if of_url else None
    if of_url is None:
        best = 0.0
        for media_range, quality in request.accept_mimetypes:
            media = media_range.split(";")[0].strip().lower()
            matching = [suffix for suffix in formats if matches(media, suffix)]
            if quality > best and matching:
                best, choice = quality, matching[0]
        if not request.accept_mimetypes:
            choice = formats[0]
    if choice not in formats:
        raise Problem("not-acceptable", ", ".join(f".{suffix} {MEDIA[suffix]}" for suffix in formats))
    return str(choice)


def matches(media: str, suffix: str) -> bool:
    """True where a media range of Accept includes a format."""
    if media == "*/*" or media == MEDIA[suffix].split("/")[0] + "/*":
        return True
    return media == MEDIA[suffix] or media in OTHER_MEDIA.get(suffix, ())


def answer_format() -> str:
    """The format of this answer."""
    return str(g.get("format", "json"))

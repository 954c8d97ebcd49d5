"""Content negotiation (RFC 9110, 12.5.1): by URL suffix, else by `Accept`; 406 if the route lacks the format.

The suffix is removed before routing, so that one rule serves every format of a route (D-133).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import MethodNotAllowed

from plancia_api.http_methods import READ_METHODS
from plancia_api.problems import Problem
from plancia_data import importers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MEDIA_TYPES = {
    "json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv", "rgn": "text/x-rgn",
    "svg": "image/svg+xml", "txt": "text/plain", "bin": "application/octet-stream",
    "html": "text/html", "md": "text/markdown", "movetext": "text/x-movetext", "sse": "text/event-stream",
}  # fmt: skip
MEDIA_TYPE_ALIASES = {"rgn": ("text/plain",), "ndjson": ("application/ndjson", "application/jsonl")}
# The formats of other programs have names of other forms; no route has them, and 406 tells which there are.
SUFFIX_NAMES = "|".join(["[a-z]{2,8}", *(re.escape(row["kind"]) for row in importers())])
SUFFIX_PATH = re.compile(rf"(/api/v1/.*[^/.])\.({SUFFIX_NAMES})")
SUFFIX_ALIASES = {"jsonl": "ndjson"}
View = TypeVar("View", bound=Callable[..., Any])


class SuffixMiddleware:
    """WSGI middleware that moves the suffix of a path from PATH_INFO to `plancia.format`."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        environ["plancia.path"] = path
        match = SUFFIX_PATH.fullmatch(path)
        if match:
            environ["PATH_INFO"], environ["plancia.format"] = match[1], match[2]
        return self.app(environ, start_response)


def offers(*formats: str, bulk: bool = False) -> Callable[[View], View]:
    """Decorator that declares the formats of a route, the default first.

    With `bulk` every format except JSON streams all rows.
    """

    def set_formats(view: View) -> View:
        view.formats = formats  # type: ignore[attr-defined]
        view.bulk = bulk  # type: ignore[attr-defined]
        return view

    return set_formats


def offered_formats(view: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the formats of a route, the default first."""
    return tuple(getattr(view, "formats", ("json",)))


def register(app: Flask) -> None:
    """Negotiates the format of every API request before it is handled."""
    app.before_request(negotiate_format)
    app.wsgi_app = SuffixMiddleware(app.wsgi_app)  # type: ignore[method-assign]


def negotiate_format() -> None:
    """Stores the negotiated format in `g`. Raises Problem 406, and MethodNotAllowed for a write with a suffix."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or request.method == "OPTIONS" or not request.path.startswith("/api/v1"):
        return
    if request.method not in ("GET", "HEAD") and "plancia.format" in request.environ:
        raise MethodNotAllowed(READ_METHODS)
    g.format = select_format(offered_formats(view))


def select_format(formats: tuple[str, ...]) -> str:
    """Returns the requested format. Raises Problem 406, which lists the formats of the route."""
    url_suffix = request.environ.get("plancia.format")
    choice = SUFFIX_ALIASES.get(url_suffix, url_suffix) if url_suffix else None
    if url_suffix is None:
        best_quality = 0.0
        for media_range, quality in request.accept_mimetypes:
            media = media_range.split(";")[0].strip().lower()
            matching_formats = [suffix for suffix in formats if includes_format(media, suffix)]
            if quality > best_quality and matching_formats:
                best_quality, choice = quality, matching_formats[0]
        if not request.accept_mimetypes:
            choice = formats[0]
    if choice not in formats:
        raise Problem("not-acceptable", ", ".join(f".{suffix} {MEDIA_TYPES[suffix]}" for suffix in formats))
    return str(choice)


def includes_format(media: str, suffix: str) -> bool:
    """Returns True if a media range of Accept includes a format."""
    if media == "*/*" or media == MEDIA_TYPES[suffix].split("/")[0] + "/*":
        return True
    return media == MEDIA_TYPES[suffix] or media in MEDIA_TYPE_ALIASES.get(suffix, ())


def answer_format() -> str:
    """Returns the negotiated format of this answer."""
    return str(g.get("format", "json"))

"""Which form an answer takes: told by the suffix of the address, else by Accept; 406 where a route does not have it."""

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
    "svg": "image/svg+xml", "txt": "text/plain",
}  # fmt: skip
ALSO = {"rgn": ("text/plain",), "ndjson": ("application/ndjson", "application/jsonl")}
SUFFIX = re.compile(r"(/api/v1/.*[^/.])\.([a-z]{2,8})")
SAME = {"jsonl": "ndjson"}
View = TypeVar("View", bound=Callable[..., Any])


class Suffixes:
    """Takes the suffix off an address before it is routed, so that every route knows every form by one rule."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        environ["plancia.path"] = path
        found = SUFFIX.fullmatch(path)
        if found:
            environ["PATH_INFO"], environ["plancia.form"] = found[1], found[2]
        return self.app(environ, start_response)


def offers(*forms: str, bulk: bool = False) -> Callable[[View], View]:
    """Says which forms a route has, the first where none is asked for; `bulk`: those beyond JSON stream everything."""

    def mark(view: View) -> View:
        view.forms = forms  # type: ignore[attr-defined]
        view.bulk = bulk  # type: ignore[attr-defined]
        return view

    return mark


def offered(view: Callable[..., Any]) -> tuple[str, ...]:
    """The forms of a route."""
    return tuple(getattr(view, "forms", ("json",)))


def register(app: Flask) -> None:
    """Every route of the API chooses its form before it does anything."""
    app.before_request(choose)
    app.wsgi_app = Suffixes(app.wsgi_app)  # type: ignore[method-assign]


def choose() -> None:
    """Keeps the form asked for. Raises Problem 406, or 405: an address with a suffix is one form of a read."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or request.method == "OPTIONS" or not request.path.startswith("/api/v1"):
        return
    if request.method not in ("GET", "HEAD") and "plancia.form" in request.environ:
        raise MethodNotAllowed(["GET", "HEAD", "OPTIONS"])
    g.form = wanted(offered(view))


def wanted(forms: tuple[str, ...]) -> str:
    """The form asked for among those offered. Raises Problem 406."""
    suffix = request.environ.get("plancia.form")
    asked = SAME.get(suffix, suffix) if suffix else None
    if suffix is None:
        best = 0.0
        for value, quality in request.accept_mimetypes:
            media = value.split(";")[0].strip().lower()
            fitting = [form for form in forms if fits(media, form)]
            if quality > best and fitting:
                best, asked = quality, fitting[0]
        if not request.accept_mimetypes:
            asked = forms[0]
    if asked not in forms:
        raise Problem("not-acceptable", ", ".join(f".{form} {MEDIA[form]}" for form in forms))
    return str(asked)


def fits(media: str, form: str) -> bool:
    """Does a media range of Accept mean a form?"""
    if media == "*/*" or media == MEDIA[form].split("/")[0] + "/*":
        return True
    return media == MEDIA[form] or media in ALSO.get(form, ())


def form() -> str:
    """The form of this answer."""
    return str(g.get("form", "json"))

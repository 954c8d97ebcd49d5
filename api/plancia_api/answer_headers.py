"""Headers that answers of the API have whatever they answer: request id, what is left of limits, deprecation.

draft-ietf-httpapi-ratelimit-headers (RateLimit, RateLimit-Policy), RFC 9745 (Deprecation), RFC 8594 (Sunset).
"""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, request

REQUEST_ID = "X-Request-Id"
VALID_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Deprecated:
    """Since when an operation is deprecated, when it stops answering (None: not before /api/v2), and what to use."""

    since: datetime
    sunset: datetime | None
    page: str


def deprecated(since: str, page: str, sunset: str | None = None) -> Callable[[View], View]:
    """Decorator that declares a route as deprecated since a day (YYYY-MM-DD); `page` tells what to use instead."""

    def mark(view: View) -> View:
        last_day = None if sunset is None else start_of_day(sunset)
        view.deprecation = Deprecated(start_of_day(since), last_day, page)  # type: ignore[attr-defined]
        return view

    return mark


def start_of_day(day: str) -> datetime:
    """Returns the start of a day in UTC."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def register(app: Flask) -> None:
    """Installs the headers on answers below /api/."""
    app.before_request(name_request)
    app.after_request(add_answer_headers)


def name_request() -> None:
    """Gives the request its id: the caller's own in `X-Request-Id`, if it is a plain word, else a random one."""
    given = request.headers.get(REQUEST_ID, "")
    g.request_id = given if VALID_ID.match(given) else secrets.token_hex(8)


def note_limit(name: str, per_minute: int, left: float) -> None:
    """Notes a limit that counted this request, and what is left of it; the last one of a name counts."""
    if "limits" not in g:
        g.limits = {}
    g.limits[name] = (per_minute, max(0.0, left))


def add_answer_headers(answer: Response) -> Response:
    """Adds the headers. A limit is whole again once its bucket, which fills evenly over a minute, is full."""
    if not request.path.startswith("/api/"):
        return answer
    answer.headers[REQUEST_ID] = g.get("request_id", "-")
    limits: dict[str, tuple[int, float]] = g.get("limits", {})
    if limits:
        answer.headers["RateLimit-Policy"] = ", ".join(f'"{name}";q={most};w=60' for name, (most, _) in limits.items())
        answer.headers["RateLimit"] = ", ".join(
            f'"{name}";r={int(left)};t={math.ceil((most - left) * 60 / most) if most else 60}'
            for name, (most, left) in limits.items()
        )
    view = current_app.view_functions.get(request.endpoint or "")
    deprecation: Deprecated | None = getattr(view, "deprecation", None)
    if deprecation is not None:
        answer.headers["Deprecation"] = f"@{int(deprecation.since.timestamp())}"
        answer.headers.add("Link", f'<{deprecation.page}>; rel="deprecation"; type="text/html"')
        if deprecation.sunset is not None:
            answer.headers["Sunset"] = format_datetime(deprecation.sunset, usegmt=True)
    return answer

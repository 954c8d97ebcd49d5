"""Bodies of callers without a token: refused by their headers where they are large, before any of it is kept.

A form may bring its token in a field, so a small body is read of anybody. A larger one needs a token in `Authorization`
or in the cookie of a session, unless the operation is open to all (`auth.OPEN_WRITES`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from plancia_api.auth import OPEN_WRITES, SESSION_COOKIE, current_grant
from plancia_api.current_archive import ARCHIVE
from plancia_api.http_methods import READ_METHODS
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.sockets import ASK_FROM_BYTES, UNREAD_HEADER
from plancia_api.upload_forms import UPLOAD_PATHS
from plancia_archive.registers.tokens import may_be_valid
from plancia_data import messages


def body_gate(app: Flask) -> Callable[[str, str, Mapping[str, str]], bool]:
    """Returns the function by which the listening sockets ask whether a large body is to be received.

    It gets method, path and headers (names as in WSGI, without `HTTP_`), and never waits for the archive.
    """

    def may_be_large(method: str, path: str, headers: Mapping[str, str]) -> bool:
        if method in READ_METHODS:
            return False  # reads have no body
        if is_open(app, method, path):
            return True
        token = token_of_headers(headers)
        return bool(token) and may_be_valid(ARCHIVE.of(app).path, token)

    return may_be_large


def is_open(app: Flask, method: str, path: str) -> bool:
    """Returns whether anybody may send this request."""
    try:
        endpoint, _ = app.url_map.bind("localhost").match(path, method)
    except HTTPException:
        return False
    return endpoint in OPEN_WRITES


def token_of_headers(headers: Mapping[str, str]) -> str:
    """Returns the token of `Authorization`, else that of the cookie; empty without one."""
    scheme, _, token = headers.get("AUTHORIZATION", "").strip().partition(" ")
    if scheme.casefold() == "bearer":
        return token.strip()
    try:
        cookie = SimpleCookie(headers.get("COOKIE", "")).get(SESSION_COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


def register(app: Flask) -> None:
    """Installs the refusal of large bodies without a token."""
    app.before_request(refuse_large_body)


def refuse_large_body() -> None:
    """Limits the body of a caller without a valid token. Raises Problem 401 for one that is larger, or was not read."""
    if request.method in READ_METHODS or request.endpoint in OPEN_WRITES or request.endpoint is None:
        return
    is_unread = UNREAD_HEADER in request.headers
    if not is_unread and current_grant() is not None:
        return
    if is_unread or (request.content_length or 0) > ASK_FROM_BYTES:
        is_upload = UPLOAD_PATHS.match(request.path) and not request.path.startswith("/api/")
        raise Problem("unauthorized", messages("pages", language())["sign-in-to-send"] if is_upload else "")
    request.max_content_length = ASK_FROM_BYTES

"""Signing in to the pages with a token, and the check that a form was sent from a page of this server.

The session is a cookie that holds the token itself (RFC 6265; HttpOnly, SameSite=Strict): the server stores nothing,
and a token that is revoked or expired ends it. A form carries an HMAC (RFC 2104) of the token, which no other site can
read or compute, and a request that a browser says came from another site is refused. The API reads the cookie only of
requests that carry the same HMAC in a header, which scripts of our pages send.
"""

from __future__ import annotations

import hmac
import re
from urllib.parse import urlsplit

from flask import Blueprint, Response, g, redirect, request

from plancia_api.auth import FORM_TOKEN, SESSION_COOKIE, current_grant, form_secret
from plancia_api.current_archive import live_archive
from plancia_api.pages.rendering import dispute_words, page
from plancia_api.problems import Problem
from plancia_archive.registers.roles import Grant

blueprint = Blueprint("sessions", "plancia_api", template_folder="templates")
SESSION_DAYS = 7  # of a session; a deadline of a dispute by default
LOCAL_PATH = re.compile(r"/(?![/\\])[^\s\\]*\Z")


def session_token() -> str | None:
    """The token of the session where it is valid, else None; one typed with this request begins a new session."""
    typed_token: str | None = g.get(FORM_TOKEN)
    return typed_token or (request.cookies.get(SESSION_COOKIE) if current_grant() is not None else None)


@blueprint.app_context_processor
def session_values() -> dict[str, object]:
    """Variables of every template: the grant of the session, and the field of its forms."""
    if request.path.startswith("/api/"):
        return {}
    token = session_token()
    return {"session": current_grant(), "csrf": form_secret(token) if token else ""}


def refuse_other_site() -> None:
    """Raises Problem 403 for a request that a browser says was made by a page of another site (Fetch standard)."""
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    is_other_host = urlsplit(origin).netloc.casefold() != request.host.casefold() if origin else False
    if is_other_host or (site or "none") not in ("same-origin", "none"):
        raise Problem("forbidden", dispute_words()["other-site"])


def check_form() -> None:
    """Requires a form of a page of this server; a typed token (field `token`) is taken for this request.

    Raises Problem 403 for another site, and with `field` for a form of another session, which may be shown again;
    InvalidToken for a token that is not valid.
    """
    refuse_other_site()
    typed_token = request.form.get("token", "").strip()
    if typed_token:
        accept_token(typed_token)
    elif (token := session_token()) and not hmac.compare_digest(request.form.get("csrf", ""), form_secret(token)):
        raise Problem("forbidden", dispute_words()["other-session"], field="form")


class InvalidToken(Exception):
    """A typed token that is mistyped, expired or revoked."""


def accept_token(token: str) -> Grant:
    """Makes a typed token that of this request. Raises InvalidToken."""
    stored_token = live_archive().tokens.find_status(token)
    if stored_token is None or stored_token.state != "valid":
        raise InvalidToken
    setattr(g, FORM_TOKEN, token)
    return stored_token.grant


def set_session_cookie(answer: Response) -> Response:
    """Sets the cookie of the session for a token that was typed with this request."""
    if token := g.get(FORM_TOKEN):
        answer.set_cookie(
            SESSION_COOKIE, token, max_age=SESSION_DAYS * 86_400, path="/", secure=request.is_secure, httponly=True,
            samesite="Strict",
        )  # fmt: skip
    return answer


def see_other(path: str) -> Response:
    """The answer to a form that was accepted: the page to look at (RFC 9110, 15.4.4)."""
    answer = redirect(path, 303)
    return set_session_cookie(Response(answer.get_data(), 303, dict(answer.headers)))


def local_path(path: str | None) -> str:
    """A path of this server to return to; the start page for anything else."""
    return path if path and LOCAL_PATH.match(path) else "/"


@blueprint.get("/sign-in")
def sign_in_form() -> Response:
    """The form that asks for a token."""
    return page("sign_in.html", next=local_path(request.args.get("next")), wrong=False)


@blueprint.post("/sign-in")
def sign_in() -> Response:
    """Begins a session with a token, and goes on to the page that asked for it."""
    refuse_other_site()
    next_page = local_path(request.form.get("next"))
    try:
        accept_token(request.form.get("token", "").strip())
    except InvalidToken:
        answer = page("sign_in.html", next=next_page, wrong=True)
        answer.status_code = 401
        answer.headers["WWW-Authenticate"] = 'Bearer realm="plancia", error="invalid_token"'
        return answer
    return see_other(next_page)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Ends the session of this browser."""
    check_form()
    answer = see_other("/")
    answer.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="Strict")
    return answer

"""Bearer tokens, their scopes, and the caller by which requests are counted.

RFC 6750 (bearer tokens), RFC 9110 section 11.6 (`Authorization`, 401).
"""

from __future__ import annotations

from flask import request

from plancia_api.current_archive import archive
from plancia_api.problems import Problem

CREDENTIALS = "plancia.credentials"  # in the WSGI environment of the request


def bearer_token() -> str | None:
    """The token of the `Authorization` header (RFC 6750, 2.1), None without the header.

    Raises Problem 401 for another scheme.
    """
    header = request.headers.get("Authorization", "").strip()
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.casefold() != "bearer" or not token.strip():
        raise Problem("invalid-token")
    return token.strip()


def credentials() -> tuple[str, frozenset[str]] | None:
    """Holder and scopes of the caller's token, looked up once a request; None without a token.

    Raises Problem 401 for an invalid token.
    """
    token = bearer_token()
    if token is None:
        return None
    if CREDENTIALS not in request.environ:
        with archive().lock:
            holder, scopes = archive().tokens.holder(token), archive().tokens.scopes(token)
        if holder is None or scopes is None:
            raise Problem("invalid-token")
        request.environ[CREDENTIALS] = holder, scopes
    holder, scopes = request.environ[CREDENTIALS]
    return holder, scopes


def token_scopes() -> frozenset[str] | None:
    """The scopes of the caller's token, None without a token. Raises Problem 401 for an invalid token."""
    token = credentials()
    return None if token is None else token[1]


def caller() -> str:
    """The key by which limits and idempotency keys count: the holder of the token, else the address.

    Tokens made under one name have one holder, so renewing a token continues as the same caller (D-137). Raises Problem
    401 for an invalid token.
    """
    token = credentials()
    return f"address {request.remote_addr or '-'}" if token is None else f"token {token[0]}"


def authorise(scope: str) -> None:
    """Requires a token with this scope. Raises Problem 401 without a token, 403 without the scope (RFC 6750, 3.1)."""
    scopes = token_scopes()
    if scopes is None:
        raise Problem("unauthorized")
    if scope not in scopes:
        raise Problem("forbidden")

"""What the routes ask of the archive: the open archive of the application, authorisation, ETags."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, cast

from flask import Response, current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser

from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_archive import Archive


class StrictParser(FlaskParser):
    """Query parameters that no schema names are refused."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}


class StrictBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint that reads its arguments strictly."""

    ARGUMENTS_PARSER = StrictParser()


FORM = "1"  # raised when the form of answers changes


def archive() -> Archive:
    """The archive of the application."""
    return cast(Archive, current_app.config["PLANCIA_ARCHIVE"])


def authorise(scope: str) -> None:
    """Asks for a bearer token with a scope. Raises Problem 401 or 403."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.casefold() != "bearer" or not token:
        raise Problem("unauthorized")
    scopes = archive().tokens.scopes(token.strip())
    if scopes is None:
        raise Problem("unauthorized")
    if scope not in scopes:
        raise Problem("forbidden")


def tagged(make: Callable[[], Response], *parts: Any) -> Response:
    """An answer with a strong ETag of what it depends on; 304, which carries it too, where it is known already.

    The tag is made before the body, so that an unchanged answer costs nothing (RFC 9110, 13.1.2).
    """
    seed = "\0".join([FORM, language(), request.path, request.query_string.decode("latin-1"), *map(str, parts)])
    tag = hashlib.sha256(seed.encode()).hexdigest()[:32]
    if request.if_none_match.contains(tag):
        answer = Response(status=304)
    else:
        answer = make()
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Vary"] = "Accept, Accept-Language, Cookie"
    return answer

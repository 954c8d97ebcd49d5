"""What the routes ask of the archive: the open archive of the application, authorisation, names, ETags, pages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlencode

from flask import Request, Response, current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, fields
from webargs.flaskparser import FlaskParser

from plancia_api.language import language
from plancia_api.negotiation import form, offered
from plancia_api.preconditions import versioned
from plancia_api.problems import Problem
from plancia_api.validation_messages import worded
from plancia_archive import Archive, ArchiveError, Filters
from plancia_archive.queries.filter_values import UnknownValue, check, check_tournament


class StrictParser(FlaskParser):
    """Query parameters that no schema names are refused, and those given twice: one would count for nothing."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The query, in which only what is a list may be given more than once. Raises Problem."""
        many = {name for name, field in schema.fields.items() if isinstance(field, fields.List)}
        twice = [(name, len(given)) for name, given in req.args.lists() if len(given) > 1 and name not in many]
        if twice:
            lang = language()
            errors = [{"pointer": f"query/{name}", "detail": worded(f"given {n} times", lang)} for name, n in twice]
            raise Problem("invalid", "", errors)
        return super().load_querystring(req, schema)


class StrictBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint that reads its arguments strictly."""

    ARGUMENTS_PARSER = StrictParser()

    def _store_endpoint_docs(self, endpoint: str, obj: Any, parameters: Any, tags: Any, **options: Any) -> None:
        """Tells the description what the route is called for ever (its function's name) and which forms it has."""
        super()._store_endpoint_docs(endpoint, obj, parameters, tags, **options)
        for method, doc in self._docs[endpoint].items():
            if method != "parameters":
                more = {"operationId": endpoint, "x-forms": list(offered(obj)), "x-bulk": getattr(obj, "bulk", False)}
                doc["manual_doc"] = {**doc.get("manual_doc", {}), **more}


FORM = "3"  # raised when the form of answers changes


def archive() -> Archive:
    """The archive of the application."""
    return cast(Archive, current_app.config["PLANCIA_ARCHIVE"])


def bearer() -> str | None:
    """The token that was sent, None where no Authorization was. Raises Problem 401 for one of another kind."""
    given = request.headers.get("Authorization", "").strip()
    if not given:
        return None
    kind, _, token = given.partition(" ")
    if kind.casefold() != "bearer" or not token.strip():
        raise Problem("invalid-token")
    return token.strip()


def scopes() -> frozenset[str] | None:
    """What the caller's token allows, None where no token was sent. Raises Problem 401 for one that is not valid."""
    token = bearer()
    if token is None:
        return None
    with archive().lock:
        found = archive().tokens.scopes(token)
    if found is None:
        raise Problem("invalid-token")
    return found


def caller() -> str:
    """Who asks: the holder of the token, however it is spelt and however often it was renewed, else the address.

    Raises Problem 401 for a token that is not valid.
    """
    token = bearer()
    if token is None:
        return f"address {request.remote_addr or '-'}"
    with archive().lock:
        holder = archive().tokens.holder(token)
    if holder is None:
        raise Problem("invalid-token")
    return f"token {holder}"


def authorise(scope: str) -> None:
    """Asks for a bearer token with a scope. Raises Problem 401 or 403."""
    allowed = scopes()
    if allowed is None:
        raise Problem("unauthorized")
    if scope not in allowed:
        raise Problem("forbidden")


def knows_names() -> bool:
    """Is the caller one to whom names are shown wherever there are any: does his token say `read`? Raises Problem."""
    return "read" in (scopes() or ())


def names_shown() -> bool:
    """Are names shown beside references in standings and statistics: to everybody, unless the archive is served so."""
    return not current_app.config["PLANCIA_PRIVATE"] or knows_names()


def shown_name(reference: str) -> str:
    """The name of a player where names are shown, else the reference."""
    return archive().people.name(reference) if names_shown() else reference


def by_reference(player: str) -> str:
    """A player of a query, who is to be named by reference where names are not shown. Raises ArchiveError."""
    if not names_shown() and not player.startswith("p_"):
        raise ArchiveError("person", player)
    return player


def filters_of(query: dict[str, Any]) -> Filters:
    """The filters of a query, a player by reference or, where names are shown, by name.

    Raises Problem 422 for a player or tournament that there is not, and for a value outside a closed vocabulary.
    """
    given = {key: value for key, value in query.items() if key not in ("lang", "under", "after", "limit", "sort")}
    for key in ("player", "winner"):
        if given.get(key):
            named = names_shown() or given[key].startswith("p_")
            with archive().lock:
                found = archive().people.find(given[key]) if named else None
            if found is None:
                raise refused(key, ArchiveError("person", given[key]))
            given[key] = found
    made = Filters(**given)
    try:
        with archive().lock:
            check(archive().db, made)
            if made.tournament is not None:
                check_tournament(archive().db, made.tournament)
    except UnknownValue as error:
        raise refused(error.field, error) from error
    return made


def refused(field: str, error: ArchiveError) -> Problem:
    """The refusal of a query's value."""
    told = error.text(language())
    return Problem("invalid", told, [{"pointer": f"query/{field}", "detail": told}], reason=error.code)


def names_stamp() -> str:
    """What the names in an answer depend on."""
    with archive().lock:
        return archive().people.stamp() if names_shown() else ""


def tag_of(*parts: Any) -> str:
    """A strong tag of what an answer depends on, this request and its form included."""
    asked = request.environ.get("plancia.path", request.path), request.query_string.decode("latin-1")
    seed = "\0".join([FORM, language(), form(), *asked, str(knows_names()), *map(str, parts)])
    return hashlib.sha256(seed.encode()).hexdigest()[:32]


def known(tag: str) -> str | None:
    """The tag as the caller knows it already (a compressed answer has its coding behind a colon), else None."""
    for given in request.if_none_match.as_set(include_weak=True):
        if given and given.partition(":")[0] == tag:  # a header that is no tag at all gives None
            return str(given)
    return tag if request.if_none_match.star_tag else None


def set_etag(answer: Response, tag: str) -> Response:
    """An answer with its tag and what it varies by."""
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Vary"] = "Accept, Accept-Language, Authorization, Cookie"
    answer.headers["Content-Language"] = language()
    return answer


def with_etag(make: Callable[[], Response], *parts: Any, about: tuple[str, int] | None = None) -> Response:
    """An answer with a strong ETag of what it depends on; 304, which carries it too, where it is known already.

    The tag is made before the body, so that an unchanged answer costs nothing (RFC 9110, 13.1.2). Where it is `about` a
    version of a game or tournament, the tag can be sent back in If-Match of a write.
    """
    tag = tag_of(*parts)
    if about is not None:
        tag = versioned(*about, tag)
    already = known(tag)
    return set_etag(Response(status=304), already) if already else set_etag(make(), tag)


def as_json(value: Any, status: int = 200) -> Response:
    """JSON with its letters as they are."""
    return Response(encoded(value), status, mimetype="application/json")


def encoded(value: Any) -> bytes:
    """The body of a JSON answer."""
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()


def page_of(items: list[dict[str, Any]], following: str | None, **more: Any) -> Response:
    """A page of a list: its items, the cursor of the next page (null at the end), and a Link to that page."""
    answer = as_json({**more, "items": items, "next": following})
    if following is not None:
        query = urlencode({**request.args.to_dict(), "after": following})
        path = request.environ.get("plancia.path", request.path)
        answer.headers["Link"] = f'<{path}?{query}>; rel="next"'
    return answer


def page_slice(items: list[dict[str, Any]], key: str, query: dict[str, Any]) -> tuple[list[dict[str, Any]], str | None]:
    """A page of a short list that is sorted by a member, and the cursor behind it: the member's value.

    Raises Problem for a cursor that is no such value.
    """
    after, limit = query.get("after"), query["limit"]
    if after is not None and not any(str(item[key]) == after for item in items):
        raise Problem("bad-cursor")
    left = [item for item in items if after is None or str(item[key]) > after]
    return left[:limit], str(left[limit - 1][key]) if len(left) > limit else None

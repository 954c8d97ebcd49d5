"""Strong ETags and conditional reads: RFC 9110 sections 8.8.3 (ETag), 13.1.2 (If-None-Match), 15.4.5 (304).

`Cache-Control: no-cache` lets caches store an answer and makes them revalidate it (RFC 9111, 5.2.2.4). `Vary` lists the
headers on which language, format, names and hidden values depend (RFC 9110, 12.5.5). An answer to a request with a
token is `private`, since it may contain what other callers are not shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from flask import Response, request

from plancia_api.auth import has_credentials
from plancia_api.current_archive import archive
from plancia_api.current_reader import caller_rights
from plancia_api.language import language
from plancia_api.negotiation import answer_format
from plancia_api.preconditions import versioned_etag
from plancia_api.shown_names import may_read_names

ANSWER_FORMAT_VERSION = "6"  # raised when members of answers change, or what the judge finds: no old ETag matches then
VARY = "Accept, Accept-Language, Authorization, Cookie, X-Plancia-Form"


def compute_etag(*parts: Any) -> str:
    """Returns a strong ETag of the values that an answer depends on, with the request's URL, format and language."""
    url = request.environ.get("plancia.path", request.path), request.query_string.decode("latin-1")
    as_of = [archive().log.as_of] if archive().log.as_of else []
    hash_input = "\0".join(
        [
            ANSWER_FORMAT_VERSION,
            language(),
            answer_format(),
            *url,
            str(may_read_names()),
            caller_rights(),
            *map(str, parts),
            *as_of,
        ]
    )
    return hashlib.sha256(hash_input.encode()).hexdigest()[:32]


def find_matching_etag(tag: str) -> str | None:
    """Returns the ETag as `If-None-Match` spells it if that header matches, else None.

    Comparison is weak, as RFC 9110 (13.1.2) requires. The ETag of a compressed answer ends with `:` and the coding; the
    304 has to repeat it.
    """
    for candidate in request.if_none_match.as_set(include_weak=True):
        if candidate and candidate.partition(":")[0] == tag:  # a malformed header gives None
            return str(candidate)
    return tag if request.if_none_match.star_tag else None


def set_etag(answer: Response, tag: str) -> Response:
    """Sets the ETag and the caching headers of an answer, and returns it."""
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache" if has_credentials() else "no-cache"
    answer.headers["Vary"] = VARY
    answer.headers["Content-Language"] = language()
    return answer


def with_etag(build_response: Callable[[], Response], *parts: Any, resource: tuple[str, int] | None = None) -> Response:
    """Returns the answer with a strong ETag of `parts`, or a 304 with the same ETag if If-None-Match has it.

    `build_response` is not called for a 304. `resource` is the id and version of the game or tournament
    that the answer is about: its ETag can then be sent in the If-Match of a write (preconditions.py).
    """
    tag = compute_etag(*parts)
    if resource is not None:
        tag = versioned_etag(*resource, tag)
    matching_tag = find_matching_etag(tag)
    return set_etag(Response(status=304), matching_tag) if matching_tag else set_etag(build_response(), tag)

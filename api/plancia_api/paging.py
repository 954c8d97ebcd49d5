"""Pages of lists: items, a cursor in the body, and a `Link` header with `rel="next"` (RFC 8288)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Response, request

from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.negotiation import answer_format
from plancia_api.problems import Problem
from plancia_api.query_schemas import ListQuery
from plancia_api.streaming import rows_response

M = TypeVar("M", bound=Mapping[str, Any])
DEFAULT_PAGE_SIZE = 50  # rows of a page of a long list without `limit`


def page_response(items: Sequence[Mapping[str, Any]], cursor: str | None, **members: Any) -> Response:
    """Returns a page with `members`, `items` and `next`, the cursor of the next page (null on the last page)."""
    answer = json_response({**members, "items": items, "next": cursor})
    if cursor is not None:
        query = urlencode({**request.args.to_dict(), "after": cursor})
        path = request.environ.get("plancia.path", request.path)
        answer.headers["Link"] = f'<{path}?{query}>; rel="next"'
    return answer


def slice_page(items: Sequence[M], key: str, query: ListQuery) -> tuple[Sequence[M], str | None]:
    """Returns a page of a list sorted by `key`, and the next cursor: the value of `key` in its last item (D-135).

    Raises Problem 400 `bad-cursor` for a value that no item has.
    """
    after, limit = query.after, query.limit
    if after is not None and not any(str(item[key]) == after for item in items):
        raise Problem("bad-cursor")
    remaining_items = [item for item in items if after is None or str(item[key]) > after]
    return remaining_items[:limit], str(remaining_items[limit - 1][key]) if len(remaining_items) > limit else None


def list_response(items: Sequence[Mapping[str, Any]], key: str, query: ListQuery) -> Response:
    """Returns an in-memory list, sorted by the member `key`: a page as JSON, the whole list as NDJSON or CSV."""
    ordered = sorted(items, key=lambda item: str(item[key]))
    rows, cursor = slice_page(ordered, key, query)
    digest = hashlib.sha256(json.dumps(ordered, sort_keys=True, default=str).encode()).hexdigest()
    return with_etag(lambda: page_response(rows, cursor) if answer_format() == "json" else rows_response(rows), digest)

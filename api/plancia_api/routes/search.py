"""GET /search: games by position or by sequence of conquests."""

from __future__ import annotations

from flask import Response

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.language import language
from plancia_api.paging import page_response
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import SearchQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import Filters
from plancia_archive.queries.search import Match, Search, search_page
from plancia_data import in_language

blueprint = StrictBlueprint("search", "search", url_prefix="/api/v1", description="Search in positions and moves.")
MAX_REPLAY_SECONDS = 2.0  # of replay for one page, at most


@blueprint.operation("/search", items=Match)
def search(query: SearchQuery) -> Response:
    """Games by `position` or by `sequence`, with the event where each matches.

    A page ends after `limit` matches or some seconds of replay: it may be empty and still have a `next`. `examined` is
    the number of games replayed.
    """
    position, sequence = query.position, query.sequence
    if (position is None) == (sequence is None):
        it, en = "serve position oppure sequence, una delle due", "position or sequence is needed, one of the two"
        raise Problem("bad-request", in_language(language(), it, en))
    filters = parse_filters(Filters(variant=query.variant, event=query.event))
    rate_limits.count_replay()
    criteria = Search(position, sequence, query.within)
    items, cursor, examined = search_page(archive(), criteria, filters, query.after, query.limit, MAX_REPLAY_SECONDS)
    return with_etag(
        lambda: page_response(items, cursor, examined=examined), archive().last_index(), len(items), cursor
    )

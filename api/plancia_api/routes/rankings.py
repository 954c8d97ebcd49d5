"""GET /rankings: the ranking systems of tournaments."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.negotiation import offers
from plancia_api.paging import list_response
from plancia_api.query_schemas import ListQuery
from plancia_api.response_schemas import AnyAnswer
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.tournaments import load_ranking_systems

blueprint = StrictBlueprint("rankings", "rankings", url_prefix="/api/v1", description="Ranking systems.")


@blueprint.route("/rankings")
@offers("json", "ndjson", "csv")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, AnyAnswer)
def ranking_systems(query: dict[str, Any]) -> Response:
    """The ranking systems, as data with their sources."""
    items = [
        {"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in load_ranking_systems().values()
    ]
    return list_response(items, "system", query)

"""GET /rankings: the ranking systems of tournaments."""

from __future__ import annotations

from flask import Response

from plancia_api.answers.tournaments import RankingSystem
from plancia_api.negotiation import offers
from plancia_api.paging import list_response
from plancia_api.query_schemas import ListQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.tournaments import load_ranking_systems

blueprint = StrictBlueprint("rankings", "rankings", url_prefix="/api/v1", description="Ranking systems.")


@blueprint.operation("/rankings", items=RankingSystem)
@offers("json", "ndjson", "csv")
def ranking_systems(query: ListQuery) -> Response:
    """The ranking systems, as data with their sources."""
    items = [
        {"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in load_ranking_systems().values()
    ]
    return list_response(items, "system", query)

"""GET /odds: exact odds of attacks."""

from __future__ import annotations

from flask import Response

from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.query_schemas import OddsQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.facts.odds import Odds, odds_json

blueprint = StrictBlueprint("odds", "odds", url_prefix="/api/v1", description="Odds of attacks.")


@blueprint.operation("/odds", answer=Odds)
def odds(query: OddsQuery) -> Response:
    """The exact odds of one throw and of an attack to the end, as fractions."""
    body = odds_json(query.attackers, query.defenders, query.defence)
    return with_etag(lambda: json_response(body))

"""GET /merged: the records of other archives that came with their backups."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.query_schemas import LanguageQuery
from plancia_api.response_schemas import AnyAnswer
from plancia_api.strict_blueprint import StrictBlueprint

blueprint = StrictBlueprint("merged", "merged", url_prefix="/api/v1", description="Records of other archives.")


@blueprint.route("/merged")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
def list_merged(query: dict[str, Any]) -> Response:
    """Records of other archives (tournaments, disputes, approvals, evidence), which count for nothing here.

    Each with the origin, key and newest known head of its log, its places there, and its `conflicts` with this archive:
    `tournament-name`, `game-absent`, `dispute-here`, `entry-other`, `file-missing`. The lines themselves are printed by
    `plancia merged show`.
    """
    return with_etag(lambda: json_response({"items": archive().foreign.listed(), "next": None}), archive().last_index())

"""GET /merged: the records of other archives that came with their backups."""

from __future__ import annotations

from flask import Response

from plancia_api.answers.log import MergedRecord
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.strict_blueprint import StrictBlueprint

blueprint = StrictBlueprint("merged", "merged", url_prefix="/api/v1", description="Records of other archives.")


@blueprint.operation("/merged", items=MergedRecord)
def list_merged() -> Response:
    """Records of other archives (tournaments, disputes, approvals, evidence), which count for nothing here.

    Each with the origin, key and newest known head of its log, its places there, and its `conflicts` with this archive:
    `tournament-name`, `game-absent`, `dispute-here`, `entry-other`, `file-missing`. The lines themselves are printed by
    `plancia merged show`.
    """
    return with_etag(lambda: json_response({"items": archive().foreign.listed(), "next": None}), archive().last_index())

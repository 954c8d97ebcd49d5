"""GET /games/{game_id}/corrections: the corrections of a game, each with its effect and its author."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_memo import corrections_at, game_head
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.names import read_digest, read_value
from plancia_api.query_schemas import CorrectionsQuery
from plancia_api.response_schemas import Anything
from plancia_api.routes.games import GAME_ID
from plancia_api.strict import StrictBlueprint
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.recorded_lines import recorded_lines

blueprint = StrictBlueprint("corrections", "corrections", url_prefix="/api/v1", description="Corrections of games.")


@blueprint.route(f"/games/{GAME_ID}/corrections")
@blueprint.arguments(CorrectionsQuery, location="query")
@blueprint.response(200, Anything)
def corrections(query: dict[str, Any], game_id: str) -> Response:
    """The corrections (FIX, VOID) of a game: target, the line before and after, reason, author, role, time, evidence.

    Each with the findings that are `gone` and that `appeared`, pairs of scores before and after it, and `conflicts`:
    later events that were legal before it and are illegal or impossible after it. `together` compares the game as
    recorded with the game as corrected by all of them. `superseded_by` is the next valid correction of the same event.
    """
    head = game_head(game_id)

    def make() -> Response:
        return json_response(read_value(corrections_json(head, query["after"], query["limit"])))

    return with_etag(make, game_id, head.tag, read_digest(), about=(game_id, head.version))


def corrections_json(head: GameHead, after: int, limit: int) -> dict[str, Any]:
    """A page of corrections with who recorded them. Raises Problem 429."""
    found = corrections_at(head, language(), after, limit, rate_limits.take_work)
    data = found.to_json()
    recorded = recorded_lines(archive(), head.game_id, (item.event for item in found.items))
    items = [{**item, **recorded[item["event"]]} for item in data["items"]]
    cursor = None if found.next is None else str(found.next)
    return {**data, "game": head.game_id, "version": head.version, "items": items, "next": cursor}

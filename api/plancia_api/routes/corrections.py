"""GET /games/{game_id}/corrections: the corrections of a game, each with its effect and its author."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_cache import cached_corrections, game_head
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.query_schemas import CorrectionsQuery
from plancia_api.response_schemas import AnyAnswer
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.shown_names import insert_readable_names, readable_names_digest
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.recorded_lines import find_recorded_lines

blueprint = StrictBlueprint("corrections", "corrections", url_prefix="/api/v1", description="Corrections of games.")


@blueprint.route(f"/games/{GAME_ID_PATH}/corrections")
@blueprint.arguments(CorrectionsQuery, location="query")
@blueprint.response(200, AnyAnswer)
def corrections(query: dict[str, Any], game_id: str) -> Response:
    """The corrections (FIX, VOID) of a game: target, the line before and after, reason, author, role, time, evidence.

    Each with the findings that are `gone` and that `appeared`, pairs of scores before and after it, and `conflicts`:
    later events that were legal before it and are illegal or impossible after it. `together` compares the game as
    recorded with the game as corrected by all of them. `superseded_by` is the next valid correction of the same event.
    """
    head = game_head(game_id)

    def build_response() -> Response:
        return json_response(insert_readable_names(corrections_json(head, query["after"], query["limit"])))

    return with_etag(build_response, game_id, head.tag, readable_names_digest(), resource=(game_id, head.version))


def corrections_json(head: GameHead, after: int, limit: int) -> dict[str, Any]:
    """Returns a page of corrections with the author of each. Raises Problem 429."""
    page = cached_corrections(head, language(), after, limit, rate_limits.count_replay)
    data = page.to_json()
    line_by_event = find_recorded_lines(archive(), head.game_id, (item.event for item in page.items))
    items = [{**item, **line_by_event[item["event"]]} for item in data["items"]]
    cursor = None if page.next is None else str(page.next)
    return {**data, "game": head.game_id, "version": head.version, "items": items, "next": cursor}

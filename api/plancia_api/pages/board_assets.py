"""SVG files of the drawn board: a game's board, and the outlines, which browsers cache for all pages with a board."""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response, request

from plancia_api.game_cache import game_head, visible_game
from plancia_api.pages.rendering import IMMUTABLE_CACHE, number_argument
from plancia_api.routes.games import board_response
from plancia_replay.drawing import outlines_svg

blueprint = Blueprint("board_assets", "plancia_api")


@cache
def outlines_address() -> str:
    """Returns the address of the outlines, which contains a digest of their content."""
    return f"/board/{hashlib.sha256(outlines_svg().encode()).hexdigest()[:12]}.svg"


@blueprint.get("/board/<string:digest>.svg")
def outlines(digest: str) -> Response:
    """The outlines of the territories, for `<use href>` of drawn boards."""
    answer = Response(outlines_svg(), mimetype="image/svg+xml")
    if outlines_address() == f"/board/{digest}.svg":
        answer.headers["Cache-Control"] = IMMUTABLE_CACHE
    return answer


@blueprint.get("/games/<string:game_id>/board.svg")
def board_drawing(game_id: str) -> Response:
    """The drawn board after the event `event` (the last one by default), for pages and embeds without scripts."""
    event = number_argument("event", len(visible_game(game_head(game_id)).events))
    layout, theme = request.args.get("layout"), request.args.get("theme")
    return board_response(
        game_id,
        event,
        layout if layout in ("tall", "auto") else "wide",
        theme if theme in ("light", "dark", "print") else "auto",
        as_corrected=request.args.get("as") != "recorded",
    )

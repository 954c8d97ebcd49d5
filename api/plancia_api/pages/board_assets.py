"""The outlines of the drawn board as a document of their own, which browsers keep for every page with a board."""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response

from plancia_replay.drawing import outlines_svg

blueprint = Blueprint("board_assets", "plancia_api")
YEAR = 365 * 24 * 3600


@cache
def outlines_address() -> str:
    """The address of the outlines, which changes with their content."""
    return f"/board/{hashlib.sha256(outlines_svg().encode()).hexdigest()[:12]}.svg"


@blueprint.get("/board/<string:digest>.svg")
def outlines(digest: str) -> Response:
    """The outlines of the territories, for `<use href>` of drawn boards."""
    answer = Response(outlines_svg(), mimetype="image/svg+xml")
    if outlines_address() == f"/board/{digest}.svg":
        answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return answer

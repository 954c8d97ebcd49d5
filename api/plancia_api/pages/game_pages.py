"""The start page with the list of games."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, request
from markupsafe import Markup

from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.game_titles import game_titles
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.shown_names import name_source
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.result_status import add_status

blueprint = Blueprint("game_pages", "plancia_api", template_folder="templates")
GAMES_A_PAGE = 100


@blueprint.app_template_filter("moment")
def moment(milliseconds: int) -> Markup:
    """A time in milliseconds since 1970, as an element in UTC that `local_time.js` puts into the device's zone."""
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        time.strftime("%Y-%m-%dT%H:%M:%SZ"), time.strftime("%Y-%m-%d %H:%M:%S UTC")
    )


@blueprint.get("/")
def start() -> Response:
    """The start page: the games."""
    try:
        rows, cursor = archive().games(None, request.args.get("after"), GAMES_A_PAGE)
    except ValueError:
        raise Problem("bad-cursor") from None
    add_lineups(archive(), rows, name_source()(archive()))
    current_reader().clear_judgements(archive(), rows)
    add_status(archive(), rows)
    titles = game_titles(row["game"] for row in rows)
    return page("start.html", rows=rows, titles=titles, cursor=cursor)

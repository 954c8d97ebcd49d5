"""The start page: what happened lately, the search for games, the games."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, request
from markupsafe import Markup

from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.game_titles import game_titles
from plancia_api.language import language
from plancia_api.pages import variant_titles as variant_titles  # registers its template filter
from plancia_api.pages.filter_choices import filter_field
from plancia_api.pages.rendering import page
from plancia_api.pages.start_news import live_boards, live_games, news_items, recent_news
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.shown_names import name_source, names_shown
from plancia_archive import Filters
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.result_status import add_status
from plancia_archive.queries.text_search import text_filter
from plancia_data import messages

blueprint = Blueprint("game_pages", "plancia_api", template_folder="templates")
GAMES_A_PAGE = 50
MAX_SEARCH = 120  # characters of a search
SEARCH_FILTERS = ("player", "tournament", "variant", "since", "until", "illegal")
NEW_GAME_PATH = "/record"


@blueprint.app_template_filter("moment")
def moment(milliseconds: int) -> Markup:
    """A time in milliseconds since 1970, as an element in UTC that `local_time.js` puts into the device's zone."""
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        time.strftime("%Y-%m-%dT%H:%M:%SZ"), time.strftime("%Y-%m-%d %H:%M:%S UTC")
    )


@blueprint.get("/")
def start() -> Response:
    """The start page; with a search or a filter only the games that match, the newest first."""
    text = request.args.get("q", "").strip()[:MAX_SEARCH]
    values = {name: value for name in SEARCH_FILTERS if (value := request.args.get(name, "").strip())}
    errors: dict[str, str] = {}
    filters = searched_filters(text, values, errors)
    after = request.args.get("after")
    try:
        rows, cursor = archive().games(filters, after, GAMES_A_PAGE, newest=True)
    except ValueError:
        raise Problem("bad-cursor") from None
    searched = bool(text or values)
    news = [] if searched or after else recent_news()
    live = live_games(news)
    return page(
        "start.html", rows=described(rows), cursor=cursor, text=text, errors=errors, searched=searched,
        titles=game_titles(row["game"] for row in rows), s=messages("start", language()),
        fields=[filter_field(name, values.get(name, "")) for name in SEARCH_FILTERS], is_filtered=bool(values),
        more=f"?{request_query(after=cursor)}", news=news_items(news, live), boards=live_boards(live), live=live,
        new_game=NEW_GAME_PATH if new_game_served() else "",
    )  # fmt: skip


def searched_filters(text: str, values: dict[str, str], errors: dict[str, str]) -> Filters:
    """Returns the filters of a search; values that are not understood are left out and told in `errors` by field."""
    query: dict[str, Any] = {**values, **({"illegal": values["illegal"] == "true"} if "illegal" in values else {})}
    while True:
        try:
            filters = parse_filters(query, from_judgements=False)
            break
        except Problem as problem:
            for error in problem.errors:
                errors[name := error["pointer"].partition("/")[2]] = error["detail"]
                del query[name]
    searched = text_filter(archive(), text, language(), names_shown())
    return replace(filters, text=searched.text) if text else filters


def request_query(**changed: str | None) -> str:
    """Returns the query string of the request with changed values; None takes one out."""
    values = {**request.args.to_dict(), **changed}
    return urlencode({key: value for key, value in values.items() if value})


def described(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Adds line-ups and status to rows of games; what open games hide from the caller is taken out."""
    add_lineups(archive(), rows, name_source()(archive()))
    current_reader().clear_judgements(archive(), rows)
    add_status(archive(), rows)
    return rows


def new_game_served() -> bool:
    """True where this server has the page on which a game is recorded."""
    return any(rule.rule == NEW_GAME_PATH for rule in current_app.url_map.iter_rules())

"""The start page: what to do, the search for games, what happened lately, the newest games."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from plancia_api.pages.game_list import found_games
from plancia_api.pages.rendering import page
from plancia_api.pages.start_news import live_boards, live_games, news_items, recent_news

blueprint = Blueprint("game_pages", "plancia_api", template_folder="templates")
NEWEST_GAMES = 10  # on the start page
NEW_GAME_PATH = "/record"


@blueprint.get("/")
def start() -> Response:
    """The start page; with a search or a filter only the games that match, the newest first."""
    found = found_games(NEWEST_GAMES)
    news = recent_news() if found["is_first"] and not found["searched"] else []
    live = live_games(news)
    return page(
        "start.html", **found, news=news_items(news, live), boards=live_boards(live), live=live,
        new_game=NEW_GAME_PATH if new_game_served() else "",
    )  # fmt: skip


def new_game_served() -> bool:
    """True where this server has the page on which a game is recorded."""
    return any(rule.rule == NEW_GAME_PATH for rule in current_app.url_map.iter_rules())

"""The list of games with its search and filters: `/games`, the start page, the beginning of an objection."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.language import language
from plancia_api.pages import variant_titles as variant_titles  # registers its template filter
from plancia_api.pages.filter_choices import filter_field
from plancia_api.pages.game_view import irregular_words
from plancia_api.pages.rendering import is_published, page
from plancia_api.pages.start_news import live_games, recent_news
from plancia_api.problems import Problem
from plancia_api.query_filters import valid_filters
from plancia_api.shown_names import current_names, game_titles, names_shown
from plancia_archive import Filters
from plancia_archive.facts.event_rows import Row
from plancia_archive.queries.filter_values import UnknownValue
from plancia_archive.queries.irregularities import Irregularities, stored_irregularities
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.result_status import add_status
from plancia_archive.queries.text_search import text_filter
from plancia_data import messages

blueprint = Blueprint("game_list", "plancia_api", template_folder="templates")
GAMES_A_PAGE = 50
MAX_SEARCH = 120  # characters of a search
SEARCH_FILTERS = ("player", "tournament", "variant", "since", "until", "illegal")


@blueprint.get("/games")
def games() -> Response:
    """Every game, the newest first; with a search or filters those that match."""
    return page("games.html", **found_games(), live=[] if is_published() else live_games(recent_news()))


def found_games(unasked: int = 0) -> dict[str, object]:
    """Returns the template variables of the games that the query asks for, by `q` and SEARCH_FILTERS, after `after`.

    Without a search the first page has `unasked` games, if that is not 0. Raises Problem 400 for a cursor
    that is none.
    """
    text = request.args.get("q", "").strip()[:MAX_SEARCH]
    values = {name: value for name in SEARCH_FILTERS if (value := request.args.get(name, "").strip())}
    errors: dict[str, str] = {}
    filters = searched_filters(text, values, errors)
    after = request.args.get("after")
    searched = bool(text or values)
    size = GAMES_A_PAGE if searched or after else unasked or GAMES_A_PAGE
    try:
        rows, cursor = archive().games(filters, after, size, newest=True)
    except ValueError:
        raise Problem("bad-cursor") from None
    return {
        "rows": described(rows), "cursor": cursor, "text": text, "errors": errors, "searched": searched,
        "titles": game_titles(row["game"] for row in rows), "s": messages("start", language()),
        "fields": [filter_field(name, values.get(name, "")) for name in SEARCH_FILTERS],
        "is_filtered": bool(values), "more": f"?{request_query(after=cursor)}", "is_first": not after,
    }  # fmt: skip


def searched_filters(text: str, values: dict[str, str], errors: dict[str, str]) -> Filters:
    """Returns the filters of a search; values that are not understood are left out and told in `errors` by field."""
    asked: dict[str, Any] = dict(values)
    if "illegal" in values:
        asked["illegal"] = {"true": True, "false": False}.get(values["illegal"])
        if asked["illegal"] is None:
            errors["illegal"] = UnknownValue("illegal", values["illegal"], ["true", "false"]).text(language())
    filters = valid_filters(Filters(**asked), errors, from_judgements=False)
    return replace(filters, text=text_filter(archive(), text, language(), names_shown()).text) if text else filters


def request_query(**changed: str | None) -> str:
    """Returns the query string of the request with changed values; None takes one out."""
    values = {**request.args.to_dict(), **changed}
    return urlencode({key: value for key, value in values.items() if value})


def described(rows: list[Row]) -> list[Row]:
    """Adds line-ups, status and what is irregular to rows of games; what open games hide is taken out."""
    add_lineups(archive(), rows, current_names())
    current_reader().clear_judgements(archive(), rows)
    add_status(archive(), rows)
    counts = stored_irregularities(archive(), [row["game"] for row in rows if row["illegal"]])
    for row in rows:
        row["irregular"] = irregular_words(counts.get(row["game"], Irregularities()))
    return rows

"""The start page with the list of games, and the page of a game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.game_cache import cached_judgement, game_head, visible_game
from plancia_api.game_titles import game_title, game_titles
from plancia_api.language import language
from plancia_api.pages.dispute_moves import may
from plancia_api.pages.rendering import number_argument, page
from plancia_api.problems import Problem
from plancia_api.routes.corrections import corrections_json
from plancia_api.shown_names import display_name, insert_names, name_source
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.recorded_lines import add_authors
from plancia_archive.queries.result_status import add_status, game_status
from plancia_archive.queries.supersession import standing_of
from plancia_data import board, in_language
from plancia_events import Game
from plancia_replay import state_at
from plancia_replay.text.sentences import place_names

blueprint = Blueprint("game_pages", "plancia_api", template_folder="templates")
GAMES_A_PAGE = 100
LINES_AROUND = 5  # lines of the record shown before and after the event


CORRECTIONS_A_PAGE = 20


@blueprint.app_template_filter("moment")
def moment(milliseconds: int) -> str:
    """A time in milliseconds since 1970, in UTC to the second."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def corrections_of(game_id: str, record: Game) -> dict[str, Any] | None:
    """The first corrections of a game as the API has them; None for a game without one."""
    if not record.numbers_of("VOID", "FIX"):
        return None
    return corrections_json(game_head(game_id), 0, CORRECTIONS_A_PAGE)


@blueprint.get("/")
def start() -> Response:
    """The start page: the games."""
    try:
        rows, cursor = archive().games(None, request.args.get("after"), GAMES_A_PAGE)
    except ValueError:
        raise Problem("bad-cursor") from None
    add_lineups(archive(), rows, name_source()(archive()))
    current_reader().without_judgement(archive(), rows)
    add_status(archive(), rows)
    titles = game_titles(row["game"] for row in rows)
    return page("start.html", rows=rows, titles=titles, cursor=cursor)


@blueprint.get("/games/<string:game_id>")
def game(game_id: str) -> Response:
    """A game: players, result, verdicts, and the board after the event `at` (the last one by default)."""
    head = game_head(game_id)
    record, judgement = visible_game(head), cached_judgement(head, language())
    last = len(record.events)
    at = number_argument("at", last)
    state = state_at(record, at, archive().rules_of(record))
    lang = language()
    places = [(code, name, *state["board"].get(code, ["?", 0])) for code, name in place_names(lang).items()]
    continents = [
        (in_language(lang, it, en), [places[land] for land in lands]) for _, it, en, _, lands in board("eg").continents
    ]
    around = range(max(1, at - LINES_AROUND), min(last, at + LINES_AROUND) + 1)
    lines = insert_names(add_authors(archive(), game_id, record.rows(around.start - 1, len(around))))
    players = [(colour, display_name(player) if player.startswith("p_") else player)
               for colour, player in record.players.items()]  # fmt: skip
    confirmed = [display_name(one["player"]) for one in archive().confirmations.list_for_game(game_id)]
    return page(
        "game.html", game_id=game_id, game=record, title=game_title(game_id), judgement=judgement, players=players,
        at=at, last=last, state=state, continents=continents, lines=lines, stopped=insert_names(judgement.impossible),
        corrections=insert_names(corrections_of(game_id, record)), confirmed=confirmed,
        standing=insert_names(standing_of(archive(), game_id)),
        status=game_status(archive(), game_id), version=head.version,
        disputes=archive().disputes.listed(None, game_id), may_approve=may(current_grant(), "game.approve", game_id),
    )  # fmt: skip

"""Games: lists, one, its events; keeping games and appending events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response

from plancia_api.game_memo import body_at, game_at, game_head, judgement_at
from plancia_api.language import language
from plancia_api.negotiation import form, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import Anything, EventsQuery, GamePage, ItemPage, Language, SortedGamesQuery
from plancia_api.seam import (
    StrictBlueprint,
    archive,
    as_json,
    encoded,
    filters_of,
    names_shown,
    names_stamp,
    page_of,
    with_etag,
)
from plancia_api.streaming import games_of, rows_response, stream_bytes, stream_rows
from plancia_archive import Archive, Filters
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.filters import COLUMNS
from plancia_archive.queries.lineup import seat_players
from plancia_replay import Judgement, state_at

blueprint = StrictBlueprint("games", "games", url_prefix="/api/v1/games", description="Games of the archive.")
RGN = "text/x-rgn; charset=utf-8"
GAME = "<string:game_id>"
HEADS = (*(name for name in COLUMNS if name != "number"), "winner_name", "players")
PAGE_SIZE = 50


@blueprint.route("")
@offers("json", "csv", "ndjson", "rgn", bulk=True)
@blueprint.arguments(SortedGamesQuery, location="query")
@blueprint.response(200, GamePage)
def list_games(query: dict[str, Any]) -> Response:
    """Games in the order of the log (`sort=newest`: the other way round), a page at a time, each with its players.

    As CSV, NDJSON or text everything that matches. `next` is the cursor of the next page, null at the end. The other
    forms are one stream of the archive as it stands when it begins; `after` and `limit` narrow it too. Names are null
    where they are not shown.
    """
    after, limit, newest = query.pop("after", None), query.pop("limit", None), query.pop("sort") == "newest"
    filters, named = filters_of(query), names_shown()
    if form() == "rgn":
        return stream_bytes(lambda view: texts(view, filters, after, limit, newest), "games")

    def seated(view: Archive, rows: list[dict[str, Any]]) -> None:
        seat_players(view, rows, named)

    if form() != "json":
        return stream_rows(lambda view: games_of(view, filters, after, limit, newest, seated), HEADS, "games")

    def make() -> Response:
        rows, following = archive().games(filters, after, limit or PAGE_SIZE, newest)
        seated(archive(), rows)
        for row in rows:
            row.pop("number")
        return page_of(rows, following)

    return with_etag(make, archive().last(), filters, names_stamp())


def texts(view: Archive, filters: Filters, after: str | None, most: int | None, newest: bool) -> Iterator[bytes]:
    """The canonical texts of the games of a filter, an empty line between two."""
    between = b""
    for row in games_of(view, filters, after, most, newest):
        yield between + view.text(row["game"]).encode()
        between = b"\n"


@blueprint.route(f"/{GAME}")
@offers("json", "rgn", "ndjson")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_game(query: dict[str, Any], game_id: str) -> Response:
    """A game: version, headers, events and judgement; its canonical text as `.rgn`, its events as `.ndjson`.

    What it says as JSON can be posted to `/games` again: of the judgement nothing is read there.
    """
    head = game_head(game_id)

    def make() -> Response:
        if form() == "rgn":
            return Response(archive().text(game_id), content_type=RGN)
        if form() == "ndjson":
            return Response(game_at(head).to_jsonl(), mimetype="application/x-ndjson")
        body = body_at(head, "whole", language(), make=lambda: encoded(whole_game(head, language())))
        return Response(body, mimetype="application/json")

    return with_etag(make, game_id, head.tag, about=(game_id, head.version))


def whole_game(head: GameHead, lang: str) -> dict[str, Any]:
    """A game and its judgement as one object."""
    judgement = judged(judgement_at(head, lang))
    return {**judgement, "game": head.game_id, "version": head.version, **game_at(head).to_json()}


EVENT_HEADS = ("event", "line", "kind", "actor", "about", "at", "note")


def judged(found: Judgement) -> dict[str, Any]:
    """A judgement as answers have it: the number of its events is the version."""
    made = found.to_json()
    return {"game": made.pop("game"), "version": made.pop("events"), **made}


@blueprint.route(f"/{GAME}/events")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, ItemPage)
def events(query: dict[str, Any], game_id: str) -> Response:
    """Events after a number (0 gives all but the opening), each with its number and canonical line.

    A game that is being played is followed by asking again with `after` the last number seen: an unchanged answer is a
    304. CSV has number, line, kind and actor; NDJSON every member.
    """
    head = game_head(game_id)
    version = head.version
    limit = query.get("limit") or (500 if form() == "json" else version)

    def make() -> Response:
        rows = game_at(head).rows(query["after"], limit)
        if form() != "json":
            return rows_response(rows, EVENT_HEADS)
        last = rows[-1]["event"] if rows else 0
        return page_of(rows, str(last) if 0 < last < version - 1 else None, game=game_id, version=version)

    return with_etag(make, game_id, head.tag, about=(game_id, version))


@blueprint.route(f"/{GAME}/state/<int(max={2**53 - 1}):number>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def state(query: dict[str, Any], game_id: str, number: int) -> Response:
    """The table after an event: board, hands, whose turn, what is due."""
    head = game_head(game_id)
    if number >= head.version:
        raise Problem("not-found", f"0..{head.version - 1}")

    def make() -> Response:
        game = game_at(head)
        return as_json({"game": game_id, **state_at(game, number, archive().rules_of(game))})

    return with_etag(make, game_id, head.tag, about=(game_id, head.version))

"""Players by their references; names only for who holds a token that may read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response

from plancia_api.negotiation import form, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import Anything, ItemPage, Language, PlayersQuery
from plancia_api.seam import StrictBlueprint, archive, as_json, knows_names, page_of, with_etag
from plancia_api.streaming import stream_rows
from plancia_archive import Archive

blueprint = StrictBlueprint("players", "players", url_prefix="/api/v1/players", description="Players by reference.")
OPEN: list[dict[str, list[str]]] = [{}, {"bearer": []}]
PAGE_SIZE, BATCH = 50, 500


@blueprint.route("")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(PlayersQuery, location="query")
@blueprint.response(200, ItemPage)
@blueprint.doc(security=OPEN)
def list_players(query: dict[str, Any]) -> Response:
    """Everybody by reference, a page at a time or all as NDJSON or CSV; `name` is null without a token that may read.

    Names are personal data: they are never in the log, and a list of all of them is not for everybody.
    """
    after, limit, named = query.get("after"), query.get("limit"), knows_names()
    if form() != "json":
        return stream_rows(lambda view: every(view, after, limit, named), ("player", "name"), "players")
    many = limit or PAGE_SIZE
    with archive().lock:
        found = archive().people.page(after, many + 1)
        rows = [row_of(archive(), player, named) for player in found[:many]]
    return with_etag(lambda: page_of(rows, found[many - 1] if len(found) > many else None), rows, len(found))


def row_of(store: Archive, player: str, named: bool) -> dict[str, Any]:
    """A player as the list shows him."""
    return {"player": player, "name": store.people.name(player) if named else None}


def every(view: Archive, after: str | None, most: int | None, named: bool) -> Iterator[dict[str, Any]]:
    """Everybody beyond a reference, read a batch at a time."""
    while True:
        size = BATCH if most is None else min(BATCH, most)
        found = view.people.page(after, size)
        yield from (row_of(view, player, named) for player in found)
        most = None if most is None else most - len(found)
        if len(found) < size or most == 0:
            return
        after = found[-1]


@blueprint.route("/<string:player>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
@blueprint.doc(security=OPEN)
def one_player(query: dict[str, Any], player: str) -> Response:
    """A player by reference: games, wins, first and last date; the name with a token that may read."""
    named = knows_names()
    with archive().lock:
        if archive().people.find(player) != player:
            raise Problem("not-found")
        row = {**row_of(archive(), player, named), **archive().people.record(player)}
    return with_etag(lambda: as_json(row), row)

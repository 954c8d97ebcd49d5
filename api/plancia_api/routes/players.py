"""GET /players and /players/{player}: players by reference, with names for tokens that may read them."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response

from plancia_api.answers.people import Player, PlayerRecord
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.problems import Problem
from plancia_api.query_schemas import PlayersQuery
from plancia_api.shown_names import may_read_names
from plancia_api.streaming import stream_rows
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import Archive
from plancia_archive.facts.event_rows import Row
from plancia_archive.statistics.typed_results import typed_games

blueprint = StrictBlueprint("players", "players", url_prefix="/api/v1/players", description="Players by reference.")
OPTIONAL_TOKEN: list[dict[str, list[str]]] = [{}, {"bearer": []}]
BATCH_SIZE = 500  # rows of a stream read at a time


@blueprint.operation("", items=Player)
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.doc(security=OPTIONAL_TOKEN)
def list_players(query: PlayersQuery) -> Response:
    """All players by reference, a page at a time or all as NDJSON or CSV; `name` is null without a token that may read.

    Names are personal data: they are never in the log, and a list of all of them is not public.
    """
    after, limit, include_names = query.after, query.limit, may_read_names()
    if answer_format() != "json":
        return stream_rows(lambda view: player_rows(view, after, limit, include_names), ("player", "name"), "players")
    size = limit or DEFAULT_PAGE_SIZE
    with archive().lock:
        references = archive().people.page(after, size + 1)
        rows = [player_row(archive(), reference, include_names) for reference in references[:size]]
    cursor = references[size - 1] if len(references) > size else None
    return with_etag(lambda: page_response(rows, cursor), rows, len(references))


def player_row(view: Archive, reference: str, include_names: bool) -> Row:
    """Returns a player as a row."""
    return {"player": reference, "name": view.people.name(reference) if include_names else None}


def player_rows(view: Archive, after: str | None, limit: int | None, include_names: bool) -> Iterator[Row]:
    """Yields the players after a reference, read in batches."""
    while True:
        size = BATCH_SIZE if limit is None else min(BATCH_SIZE, limit)
        references = view.people.page(after, size)
        yield from (player_row(view, reference, include_names) for reference in references)
        limit = None if limit is None else limit - len(references)
        if len(references) < size or limit == 0:
            return
        after = references[-1]


@blueprint.operation("/<string:player>", endpoint="one_player", answer=PlayerRecord)
@blueprint.doc(security=OPTIONAL_TOKEN)
def get_player(player: str) -> Response:
    """A player by reference: games, wins, first and last date; the name with a token that may read.

    `games` and `wins` are of recorded games, `typed_games` and `typed_wins` of results typed in tournaments.
    Of an erased person (`erased`) the games remain and the name is null.
    """
    include_names = may_read_names()
    with archive().lock:
        if archive().people.find(player) != player:
            raise Problem("not-found")
        erased = archive().people.was_erased(player)
        row = {
            **player_row(archive(), player, include_names and not erased),
            **archive().people.record(player),
            "typed_games": len(typed := typed_games(archive(), player)),
            "typed_wins": sum(player in one.winners for one in typed),
            "erased": erased,
        }
    return with_etag(lambda: json_response(row), row)

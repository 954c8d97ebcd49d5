"""GET and POST /games/{game_id}/events, and GET /events of many games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, request

from plancia_api.auth import authorise
from plancia_api.body_schemas import LINES_BODY
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_memo import game_at, game_head
from plancia_api.idempotency import KEY, idempotency_key
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.names import read_digest, read_value
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.preconditions import MATCH, expected_version
from plancia_api.query_filters import filters_of
from plancia_api.query_schemas import AppendQuery, EventsQuery, GamesQuery
from plancia_api.readers import current_reader
from plancia_api.receipts import receipt
from plancia_api.request_bodies import lines_of_body
from plancia_api.response_schemas import Anything, ItemPage
from plancia_api.routes.games import GAME_ID
from plancia_api.streaming import game_rows, rows_response, stream_rows
from plancia_api.strict import StrictBlueprint
from plancia_archive import Archive, Filters
from plancia_archive.facts.judgement_changes import judgement_changes
from plancia_archive.log.validation import new_events
from plancia_archive.queries.recorded_lines import add_authors
from plancia_archive.registers.readers import Reader

blueprint = StrictBlueprint("events", "events", url_prefix="/api/v1", description="Events of games.")
HEADINGS = ("event", "line", "kind", "actor", "about", "at", "note", "author", "role")
PAGE_SIZE = 500


@blueprint.route(f"/games/{GAME_ID}/events")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, ItemPage)
def events(query: dict[str, Any], game_id: str) -> Response:
    """Events after a number (0: all but the opening), each with its number and canonical line.

    To follow a live game, repeat the request with `after` the last number seen: an unchanged answer is a 304. NDJSON
    has every member, CSV number, line, kind and actor. `author` (`local`, or the id of a token) and `role` are those of
    the entry of the log, null for entries from before roles.
    """
    head = game_head(game_id)
    version = head.version
    limit = query.get("limit") or (PAGE_SIZE if answer_format() == "json" else version)

    def make() -> Response:
        rows = read_value(add_authors(archive(), game_id, game_at(head).rows(query["after"], limit)))
        if answer_format() != "json":
            return rows_response(rows, HEADINGS)
        last = rows[-1]["event"] if rows else 0
        cursor = str(last) if 0 < last < version - 1 else None
        return page_response(rows, cursor, game=game_id, version=version)

    return with_etag(make, game_id, head.tag, read_digest(), about=(game_id, version))


@blueprint.route(f"/games/{GAME_ID}/events", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@blueprint.doc(requestBody=LINES_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def append_events(query: dict[str, Any], game_id: str) -> Response:
    """Append event lines. `If-Match` states the version expected; at another one the answer is a 412 with `current`.

    It takes the version's number, the ETag of an answer about the game, several of them, or `*`. `verdicts` are those
    that are new, `gone` those that a correction removed, `likely_names` words of the comments that may be names of
    people who are not registered. With `dry_run=true` the answer is the same, without `receipt`, and nothing is stored.
    """
    authorise("game.append", game=game_id)
    key, dry_run = idempotency_key(), query["dry_run"]
    required = "If-Match" in request.headers or not dry_run
    expected = expected_version(game_id, lambda: archive().version(game_id)) if required else None
    lines = lines_of_body()
    if dry_run:
        game, count = archive().preview(game_id, lines, expected)
        version, changes, likely = game.version, None, {}
    else:
        added = archive().append(game_id, lines, expected, key)
        version, changes = added.version, added.changes(language())
        game = added.game or archive().game(game_id)
        count = 0 if changes else len(new_events(lines, game))
        likely = {"likely_names": added.likely_names} if added.likely_names else {}
    changes = changes or judgement_changes(game, version, count, archive().rules_of(game), language())
    more = {"dry_run": True} if dry_run else {**likely, "receipt": receipt(game_id, version)}
    return json_response({"game": game_id, "version": version, "duplicate": False, **more, **changes.to_json()})


@blueprint.route("/events")
@offers("ndjson", bulk=True)
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, ItemPage)
def list_events(query: dict[str, Any]) -> Response:
    """Every event of the games of a filter, as NDJSON: game, number, canonical line and the members of its kind.

    `after` is the cursor of a game, `limit` the maximum number of games.
    """
    after, limit = query.pop("after", None), query.pop("limit", None)
    filters, reader = filters_of(query, judged=False), current_reader()
    return stream_rows(lambda view: event_rows(view, reader, filters, after, limit), (), "events")


def event_rows(
    view: Archive, reader: Reader, filters: Filters, after: str | None, limit: int | None
) -> Iterator[dict[str, Any]]:
    """The events of the games of a filter, one game in memory at a time."""
    for row in game_rows(view, filters, after, limit):
        for event in add_authors(view, row["game"], reader.game(view, row["game"]).rows()):
            yield {"game": row["game"], **event}

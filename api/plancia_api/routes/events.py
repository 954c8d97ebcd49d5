"""GET and POST /games/{game_id}/events, and GET /events of many games."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response

from plancia_api.action_routes import add_route
from plancia_api.bodies import LINES_BODY
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.game_cache import game_head, visible_game
from plancia_api.json_responses import json_response
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import GameEventsQuery, GamesQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_event_lines
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.shown_names import insert_readable_names, readable_names_digest
from plancia_api.streaming import iterate_game_rows, rows_response, stream_rows
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import Archive, Filters
from plancia_archive.actions import AppendLines
from plancia_archive.actions.action import Action, Done
from plancia_archive.disputes.recorded_lines import add_authors
from plancia_archive.facts.judgement_changes import JudgementChanges
from plancia_archive.registers.readers import Reader
from plancia_events import Game
from plancia_events.text.game import EventRow
from plancia_replay.judging.corrections import corrected_events, is_valid_correction

blueprint = StrictBlueprint("events", "events", url_prefix="/api/v1", description="Events of games.")
CSV_COLUMNS = ("event", "line", "kind", "actor", "about", "at", "note", "author", "role")
PAGE_SIZE = 500


@blueprint.operation(f"/games/{GAME_ID_PATH}/events")
@offers("json", "ndjson", "csv", bulk=True)
def events(query: GameEventsQuery, game_id: str) -> Response:
    """Events after a number (0: all but the opening), each with its number and canonical line.

    To follow a live game, repeat the request with `after` the last number seen: an unchanged answer is a 304. NDJSON
    has every member, CSV number, line, kind and actor. `author` (`local`, or the id of a token) and `role` are those of
    the entry of the log, null for entries from before roles. With `as=corrected` the list has the events that stand:
    replacements under the number of the event that they replace, with author and role of the FIX, nothing that is void,
    no FIX and no VOID.
    """
    head = game_head(game_id)
    version = head.version
    limit = query.limit or (PAGE_SIZE if answer_format() == "json" else version)

    def build_response() -> Response:
        shown_game, is_corrected = visible_game(head), query.by == "corrected"
        rows = standing_rows(shown_game, query) if is_corrected else shown_game.rows(query.after, limit)
        rows = add_authors(archive(), game_id, rows[:limit])
        if is_corrected:
            name_correctors(shown_game, game_id, rows)
        rows = insert_readable_names(rows)
        if answer_format() != "json":
            return rows_response(rows, CSV_COLUMNS)
        last_number = rows[-1]["event"] if rows else 0
        cursor = str(last_number) if 0 < last_number < version - 1 else None
        return page_response(rows, cursor, game=game_id, version=version)

    return with_etag(build_response, game_id, head.tag, readable_names_digest(), resource=(game_id, version))


def standing_rows(game: Game, query: GameEventsQuery) -> list[EventRow]:
    """Returns the rows of the events that stand after all corrections, from the number `after` on."""
    void, replacements = corrected_events(game)
    left_out = void | set(game.numbers_of("VOID", "FIX"))
    events = [replacements.get(number, event) for number, event in enumerate(game.events, start=1)]
    rows = Game(game.headers, events, game.lines, game.unread).rows(query.after)
    return [row for row in rows if row["event"] not in left_out]


def name_correctors(game: Game, game_id: str, rows: list[EventRow]) -> None:
    """Sets author and role of each replacement to those of the FIX that it comes from, in place."""
    fixes = (number for number in game.numbers_of("FIX") if is_valid_correction(game, number))
    numbers = {game.events[number - 1].event: number for number in fixes}
    replaced = [row for row in rows if row["event"] in numbers]
    corrections = [{"event": numbers[row["event"]]} for row in replaced]
    for row, correction in zip(replaced, add_authors(archive(), game_id, corrections), strict=True):
        row |= {name: correction[name] for name in ("author", "role")}


def read_lines() -> AppendLines:
    """Returns the lines of the body. Raises Problem 422."""
    lines, evidence = parse_event_lines()
    return AppendLines(lines=lines, evidence=evidence)


def appended_response(action: type[Action], done: Done) -> Response:
    """Returns the answer with the receipts of the lines and of their evidence, and what the lines changed."""
    assert isinstance(done.result, JudgementChanges)
    receipts = dict(zip(("receipt", "evidence_receipt"), (make_receipt(*place) for place in done.places), strict=False))
    return json_response({**done.answer, **receipts, **done.result.to_json()})


add_route(blueprint, AppendLines, respond=appended_response, read=read_lines, body=LINES_BODY)


@blueprint.operation("/events")
@offers("ndjson", bulk=True)
def list_events(query: GamesQuery) -> Response:
    """Every event of the games of a filter, as NDJSON: game, number, canonical line and the members of its kind.

    `after` is the cursor of a game, `limit` the maximum number of games.
    """
    after, limit = query.after, query.limit
    filters, reader = parse_filters(query.filters, from_judgements=False), current_reader()
    return stream_rows(lambda view: iterate_events(view, reader, filters, after, limit), (), "events")


def iterate_events(
    view: Archive, reader: Reader, filters: Filters, after: str | None, limit: int | None
) -> Iterator[EventRow]:
    """Yields the events of the games that a filter selects, with one game in memory at a time."""
    for row in iterate_game_rows(view, filters, after, limit):
        for event in add_authors(view, row["game"], reader.game(view, row["game"]).rows()):
            yield {"game": row["game"], **event}

"""GET and POST /games/{game_id}/events, and GET /events of many games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, request

from plancia_api.auth import authorise
from plancia_api.bodies import LINES_BODY
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.game_cache import game_head, visible_game
from plancia_api.idempotency import IDEMPOTENCY_KEY_PARAMETER, idempotency_key
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.preconditions import IF_MATCH_PARAMETER, expected_version
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import AppendQuery, GameEventsQuery, GamesQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_event_lines
from plancia_api.response_schemas import AnyAnswer
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.shown_names import insert_readable_names, readable_names_digest
from plancia_api.streaming import iterate_game_rows, rows_response, stream_rows
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import Archive, Filters
from plancia_archive.disputes.correction_evidence import STREAM_PREFIX as CORRECTION_STREAM
from plancia_archive.disputes.correction_evidence import new_corrections
from plancia_archive.disputes.recorded_lines import add_authors
from plancia_archive.facts.judgement_changes import judgement_changes
from plancia_archive.log.validation import parse_new_events
from plancia_archive.registers.readers import Reader
from plancia_events import Game
from plancia_replay.judging.corrections import corrected_events, is_valid_correction

blueprint = StrictBlueprint("events", "events", url_prefix="/api/v1", description="Events of games.")
CSV_COLUMNS = ("event", "line", "kind", "actor", "about", "at", "note", "author", "role")
PAGE_SIZE = 500


@blueprint.route(f"/games/{GAME_ID_PATH}/events")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(GameEventsQuery, location="query")
@blueprint.response(200, AnyAnswer)
def events(query: dict[str, Any], game_id: str) -> Response:
    """Events after a number (0: all but the opening), each with its number and canonical line.

    To follow a live game, repeat the request with `after` the last number seen: an unchanged answer is a 304. NDJSON
    has every member, CSV number, line, kind and actor. `author` (`local`, or the id of a token) and `role` are those of
    the entry of the log, null for entries from before roles. With `as=corrected` the list has the events that stand:
    replacements under the number of the event that they replace, with author and role of the FIX, nothing that is void,
    no FIX and no VOID.
    """
    head = game_head(game_id)
    version = head.version
    limit = query.get("limit") or (PAGE_SIZE if answer_format() == "json" else version)

    def build_response() -> Response:
        shown_game, is_corrected = visible_game(head), query["by"] == "corrected"
        rows = standing_rows(shown_game, query) if is_corrected else shown_game.rows(query["after"], limit)
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


def standing_rows(game: Game, query: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the rows of the events that stand after all corrections, from the number `after` on."""
    void, replacements = corrected_events(game)
    left_out = void | set(game.numbers_of("VOID", "FIX"))
    events = [replacements.get(number, event) for number, event in enumerate(game.events, start=1)]
    rows = Game(game.headers, events, game.lines, game.unread).rows(query["after"])
    return [row for row in rows if row["event"] not in left_out]


def name_correctors(game: Game, game_id: str, rows: list[dict[str, Any]]) -> None:
    """Sets author and role of each replacement to those of the FIX that it comes from, in place."""
    fixes = (number for number in game.numbers_of("FIX") if is_valid_correction(game, number))
    numbers = {game.events[number - 1].event: number for number in fixes}
    replaced = [row for row in rows if row["event"] in numbers]
    corrections = [{"event": numbers[row["event"]]} for row in replaced]
    for row, correction in zip(replaced, add_authors(archive(), game_id, corrections), strict=True):
        row |= {name: correction[name] for name in ("author", "role")}


@blueprint.route(f"/games/{GAME_ID_PATH}/events", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(
    requestBody=LINES_BODY, parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER], security=[{"bearer": []}]
)
def append_events(query: dict[str, Any], game_id: str) -> Response:
    """Append event lines. `If-Match` states the version expected; at another one the answer is a 412 with `current`.

    It takes the version's number, the ETag of an answer about the game, several of them, or `*`. `verdicts` are those
    that are new, `gone` those that a correction removed, `likely_names` words of the comments that may be names of
    people who are not registered. `evidence` names files and ids for each correction among the lines; its receipt is
    `evidence_receipt`. With `dry_run=true` the answer is the same, without receipts, and nothing is stored.
    """
    authorise("game.append", game=game_id)
    key, dry_run = idempotency_key(), query["dry_run"]
    requires_version = "If-Match" in request.headers or not dry_run
    expected = expected_version(game_id, lambda: archive().version(game_id)) if requires_version else None
    lines, evidence = parse_event_lines()
    if dry_run:
        game, count = archive().preview(game_id, lines, expected)
        version, changes, name_warning, evidence_version = game.version, None, {}, None
        if evidence:
            archive().corrections.check(game, new_corrections(game, version - count), evidence)
    else:
        append_result = archive().append(game_id, lines, expected, key, evidence)
        version, changes = append_result.version, append_result.changes(language())
        game = append_result.game or archive().game(game_id)
        count = 0 if changes else len(parse_new_events(lines, game))
        name_warning = {"likely_names": append_result.likely_names} if append_result.likely_names else {}
        evidence_version = append_result.evidence_version
    changes = changes or judgement_changes(game, version, count, archive().rules_of(game), language())
    extra_members: dict[str, Any] = (
        {"dry_run": True} if dry_run else {**name_warning, "receipt": make_receipt(game_id, version)}
    )
    if evidence_version is not None:
        extra_members["evidence_receipt"] = make_receipt(CORRECTION_STREAM + game_id, evidence_version)
    return json_response(
        {"game": game_id, "version": version, "duplicate": False, **extra_members, **changes.to_json()}
    )


@blueprint.route("/events")
@offers("ndjson", bulk=True)
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, AnyAnswer)
def list_events(query: dict[str, Any]) -> Response:
    """Every event of the games of a filter, as NDJSON: game, number, canonical line and the members of its kind.

    `after` is the cursor of a game, `limit` the maximum number of games.
    """
    after, limit = query.pop("after", None), query.pop("limit", None)
    filters, reader = parse_filters(query, from_judgements=False), current_reader()
    return stream_rows(lambda view: iterate_events(view, reader, filters, after, limit), (), "events")


def iterate_events(
    view: Archive, reader: Reader, filters: Filters, after: str | None, limit: int | None
) -> Iterator[dict[str, Any]]:
    """Yields the events of the games that a filter selects, with one game in memory at a time."""
    for row in iterate_game_rows(view, filters, after, limit):
        for event in add_authors(view, row["game"], reader.game(view, row["game"]).rows()):
            yield {"game": row["game"], **event}

"""GET and POST /tournaments/{name}/events: the log of a tournament."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.auth import authenticate, authorise_events
from plancia_api.bodies import TournamentEventsBody, json_body, members_of
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.idempotency import IDEMPOTENCY_KEY_PARAMETER, idempotency_key
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.preconditions import IF_MATCH_PARAMETER, expected_version
from plancia_api.problems import Problem
from plancia_api.query_schemas import EventsQuery, LanguageQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import INVALID_JSON, body_text, parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.routes.tournaments import NAME_PATH, player_names
from plancia_api.shown_names import insert_names, names_digest
from plancia_api.streaming import rows_response
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.validation_messages import json_error_message
from plancia_archive.tournaments.log import STREAM
from plancia_data import in_language
from plancia_events import parse_json

blueprint = StrictBlueprint(
    "tournament_events", "tournament_events", url_prefix="/api/v1/tournaments", description="Events of tournaments."
)
PAGE_SIZE = 500


@blueprint.route(f"/{NAME_PATH}/events")
@offers("json", "ndjson", "csv")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, AnyAnswer)
def tournament_events(query: dict[str, Any], name: str) -> Response:
    """The log of a tournament: events after a number (0: all), including those replaced later, with their `names`."""
    store = archive().tournaments
    tournament = store.get(name)
    after, limit = query["after"], query.get("limit") or PAGE_SIZE
    names = player_names(tournament)

    def build_response() -> Response:
        items = with_times(insert_names(store.events(name)[after:]))
        if answer_format() != "json":
            return rows_response(items[: query.get("limit")])
        cursor = str(after + limit) if len(items) > limit else None
        return page_response(items[:limit], cursor, tournament=name, version=tournament.version, names=dict(names))

    return with_etag(
        build_response, name, tournament.version, names, names_digest(), resource=(name, tournament.version)
    )


@blueprint.route(f"/{NAME_PATH}/events", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(
    requestBody=json_body(TournamentEventsBody),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    security=[{"bearer": []}],
)
def add_events(query: dict[str, Any], name: str) -> Response:
    """Add events to a tournament, all or none; the first event of a tournament is `opened`."""
    authenticate("tournament.result").require_role("tournament.result")
    text = body_text("application/json")
    try:
        events = parse_json(text)["events"]
        if not isinstance(events, list):
            raise TypeError
    except INVALID_JSON as error:
        raise Problem("malformed", f'{{"events": [...]}}: {json_error_message(error, language())}') from error
    parse_members(members_of(TournamentEventsBody))  # refuses what stands beside `events`, which would be lost
    authorise_events(name, events)
    expected, key = expected_version(name, lambda: tournament_version(name)), idempotency_key()
    if not events:  # refused before the key is used up, as an append of no lines is
        reason = in_language(language(), "nessun evento", "no event")
        raise Problem("malformed", f'{{"events": [...]}}: {reason}')
    tournament = archive().tournaments.append(name, events, expected, key)
    receipt = make_receipt(STREAM + name, tournament.version)
    return json_response({"game": name, "version": tournament.version, "duplicate": False, "receipt": receipt})


def tournament_version(name: str) -> int:
    """Returns the version of a tournament, 0 before its first event."""
    store = archive().tournaments
    return store.get(name).version if store.exists(name) else 0

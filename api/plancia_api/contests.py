"""Tournaments over HTTP: lists, one, standings; adding events."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, request

from plancia_api.games import KEY, as_json, expected_version, idempotency_key
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, Kept, Language, StandingsQuery
from plancia_api.seam import StrictBlueprint, archive, authorise, tagged
from plancia_archive.tournaments import systems

blueprint = StrictBlueprint(
    "tournaments", "tournaments", url_prefix="/api/v1", description="Tournaments and ranking systems."
)
EVENTS_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["events"],
                "properties": {"events": {"type": "array", "items": {"type": "object"}}},
            },
            "example": {"events": [{"kind": "opened", "title": "Autunno", "system": "monopoli"},
                                   {"kind": "entered", "player": "Anna"}]},
        }
    },
}  # fmt: skip
MATCH = {"in": "header", "name": "If-Match", "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'}}
NAME = "<string:name>"


@blueprint.route("/rankings")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def ranking_systems(query: dict[str, Any]) -> Response:
    """The ranking systems, as data with their sources."""
    items = [{"system": s.id, "title": s.title, "cite": s.cite, "given": s.given} for s in systems().values()]
    return tagged(lambda: as_json({"items": items}), len(items))


@blueprint.route("/tournaments")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def tournaments(query: dict[str, Any]) -> Response:
    """Every tournament, in the order of the log."""
    store = archive().tournaments
    found = [store.get(name) for name in store.ids()]
    items = [
        {"tournament": t.id, "title": t.title, "club": t.club, "system": t.system, "players": len(t.players),
         "rounds": t.rounds, "closed": t.closed, "version": t.version}
        for t in found
    ]  # fmt: skip
    return tagged(lambda: as_json({"items": items}), *((t.id, t.version) for t in found))


@blueprint.route(f"/tournaments/{NAME}")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_tournament(query: dict[str, Any], name: str) -> Response:
    """A tournament: entrants, tables, results, notices."""
    found = archive().tournaments.get(name)
    return tagged(lambda: as_json(found.to_json()), name, found.version)


@blueprint.route(f"/tournaments/{NAME}/standings")
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, Anything)
def standings(query: dict[str, Any], name: str) -> Response:
    """The standings as of a round, exact, each row with the key that parted it from the one above."""
    store = archive().tournaments
    found = store.get(name)
    games = [(t.game, archive().version(t.game)) for t in found.tables.values() if t.game]

    def make() -> Response:
        rows = [row.to_json() for row in store.standings(name, query.get("round"))]
        for row in rows:
            row["name"] = archive().people.name(row["player"])
        return as_json({"tournament": name, "system": found.system, "items": rows, "notices": found.notices()})

    return tagged(make, name, found.version, *games)


@blueprint.route(f"/tournaments/{NAME}/events", methods=["POST"])
@blueprint.response(200, Kept)
@blueprint.doc(requestBody=EVENTS_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def add_events(name: str) -> Response:
    """Add events to a tournament, all or none; the first one of all is `opened`."""
    authorise("write")
    if request.mimetype != "application/json":
        raise Problem("unsupported-type", "application/json")
    try:
        events = json.loads(request.get_data())["events"]
        if not isinstance(events, list):
            raise TypeError("events")
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Problem("malformed", str(error)[:300]) from error
    found = archive().tournaments.append(name, events, expected_version(), idempotency_key())
    return as_json({"game": name, "version": found.version, "duplicate": False})

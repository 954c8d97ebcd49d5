"""Tournaments over HTTP: lists, one, standings; adding events."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, request

from plancia_api.games import KEY, as_json, expected_version, idempotency_key
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, DrawQuery, EventsQuery, Kept, Language, NationalQuery, StandingsQuery
from plancia_api.seam import StrictBlueprint, archive, authorise, tagged
from plancia_archive.dumps import report
from plancia_archive.tournaments import Tournament, national_table, systems
from plancia_archive.tournaments.stream import FIELDS, OPTIONAL

blueprint = StrictBlueprint(
    "tournaments", "tournaments", url_prefix="/api/v1", description="Tournaments and ranking systems."
)
EVENT = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string", "enum": list(FIELDS)}},
    "description": "Fields by kind: " + "; ".join(
        f"{kind}: {', '.join([*fields, *(f'[{name}]' for name in OPTIONAL.get(kind, ()))]) or '-'}"
        for kind, fields in FIELDS.items()
    ),
}  # fmt: skip
EVENTS_BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["events"],
                "properties": {"events": {"type": "array", "items": EVENT}},
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
    """A tournament: entrants, tables, results, adjustments, and what there is to look after."""
    found = archive().tournaments.get(name)

    def make() -> Response:
        remarks = [remark.to_json(language()) for remark in archive().tournaments.remarks(name)]
        return as_json({**found.to_json(archive().people.name), "remarks": remarks})

    return tagged(make, name, found.version, *versions(found))


def versions(found: Tournament) -> list[tuple[str, int]]:
    """The versions of the games that a tournament rests on: a correction of one of them changes the answer."""
    return [(t.game, archive().version(t.game)) for t in found.tables.values() if t.game]


@blueprint.route(f"/tournaments/{NAME}/standings")
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, Anything)
def standings(query: dict[str, Any], name: str) -> Response:
    """The standings as of a round, exact, each row with the key that parted it from the one above; or the teams'."""
    store = archive().tournaments
    found = store.get(name)

    def make() -> Response:
        items: list[dict[str, Any]]
        if query.get("teams"):
            items = [row.to_json() for row in store.team_standings(name, query.get("round"))]
            for item in items:
                item["names"] = [archive().people.name(player) for player in item["players"]]
        else:
            items = [row.to_json() for row in store.standings(name, query.get("round"))]
            for item in items:
                item["name"] = archive().people.name(item["player"])
        remarks = [remark.to_json(language()) for remark in store.remarks(name)]
        return as_json({"tournament": name, "system": found.system, "round": query.get("round", found.rounds),
                        "items": items, "notices": found.notices(), "remarks": remarks})  # fmt: skip

    return tagged(make, name, found.version, *versions(found))


@blueprint.route(f"/tournaments/{NAME}/draw")
@blueprint.arguments(DrawQuery, location="query")
@blueprint.response(200, Anything)
def drawing(query: dict[str, Any], name: str) -> Response:
    """Tables for a round, drawn: sizes by the rules, new opponents first. Nothing is kept: post `events` to keep them.

    The same seed gives the same tables as long as the tournament is at the same version.
    """
    store = archive().tournaments
    sizes = [int(size) for size in query["sizes"].split("+")] if query.get("sizes") else []
    events = store.draw(name, query["seed"], query.get("round"), query["absent"], sizes, query["by"] == "standings")
    named = [{**event, "names": [archive().people.name(player) for player in event["seats"]]} for event in events]
    return as_json({"tournament": name, "version": store.get(name).version, "events": events, "items": named})


@blueprint.route(f"/tournaments/{NAME}/national")
@blueprint.arguments(NationalQuery, location="query")
@blueprint.response(200, Anything)
def national(query: dict[str, Any], name: str) -> Response:
    """What each place is worth in the clubs' national ranking, to three decimals."""
    store = archive().tournaments
    found = store.get(name)
    tables = query.get("tables") or len(found.of_round(1))
    rows = national_table(store.standings(name), query["of"], tables, found.rounds)
    items = [{"pos": row.pos, "player": row.player, "name": archive().people.name(row.player), "points": points}
             for row, points in rows]  # fmt: skip
    return as_json({"tournament": name, "of": query["of"], "tables": tables, "items": items})


@blueprint.route(f"/tournaments/{NAME}/report")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, content_type="text/plain", description="The report.")
def whole_report(query: dict[str, Any], name: str) -> Response:
    """A tournament in one text file, in the manner of FIDE's TRF."""
    found = archive().tournaments.get(name)
    return tagged(
        lambda: Response(report(archive(), name), mimetype="text/plain"), name, found.version, *versions(found)
    )


@blueprint.route(f"/tournaments/{NAME}/events")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, Anything)
def events(query: dict[str, Any], name: str) -> Response:
    """The log of a tournament: events after a number (0 gives all), also what was replaced later; `names` beside it."""
    store = archive().tournaments
    found = store.get(name)

    def make() -> Response:
        items = store.events(name)[query["after"] : query["after"] + query["limit"]]
        names = {player: archive().people.name(player) for player in found.players}
        return as_json({"tournament": name, "version": found.version, "items": items, "names": names})

    return tagged(make, name, found.version)


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

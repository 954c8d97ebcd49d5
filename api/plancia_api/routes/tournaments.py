"""Tournaments over HTTP: lists, one, standings; adding events."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.language import language
from plancia_api.negotiation import form, offers
from plancia_api.preconditions import MATCH, expected_version
from plancia_api.problems import Problem
from plancia_api.query_schemas import (
    Anything,
    DrawQuery,
    EventsQuery,
    ItemPage,
    Kept,
    Language,
    ListQuery,
    NationalQuery,
    StandingsQuery,
    TournamentsQuery,
)
from plancia_api.request_bodies import WRONG, body_text, parsed
from plancia_api.routes.game_writes import KEY, idempotency_key
from plancia_api.routes.variants import listed
from plancia_api.seam import (
    StrictBlueprint,
    archive,
    as_json,
    authorise,
    by_reference,
    names_shown,
    page_of,
    shown_name,
    with_etag,
)
from plancia_api.streaming import rows_response
from plancia_api.validation_messages import wrong_json
from plancia_archive.exports.dumps import report
from plancia_archive.tournaments import Tournament, national_table, systems
from plancia_archive.tournaments.log import FIELDS, OPTIONAL
from plancia_data import in_language

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
                "properties": {"events": {"type": "array", "items": EVENT, "minItems": 1}},
            },
            "example": {"events": [{"kind": "opened", "title": "Autunno", "system": "monopoli"},
                                   {"kind": "entered", "player": "Anna"}]},
        }
    },
}  # fmt: skip
NAME = "<string:name>"


@blueprint.route("/rankings")
@offers("json", "ndjson", "csv")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, ItemPage)
def ranking_systems(query: dict[str, Any]) -> Response:
    """The ranking systems, as data with their sources."""
    items = [{"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in systems().values()]
    return listed(items, "system", query)


@blueprint.route("/tournaments")
@offers("json", "ndjson", "csv")
@blueprint.arguments(TournamentsQuery, location="query")
@blueprint.response(200, ItemPage)
def tournaments(query: dict[str, Any]) -> Response:
    """The tournaments, in the order of the log."""
    store, limit = archive().tournaments, query["limit"]
    opened = store.page(int(query.get("after", "t-1")[1:]), limit + 1)
    following = f"t{opened[limit - 1][0]}" if len(opened) > limit else None
    found = [store.get(name) for _, name in opened[:limit]]
    items = [
        {"tournament": t.id, "title": t.title, "club": t.club, "system": t.system, "players": len(t.players),
         "rounds": t.rounds, "closed": t.closed, "version": t.version}
        for t in found
    ]  # fmt: skip
    make = (lambda: page_of(items, following)) if form() == "json" else (lambda: rows_response(items))
    return with_etag(make, following, *((t.id, t.version) for t in found))


@blueprint.route(f"/tournaments/{NAME}")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_tournament(query: dict[str, Any], name: str) -> Response:
    """A tournament: entrants, tables, results, adjustments, and what there is to look after."""
    found = archive().tournaments.get(name)

    def make() -> Response:
        remarks = remarks_of(name)
        return as_json({**found.to_json(shown_name), "remarks": remarks})

    return with_etag(make, name, found.version, *versions(found), people(found), about=(name, found.version))


def version_of(name: str) -> int:
    """The version of a tournament, 0 before its first event."""
    store = archive().tournaments
    return store.get(name).version if store.exists(name) else 0


def versions(found: Tournament) -> list[tuple[str, int]]:
    """The versions of the games that a tournament rests on: a correction of one of them changes the answer."""
    return [(t.game, archive().version(t.game)) for t in found.tables.values() if t.game]


def remarks_of(name: str) -> list[dict[str, Any]]:
    """What there is to look after, in words that have names in them."""
    return [remark.to_json(language()) for remark in archive().tournaments.remarks(name)] if names_shown() else []


def people(found: Tournament) -> list[tuple[str, str]]:
    """The names that an answer shows: another spelling of one of them changes the answer."""
    return [(player, shown_name(player)) for player in found.players]


@blueprint.route(f"/tournaments/{NAME}/standings")
@offers("json", "ndjson", "csv")
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, ItemPage)
def standings(query: dict[str, Any], name: str) -> Response:
    """The standings as of a round, exact, each row with the key that parted it from the one above; or the teams'."""
    store = archive().tournaments
    found = store.get(name)

    def make() -> Response:
        items: list[dict[str, Any]]
        if query.get("teams"):
            items = [row.to_json() for row in store.team_standings(name, query.get("round"))]
            for item in items:
                item["names"] = [shown_name(player) for player in item["players"]]
        else:
            items = [row.to_json() for row in store.standings(name, query.get("round"))]
            for item in items:
                item["name"] = shown_name(item["player"])
        if form() != "json":
            return rows_response(items)
        rows, following = cut_standings(items, query.get("after"), query["limit"])
        remarks = remarks_of(name)
        return page_of(rows, following, tournament=name, system=found.system, round=query.get("round", found.rounds),
                       notices=found.notices(), remarks=remarks)  # fmt: skip

    return with_etag(make, name, found.version, *versions(found), people(found), about=(name, found.version))


def cut_standings(
    items: list[dict[str, Any]], after: str | None, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """A page of standings and the cursor behind it: place and reference (of teams, the name) of its last row."""

    def key(row: dict[str, Any]) -> tuple[int, str]:
        return int(row["pos"]), str(row.get("player") or row.get("team"))

    begin = (-1, "")
    if after is not None:
        place, _, who = after.partition("-")
        begin = int(place), who
    left = [row for row in items if key(row) > begin]
    return left[:limit], "{}-{}".format(*key(left[limit - 1])) if len(left) > limit else None


@blueprint.route(f"/tournaments/{NAME}/draw")
@blueprint.arguments(DrawQuery, location="query")
@blueprint.response(200, Anything)
def drawing(query: dict[str, Any], name: str) -> Response:
    """Tables for a round, drawn: sizes by the rules, new opponents first. Nothing is kept: post `events` to keep them.

    The same seed gives the same tables as long as the tournament is at the same version.
    """
    store = archive().tournaments
    found = store.get(name)
    sizes = [int(size) for size in query["sizes"].split("+")] if query.get("sizes") else []
    absent = [by_reference(player) for player in query["absent"]]
    events = store.draw(name, query["seed"], query.get("round"), absent, sizes, query["by"] == "standings")
    named = [{**event, "names": [shown_name(player) for player in event["seats"]]} for event in events]
    body = {"tournament": name, "version": found.version, "events": events, "items": named}
    about = name, found.version
    return with_etag(lambda: as_json(body), name, found.version, *versions(found), people(found), about=about)


@blueprint.route(f"/tournaments/{NAME}/national")
@blueprint.arguments(NationalQuery, location="query")
@blueprint.response(200, Anything)
def national(query: dict[str, Any], name: str) -> Response:
    """What each place is worth in the clubs' national ranking, to three decimals."""
    store = archive().tournaments
    found = store.get(name)
    tables = query.get("tables") or len(found.of_round(1))
    rows = national_table(store.standings(name), query["of"], tables, found.rounds)
    items = [{"pos": row.pos, "player": row.player, "name": shown_name(row.player), "points": points}
             for row, points in rows]  # fmt: skip
    body = {"tournament": name, "of": query["of"], "tables": tables, "items": items}
    about = name, found.version
    return with_etag(lambda: as_json(body), name, found.version, *versions(found), people(found), about=about)


@blueprint.route(f"/tournaments/{NAME}/report")
@offers("txt")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, content_type="text/plain", description="The report.")
def whole_report(query: dict[str, Any], name: str) -> Response:
    """A tournament in one text file, in the manner of FIDE's TRF; references alone where names are not shown."""
    found = archive().tournaments.get(name)
    named = names_shown()
    made = versions(found), people(found), named
    return with_etag(
        lambda: Response(report(archive(), name, named), mimetype="text/plain"), name, found.version, *made
    )


@blueprint.route(f"/tournaments/{NAME}/events")
@offers("json", "ndjson", "csv")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, ItemPage)
def tournament_events(query: dict[str, Any], name: str) -> Response:
    """The log of a tournament: events after a number (0 gives all), also what was replaced later; `names` beside it."""
    store = archive().tournaments
    found = store.get(name)
    after, limit = query["after"], query.get("limit") or 500

    def make() -> Response:
        items = store.events(name)[after:]
        if form() != "json":
            return rows_response(items[: query.get("limit")])
        following = str(after + limit) if len(items) > limit else None
        names = dict(people(found))
        return page_of(items[:limit], following, tournament=name, version=found.version, names=names)

    return with_etag(make, name, found.version, people(found), about=(name, found.version))


@blueprint.route(f"/tournaments/{NAME}/events", methods=["POST"])
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Kept)
@blueprint.doc(requestBody=EVENTS_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def add_events(query: dict[str, Any], name: str) -> Response:
    """Add events to a tournament, all or none; the first one of all is `opened`."""
    authorise("write")
    text = body_text("application/json")
    try:
        events = parsed(text)["events"]
        if not isinstance(events, list):
            raise TypeError
    except WRONG as error:
        raise Problem("malformed", f'{{"events": [...]}}: {wrong_json(error, language())}') from error
    expected, key = expected_version(name, lambda: version_of(name)), idempotency_key()
    if not events:  # a key would be used up for nothing, as the same write to a game would
        none = in_language(language(), "nessun evento", "no event")
        raise Problem("malformed", f'{{"events": [...]}}: {none}')
    found = archive().tournaments.append(name, events, expected, key)
    return as_json({"game": name, "version": found.version, "duplicate": False})

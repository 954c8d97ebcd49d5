"""GET and POST /tournaments/{name}/events: the log of a tournament; the changes of a round that has not played."""

from __future__ import annotations

from flask import Response

from plancia_api.action_routes import add_route
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import with_times
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.query_schemas import EventsQuery
from plancia_api.routes.tournaments import NAME_PATH, player_names
from plancia_api.shown_names import insert_names, names_digest
from plancia_api.streaming import rows_response
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.actions import AddEvents, ChangeSeats, TakeBackDraw

blueprint = StrictBlueprint(
    "tournament_events", "tournament_events", url_prefix="/api/v1", description="Events of tournaments."
)
PAGE_SIZE = 500


@blueprint.operation(f"/tournaments/{NAME_PATH}/events")
@offers("json", "ndjson", "csv")
def tournament_events(query: EventsQuery, name: str) -> Response:
    """The log of a tournament: events after a number (0: all), including those replaced later, with their `names`."""
    store = archive().tournaments
    tournament = store.get(name)
    after, limit = query.after, query.limit or PAGE_SIZE
    names = player_names(tournament)

    def build_response() -> Response:
        items = with_times(insert_names(store.events(name)[after:]))
        if answer_format() != "json":
            return rows_response(items[: query.limit])
        cursor = str(after + limit) if len(items) > limit else None
        return page_response(items[:limit], cursor, tournament=name, version=tournament.version, names=dict(names))

    return with_etag(
        build_response, name, tournament.version, names, names_digest(), resource=(name, tournament.version)
    )


for declared in (AddEvents, ChangeSeats, TakeBackDraw):
    add_route(blueprint, declared)

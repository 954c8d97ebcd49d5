"""Statistics and exact odds over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api import rate_limits
from plancia_api.language import language
from plancia_api.negotiation import form, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import (
    Anything,
    ItemPage,
    ListQuery,
    OddsQuery,
    SearchQuery,
    StatisticsQuery,
    SupposingQuery,
)
from plancia_api.routes.variants import listed
from plancia_api.seam import StrictBlueprint, archive, as_json, filters_of, names_stamp, page_of, shown_name, with_etag
from plancia_api.streaming import rows_response
from plancia_archive.facts.odds import answer
from plancia_archive.queries.search import Search, page_of_matches
from plancia_archive.statistics import REGISTERED, ask, columns_of
from plancia_archive.statistics.charts import chart as chart_of
from plancia_archive.statistics.listing import statistics_known
from plancia_archive.statistics.registry import NAMED
from plancia_archive.statistics.what_if import what_if
from plancia_replay import RuleSetError

blueprint = StrictBlueprint("statistics", "statistics", url_prefix="/api/v1", description="Statistics and odds.")


@blueprint.route("/statistics")
@offers("json", "ndjson", "csv")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, ItemPage)
def statistics(query: dict[str, Any]) -> Response:
    """Every statistic: id, titles, what it says, what a game must have to count."""
    return listed(statistics_known(language()), "statistic", query)


@blueprint.route("/statistics/what-if")
@blueprint.arguments(SupposingQuery, location="query")
@blueprint.response(200, Anything)
def supposing(query: dict[str, Any]) -> Response:
    """What the rules `under` would have changed over the games of a filter, `limit` games at a time; `next` goes on."""
    filters = filters_of(query)

    def make() -> Response:
        rate_limits.take_work()
        try:
            return as_json(what_if(archive(), filters, query["under"], query["limit"], query.get("after")))
        except RuleSetError as error:
            raise Problem("rules", error.text(language())) from error

    return with_etag(make, archive().last(), filters)


@blueprint.route("/statistics/<string:name>")
@offers("json", "csv", "ndjson")
@blueprint.arguments(StatisticsQuery, location="query")
@blueprint.response(200, Anything)
def one_statistic(query: dict[str, Any], name: str) -> Response:
    """A statistic over the games of a filter: rows, games that qualified, games left out and why."""
    filters = filters_of(query)

    def make() -> Response:
        with archive().lock:
            found = ask(archive().db, name, filters)
        for row in found["rows"]:
            for key in NAMED:
                if key in row:
                    row[f"{key}_name"] = shown_name(row[key])
        columns = columns_of(name)
        heads = (*columns, *(f"{key}_name" for key in NAMED if key in columns))
        return as_json(found) if form() == "json" else rows_response(found["rows"], heads)

    return with_etag(make, archive().last(), filters, names_stamp())


@blueprint.route("/statistics/<string:name>/chart")
@offers("svg")
@blueprint.arguments(StatisticsQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def chart(query: dict[str, Any], name: str) -> Response:
    """A statistic as an SVG chart with title, description and its data; 404 for one that is better read."""
    filters = filters_of(query)
    if name not in REGISTERED or REGISTERED[name].chart is None:
        raise Problem("not-found")

    def make() -> Response:
        with archive().lock:
            found = ask(archive().db, name, filters)
        for row in found["rows"]:
            if "player" in row:
                row["player"] = shown_name(row["player"])
        one = REGISTERED[name]
        return Response(chart_of(found, one.title(language()), language()), mimetype="image/svg+xml")

    return with_etag(make, archive().last(), filters, names_stamp())


SECONDS = 2.0  # a page of a search replays games for so long at most


@blueprint.route("/search")
@blueprint.arguments(SearchQuery, location="query")
@blueprint.response(200, ItemPage)
def search(query: dict[str, Any]) -> Response:
    """Games by `position` or by `sequence`, with the event where each matches.

    A page ends after `limit` matches or some seconds of replay: it may be empty and yet have a `next`. `examined` says
    how many games it looked at.
    """
    position, sequence = query.get("position"), query.get("sequence")
    if (position is None) == (sequence is None):
        raise Problem("bad-request", "position | sequence")
    filters = filters_of({key: query[key] for key in ("variant", "event") if key in query})
    rate_limits.take_work()
    sought = Search(position, sequence, query["within"])
    items, following, looked = page_of_matches(archive(), sought, filters, query.get("after"), query["limit"], SECONDS)
    return with_etag(lambda: page_of(items, following, examined=looked), archive().last(), len(items), following)


@blueprint.route("/odds")
@blueprint.arguments(OddsQuery, location="query")
@blueprint.response(200, Anything)
def odds(query: dict[str, Any]) -> Response:
    """The exact odds of one throw and of an attack to the end, as fractions."""
    body = answer(query["attackers"], query["defenders"], query["defence"])
    return with_etag(lambda: as_json(body))

"""GET /statistics, /statistics/{name}, /statistics/{name}/chart and /statistics/what-if."""

from __future__ import annotations

from flask import Response

from plancia_api import rate_limits
from plancia_api.answers.statistics import AlternativeStatistic, StatisticDescription
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import list_response
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import ListQuery, StatisticsQuery, WhatIfQuery
from plancia_api.routes.judgements import unknown_rules
from plancia_api.shown_names import display_name, names_digest
from plancia_api.streaming import rows_response
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.past.moments import consistent_read
from plancia_archive.statistics import REGISTERED, columns_of, compute_statistic
from plancia_archive.statistics.charts import chart as render_chart
from plancia_archive.statistics.listing import list_statistics
from plancia_archive.statistics.notes import notes_in
from plancia_archive.statistics.registry import PERSON_COLUMNS
from plancia_archive.statistics.what_if import what_if
from plancia_replay import RuleSetError

blueprint = StrictBlueprint(
    "statistics", "statistics", url_prefix="/api/v1/statistics", description="Statistics over many games."
)


@blueprint.operation("", endpoint="statistics", items=StatisticDescription)
@offers("json", "ndjson", "csv")
def list_registered_statistics(query: ListQuery) -> Response:
    """Every statistic: id, titles, meaning, and what a game must have to count."""
    return list_response(list_statistics(language()), "statistic", query)


@blueprint.operation("/what-if", endpoint="supposing", answer=AlternativeStatistic)
def what_if_games(query: WhatIfQuery) -> Response:
    """What the rules `under` would have changed in the games of a filter, `limit` games at a time, on from `next`."""
    filters = parse_filters(query.filters)

    def build_response() -> Response:
        rate_limits.count_replay()
        try:
            with consistent_read(archive()) as state:
                answer = what_if(archive(), filters, query.under, query.limit, query.after)
            return json_response({**answer, "notes": notes_in(answer["notes"], language()), "as_of": state})
        except RuleSetError as error:
            raise unknown_rules(error) from error

    return with_etag(build_response, archive().last_index(), filters)


@blueprint.operation("/<string:name>", endpoint="one_statistic")
@offers("json", "csv", "ndjson")
def get_statistic(query: StatisticsQuery, name: str) -> Response:
    """A statistic over the games of a filter: rows, number of games that qualified, games left out and why.

    `as_of` is the state of the log that it was computed at: size and head. `notes` say what counts, and what the
    figures mix where they do.
    """
    filters = parse_filters(query.filters)

    def build_response() -> Response:
        with consistent_read(archive()) as state:
            answer = {**compute_statistic(archive().db, name, filters), "as_of": state}
        answer["notes"] = notes_in(answer["notes"], language())
        for row in answer["rows"]:
            for key in PERSON_COLUMNS:
                if key in row:
                    row[f"{key}_name"] = display_name(row[key]) if row[key] else row[key]
        columns = columns_of(name)
        headings = (*columns, *(f"{key}_name" for key in PERSON_COLUMNS if key in columns))
        return json_response(answer) if answer_format() == "json" else rows_response(answer["rows"], headings)

    return with_etag(build_response, archive().last_index(), filters, names_digest())


@blueprint.operation("/<string:name>/chart", endpoint="chart")
@offers("svg")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def statistic_chart(query: StatisticsQuery, name: str) -> Response:
    """A statistic as an SVG chart with title, description and its data; 404 for one without a chart."""
    filters = parse_filters(query.filters)
    if name not in REGISTERED or REGISTERED[name].chart is None:
        raise Problem("not-found")

    def build_response() -> Response:
        with archive().lock:
            answer = compute_statistic(archive().db, name, filters)
        for row in answer["rows"]:
            if "player" in row:
                row["player"] = display_name(row["player"])
        title = REGISTERED[name].title(language())
        return Response(render_chart(answer, title, language()), mimetype="image/svg+xml")

    return with_etag(build_response, archive().last_index(), filters, names_digest())

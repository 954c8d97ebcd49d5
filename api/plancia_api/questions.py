"""Statistics and exact odds over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.games import as_json
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, Language, OddsQuery, SearchQuery, StatisticsQuery
from plancia_api.seam import StrictBlueprint, archive, tagged
from plancia_archive import Filters
from plancia_archive.search import positions, sequences
from plancia_archive.statistics import REGISTERED, ask
from plancia_archive.statistics.charts import chart as chart_of
from plancia_archive.statistics.odds import answer

blueprint = StrictBlueprint("statistics", "statistics", url_prefix="/api/v1", description="Statistics and odds.")


@blueprint.route("/statistics")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def statistics(query: dict[str, Any]) -> Response:
    """Every statistic: id, titles, what it says, what a game must have to count."""
    items = [
        {"statistic": one.id, "title": {"it": one.it, "en": one.en}, "says": one.rows.__doc__, "needs": list(one.needs)}
        for one in REGISTERED.values()
    ]
    return tagged(lambda: as_json({"items": items}), len(items))


@blueprint.route("/statistics/<string:name>")
@blueprint.arguments(StatisticsQuery, location="query")
@blueprint.response(200, Anything)
def one_statistic(query: dict[str, Any], name: str) -> Response:
    """A statistic over the games of a filter: rows, games that qualified, games left out and why."""
    query.pop("lang", None)
    if query.get("player"):
        query["player"] = archive().people.find(query["player"]) or "-"
    last = archive().db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0]

    def make() -> Response:
        with archive().lock:
            found = ask(archive().db, name, Filters(**query))
        for row in found["rows"]:
            for key in ("player", "rival"):
                if key in row:
                    row[f"{key}_name"] = archive().people.name(row[key])
        return as_json(found)

    return tagged(make, name, last)


@blueprint.route("/statistics/<string:name>/chart")
@blueprint.arguments(StatisticsQuery, location="query")
@blueprint.response(200, Anything)
def chart(query: dict[str, Any], name: str) -> Response:
    """A statistic as an SVG chart with title, description and its data; 404 for one that is better read."""
    query.pop("lang", None)
    if query.get("player"):
        query["player"] = archive().people.find(query["player"]) or "-"
    last = archive().db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0]
    with archive().lock:
        found = ask(archive().db, name, Filters(**query))
    for row in found["rows"]:
        if "player" in row:
            row["player"] = archive().people.name(row["player"])
    one = REGISTERED[name]
    drawn = chart_of(found, one.en if language() == "en" else one.it, language())
    if drawn is None:
        raise Problem("not-found")
    return tagged(lambda: Response(drawn, mimetype="image/svg+xml"), name, last)


@blueprint.route("/search")
@blueprint.arguments(SearchQuery, location="query")
@blueprint.response(200, Anything)
def search(query: dict[str, Any]) -> Response:
    """Games by `position` or by `sequence`, with the event where each matches."""
    position, sequence = query.get("position"), query.get("sequence")
    if (position is None) == (sequence is None):
        raise Problem("bad-request", "position / sequence")
    filters = Filters(variant=query.get("variant"), event=query.get("event"))
    if position is not None:
        items = list(positions(archive(), position, filters, query["limit"]))
    else:
        items = sequences(archive(), sequence or "", query["within"], filters, query["limit"])
    return as_json({"items": items})


@blueprint.route("/odds")
@blueprint.arguments(OddsQuery, location="query")
@blueprint.response(200, Anything)
def odds(query: dict[str, Any]) -> Response:
    """The exact odds of one throw and of an attack to the end, as fractions."""
    body = answer(query["attackers"], query["defenders"], query["defence"])
    return tagged(lambda: as_json(body))

"""Statistics and exact odds over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.games import as_json
from plancia_api.schemas import Anything, Language, OddsQuery, StatisticsQuery
from plancia_api.seam import StrictBlueprint, archive, tagged
from plancia_archive import Filters
from plancia_archive.statistics import REGISTERED, ask
from plancia_archive.statistics.odds import conquest, throw

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


@blueprint.route("/odds")
@blueprint.arguments(OddsQuery, location="query")
@blueprint.response(200, Anything)
def odds(query: dict[str, Any]) -> Response:
    """The exact odds of one throw and of an attack to the end, as fractions."""
    attackers, defenders, defence = query["attackers"], query["defenders"], query["defence"]
    chances = throw(min(3, attackers), min(defence, defenders))
    whole = conquest(attackers, defenders, defence)
    body = {
        "attackers": attackers, "defenders": defenders, "defence": defence,
        "throw": [{"attack_losses": a, "defence_losses": d, "chance": str(c)} for (a, d), c in chances.items()],
        "conquest": str(whole), "conquest_decimal": round(float(whole), 6),
    }  # fmt: skip
    return tagged(lambda: as_json(body))

"""The pages of clubs: the list, and one with its players, tournaments, records and games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from plancia_api.current_archive import archive
from plancia_api.pages.player_pages import add_names, counted_games, figures, number_text, played_games
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.shown_names import game_titles, insert_names
from plancia_archive import Filters
from plancia_archive.statistics import compute_statistic
from plancia_archive.statistics.player_profile import club_names
from plancia_archive.statistics.typed_results import count_results

blueprint = Blueprint("club_pages", "plancia_api", template_folder="templates")
MAX_PLAYERS = 200


@blueprint.get("/clubs")
def clubs() -> Response:
    """Every club: the places of games and the clubs of tournaments."""
    rows = add_names(club_names(archive(), counted_games()), "player")
    return page("clubs.html", **figures(), rows=[{**row, "name": club_text(row["club"])} for row in rows])


@blueprint.get("/clubs/<path:name>")
def one_club(name: str) -> Response:
    """A club by name."""
    tournaments = [state.to_json() for state in map(archive().tournaments.get, archive().tournaments.ids())
                   if state.club == name]  # fmt: skip
    listed = played_games(Filters(club=name))
    if not listed["rows"] and not tournaments:
        raise Problem("not-found")
    answers: dict[str, dict[str, Any]] = {}
    with archive().lock:
        for statistic in ("results-by-club", "records"):
            answers[statistic] = compute_statistic(archive().db, statistic, counted_games(club=name))
        counted = count_results(archive(), counted_games(club=name))
    rows = answers["results-by-club"]["rows"]
    records = [
        row | {"shown": number_text(row["value"], row["record"] == "luck")}
        for row in add_names(answers["records"]["rows"], "player")
        if row["value"] or row["kind"] == "least"
    ]
    return page(
        "club.html", **figures(), club=name, name=club_text(name), tournaments=insert_names(tournaments),
        players=add_names(counted.rows, "player")[:MAX_PLAYERS], records=records,
        record_titles=game_titles({row["game"] for row in records}), counted=counted,
        first=min((row["first"] for row in rows if row["first"]), default=""),
        last=max((row["last"] for row in rows if row["last"]), default=""), **listed,
    )  # fmt: skip


def club_text(name: str) -> str:
    """The name of a club as this reader may see it: references to people become names."""
    return str(insert_names({"club": name})["club"])

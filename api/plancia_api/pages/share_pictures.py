"""The pictures that shared links show (Open Graph): of a game, a tournament, a player, the archive.

resvg draws them, where it is installed, from an SVG with the letters of a font of the package (D-193).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import as_file, files
from typing import TypedDict
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request

from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_cache import PAGE_PARTS, game_head
from plancia_api.language import language
from plancia_api.pages.game_view import own_view
from plancia_api.pages.player_pages import counted_games, number_text, people_words, percent_text
from plancia_api.pages.rendering import is_published, web_address
from plancia_api.pages.tournament_pages import decimal, shown_standings
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name, game_title
from plancia_archive.facts.redaction import is_over
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.statistics.player_profile import player_profile
from plancia_data import Counted, board_map, messages
from plancia_replay.drawing import COLOURS
from plancia_replay.judging.forms import Board

blueprint = Blueprint("share_pictures", "plancia_api", template_folder="templates")
FONT = files("plancia_data").joinpath("fonts", "inter-semibold.ttf")
# letters that the font has: a text with others is drawn with those of the system too
LETTERS = re.compile("[ -ňŊ-ſȘ-țΑ-ώЀ-џ‐-―‘-„•…€−×\n]*")
ROWS = 6


class Row(TypedDict, total=False):
    name: str
    figure: str
    colour: str
    is_first: bool


@cache
def renderer() -> Callable[..., bytes] | None:
    """The function of resvg that draws an SVG; None where it is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    return svg_to_bytes


@blueprint.app_context_processor
def share_variables() -> dict[str, object]:
    """What the tags of a shared page need: the addresses of a page and of its picture, "" where there is none."""
    return {"web_address": web_address, "picture_address": picture_address}


def picture_address(path: str) -> str:
    """The absolute address of the picture of a page, in the language and as of the moment that the page shows."""
    address = web_address(f"{path.rstrip('/')}/picture.png") if renderer() else ""
    query = {"lang": language(), **{key: request.args[key] for key in ("as_of",) if key in request.args}}
    return f"{address}?{urlencode(query)}" if address and not is_published() else address


def picture(heading: str, details: Iterable[str], rows: list[Row], lands: Board | None = None) -> Response:
    """A picture, drawn once for what it shows. Raises Problem 404 without resvg."""
    draw = renderer()
    if draw is None:
        raise Problem("not-found")
    svg = render_template(
        "picture.svg", heading=heading, details=" · ".join(filter(None, details)), rows=rows[:ROWS], lands=lands or {},
        map=board_map(), colours=COLOURS,
    )  # fmt: skip
    digest, memo = hashlib.sha256(svg.encode()).hexdigest(), PAGE_PARTS.current

    def answer() -> Response:
        png = memo.get(("picture", digest))
        if png is None:
            with as_file(FONT) as font:
                known = LETTERS.fullmatch(svg) is not None
                png = draw(svg_string=svg, font_files=[str(font)], skip_system_fonts=known)
            memo.put(("picture", digest), png, len(png))
        return Response(png, mimetype="image/png")

    return with_etag(answer, digest)


@blueprint.get("/games/<string:game_id>/picture.png")
def game_picture(game_id: str) -> Response:
    """The last board of a game with its seats: their points, or their territories while it is played."""
    view, title = own_view(game_head(game_id)), game_title(game_id)
    say, over, rounds = messages("game", language()), is_over(view.game), view.steps.steps[-1].round
    rows = [
        Row(name=view.data_names.get(seat.letter) or seat.colour, colour=seat.letter, is_first=seat.is_winner,
            figure=("?" if seat.undecided else seat.points or seat.declared) if over else str(seat.lands))
        for seat in view.ranked_seats
    ]  # fmt: skip
    told = [title.date, say["rounds"].format(count=Counted(rounds)) if rounds else "",
            *([view.judgement.end["says"]] if over else [say["picture-live"], say["lands"]])]  # fmt: skip
    return picture(title.heading, told, rows, view.board)


@blueprint.get("/tournaments/<string:name>/picture.png")
def tournament_picture(name: str) -> Response:
    """The first of the standings of a tournament."""
    tournament = archive().tournaments.get(name)
    shown = shown_standings(tournament, tournament.rounds)
    rows = [Row(name=f"{row['pos']}. {shown['names'].get(row['player'], row['player'])}", figure=decimal(row["total"]),
                is_first=row["pos"] == 1) for row in shown["rows"]]  # fmt: skip
    after = shown["t"]["after-round"].format(round=tournament.rounds) if tournament.rounds else ""
    return picture(shown["tournament"]["title"], (shown["tournament"]["club"], after), rows)


@blueprint.get("/players/<string:player>/picture.png")
def player_picture(player: str) -> Response:
    """The figures of a player, by reference."""
    with archive().lock:
        if archive().people.find(player) != player or not player.startswith(REFERENCE_PREFIX):
            raise Problem("not-found")
    words, results = people_words(), player_profile(archive(), player, counted_games(player=player)).results
    figures = {
        "games": number_text(results["games"]), "wins": f"{results['wins']} ({percent_text(results['share'])})",
        "mean-points": number_text(results["mean_points"]), "best-points": number_text(results["best_points"]),
    } if results else {}  # fmt: skip
    return picture(display_name(player), (), [Row(name=words[key], figure=text) for key, text in figures.items()])


@blueprint.get("/picture.png")
def start_picture() -> Response:
    """How much the archive has."""
    words = messages("api", language())
    counts = ("games", archive().count()), ("tournaments", len(archive().tournaments.ids()))
    return picture(
        "Plancia",
        (words["what"].partition(":")[0],),
        [Row(name=words[key], figure=str(count)) for key, count in counts],
    )

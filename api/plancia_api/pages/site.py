"""Plain pages: the start page, a game, the documentation, the errors."""

from __future__ import annotations

from typing import Any

import flask_swagger_ui
from flask import Blueprint, Response, render_template, request, send_from_directory

from plancia_api.game_memo import game_at, game_head, judgement_at
from plancia_api.language import language
from plancia_api.problems import CODES, Problem
from plancia_api.seam import archive, names_shown, shown_name
from plancia_archive.queries.lineup import seat_players
from plancia_data import Counted, board, in_language, language_name, languages, messages
from plancia_events import format_event
from plancia_replay import state_at
from plancia_replay.text.sentences import place_names, vocabulary

blueprint = Blueprint("pages", "plancia_api", template_folder="templates")
DOCS = flask_swagger_ui.__path__[0] + "/dist"


def words() -> dict[str, str]:
    """The words of the pages."""
    return messages("api", language())


@blueprint.app_template_filter("counted")
def counts(number: int) -> Counted:
    """A number that chooses between the singular and the plural of the words that it is put into."""
    return Counted(number)


@blueprint.app_template_filter("coded")
def coded(value: Any, name: str) -> str:
    """A coded value of a field (`end-roll`, `full`) in the words of the page."""
    return str(messages("columns", language()).get(f"{name}={value}", value or ""))


@blueprint.app_template_filter("colours")
def colours(letters: str | list[str] | None) -> str:
    """The names of colours for their letters."""
    known = vocabulary(language())
    return ", ".join(str(known[f"colour.{letter}"]) for letter in letters or "" if f"colour.{letter}" in known)


@blueprint.app_context_processor
def common() -> dict[str, Any]:
    """What every page shows."""
    others = {other: language_name(other) for other in languages() if other != language()}
    return {"w": words(), "lang": language(), "others": others}


def page(template: str, **values: Any) -> Response:
    """A rendered page; a language asked for is remembered."""
    answer = Response(render_template(template, **values), mimetype="text/html")
    answer.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Language"] = language()
    if request.args.get("lang") in languages():
        answer.set_cookie("lang", language(), samesite="Lax", httponly=True)
    return answer


@blueprint.get("/")
def start() -> Response:
    """The start page: the games."""
    try:
        rows, following = archive().games(None, request.args.get("after"), 100)
    except ValueError:
        raise Problem("bad-cursor") from None
    seat_players(archive(), rows, names_shown())
    return page("start.html", rows=rows, following=following)


@blueprint.get("/games/<string:game_id>")
def game(game_id: str) -> Response:
    """A game: players, result, verdicts, the board at an event."""
    head = game_head(game_id)
    kept, judgement = game_at(head), judgement_at(head, language())
    last = len(kept.events)
    asked = request.args.get("at", str(last))
    at = min(int(asked), last) if asked.isascii() and asked.isdigit() and len(asked) < 8 else last
    state = state_at(kept, at, archive().rules_of(kept))
    plan = board("eg")
    places = [
        (code, name, *state["board"].get(code, ["?", 0])) for code, name in place_names(language()).items()
    ]  # fmt: skip
    continents = [
        (in_language(language(), it, en), [places[land] for land in lands]) for _, it, en, _, lands in plan.continents
    ]
    around = range(max(1, at - 5), min(last, at + 5) + 1)
    lines = [(number, format_event(kept.events[number - 1])) for number in around]
    players = [(colour, shown_name(player) if player.startswith("p_") else player)
               for colour, player in kept.players.items()]  # fmt: skip
    return page(
        "game.html", game_id=game_id, game=kept, judgement=judgement, players=players, at=at, last=last, state=state,
        continents=continents, lines=lines,
    )  # fmt: skip


@blueprint.get("/docs")
@blueprint.get("/docs/")
def docs() -> Response:
    """The documentation of the API, without any request to elsewhere."""
    return page("docs.html")


@blueprint.get("/docs/files/<path:name>")
def docs_file(name: str) -> Response:
    """A file of the documentation page."""
    return send_from_directory(DOCS, name)


@blueprint.get("/docs/start.js")
def docs_start() -> Response:
    """Starts the documentation page; its own file, as no script stands in a page."""
    script = 'window.onload = () => SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#docs", validatorUrl: null});\n'
    return Response(script, mimetype="text/javascript")


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """A small board."""
    path = '<path fill="#a33" d="M0 0h4v4H0zm4 4h4v4H4z"/>'
    square = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{path}</svg>'
    return Response(square, mimetype="image/svg+xml")


@blueprint.get("/errors/<string:code>")
def error(code: str) -> Response:
    """What an error code means."""
    if code not in CODES:
        raise Problem("not-found")
    status, it, en = CODES[code]
    return page("error.html", code=code, status=status, title=in_language(language(), it, en))
